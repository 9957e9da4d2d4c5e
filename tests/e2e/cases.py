# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs test cases one after the other and says so in TAP; what the programs under test are called
in this build comes from the environment that meson sets."""

import os
import sys
import traceback

PROGRAM = os.environ.get("SPYGLASS", "build/ui/spyglass")
CLI = os.environ.get("SPYGLASS_CLI", "build/app/cli/spyglass-cli")
DEMO = os.environ.get("SPYGLASS_DEMO", "build/app/demo/spyglass-demo")
TOOLS = os.environ.get("SPYGLASS_TOOLS", "")


class Skip(Exception):
    """A case cannot be run on this machine; the message says why."""


def need_node_program(name):
    """The path of a program that `./dev setup` installs."""
    path = os.path.join(TOOLS, "node_modules", ".bin", name)
    if not TOOLS or not os.path.exists(path):
        raise Skip(f"{name} is not installed; ./dev setup installs it")
    return path


def run(cases, *arguments):
    """@cases: functions, each called with the arguments. Ends the process."""
    only = sys.argv[1:]
    cases = [case for case in cases if not only or case.__name__ in only]
    print(f"TAP version 13\n1..{len(cases)}", flush=True)
    failed = 0
    for number, case in enumerate(cases, 1):
        title = f"{number} {case.__name__.replace('_', ' ')}"
        print(f"# running {case.__name__.replace('_', ' ')}", flush=True)
        try:
            case(*arguments)
            print(f"ok {title}", flush=True)
        except Skip as skip:
            print(f"ok {title} # SKIP {skip}", flush=True)
        except Exception:  # whatever a case throws is its failure
            failed += 1
            print(f"not ok {title}", flush=True)
            for line in traceback.format_exc().splitlines():
                print(f"# {line}", flush=True)
    sys.exit(1 if failed else 0)
