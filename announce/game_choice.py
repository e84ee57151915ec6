"""What is said where a game is chosen: resumed, or made of edition, cards, seats, ears and who starts."""

from typing import assert_never

from announce.announcement import Earcon
from announce.edition_names import edition_names
from announce.lost_numbers import number_asked, numbers_told
from announce.vocabulary import Vocabulary
from announce.words import Words, together
from dialog.setup import (
    BoardTurned,
    CardsOffered,
    ClearAsked,
    EarOffered,
    EditionOffered,
    GameOffered,
    NumberAsked,
    PageTold,
    ResumeAsked,
    SeatOffered,
    SeatRefused,
    SeatsAsked,
    StartAsked,
    StarterOffered,
    StartOffered,
    StoredGame,
    WhoAsked,
)

Said = tuple[Words, Earcon | None]


def game_choice(
    v: Vocabulary,
    prompt: BoardTurned | ResumeAsked | StartOffered | GameOffered | EditionOffered | CardsOffered | WhoAsked
    | SeatOffered | SeatRefused | SeatsAsked | NumberAsked | EarOffered | StarterOffered | ClearAsked
    | StartAsked | PageTold,
) -> Said:  # fmt: skip
    """The words and the short sound of one prompt."""
    match prompt:
        case BoardTurned(edition=rules):
            return Words(v.phrases.sentence("now the board: {edition}.", edition=_named(v, rules))), None
        case ResumeAsked(game=game):
            return _resume(v, game), "question"
        case StartOffered():
            return _start_item(v, prompt), "ready" if prompt.index == 0 else None
        case GameOffered():
            return _numbered(v, _game(v, prompt.game), prompt.index, prompt.count), None
        case EditionOffered():
            return _edition(v, prompt), "question" if prompt.index == 0 else None
        case CardsOffered():
            return _cards(v, prompt), "question" if prompt.index == 0 else None
        case WhoAsked() | SeatOffered() | SeatRefused() | SeatsAsked():
            return _who(v, prompt)
        case NumberAsked():
            return number_asked(v, prompt), "question"
        case EarOffered():
            return _way_out(v, prompt), "question"
        case StarterOffered():
            return _starter(v, prompt), "question"
        case ClearAsked(site=site, count=count):
            text = v.phrases.sentences(
                "{n} token stands on the board: {where}. Lift it, or No to leave it.",
                "{n} tokens stand on the board, first {where}. Lift them, or No to leave them.",
                count,
                where=v.site(site),
            )
            brief = v.phrases.sentences("{n} token on the board.", "{n} tokens on the board.", count)
            return Words(text, brief), "off"
        case StartAsked():
            return _summary(v, prompt), "question"
        case PageTold():
            return Words(v.phrases.sentence("the page's address stands on the screen.")), None
        case _:
            assert_never(prompt)


def _numbered(v: Vocabulary, words: Words, index: int, count: int) -> Words:
    if count < 2:
        return words
    number = v.phrases.sentence("{n} of {count}.", n=index + 1, count=count)
    return together([words, Words(number)])


def _named(v: Vocabulary, name: str) -> str:
    return edition_names(v.phrases).get(name, name)


def _resume(v: Vocabulary, game: StoredGame) -> Words:
    p = v.phrases
    stands = _stands(v, game)
    brief = p.sentence("turn {turn}: go on?", turn=game.turn)
    if game.cut:
        normal = p.sentence("the power went. Your game is whole: {stands}. Go on?", stands=stands)
        return Words(normal, p.sentence("power cut. Go on with turn {turn}?", turn=game.turn))
    match game.when:
        case "today":
            hello = p.sentence("welcome back. Today's game: {stands}. Go on with it?", stands=stands)
        case "yesterday":
            hello = p.sentence("welcome back. Yesterday's game: {stands}. Go on with it?", stands=stands)
        case _:
            hello = p.sentence("welcome back. Your last game: {stands}. Go on with it?", stands=stands)
    return Words(hello, brief)


def _stands(v: Vocabulary, game: StoredGame) -> str:
    """Edition, seats, turn, mover: within a sentence."""
    p = v.phrases
    facts: dict[str, str | int] = {"edition": _named(v, game.edition), "turn": game.turn}
    if game.to_move is None:
        return p.count(
            "{edition}, {n} seat, turn {turn}", "{edition}, {n} seats, turn {turn}", len(game.seats), **facts
        )
    return p.count(
        "{edition}, {n} seat, turn {turn}, {seat} to move",
        "{edition}, {n} seats, turn {turn}, {seat} to move",
        len(game.seats),
        seat=v.seat(game.to_move),
        **facts,
    )


def _game(v: Vocabulary, game: StoredGame) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {"number": game.name, "turn": game.turn}
    return Words(
        p.sentence("game {number}: {stands}.", number=game.name, stands=_stands(v, game)),
        p.sentence("game {number}, turn {turn}.", **facts),
    )


def _start_item(v: Vocabulary, prompt: StartOffered) -> Words:
    p, last = v.phrases, prompt.last
    match prompt.item:
        case "again" if last is not None:
            facts: dict[str, str | int] = {"edition": _named(v, last.edition), "seats": v.seats(last.seats)}
            words = Words(
                p.sentence("ready. A game as last time, {edition}: {seats}? Yes; Forward for more.", **facts),
                p.sentence("ready. As last time: {edition}?", **facts),
            )
        case "games":
            words = Words(p.sentence("another stored game."))
        case "pins":
            words = Words(p.sentence("test each pin by hand."), p.sentence("test each pin."))
        case "tokens":
            words = Words(p.sentence("show me your tokens."))
        case "practice":
            words = Words(p.sentence("button practice."))
        case "speed":
            words = Words(p.sentence("how fast I speak."), p.sentence("speed."))
        case "page":
            words = Words(p.sentence("your page."))
        case _ if prompt.index == 0:
            return Words(
                p.sentence("ready. New game: Yes. Test pins, practise, speed: Forward."),
                p.sentence("ready. New game?"),
            )
        case _:
            words = Words(p.sentence("a new game."))
    return words if prompt.index == 0 else _numbered(v, words, prompt.index, prompt.count)


def _edition(v: Vocabulary, prompt: EditionOffered) -> Words:
    p, index, count = v.phrases, prompt.index, prompt.count
    facts: dict[str, str | int] = {"edition": _named(v, prompt.edition), "n": index + 1, "count": count}
    brief = p.sentence("{edition}, {n} of {count}.", **facts)
    if index > 0:
        return Words(brief)
    return Words(
        p.sentence("which edition? {edition}. {n} of {count}. Yes takes it, Forward goes on.", **facts), brief
    )


def _cards(v: Vocabulary, prompt: CardsOffered) -> Words:
    p = v.phrases
    if prompt.cards == "dealt":
        return Words(
            p.sentence("cards: dealt by me? Forward: in your hands."), p.sentence("cards dealt by me?")
        )
    return Words(
        p.sentence("cards: in your hands? Forward: dealt by me."), p.sentence("cards in your hands?")
    )


def _who(v: Vocabulary, prompt: WhoAsked | SeatOffered | SeatRefused | SeatsAsked) -> Said:
    p = v.phrases
    match prompt:
        case WhoAsked(tokens=True):
            normal = p.sentence("who plays? In seating order, clockwise, set a token on any pin. Then Yes.")
            return Words(normal, p.sentence("who plays? Set tokens, then Yes.")), "question"
        case WhoAsked():
            first = v.seat("blue")
            normal = p.sentence(
                "who plays? In seating order, clockwise. {seat}: Yes. Forward: the next seat.", seat=first
            )
            return Words(normal, p.sentence("who plays? {seat}?", seat=first)), "question"
        case SeatOffered(seat=None):
            normal = p.sentence("is that all? Yes. Back: more seats. No: one seat less.")
            return Words(normal, p.sentence("is that all?")), "question"
        case SeatOffered(seat=seat, index=index, count=count):
            who = "" if seat is None else v.seat(seat)
            return _numbered(v, Words(p.sentence("{seat}?", seat=who)), index, count), None
        case SeatRefused():
            return _refused(v, prompt), "refuse"
        case SeatsAsked(seats=seats):
            normal = p.sentences(
                "{n} seat: {seats}. Right?", "{n} seats: {seats}. Right?", len(seats), seats=v.seats(seats)
            )
            brief = p.sentences("{n} seat. Right?", "{n} seats. Right?", len(seats))
            return Words(normal, brief), "question"
        case _:
            assert_never(prompt)


def _refused(v: Vocabulary, prompt: SeatRefused) -> Words:
    p, seat = v.phrases, "" if prompt.seat is None else v.seat(prompt.seat)
    match prompt.why:
        case "sits":
            return Words(p.sentence("{seat} sits already. Choose another seat.", seat=seat))
        case "full":
            n = prompt.number
            return Words(
                p.sentences("all {n} seat is taken. Yes goes on.", "all {n} seats are taken. Yes goes on.", n)
            )
        case "few":
            n = prompt.number
            return Words(
                p.sentences(
                    "this game needs {n} seat. Add one: Back walks them.",
                    "this game needs {n} seats. Add one: Back walks them.",
                    n,
                )
            )
        case "unknown":
            return Words(
                p.sentence("a token, but whose? Press your seat button, or Forward through the seats."),
                p.sentence("whose token? Forward through the seats."),
            )
        case _:
            assert_never(prompt.why)


def _way_out(v: Vocabulary, prompt: EarOffered) -> Words:
    p = v.phrases
    seat = v.seat(prompt.seat)
    none = p.sentence("{seat} has no ear yet.", seat=seat)
    match prompt.choice:
        case "shared":
            way = p.sentence("pass round the shared earphone?")
        case "page":
            way = p.sentence("a phone, as its page?")
        case "aloud":
            way = p.sentence("say its words aloud, at the table?")
        case "hands":
            way = p.sentence("play with the cards in your hands?")
        case "seats":
            way = p.sentence("choose the seats anew?")
        case "again":
            way = p.sentence("plug in its earphone; try again?")
        case _:
            assert_never(prompt.choice)
    if prompt.index > 0:
        return _numbered(v, Words(way), prompt.index, prompt.count)
    more = p.sentence("forward: another way.") if prompt.count > 1 else ""
    return Words(f"{none} {way} {more}".strip(), f"{none} {way}")


def _starter(v: Vocabulary, prompt: StarterOffered) -> Words:
    p, starter = v.phrases, prompt.starter
    number = p.sentence("{n} of {count}.", n=prompt.index + 1, count=prompt.count)
    if starter == "lot":
        return Words(f"{p.sentence('drawn by lot?')} {number}", p.sentence("drawn by lot?"))
    seat = p.sentence("{seat}?", seat=v.seat(starter))
    rule = {
        "us-accessible": p.sentence("who starts? The most experienced traveller, say the rules."),
        "us-10th-anniversary": p.sentence("who starts? The most experienced traveller, say the rules."),
        "europe": p.sentence("who starts? Whoever visited most countries, say the rules."),
        "legends-of-the-west": p.sentence("who starts? Whoever has the caboose, say the rules."),
    }.get(prompt.edition, p.sentence("who starts? Whoever travelled most, say the rules."))
    if prompt.index > 0:
        return Words(f"{seat} {number}", seat)
    return Words(f"{rule} {seat} {number}", p.sentence("who starts? {seat}", seat=seat))


def _summary(v: Vocabulary, prompt: StartAsked) -> Words:
    p, draft = v.phrases, prompt.draft
    facts: dict[str, str | int] = {"edition": _named(v, draft.edition)}
    if draft.cards == "dealt":
        cards = p.sentence("{edition}, cards dealt.", **facts)
    else:
        cards = p.sentence("{edition}, cards in your hands.", **facts)
    if draft.starter is None or draft.starter == "lot":
        first = p.sentence("the lot says who starts.")
    else:
        first = p.sentence("{seat} starts.", seat=v.seat(draft.starter))
    start = p.sentence("start?")
    settings = prompt.effective()
    double = more = ""
    if len(draft.seats) <= settings.double_lock_max_seats:
        double = p.sentence("one of each double route only.")
    if settings.trains:
        more = p.sentences("each has {n} train.", "each has {n} trains.", settings.trains)
    numbers = numbers_told(v, draft.edition, settings)
    normal = " ".join(text for text in (cards, first, double, numbers, start) if text)
    full = " ".join(text for text in (cards, first, more, double, numbers, start) if text)
    return Words(normal, f"{cards} {start}", full)
