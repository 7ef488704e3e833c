#!/usr/bin/env python3
"""Writes a theorem of Coq about all heaps of a code, from the certificate of its period: theorem.py CERTIFICATE.json

The certificate is only a hint: Coq checks the values and the period anew, by Heaps.v."""

import json
import re
import sys


def main(file):
    with open(file) as opened:
        cert = json.load(opened)
    code = cert["game"].get("code", "") if cert["kind"] == "period" else ""
    if not re.fullmatch(r"[04]\.[0-7]+", code):
        sys.exit(f"{file}: it is no certificate of the period of an octal code")
    digits = [int(digit) for digit in code.replace(".", "")]
    start, length, values = cert["claim"]["from"], cert["claim"]["length"], cert["values"]
    # The window of Heaps.v, for moves that leave nothing, one heap or two.
    ends = [start]
    for k, digit in enumerate(digits):
        ends += [k + 1] * (digit & 1) + [start + k] * (digit >> 1 & 1) + [2 * start + length + k - 1] * (digit >> 2)
    while len(values) < max(ends) + length:
        values.append(values[len(values) - length])
    print(f"""From Coq Require Import List NArith.
From P Require Import Heaps.
Import ListNotations.
Definition c : code := [{"; ".join(map(str, digits))}]%N.
Definition vals : list N := [{"; ".join(map(str, values[1:]))}]%N.
Theorem period : forall n, {start} <= n -> G c (n + {length}) = G c n.
Proof. apply (check_sound c {start} {length} vals). vm_compute. reflexivity. Qed.
Print Assumptions period.""")


main(*sys.argv[1:])
