"""Pages of the site that lie outside `docs/`, where everybody looks for them, and its style: brought in as they are."""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
STYLE = "site.css"
BROUGHT = {
    "helping.md": ".github/CONTRIBUTING.md",
    "security.md": ".github/SECURITY.md",
    "changelog.md": "CHANGELOG.md",
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Called by mkdocs when it has looked for pages."""
    for page, source in BROUGHT.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    files.append(File.generated(config, STYLE, abs_src_path=str(Path(__file__).parent / STYLE)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links that lead into `docs/` from outside lead to the page beside it here."""
    return re.sub(r"\]\((\.\./)?docs/", "](", markdown) if page.file.src_uri in BROUGHT else markdown
