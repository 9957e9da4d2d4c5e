#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The preview that object-store servers make of a JSON file, with Python's rich: for bench-objects.

Usage: objects-rich.py FILE ROUNDS. Prints the µs of each round; reading the file is not counted.
"""

import json
import sys
import time

from rich.pretty import pretty_repr

with open(sys.argv[1], encoding="utf-8") as file:
    value = json.load(file)
for _ in range(int(sys.argv[2])):
    start = time.perf_counter()
    pretty_repr(value, max_width=120, max_length=25, max_string=300, max_depth=4)
    print((time.perf_counter() - start) * 1e6)
