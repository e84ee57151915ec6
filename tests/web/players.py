"""People at pages: a policy that plays by the forms a seat's page shows, and by nothing else."""

from random import Random

from engine import Seat
from tests.web.browser import Browser
from tests.web.page_table import PageTable


def act(browser: Browser, chance: Random) -> bool:
    """Do one thing that the page offers; False: it offers nothing."""
    page = browser.visit("/seat")
    forms = [form for form in page.forms if form.action == "/seat/act"]
    marks = [form for form in forms[:1] if form.boxes]  # one that comes last can wait
    if marks:
        browser.mark(marks[0], marks[0].boxes if "kind" in marks[0].hidden and chance.random() < 0.9 else [])
        return True
    if "Claim a route" in page.links and chance.random() < 0.5:
        return claim(browser, chance)
    if "Build" in page.links and chance.random() < 0.1:
        return build(browser, chance)
    lists = [form for form in forms if form.options]
    if lists and chance.random() < 0.7:
        options = [one for form in lists for one in form.options if one.value]
        longest = max(options, key=lambda one: ("claim-route" in one.value, chance.random()))
        form = next(form for form in lists if longest in form.options)
        browser.submit(form, [*form.hidden.items(), (longest.name, longest.value)])
        return True
    buttons = [(form, one) for form in forms for one in form.buttons if one.value and "undo" not in one.value]
    draws = [(form, one) for form, one in buttons if "draw-tickets" not in one.value]
    if not (draws or buttons):
        return False
    form, button = chance.choice(draws or buttons)
    browser.submit(form, [*form.hidden.items(), (button.name, button.value)])
    return True


def build(browser: Browser, chance: Random) -> bool:
    """Build somewhere, step by step: a city, a way to pay."""
    cities = browser.follow("Build").links
    browser.visit(chance.choice([href for href in cities.values() if "city=" in href]))
    return pay(browser)


def claim(browser: Browser, chance: Random) -> bool:
    """Claim a route, step by step: a city, a route, a way to pay."""
    cities = browser.follow("Claim a route").links
    browser.visit(chance.choice([href for href in cities.values() if "city=" in href]))
    routes = [href for href in browser.page.links.values() if "route=" in href]
    browser.visit(chance.choice(routes))
    return pay(browser)


def pay(browser: Browser) -> bool:
    """Take the first way to pay."""
    (form,) = (form for form in browser.page.forms if form.action == "/seat/act")
    button = form.buttons[0]
    browser.submit(form, [*form.hidden.items(), (button.name, button.value)])
    return True


def play(table: PageTable, browsers: dict[Seat, Browser], *, most: int = 600) -> int:
    """Play until the game is over, each seat at its own page; returns how many acts it took."""
    chance = Random(1)
    for number in range(most):
        if table.session.over:
            return number
        table.wait(0.7)
        waiting = [seat for seat in table.state.waiting_for() if seat in browsers]
        assert waiting, table.state.phase
        seq = table.state.seq
        if not act(browsers[waiting[0]], chance):
            browsers[waiting[0]].visit("/seat")
            browsers[waiting[0]].press("Yes")
        assert browsers[waiting[0]].status == 200, browsers[waiting[0]].raw
        table.set_asked()
        if table.state.seq == seq and most - number < 20:
            raise AssertionError(browsers[waiting[0]].page.text)
    raise AssertionError(f"not over after {most} acts: {browsers[waiting[0]].page.text}")
