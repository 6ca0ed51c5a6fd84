"""An experiment's findings as JSON."""

from __future__ import annotations

from typing import Any

from halfmove.arena.experiment.report import setup, verdicts
from halfmove.arena.experiment.results import Finding, Findings
from halfmove.arena.report.jsons import report_json
from halfmove.arena.report.summary import report


def findings_json(findings: Findings) -> dict[str, Any]:
    """`name, hypothesis, found` (sentences)`, done, setup, matches`; of each match `name, state, opinion` and
    its report (see `arena.report.jsons`)."""
    made = findings.experiment
    return {
        "name": made.name,
        "hypothesis": made.hypothesis,
        "found": verdicts(findings),
        "done": findings.done,
        "setup": dict(setup(findings)),
        "matches": [_match(finding) for finding in findings.found],
    }


def _match(finding: Finding) -> dict[str, Any]:
    return {
        "name": finding.match.name,
        "state": str(finding.state),
        "opinion": str(finding.opinion),
        "report": report_json(report(finding.results)),
    }
