"""Checks what is in a wheel or a source distribution: packed.py FILE."""

import sys
import tarfile
import zipfile

path = sys.argv[1]
if path.endswith(".whl"):
    with zipfile.ZipFile(path) as wheel:
        names = set(wheel.namelist())
    root = next(name.partition("/")[0] for name in names if name.endswith(".dist-info/METADATA"))
    wanted = {f"{root}/licenses/LICENSE-MIT", f"{root}/licenses/LICENSE-APACHE", "grundy/py.typed", "grundy/_native.pyi"}
    unwanted = [name for name in names if not name.startswith(("grundy/", f"{root}/"))]
else:
    with tarfile.open(path) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    wanted = {"LICENSE-MIT", "LICENSE-APACHE", "PKG-INFO", "backend.py", "crates/core/Cargo.toml", "bindings/python/Cargo.lock"}
    unwanted = [name for name in names if name.startswith(("src/", "crates/core/tests/", "bindings/js/"))]
missing = wanted - names
assert not missing and not unwanted, f"{path}: missing {missing}, unwanted {unwanted}"
print(f"{path.rpartition('/')[2]}: {len(names)} files")
