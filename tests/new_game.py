"""The dialog "New game" of a board's page, as a person uses it."""


def open_dialog(page):
    page.locator("[data-name=newgame]").click()
    page.locator("[data-name=new]").wait_for()


def set_up(page, **fields):
    """Fill fields of the dialog by their names."""
    if "minutes" in fields:
        fields = {"clock": "own", **fields}
    for name, value in fields.items():
        field = page.locator(f"[data-name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)


def change_game(page, **fields):
    """Seats, dice and clocks for the game that is on."""
    open_dialog(page)
    set_up(page, **fields)
    page.locator("[data-name=change]").click()
    page.locator("[data-name=new]").wait_for(state="hidden")


def seen(page, name):
    """What the dialog says in a field."""
    open_dialog(page)
    value = page.locator(f"[data-name={name}]").input_value()
    page.locator("[data-name=cancel]").click()
    page.locator("[data-name=new]").wait_for(state="hidden")
    return value
