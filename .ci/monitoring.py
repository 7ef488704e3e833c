"""Checks objects of the Prometheus operator against its types: monitoring.py FILE…

Objects of Kubernetes itself are left out. The types ignore members that they do not know, so what is left of an object
must be the whole object."""

import sys
from pathlib import Path

import yaml
from cloudcoil.models.prometheus_operator import v1

checked = 0
for file in sys.argv[1:]:
    for given in yaml.safe_load_all(Path(file).read_text()):
        if given["apiVersion"] == "monitoring.coreos.com/v1":
            read = getattr(v1, given["kind"]).model_validate(given)
            left = read.model_dump(mode="json", by_alias=True, exclude_unset=True)
            assert left == given, f"{file}: {given} has more than {left}"
            checked += 1
assert checked >= len(sys.argv) - 1, f"only {checked} objects were checked"
print(f"{checked} objects of the Prometheus operator are valid.")
