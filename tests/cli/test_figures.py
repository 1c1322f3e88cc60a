"""docs/figures.md: what the simulated drives do against what was published, held to its tolerances."""
import json
import os
import subprocess
import sys

from conftest import BINARY, ROOT

SCRIPT = ROOT / "figures" / "figures.py"
ENVIRONMENT = {**os.environ, "FATHOM": BINARY}


def test_figures_are_within_their_tolerances_and_the_page_shows_them():
    done = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True,
                          env=ENVIRONMENT, check=False, timeout=300)
    assert done.returncode == 0, done.stderr


def test_a_figure_beyond_its_tolerance_fails(tmp_path):
    tables = json.loads((ROOT / "figures" / "published.json").read_text(encoding="utf-8"))
    wrong = [dict(tables[0], rows=[dict(tables[0]["rows"][0], published=30.0)])]
    (tmp_path / "figures").mkdir()
    (tmp_path / "docs").mkdir()
    (tmp_path / "figures" / "published.json").write_text(json.dumps(wrong), encoding="utf-8")
    script = tmp_path / "figures" / "figures.py"
    script.write_text(SCRIPT.read_text(encoding="utf-8"), encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True,
                          env=ENVIRONMENT, check=False, timeout=60)
    assert done.returncode == 1 and "beyond its tolerance" in done.stderr
    assert "**beyond**" in (tmp_path / "docs" / "figures.md").read_text(encoding="utf-8")
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True,
                          env={**ENVIRONMENT, "FATHOM": "/nonexistent/fathom"}, check=False)
    assert done.returncode == 1 and "figures: " in done.stderr
