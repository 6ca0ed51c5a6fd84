"""What is around every page: the way to the others, light and dark, and a link to the content."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

from nicegui import context, ui

from halfmove.web.pages import look, versioned
from halfmove.web.pages.waiting import waiting

WAYS = (
    ("Games", "/"),
    ("Lessons", "/lessons"),
    ("Laboratory", "/lab"),
    ("Monte Carlo", "/montecarlo"),
    ("Regret", "/regret"),
    ("Practice", "/quiz"),
    ("Growth", "/growth"),
    ("Misconceptions", "/misconceptions"),
    ("Runs", "/runs"),
    ("Operations", "/operations"),
    ("API", "/docs"),
)


_HEAD = f"""<link rel="stylesheet" href="{versioned("halfmove.css")}">
<link rel="stylesheet" href="{versioned("look.css")}">
<script src="{versioned("look.js")}"></script>
<script src="{versioned("dates.js")}"></script>
<script>
(() => {{
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {{ // what was chosen, or else what the system has, now and whenever that changes
    const theme = localStorage.getItem("halfmove-theme") || (system.matches ? "dark" : "light");
    document.documentElement.dataset.theme = theme;
    if (window.Quasar) Quasar.Dark.set(theme === "dark");
  }};
  show();
  system.addEventListener("change", show);
  addEventListener("storage", show); // another tab has chosen
  window.halfmoveTheme = () => {{
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    localStorage.setItem("halfmove-theme", next);
    show();
  }};
  // Until the page has its connection, what is clicked would be lost: it says when it has.
  const wait = setInterval(() => {{
    if (!window.did_handshake) return;
    document.documentElement.dataset.live = "yes";
    const nav = document.querySelector(".hm-nav"), way = nav && nav.querySelector("[aria-current]");
    if (way) nav.scrollLeft = way.offsetLeft - nav.offsetLeft - (nav.clientWidth - way.clientWidth) / 2;
    clearInterval(wait);
  }}, 20);
  addEventListener("load", () => setTimeout(show));
}})();
</script>"""


@contextmanager
def page(title: str, way: str = "", *, wide: bool = False) -> Iterator[None]:
    """The frame of a page; its content goes inside.  `way` is the path of `WAYS` that it belongs to."""
    waiting.add(context.client)
    ui.page_title(f"{title} · Halfmove")
    # The toolkit's own page would be a <main> around everything, the header too.
    whole = context.client.content.parent_slot
    assert whole is not None
    whole.parent.tag = "div"
    ui.add_head_html(_HEAD)
    ui.html('<a class="hm-skip" href="#main">To the content</a>', sanitize=False)
    with ui.element("header").classes("hm-header"):
        ui.html(
            '<a class="hm-logo" href="/" aria-label="Halfmove: all games"><img alt="" width="28" height="28" '
            f'src="{versioned("halfmove.svg")}"><span>Halfmove</span></a>',
            sanitize=False,
        )
        links = "".join(
            f'<a href="{path}"{" aria-current=page" if path == way else ""}>{name}</a>' for name, path in WAYS
        )
        ui.html(f'<nav class="hm-nav" aria-label="Parts of Halfmove">{links}</nav>', sanitize=False).classes(
            "hm-navbox"
        )
        ui.html(
            '<button class="hm-theme" type="button" onclick="halfmoveTheme()" aria-label="Light or dark" '
            'title="Light or dark"><svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">'
            '<path fill="currentColor" d="M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z"/></svg></button>' + look.BUTTON,
            sanitize=False,
        )
    ui.html(look.dialog(), sanitize=False)
    with ui.element("main").classes("hm-main" + (" hm-wide" if wide else "")).props("id=main tabindex=-1"):
        yield


def not_found(title: str, way: str, sentence: str, heading: str = "") -> None:
    """A page, with status 404, that says what there is not, and leads to the list at `way`."""
    context.client.status_code = 404
    with page(title, way):
        ui.html(
            f'<h1>{heading or title}</h1><p class="hm-error">{escape(sentence)}</p>'
            f'<p><a href="{way}">All of them</a></p>',
            sanitize=False,
        )
