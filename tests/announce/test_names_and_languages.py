"""Names of routes, plurals, spoken names, and the languages there are."""

import pytest

from announce import LanguageError, Phrases, Spoken, Vocabulary, Wording, languages
from announce.elision import elided
from announce.private import way_of
from announce.spoken import spelled
from announce.words import Words, tell, together
from engine import COLOURS, LOCOMOTIVE, SEATS, Card, Game, GameMap, RouteId, TicketId, arranged, game_map
from tabletop import BoardLayout, SiteId, board_layout


def test_given_all_routes_when_named_then_all_names_differ(usa: GameMap, board: BoardLayout) -> None:
    for layout in (board, None):
        names = Wording(usa, layout).vocabulary
        assert len({names.route(route) for route in usa.routes}) == len(usa.routes)


def test_given_parallel_routes_when_named_then_the_words_agree_with_the_board(
    usa: GameMap, board: BoardLayout
) -> None:
    names = Wording(usa, board).vocabulary
    northern = {route for route in usa.routes if names.side(route) == "northern"}
    western = {route for route in usa.routes if names.side(route) == "western"}
    assert northern and western
    for route in usa.routes:
        (twin, *more) = usa.parallel.get(route, ()) or (route,)
        here, there = board.sites[SiteId(route)], board.sites[SiteId(twin)]
        assert not more
        if names.side(route) == "northern":
            assert here.y < there.y
            assert names.side(twin) == "southern"
        if names.side(route) == "western":
            assert here.x < there.x
            assert names.side(twin) == "eastern"
        assert bool(names.side(route)) == (twin != route)


def test_given_no_board_when_doubles_are_named_then_they_are_counted(usa: GameMap) -> None:
    names = Wording(usa, None).vocabulary
    assert names.route(RouteId("denver-kansas-city:1")) == "Denver to Kansas City, first"
    assert names.route(RouteId("denver-kansas-city:2")) == "Denver to Kansas City, second"


@pytest.mark.parametrize(
    ("n", "trains", "points", "cards", "tickets"),
    [
        (0, "no trains", "0 points", "no cards", "no tickets"),
        (1, "1 train", "1 point", "1 card", "1 ticket"),
        (2, "2 trains", "2 points", "2 cards", "2 tickets"),
        (5, "5 trains", "5 points", "5 cards", "5 tickets"),
        (21, "21 trains", "21 points", "21 cards", "21 tickets"),
        (22, "22 trains", "22 points", "22 cards", "22 tickets"),
        (101, "101 trains", "101 points", "101 cards", "101 tickets"),
    ],
)
def test_given_a_number_when_counted_then_the_plural_is_right(
    wording: Wording, n: int, trains: str, points: str, cards: str, tickets: str
) -> None:
    v = wording.vocabulary
    assert (v.trains(n), v.points(n), v.cards(n), v.tickets(n)) == (trains, points, cards, tickets)


def test_given_numbers_below_zero_when_said_then_minus_is_a_word(wording: Wording) -> None:
    v = wording.vocabulary
    assert (v.points(-1), v.points(-7), v.number(-7), v.gain(-7), v.gain(7)) == (
        "minus 1 point", "minus 7 points", "minus 7", "minus 7", "plus 7",
    )  # fmt: skip


def test_given_every_card_when_named_then_each_has_its_names(wording: Wording) -> None:
    v = wording.vocabulary
    assert len({v.colour(card) for card in (*COLOURS, LOCOMOTIVE)}) == 9
    assert v.a_card(Card("orange")) == "an orange card"
    assert v.paid((Card("red"), LOCOMOTIVE, Card("red"))) == "2 red cards and 1 locomotive"
    assert v.row(()) == "no cards"
    assert v.listing([]) == "none"


def test_given_names_hard_to_say_when_spoken_then_as_they_sound() -> None:
    spoken = Spoken()
    assert spoken("Duluth to Sault St. Marie: 3 trains.") == "Duhlooth to Soo saint Marie: 3 trains."
    assert spoken("Helenaville") == "Helenaville"
    assert Spoken(own={"Duluth": "Dull Luth"})("Duluth") == "Dull Luth"
    assert Spoken("xx")("Duluth") == "Duluth"


def test_given_every_spoken_name_when_looked_up_then_it_is_a_city(usa: GameMap) -> None:
    cities = {city.name for city in usa.cities.values()} | {"Québec"}
    changed = [city for city in cities if Spoken()(city) != city]
    assert len(changed) == 8  # every entry of the table is a name of a map


def test_given_a_slow_repeat_when_spelled_then_letters_follow_the_names(wording: Wording) -> None:
    assert (
        wording.spelled("Denver to El Paso: 4.")
        == "Denver, D, E, N, V, E, R, to El Paso, E, L, P, A, S, O,: 4."
    )
    assert spelled("Denver", ()) == "Denver"


def test_given_a_language_without_phrases_when_asked_for_then_those_there_are_are_named(usa: GameMap) -> None:
    assert languages() == ("de", "en", "es", "fr")
    with pytest.raises(LanguageError, match="there are: de, en, es, fr"):
        Wording(usa, None, language="tlh")


def test_given_a_message_of_two_sentences_when_filled_then_both_begin_large() -> None:
    assert Phrases().sentence("gone. {seat} to move.", seat="blue disc") == "Gone. Blue disc to move."
    assert Phrases().sentence("to {city}.", city="Sault St. Marie") == "To Sault St. Marie."


@pytest.mark.parametrize(
    ("language", "side"),
    [("en", "northern"), ("de", "Nordstrecke"), ("fr", "voie nord"), ("es", "vía norte")],
)
def test_given_a_double_in_the_middle_of_a_sentence_when_told_then_its_side_stands_between_two_commas(
    language: str, side: str
) -> None:
    p = Phrases(language)
    assert f"A, {side}, " in p.sentence("{route} is right again.", route=f"A, {side}")
    assert f"A, {side}:" in p.sentence("{route}: closed.", route=f"A, {side}").replace("\u202f:", ":")


def test_given_equal_lengths_when_told_then_they_are_kept_once() -> None:
    told = tell("everyone", together((Words("One.", ""), Words("Two.", None, "Two and more."))), seq=4)
    assert (told.normal, told.brief, told.full, told.seq) == ("One. Two.", "Two.", "One. Two and more.", 4)
    assert tell("blue", Words("Same.")).brief == ""


def test_given_every_name_when_listed_then_each_ticket_and_city_has_one(
    usa: GameMap, wording: Wording
) -> None:
    v: Vocabulary = wording.vocabulary
    assert len(v.cities()) == len(usa.cities)
    assert all(" to " in v.ticket(ticket) for ticket in usa.tickets)


def test_given_a_ticket_beyond_the_supply_when_its_way_is_told_then_that_is_said(usa: GameMap) -> None:
    begun = Game.new("us-accessible", usa, SEATS[:2], "untracked", 1)
    v = Wording(usa, None).vocabulary
    far = TicketId("los-angeles-new-york")
    trains = int(way_of(v, begun.state, "blue", far).split()[-2])
    for supply, told in ((trains, f"{trains} trains"), (trains - 1, "too long for you")):
        state = begun.told((arranged(begun.state, {"trains": {"blue": supply}}),)).state
        assert way_of(v, state, "blue", far).endswith(told)


def test_given_several_orange_cards_when_counted_in_french_then_their_colour_does_not_bend(
    usa: GameMap,
) -> None:
    french = Wording(usa, None, language="fr").vocabulary
    assert [french.counted(Card("orange"), 3), french.counted(Card("blue"), 3)] == ["3 orange", "3 bleues"]
    assert french.counted_cards(Card("orange"), 2) == "2 cartes orange"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Anna", "d'Anna"),
        ("Élodie", "d'Élodie"),
        ("Marie", "de Marie"),
        ("Henri", "d'Henri"),
        ("Hélène", "d'Hélène"),
        ("Hans", "de Hans"),
        ("Yves", "d'Yves"),
        ("Yann", "de Yann"),
        ("7", "de 7"),
    ],
)
def test_given_a_name_in_french_when_something_is_its_then_the_e_goes_before_a_vowel(
    usa: GameMap, name: str, told: str
) -> None:
    assert Vocabulary(Phrases("fr"), usa, None, {SEATS[0]: name}).whose(SEATS[0]) == told


@pytest.mark.parametrize(
    ("language", "message", "seat", "told"),
    [
        ("fr", "À {seat} de jouer.", "disque bleu", "Au disque bleu de jouer."),
        ("fr", "Est-ce que {seat} prend Nice ?", "étoile jaune", "Est-ce que l'étoile jaune prend Nice ?"),
        ("fr", "Est-ce que {seat} prend Nice ?", "Anna", "Est-ce qu'Anna prend Nice ?"),
        ("fr", "Il manque {seat}.", "carré rouge", "Il manque le carré rouge."),
        ("fr", "À {seat} de jouer.", "étoile jaune", "À l'étoile jaune de jouer."),
        ("fr", "Il reste 2 wagons à {seat}.", "croix noire", "Il reste 2 wagons à la croix noire."),
        ("fr", "À {seat} de jouer.", "Marie", "À Marie de jouer."),
        ("fr", "On attend {seat}.", "disque bleu et Anna", "On attend le disque bleu et Anna."),
        ("fr", "Pour {seat}.", "croix noire et étoile jaune", "Pour la croix noire et l'étoile jaune."),
        ("fr", "Le tour de {seat}.", "Anna et carré rouge", "Le tour d'Anna et du carré rouge."),
        ("fr", "Le tour de {seat}.", "Anna et Bert", "Le tour d'Anna et Bert."),
        ("es", "Le toca a {seat}.", "cuadrado rojo", "Le toca al cuadrado rojo."),
        ("es", "Le toca a {seat}.", "Cruz Pérez", "Le toca a Cruz Pérez."),
        ("es", "en que {seat} tenga 3", "estrella amarilla", "en que la estrella amarilla tenga 3"),
        ("fr", "à {seat} de jouer.", "Étoile Martin", "à Étoile Martin de jouer."),
        ("es", "Gana {seat}: 95.", "cuadrado rojo", "Gana el cuadrado rojo: 95."),
        ("es", "Gana {seat}: 95.", "Luis", "Gana Luis: 95."),
        ("es", "Le toca a {seat}.", "estrella amarilla", "Le toca a la estrella amarilla."),
        ("es", "Espera a {seat}.", "disco azul y cruz negra", "Espera al disco azul y a la cruz negra."),
        ("es", "A {seat}.", "Ana, disco azul y cruz negra", "A Ana, al disco azul y a la cruz negra."),
        ("es", "Para {seat}.", "disco azul y cruz negra", "Para el disco azul y la cruz negra."),
        ("es", "De {seat}.", "Lima y Quito", "De Lima y Quito."),
        ("es", "Le toca a {seat}.", "Ana", "Le toca a Ana."),
        ("de", "Von {seat}.", "Scheibe Blau", "Von Scheibe Blau."),
        (
            "fr",
            "Il faut que {seat} lisent.",
            "carré rouge et Anna",
            "Il faut que le carré rouge et Anna lisent.",
        ),
        (
            "fr",
            "Il faut que {seat} lisent.",
            "Anna et croix noire",
            "Il faut qu'Anna et la croix noire lisent.",
        ),
        ("es", "Para {seat}.", "disco azul e Inés", "Para el disco azul e Inés."),
        ("es", "Espera a {seat}.", "disco azul e Inés", "Espera al disco azul y a Inés."),
        ("es", "Espera a {seat}.", "Inés y disco azul", "Espera a Inés y al disco azul."),
    ],
)
def test_given_a_seat_by_its_token_when_a_small_word_comes_before_it_then_with_its_article(
    language: str, message: str, seat: str, told: str
) -> None:
    """A French table hears this line most: it was "À disque bleu de jouer"."""
    assert elided(message, {"seat": seat}, language).format(seat=seat) == told


@pytest.mark.parametrize(
    ("language", "told"),
    [("fr", "Au disque bleu de jouer."), ("es", "Le toca al disco azul."), ("en", "Blue disc to move.")],
)
def test_given_a_seats_turn_when_told_then_as_people_say_it(usa: GameMap, language: str, told: str) -> None:
    v = Wording(usa, None, language=language).vocabulary
    assert v.phrases.sentence("{seat} to move.", seat=v.seat(SEATS[0])) == told


@pytest.mark.parametrize(
    ("last", "told"),
    [
        ("Inés", "Ana e Inés"),
        ("Hilda", "Ana e Hilda"),
        ("Íñigo", "Ana e Íñigo"),
        ("Hiedra", "Ana y Hiedra"),
        ("Yolanda", "Ana y Yolanda"),
        ("Luis", "Ana y Luis"),
    ],
)
def test_given_two_names_in_spanish_when_the_second_begins_with_i_then_e_stands_between_them(
    usa: GameMap, last: str, told: str
) -> None:
    assert Vocabulary(Phrases("es"), usa, None, {}).listing(["Ana", last]) == told


def test_given_something_else_in_spanish_when_it_begins_with_o_then_u_stands_before_it() -> None:
    assert Phrases("es").phrase("{act} or {last}", act="robar", last="observar") == "robar u observar"
    assert Phrases("es").phrase("{act} or {last}", act="robar", last="hostigar") == "robar u hostigar"
    assert Phrases("es").phrase("{act} or {last}", act="robar", last="pagar") == "robar o pagar"


def test_given_a_home_in_french_when_named_then_it_elides_too_and_in_other_languages_nothing_does() -> None:
    told = Phrases("fr").sentence("I wait for the table in {home}.", home="Anna")
    assert told == "J'attends la table d'Anna."
    assert Phrases("es").phrase("{seat}'s", seat="Anna") == "de Anna"


def test_given_nothing_gained_when_told_then_no_plus_is_said(usa: GameMap) -> None:
    """Tickets that made up for each other came to "together plus 0"."""
    v = Wording(usa, None).vocabulary
    assert [v.gain(n) for n in (-8, 0, 10)] == ["minus 8", "0", "plus 10"]


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_given_two_ways_by_ship_when_named_in_any_language_then_no_rails_lie_in_the_sea(
    language: str,
) -> None:
    """In German they were "Nordgleis" and "Südgleis", the northern and the southern track."""
    world = game_map("world")
    v = Wording(world, board_layout("world"), language=language).vocabulary
    told = {v.side(way.id) for way in world.routes.values() if way.kind == "ship"} - {""}
    assert len(told) >= 4
    assert not [side for side in told for rails in ("gleis", "carril", "rail") if rails in side.casefold()]
