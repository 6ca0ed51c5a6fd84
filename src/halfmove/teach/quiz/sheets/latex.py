"""Sheets as a LaTeX document with a TikZ picture a tree; it compiles with LaTeX's base and PGF alone."""

from __future__ import annotations

import re

from halfmove.teach.drawing.latex import draw_tikz, latex
from halfmove.teach.drawing.scene import Scene
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.sheets.content import Asked, Block, blocks

_HEAD = r"""\documentclass[a4paper,11pt]{article}
\usepackage{fix-cm}
\usepackage[margin=22mm]{geometry}
\usepackage{tikz}
\parindent=0pt \parskip=4pt
\newcommand{\exercise}[2]{\bigskip{\large\bfseries #1}\par #2\par}
\newcommand{\question}[3]{\medskip\par
  \begin{minipage}[t]{0.85\linewidth}\raggedright\hangindent=6mm (#1) #2\end{minipage}%
  \hfill\mbox{#3}\par\nopagebreak}
\newcommand{\blank}[1]{\mbox{#1 \rule[-2pt]{17mm}{0.4pt}\rule{0pt}{17pt}}\quad}
\newcommand{\answerline}{\nopagebreak\vspace{7mm}\nopagebreak\hrule}
\newsavebox{\tree}
\newcommand{\fittedtree}{\begin{center}\ifdim\wd\tree>\linewidth
  \resizebox{\linewidth}{!}{\usebox{\tree}}\else\usebox{\tree}\fi\end{center}}
"""


def tex(exercises: list[Exercise], title: str, solution: bool) -> str:
    """The document."""
    lines = [_HEAD + r"\begin{document}", rf"{{\Large\bfseries {latex(title)}\par}}"]
    if not solution:
        lines.append(r"\hfill Name: \rule[-2pt]{70mm}{0.4pt}\par")
    for block in blocks(exercises, solution):
        lines += _block(block)
    return "\n".join([*lines, r"\filbreak", r"\end{document}", ""])


def _block(block: Block) -> list[str]:
    seed = rf" {{\small({latex(block.seed)})}}" if block.seed else ""
    # \filbreak: a new page where what follows, up to the next one, does not fit on this one
    lines = [r"\filbreak"] if block.number > 1 else []
    lines += [rf"\exercise{{{latex(block.title)}}}{{{latex(block.exercise.task())}{seed}}}"]
    lines += [r"{%", picture(block.scene), r"\fittedtree}"]
    return lines + [line for asked in block.questions for line in _question(asked, block.solution)]


def picture(scene: Scene) -> str:
    """The colours and styles of a picture, and the picture, kept in the box \\tree."""
    document = draw_tikz(scene)
    colours = re.findall(r"^\\definecolor.*$", document, re.MULTILINE)
    styles = re.search(r"^\\tikzset\{.*?^\}", document, re.MULTILINE | re.DOTALL)
    drawn = re.search(r"\\begin\{tikzpicture\}.*?\\end\{tikzpicture\}", document, re.DOTALL)
    assert styles is not None, "a TikZ document has styles"
    assert drawn is not None, "and a picture"
    return "\n".join([*colours, styles[0], r"\sbox{\tree}{\sffamily%", f"{drawn[0]}%", "}"])


def _question(asked: Asked, solution: bool) -> list[str]:
    lines = [rf"\question{{{asked.number}}}{{{latex(asked.text)}}}{{[{latex(asked.points)}]}}"]
    if solution:
        lines.insert(0, r"\filbreak")
        lines.append(rf"\textbf{{{latex(asked.answer)}}}\par")
        if asked.reasons:
            items = [rf"\item {latex(reason)}" for reason in asked.reasons]
            lines += [r"\begin{itemize}\topsep=0pt \partopsep=0pt \itemsep=0pt \parsep=0pt \parskip=0pt"]
            lines += [*items, r"\end{itemize}"]
        return lines
    if asked.blanks:
        blanks = "%\n".join(rf"\blank{{{latex(name)}}}" for name in asked.blanks)
        return [*lines, r"{\raggedright", blanks + r"\par}"]
    return lines + [r"\answerline"] * asked.lines
