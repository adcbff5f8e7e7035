"""An audit that could look at nothing never says that all is well."""

from tests.audit import told

CLEAN = {"name": "clean", "version": "1", "vulns": []}
WEAK = {"name": "weak", "version": "2", "vulns": [{"id": "CVE-1"}]}
UNKNOWN = {"name": "unknown", "skip_reason": "no data"}


def test_nothing_looked_at_is_said_so() -> None:
    assert told([UNKNOWN]) == ("not audited: no data about any of the 1 packages can be had here", True)


def test_a_weakness_is_named_and_fails() -> None:
    assert told([CLEAN, WEAK, UNKNOWN]) == ("weak 2: CVE-1\n2 of 3 packages audited, 1 with known weaknesses", False)


def test_no_weakness_passes_with_the_count() -> None:
    assert told([CLEAN, UNKNOWN]) == ("1 of 2 packages audited, 0 with known weaknesses", True)
