"""A server for all tests that only ask it something, another for all pages that need no server of their own;
a browser, and a page of it that hides nothing."""

import pytest
from browsing import browser, waiting
from made_runs import made
from served import served

WAIT = 60_000
"""Milliseconds: a first compile is among them."""
SCREEN = {"width": 1280, "height": 900}


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    runs = made(tmp_path_factory.mktemp("runs") / "first").parent
    with served("--processes", "2", "--runs", str(runs)) as running:
        yield running


@pytest.fixture(scope="session")
def address():
    """Where pages are served: not by the server to which floods are sent, which bounds its clients."""
    with served("examples/hexapawn.py", "examples/pig.py", "--processes", "2") as running:
        yield running.url


@pytest.fixture(scope="module")
def chromium():
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def opened(chromium, address):
    """The page of a file's tests, once there is one."""
    pages = []
    yield pages
    for page in pages:
        page.context.close()


@pytest.fixture
def page(chromium, address, opened, request):
    """A page of the server at `address`, that of the module if it has one: no error is printed, no other
    host asked.

    It is the page of the test before, cleared: its scripts are read, and it takes a quarter of the time of
    a new one.  A test that listens to it, or adds scripts, has it for itself, and so have all of a
    module with `NEW_PAGES`.
    """
    if not opened:
        context = chromium.new_context(base_url=address, viewport=SCREEN)
        opened.append(waiting(context.new_page()))
        opened[0].set_default_timeout(WAIT)
    page, errors, strange, touched = opened[0], [], [], []
    go = page.goto

    def heard(message):
        refused = "Failed to load resource" in message.text and message.location["url"] == page.url
        if message.type == "error" and not refused:  # a bad link has its status
            errors.append(message.text)

    listeners = {
        "pageerror": lambda error: errors.append(str(error)),
        "console": heard,
        "request": lambda r: r.url.startswith((address, "data:")) or strange.append(r.url),
    }
    for event, listener in listeners.items():
        type(page).on(page, event, listener)
    for name in ("on", "once", "add_init_script", "expose_function", "route"):
        setattr(page, name, noted(getattr(type(page), name).__get__(page), touched))
    yield page
    page.goto = go
    for event, listener in listeners.items():
        page.remove_listener(event, listener)
    if touched or errors or getattr(request.module, "NEW_PAGES", False):
        opened.clear()
        page.context.close()
    else:
        clear(page, address)
    assert not errors
    assert not strange, "no asset comes from another host"


def noted(method, calls):
    """The method, which notes that it was called."""

    def called(*arguments, **options):
        calls.append(method)
        return method(*arguments, **options)

    return called


def clear(page, address):
    """Leave nothing of a test to the next: neither what the browser keeps nor how its screen is."""
    for other in page.context.pages:
        if other is not page:
            other.close()
    page.context.clear_cookies()
    page.context.clear_permissions()
    page.mouse.up()
    page.mouse.move(0, 0)
    page.goto(f"{address}/assets/board.css")
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.emulate_media(
        media="null", color_scheme="light", reduced_motion="no-preference", forced_colors="none"
    )
    page.set_viewport_size(SCREEN)
