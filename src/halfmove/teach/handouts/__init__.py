"""Class work: a lesson, exercises or a position handed out by a link, answers collected in one file.

handout     what is handed out: its source, its title, until when, how it is marked
make        a handout of a lesson, of exercises, of a position
tasks       what a student is asked, marked as the lessons and the practice mark
work_file   the file: what is handed out, who takes part, what was answered (JSON Lines, only ever added to)
results     who has how many points, which question is hard; a table, CSV
request     the operation `class`
"""
