"""Class work in the browser: a teacher hands out lessons, exercises and positions by a link, students answer.

folder      the files of the folder that the server was given, by the ids in their links
making      a handout, as the teacher's form asks for it
student     what a student sees: questions without their answers, and what is said of his
overview    what the teacher sees: who has how many points, and which question is hard
"""
