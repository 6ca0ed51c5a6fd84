"""What axe-core finds wrong with a page, by its rules for WCAG 2.2, level AA, and its best practices; and the
looks in which pages are seen."""

from usual import some

LOOKS = [(390, "light"), (1440, "dark")]
MORE_LOOKS = [(390, "dark"), (820, "light"), (820, "dark"), (1440, "light")]
SCREENS = some([*LOOKS, *MORE_LOOKS], LOOKS.__contains__)
"""A phone's width and a laptop's, one bright, one dark; in a run of all tests every width in both."""
MADE = "!document.querySelector('.hl-stage:not([aria-busy=false])')"
SETTLED = 300
"""Milliseconds that colours take."""

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(axe, page, rules=RULES):
    """What axe finds wrong with the page as it stands, a line for each element; it describes nothing else."""
    found = axe.run(page, options={"runOnly": rules, "resultTypes": ["violations"]}).response
    return [
        f"{page.url}: {wrong['id']}: {node['target']} {node['html'][:120]}"
        for wrong in found["violations"]
        for node in wrong["nodes"]
    ]


def live(page, path, width=1440, theme="light"):
    """Open a page in a look."""
    see(page, width, theme)
    page.goto(path)
    page.wait_for_selector("html[data-live]")
    page.wait_for_function(MADE)  # what is being made anew is dimmed
    page.wait_for_timeout(SETTLED)


def see(page, width, theme):
    """The page in a look."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=theme)


def violations_in_every_look(axe, page, looks):
    """Of a page as it stands; it is left in the first of the looks."""
    found = []
    for width, theme in looks:
        see(page, width, theme)
        page.wait_for_timeout(SETTLED)
        found += [f"{width}, {theme}: {wrong}" for wrong in violations(axe, page)]
    see(page, *looks[0])
    return found
