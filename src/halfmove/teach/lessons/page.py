"""A lesson as one file of HTML: nothing is fetched, answers stay in the reader's browser."""

from __future__ import annotations

from html import escape

from halfmove.teach.drawing.palette import DARK
from halfmove.teach.drawing.svg import sheet_of
from halfmove.teach.frames.player import SCRIPT as PLAYER
from halfmove.teach.lessons.lesson import Lesson
from halfmove.teach.lessons.web import SCRIPT, STYLE, article

_LOOK = """
:root{--paper:#f7f8fa;--card:#fff;--ink:#1b1f24;--soft:#57606a;--line:#d5dae0;--accent:#2056b3;
--accent-ink:#fff;--tint:#e7eefb;--good:#1a7f45;--bad:#b3261e;color-scheme:light}
@media (prefers-color-scheme:dark){:root{--paper:#14171c;--card:#1d2127;--ink:#e8ebef;--soft:#a5afba;
--line:#383f48;--accent:#8ab4f8;--accent-ink:#10151c;--tint:#263349;--good:#62c98d;--bad:#ff8a80;color-scheme:dark}}
html{background:var(--paper);color:var(--ink)}
body{margin:0;padding:1rem;font:16px/1.5 system-ui,"DejaVu Sans",Verdana,sans-serif}
a{color:var(--accent)}h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.3rem}
.hm-soft{color:var(--soft)}.hm-small{font-size:.875rem}
.hm-card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.8rem}
.hm-row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
.hm-button{font:inherit;padding:.4rem .8rem;border-radius:7px;border:1px solid var(--line);
background:var(--card);color:var(--ink);cursor:pointer;min-height:2.4rem}
.hm-button:disabled{opacity:.45;cursor:default}
.hm-main-button{background:var(--accent);color:var(--accent-ink);border-color:var(--accent)}
.hm-table{border-collapse:collapse}
.hm-table th,.hm-table td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid var(--line)}
.hm-table .hm-right{text-align:right;font-variant-numeric:tabular-nums}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
"""


def page(lesson: Lesson) -> str:
    """The file."""
    night = f"@media (prefers-color-scheme:dark){{{sheet_of('.hl-drawn', DARK)}}}"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(lesson.title)}</title>\n<style>{_LOOK}{STYLE}{night}</style>\n</head>\n<body>\n<main>\n"
        f"{article(lesson)}</main>\n<script>{PLAYER}</script>\n<script>{SCRIPT}\n"
        'halfmoveLesson(document.querySelector(".le-lesson"));</script>\n</body>\n</html>\n'
    )
