#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tests/report.py counts what meson wrote, and lets no failure and no unknown skip pass."""

import contextlib
import importlib.util
import io
import json
import os
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SPEC = importlib.util.spec_from_file_location("report", os.path.join(HERE, "..", "report.py"))
report = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(report)


def program(result, stdout="", **more):
    return {"name": "json / reader", "result": result, "stdout": stdout, "returncode": 0, **more}


def write_log(path, entries):
    with open(path, "w", encoding="utf-8") as log:
        log.writelines(json.dumps(entry) + "\n" for entry in entries)


class ReportTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.report = report.Report(["displayless: reader /known*"], strict=False)

    def add(self, *arguments, **more):
        self.report.add_program("displayless", program(*arguments, **more))
        return self.report

    def counts(self):
        found = self.report
        return found.passed, len(found.failures), len(found.skips)

    def test_cases_are_counted(self):
        self.add("OK", "TAP version 13\n1..3\nok 1 /a\nok 2 /b # SKIP no data\nok 3 - /c\n")
        self.assertEqual(self.counts(), (2, 0, 1))
        self.assertEqual(self.report.skips, [("displayless: reader /b", "no data")])
        self.assertTrue(self.report.summary().endswith("\n2 passed, 0 failed, 1 skipped"))

    def test_a_failed_case_shows_the_output(self):
        self.add("FAIL", "ok 1 /a\nnot ok 2 /b - wrong\n", stderr="assertion failed\n")
        self.assertEqual(self.counts(), (1, 1, 0))
        self.assertIn("assertion failed", self.report.summary())

    def test_a_crash_between_cases_fails(self):
        self.add("FAIL", "ok 1 /a\n", stderr="AddressSanitizer: heap-use-after-free")
        self.assertEqual(self.counts(), (1, 1, 0))

    def write_program(self, *cases):
        path = os.path.join(self.folder.name, "test")
        with open(path, "w", encoding="utf-8") as script:
            script.write("#!/bin/sh\n[ \"$2\" = -l ] && printf '%s\\n' " + " ".join(cases) + "\n")
        os.chmod(path, 0o700)
        return [path, "reader"]

    def test_a_case_that_did_not_end_is_named(self):
        self.add("FAIL", "1..3\nok 1 /a\n", command=self.write_program("/a", "/b", "/c"))
        self.assertEqual(self.counts(), (1, 1, 0))
        self.assertIn("FAILED displayless: reader /b", self.report.summary())
        self.assertIn("1 of 3 cases ran", self.report.summary())

    def test_fewer_cases_than_planned_fail_whatever_the_status(self):
        self.add("OK", "1..2\nok 1 /a\n", command=["/nonexistent"])
        self.assertEqual(self.counts(), (1, 1, 0))
        self.assertIn("FAILED displayless: reader case 2", self.report.summary())
        self.add("TIMEOUT", "1..2\n", command=self.write_program("/a", "/b"))
        self.assertIn("FAILED displayless: reader /a", self.report.summary())

    def test_a_script_says_what_it_runs(self):
        self.add("FAIL", "1..2\n# running a\nok 1 a\n# running b\n")
        self.assertIn("FAILED displayless: reader b", self.report.summary())

    def test_a_failed_case_that_ends_the_program_is_one_failure(self):
        self.add("FAIL", "1..3\nok 1 /a\nnot ok 2 /b - ERROR: wrong\nBail out!\n")
        self.assertEqual(self.counts(), (1, 1, 0))
        self.assertIn("2 of 3 cases ran", self.report.summary())

    def test_a_timeout_fails(self):
        self.add("TIMEOUT")
        self.assertEqual(self.counts(), (0, 1, 0))

    def test_a_plain_program_is_one_case(self):
        self.add("OK", "nothing found\n")
        self.add("SKIP", "clang-format-14 is not installed\n")
        self.assertEqual(self.counts(), (1, 0, 1))

    def test_ci_refuses_an_unknown_skip(self):
        self.report.strict = True
        self.add("OK", "ok 1 /known/b # SKIP no keyring\nok 2 /c # SKIP no data\n")
        self.assertEqual(self.counts(), (0, 1, 1))
        self.assertIn("no data", self.report.summary())

    def test_a_section_holds_without_the_shared_data(self):
        known = os.path.join(self.folder.name, "known")
        with open(known, "w", encoding="utf-8") as file:
            file.write("a: always  # why\n\n[without ../shared/data]\na: then  # why\n")
        self.assertEqual(report.read_known_skips(known, True), ["a: always"])
        self.assertEqual(report.read_known_skips(known, False), ["a: always", "a: then"])

    def test_each_failure_has_its_own_lines_and_a_command(self):
        self.add("FAIL", "1..3\n# of a\nnot ok 1 /a - bad\n# of b\nok 2 /b\n# of c\nnot ok 3 - c d\n",
                 stderr="at the end\n")
        (first, first_lines, alone), (last, last_lines, script) = self.report.failures
        self.assertEqual((first, last), ("displayless: reader /a - bad", "displayless: reader c d"))
        self.assertEqual(first_lines, ["# of a", "not ok 1 /a - bad"])
        self.assertEqual(last_lines, ["# of c", "not ok 3 - c d", "at the end", "",
                                      "FAIL, exit status 0"])
        self.assertEqual(alone, "meson test -C build -v reader --test-args='-p /a'")
        self.assertEqual(script, "meson test -C build -v reader --test-args=--case=c-d")
        self.assertIn(f"  Alone: {alone}", self.report.summary())

    def test_the_slowest_cases_and_suites_are_listed(self):
        path = os.path.join(self.folder.name, "testlog.json")
        cases = "".join(f"ok {number} /{number}\n# took {number}.5 /{number}\n" for number in range(1, 12))
        write_log(path, [{**program("OK", cases), "name": "house:quick+cases / reader", "duration": 80},
                         {**program("OK"), "name": "house:quick+lint / names", "duration": 0.25}])
        self.report.add_log("quick", path)
        summary = self.report.summary()
        self.assertIn("\n   11.50  quick: reader /11\n   10.50  quick: reader /10\n", summary)
        self.assertIn("    2.50  quick: reader /2\n\n12 passed", summary)
        self.assertIn("\n    80.0  quick: cases (11 cases)\n     0.2  quick: lint (1 cases)\n", summary)

    def test_cases_are_listed_with_their_tier(self):
        path = os.path.join(self.folder.name, "testlog.json")
        write_log(path, [{**program("OK", "ok 1 /b\nok 2 /a\n"), "name": "house:long+soak / reader"},
                         {**program("OK"), "name": "house:lint / names"}])
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            report.main(["--list", path])
        self.assertEqual(output.getvalue(), "-\tnames\t\nlong\treader\t/a\nlong\treader\t/b\n")

    def test_only_the_end_of_a_long_output_is_shown(self):
        self.add("FAIL", "", stderr="\n".join(f"line {number}" for number in range(1000)))
        self.assertNotIn("line 900\n", self.report.summary())
        self.assertIn("line 999", self.report.summary())


if __name__ == "__main__":
    unittest.main()
