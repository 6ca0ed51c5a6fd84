"""What takes time happens in processes of its own, so that pages and moves never wait for it.

job       what a client has asked for, and what it is told
pool      who waits, who runs, whose turn is over
quotas    how many seconds of search a user may have
shared    answers that several ask for at once
process   one worker process, as the server sees it
worker    the same from inside
endings   the tables of endings near a position, for a search
tasks     what a worker can do, a module each
"""
