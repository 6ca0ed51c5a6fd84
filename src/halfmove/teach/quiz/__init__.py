"""Practice: exercises made from a seed, questions on them, and marking with reasons.

exercise    an exercise: a tree, a search and questions; its solution is the trace of the real search
make        exercises from a seed with the properties asked for
kinds       the questions, each a module of its own
marking     points, reasons, misconceptions, what to read again
sheets      blank sheets and solutions as PDF, LaTeX, HTML, Markdown, text and JSON
response    how a question is answered on a form that marks by itself
platforms   exercises for learning platforms: Moodle XML, GIFT, QTI
"""

from halfmove.teach.quiz.exercise import Exercise, exercise_on
from halfmove.teach.quiz.make import exercise, exercises
from halfmove.teach.quiz.marking import Marking, mark
from halfmove.teach.quiz.sheets import sheet

__all__ = ["Exercise", "Marking", "exercise", "exercise_on", "exercises", "mark", "sheet"]
