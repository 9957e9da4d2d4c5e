# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs test cases one after the other and says so in TAP; what the programs under test are called
in this build comes from the environment that meson sets."""

import contextlib
import os
import sys
import time
import traceback

PROGRAM = os.environ.get("SPYGLASS", "build/ui/spyglass")
CLI = os.environ.get("SPYGLASS_CLI", "build/app/cli/spyglass-cli")
DEMO = os.environ.get("SPYGLASS_DEMO", "build/app/demo/spyglass-demo")
TOOLS = os.environ.get("SPYGLASS_TOOLS", "")
PICTURES = os.environ.get("SPYGLASS_E2E_PICTURES", "")


class Skip(Exception):
    """A case cannot be run on this machine; the message says why."""


def need_node_program(name):
    """The path of a program that `./dev setup` installs."""
    path = os.path.join(TOOLS, "node_modules", ".bin", name)
    if not TOOLS or not os.path.exists(path):
        raise Skip(f"{name} is not installed; ./dev setup installs it")
    return path


def title_of(case):
    return case.__name__.replace("_", " ")


class Runner:
    def __init__(self, desktop):
        self.desktop = desktop
        self.number = 0
        self.failed = 0

    def run(self, case, arguments):
        """Returns: whether it went well."""
        start = time.monotonic()
        try:
            return self.judge(case, arguments)
        finally:
            print(f"# took {time.monotonic() - start:.2f} {title_of(case)}", flush=True)

    def judge(self, case, arguments):
        self.number += 1
        title = f"{self.number} {title_of(case)}"
        print(f"# running {title_of(case)}", flush=True)
        try:
            case(*arguments)
            print(f"ok {title}", flush=True)
        except Skip as skip:
            print(f"ok {title} # SKIP {skip}", flush=True)
        except Exception:  # whatever a case throws is its failure
            self.failed += 1
            # Before the verdict: what follows one belongs to the next case.
            for line in traceback.format_exc().splitlines():
                print(f"# {line}")
            print(f"not ok {title}", flush=True)
            script = os.path.basename(sys.argv[0]).removesuffix(".py")
            picture = os.path.join(PICTURES or self.desktop.home, f"{script}-{case.__name__}.png")
            with contextlib.suppress(OSError):
                self.desktop.screenshot(picture)
            return False
        return True

    def run_sitting(self, begin, cases):
        """What follows on a failure begins again: what it has left is not what a case expects."""
        rest = list(cases)
        while rest:
            try:
                with begin(self.desktop) as sitting:
                    while rest and self.run(rest.pop(0), (sitting,)):
                        pass
            except Exception:
                # The sitting did not begin, or it did not end; what it has for a case is no matter.
                def begins(_sitting, error=sys.exc_info()[1]):
                    raise error
                self.run(begins, (None,))
                return


def run(desktop, *sittings):
    """@sittings: each a context manager that is called with the desktop, and the cases in it, which
    are called with what it yields: functions, in the order in which a person would do it. Any of
    them can be run alone, by its name on the command line. Ends the process."""
    only = [word.removeprefix("--case=").replace("-", "_") for word in sys.argv[1:]]
    chosen = [(begin, [case for case in cases if not only or case.__name__ in only])
              for begin, cases in sittings]
    print(f"TAP version 13\n1..{sum(len(cases) for _begin, cases in chosen)}", flush=True)
    runner = Runner(desktop)
    for begin, cases in chosen:
        runner.run_sitting(begin, cases)
    sys.exit(1 if runner.failed else 0)
