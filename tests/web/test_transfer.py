"""The pages of import and export: what is shown before anything comes in, and that this alone comes in."""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import dataclass, field
from html import unescape
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.hearts.presets import PRESETS
from scorekeeper.records import clubs, uploads
from scorekeeper.records.history import GameLine, games_of
from scorekeeper.records.models import Club
from scorekeeper.web import transfer
from scorekeeper.web.access import Role
from tests.family import SHEETS
from tests.playing import start
from tests.records.paper_sheets import HANDS, long, running, table, wide
from tests.web.conftest import Visit

FAMILY = SHEETS.read_bytes()


@dataclass
class Host:
    """A host's device at the import page: sends a file, changes fields, brings in."""

    app: Flask
    client: FlaskClient
    club: Club
    fields: dict[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"/clubs/{self.club.key}/import"

    def send(self, content: bytes | str, name: str = "sheets.csv") -> TestResponse:
        """Choose a file and look at it."""
        data = content.encode() if isinstance(content, str) else content
        answer = self.client.post(self.address, data={"file": (BytesIO(data), name)})
        if answer.status_code != 303:
            return answer
        assert answer.location.startswith(f"{self.address}?upload=")
        return self.seen(self.client.get(answer.location))

    def seen(self, answer: TestResponse) -> TestResponse:
        """Keep what stands in the fields of the page."""
        page = answer.get_data(as_text=True)
        self.fields = {
            unescape(tag["name"]): unescape(tag["value"])
            for tag in (
                dict(re.findall(r'(\w+)="([^"]*)"', found)) for found in re.findall(r"<input[^>]*>", page)
            )
            if "name" in tag and "value" in tag and tag.get("type") in ("hidden", "text")
        }
        radios = re.findall(r'<input type="radio" name="(\w+)" value="(\w*)" checked>', page)
        self.fields.update(radios)
        return answer

    def again(self, **said: str) -> TestResponse:
        """Look again, with other fields."""
        return self.seen(self.client.post(self.address, data={**self.fields, **said}))

    def bring(self, **said: str) -> TestResponse:
        """Bring in what is shown."""
        return self.client.post(f"{self.address}/confirm", data={**self.fields, **said})

    def games(self) -> list[GameLine]:
        """The club's games, oldest first."""
        with self.app.app_context():
            return list(reversed(games_of(self.club).games))


@pytest.fixture
def host(app: Flask, visit: Visit) -> Host:
    with app.app_context():
        club = clubs.create_club("Family", "Europe/Berlin")
    return Host(app, visit(club.key, Role.HOST), club)


def words(answer: TestResponse) -> str:
    """What a page says."""
    text = re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True))
    return " ".join(unescape(text).replace("\xa0", " ").split())


def test_the_page_shows_what_it_understood_before_anything_comes_in(host: Host) -> None:
    page = words(host.send(FAMILY))
    assert "7 games 68 hands 4 players" in page
    assert "The figures are running totals." in page
    assert "The cards of 63 hands were worked out from the points." in page
    assert "5 hands do not add up" in page
    for hand in ("Game 1, hand 4", "Game 1, hand 6", "Game 1, hand 8", "Game 3, hand 8", "Game 7, hand 4"):
        assert hand in page
    for total in ("sum 24", "sum 30", "sum 27"):
        assert total in page
    assert "Game 5: player_4 won, ended early" in page
    assert page.count("player_3 cannot be right in hands 1 to 8") == 2
    assert page.count("new player_") + page.count(" new ") >= 4
    assert "Bring in 7 games" in page
    assert host.games() == []


def test_what_was_shown_comes_in_and_is_told(host: Host) -> None:
    host.send(FAMILY)
    answer = host.bring()
    assert (answer.status_code, answer.location) == (303, host.address)
    assert "7 games with 68 hands came in, and 4 new players." in words(host.client.get(host.address))
    assert "came in" not in words(host.client.get(host.address))
    assert host.games()[0].totals == (98, 36, 109, 69)
    assert len(host.games()) == 7


def test_sent_twice_it_comes_in_once(host: Host) -> None:
    host.send(FAMILY)
    fields = dict(host.fields)
    assert host.bring().status_code == 303
    host.fields = fields
    answer = host.bring()
    assert answer.status_code == 422
    assert transfer.GONE in words(answer)
    assert len(host.games()) == 7


def test_the_same_file_again_is_known_and_may_still_come_in(host: Host) -> None:
    host.send(FAMILY)
    host.bring()
    page = words(host.send(FAMILY))
    assert page.count("here already") == 7 + 2
    assert "All of it is here already." in page
    assert "Bring in 7 games" not in page
    assert host.bring().status_code == 422
    assert "Bring in 7 games" in words(host.again(again="yes"))
    assert host.bring(again="yes").status_code == 303
    assert len(host.games()) == 14


def test_a_game_that_has_gone_on_since_goes_on_here(host: Host) -> None:
    host.send(wide(HANDS[:1]))
    host.bring()
    (line,) = host.games()
    page = words(host.send(wide()))
    assert "It is here already up to hand 1, and goes on there with 2 more hands." in page
    assert "goes on Players" in page
    host.bring()
    assert "1 game with 2 hands came in." in words(host.client.get(host.address))
    (after,) = host.games()
    assert (after.key, after.totals) == (line.key, running()[-1])
    assert "All of it is here already." in words(host.send(wide()))


def test_a_game_that_has_gone_on_may_come_in_as_one_of_its_own(host: Host) -> None:
    host.send(wide(HANDS[:1]))
    host.bring()
    host.send(wide())
    page = words(host.again(again="yes"))
    assert "goes on" not in page
    assert "Bring in once more what is here already" in page
    host.bring(again="yes")
    assert [line.hands_played for line in host.games()] == [1, 3]


def test_the_figures_can_be_read_otherwise(host: Host) -> None:
    assert "The figures are running totals." in words(host.send(wide(running())))
    assert "The figures are points for each hand." in words(host.again(written="points"))
    host.bring(written="points")
    assert host.games()[0].totals == tuple(map(sum, zip(*running(), strict=True)))


def test_rules_limit_and_day_are_asked_for(host: Host) -> None:
    host.send(wide())
    page = words(host.again(preset="omnibus", limit="40", day="24.12.2019"))
    assert "won" in page
    assert host.bring(preset="omnibus", limit="40", day="24.12.2019").status_code == 303
    (line,) = host.games()
    assert line.rules == {"limit": 40, "jack": "JD"}
    assert (line.started_at.year, line.started_at.month, line.started_at.day) == (2019, 12, 24)
    assert line.over


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"limit": "many"}, "The games went to a whole number of points"),
        ({"limit": "0"}, "The games went to a whole number of points"),
        ({"day": "some day"}, "Type a day such as 2024-05-31"),
    ],
)
def test_what_cannot_be_read_of_the_fields_stands_at_them(
    host: Host, said: dict[str, str], sentence: str
) -> None:
    host.send(wide())
    assert sentence in words(host.again(**said))
    answer = host.bring(**said)
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert host.games() == []


def test_names_can_be_said_to_be_others_here(host: Host) -> None:
    with host.app.app_context():
        clubs.add_player(host.club, "Zoë")
    host.send(FAMILY)
    page = words(host.again(**{"name:player_1": "ZOË", "name:player_2": "Bo"}))
    assert "player_1 in the roster" in page
    host.bring(**{"name:player_1": "ZOË", "name:player_2": "Bo"})
    assert host.games()[0].names == ("Zoë", "Bo", "player_3", "player_4")


def test_a_column_that_is_no_players_is_left_out_and_can_be_taken_back(host: Host) -> None:
    page = words(host.send(table(("Ann", "Bob", "Cy", "Dora", "Beers"), [(*hand, 2) for hand in HANDS])))
    assert "or none where a column is no player’s" in page
    assert "3 hands do not add up" in page
    page = words(host.again(**{"name:beers": " "}))
    assert "Not read: Beers." in page
    assert "beers no player" in page
    assert "do not add up" not in page
    assert "Beers new" in words(host.again(**{"name:beers": "Beers"}))
    host.again(**{"name:beers": ""})
    assert host.bring().status_code == 303
    (line,) = host.games()
    assert line.names == ("Ann", "Bob", "Cy", "Dora")


def test_somebody_in_a_line_must_have_a_name(host: Host) -> None:
    host.send(long())
    assert "A player has no name that can be seen." in words(host.again(**{"name:ann": ""}))


def test_a_name_too_long_can_be_mended_on_the_page(host: Host) -> None:
    long = "Bartholomew of Featherstonehaugh"
    page = words(host.send(wide(names=(long, "Bob", "Cy", "Dora"))))
    assert f"'{long}' is longer than 24 characters." in page
    assert "Bring in" not in page
    assert host.bring().status_code == 422
    field_name = next(name for name in host.fields if name.startswith("name:bartholomew"))
    assert "Bring in 1 game" in words(host.again(**{field_name: "Bart"}))
    assert host.bring(**{field_name: "Bart"}).status_code == 303
    assert host.games()[0].names[0] == "Bart"


def test_what_was_changed_after_it_was_shown_is_shown_first(host: Host) -> None:
    host.send(FAMILY)
    answer = host.bring(**{"name:player_1": "Ann"})
    assert answer.status_code == 409
    assert transfer.OTHERWISE in words(answer)
    assert host.games() == []
    host.seen(answer)
    assert host.bring().status_code == 303
    assert host.games()[0].names[0] == "Ann"


def test_what_changed_in_the_club_meanwhile_is_shown_first(host: Host) -> None:
    host.send(wide())
    with host.app.app_context():
        clubs.add_player(host.club, "ann")
    assert host.bring().status_code == 409
    assert host.games() == []


def test_a_fault_is_told_and_nothing_can_come_in(host: Host) -> None:
    page = words(host.send(wide(((4, "x", 3, 0), *HANDS))))  # type: ignore[arg-type]
    assert "Nothing can come in yet" in page
    assert "Line 2: “x” for Bob is not a whole number." in page
    assert "Bring in" not in page
    assert host.bring().status_code == 422
    assert host.games() == []


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "Choose a file, and one that is not empty."),
        (b"PK\x03\x04", "Save the sheet as CSV"),
        (b"{}", "The file is no game document"),
        (b"hello", "The first line must say what the columns are"),
    ],
)
def test_a_file_that_is_none_is_refused_with_a_sentence(host: Host, content: bytes, sentence: str) -> None:
    answer = host.send(content)
    assert answer.status_code == 422
    assert sentence in words(answer)


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize(
    ("digits", "sentence"), [(4300, "The hearts add up to"), (4301, "a number in it is too long")]
)
def test_counts_of_thousands_of_digits_are_told_and_bring_nothing_in(
    host: Host, digits: int, sentence: str, sign: str
) -> None:
    hearts = '{"hearts":' + sign + "9" * digits + "}"
    hand = f'{{"taken":[{hearts},{hearts},{{"hearts":0}}]}}'
    answer = host.send(f'{{"players":["Ann","Bob","Cy"],"hands":[{hand}]}}', "long.json")
    assert sentence in words(answer)
    assert host.games() == []


def test_no_file_at_all_is_refused_with_a_sentence(host: Host) -> None:
    answer = host.client.post(host.address, data={})
    assert answer.status_code == 422
    assert "Choose a file" in words(answer)


def test_twenty_megabytes_are_the_most(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "MOST_BYTES", 200_000)
    monkeypatch.setattr(transfer, "ENVELOPE", 128 * 1024)
    sheet = wide().encode()
    assert host.send(sheet + b"\n" * (200_000 - len(sheet))).status_code == 200
    for size in (200_001, 400_000):
        answer = host.send(sheet + b"\n" * (size - len(sheet)))
        assert answer.status_code == 413
        assert transfer.TOO_LARGE in words(answer)
    assert uploads.MOST_BYTES == 20 * 1024 * 1024


@pytest.mark.parametrize("role", [None, Role.VIEWER, Role.SCOREKEEPER])
def test_only_a_host_may_send_more_than_a_form(host: Host, visit: Visit, role: Role | None) -> None:
    client = visit(host.club.key, role)
    answer = client.post(host.address, data={"file": (BytesIO(b"x" * 100_000), "big.csv")})
    assert answer.status_code == 404
    assert "20 MB" not in words(answer)


def test_another_device_does_not_see_the_file(host: Host, visit: Visit) -> None:
    host.send(FAMILY)
    other = Host(host.app, visit(host.club.key, Role.HOST), host.club, dict(host.fields))
    assert other.bring().status_code == 422
    answer = other.client.get(host.address, query_string={"upload": host.fields["upload"]})
    assert (answer.status_code, transfer.GONE in words(answer)) == (422, True)
    assert host.games() == []


def test_a_club_that_is_put_away_takes_nothing_in(host: Host) -> None:
    with host.app.app_context():
        clubs.archive_club(host.club)
    page = words(host.send(wide()))
    assert "This club is put away" in page
    assert "Bring in 1 game" not in page
    assert host.bring().status_code == 422
    assert host.games() == []


def test_names_and_files_are_text_whatever_stands_in_them(host: Host) -> None:
    evil = "<img src=x onerror=1>"
    host.client.post(host.address, data={"file": (BytesIO(b""), evil)})
    page = host.send(wide(names=("<b>A</b>", "B&B", "C'y", "D")), f"{evil}.csv").get_data(as_text=True)
    assert "<img" not in page
    assert "<b>A</b>" not in page
    assert "&lt;b&gt;A&lt;/b&gt;" in page
    assert host.bring().status_code == 303
    assert host.games()[0].names == ("<b>A</b>", "B&B", "C'y", "D")


def test_a_long_file_is_told_in_part_and_comes_in_whole(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.web.transfer_form.MOST_GAMES", 3)
    monkeypatch.setattr("scorekeeper.web.transfer_form.MOST_MARKED", 2)
    lines = [(game, *hand) for game in range(5) for hand in ((game, 16 - game, 8, 0), *HANDS)]
    page = words(host.send(table(("game", "Ann", "Bob", "Cy", "Dora"), lines)))
    assert "And 2 more games." in page
    assert "And 3 more." in page
    assert host.bring().status_code == 303
    assert len(host.games()) == 5


# Out


@pytest.fixture
def played(app: Flask) -> tuple[str, str]:
    """A club with a game of three hands: their keys."""
    with app.app_context():
        sheet = start(hands=3, club="Bob's “Héarts” / 1")
        return sheet.club.key, sheet.game.key


def test_a_club_is_exported_and_imported_through_the_pages(
    host: Host, visit: Visit, played: tuple[str, str]
) -> None:
    club, game = played
    answer = visit(club, Role.VIEWER).get(f"/clubs/{club}.json")
    assert answer.mimetype == "application/json"
    assert json.loads(answer.data)["format"] == "scorekeeper.club/1"
    assert "1 game 3 hands 4 players" in words(host.send(answer.data, "club.json"))
    assert host.bring().status_code == 303
    (line,) = host.games()
    with host.app.app_context():
        (source,) = games_of(clubs.club_by_key(club)).games
    assert source.key == game
    assert (line.totals, line.state, line.started_at) == (source.totals, "playing", source.started_at)


def test_a_games_document_is_scored(visit: Visit, played: tuple[str, str]) -> None:
    club, game = played
    answer = visit(club, Role.VIEWER).get(f"/games/{game}.json")
    assert [hand["result"]["valid"] for hand in json.loads(answer.data)["hands"]] == [True] * 3


@pytest.mark.parametrize("name", ["hands", "games"])
def test_tables_are_files_with_the_clubs_name(visit: Visit, played: tuple[str, str], name: str) -> None:
    club, _ = played
    answer = visit(club, Role.VIEWER).get(f"/clubs/{club}/{name}.csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.data.startswith(b"\xef\xbb\xbfgame,date,")
    told = answer.headers["Content-Disposition"]
    assert told.startswith("attachment; ")
    assert f"filename*=UTF-8''Bob%20s%20H%C3%A9arts%201%20{name}.csv" in told
    assert answer.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("file", [".json", "/hands.csv", "/games.csv"])
def test_a_file_is_compressed_on_the_way_and_whole(visit: Visit, played: tuple[str, str], file: str) -> None:
    club, _ = played
    client = visit(club, Role.VIEWER)
    plain = client.get(f"/clubs/{club}{file}").data
    packed = client.get(f"/clubs/{club}{file}", headers={"Accept-Encoding": "deflate"})
    assert packed.content_encoding == "deflate"
    assert zlib.decompress(packed.data) == plain


def test_the_page_of_exports_leads_to_each_and_the_host_to_import(
    visit: Visit, played: tuple[str, str]
) -> None:
    club, _ = played
    for role in Role:
        client = visit(club, role)
        page = client.get(f"/clubs/{club}/export").get_data(as_text=True)
        links = re.findall(rf'href="(/clubs/{club}[^"]+)"', page)
        assert all(client.get(link, buffered=True).status_code == 200 for link in links)
        assert (f"/clubs/{club}/import" in links) == (role == Role.HOST)


@pytest.mark.parametrize(("asked", "players"), [("", 4), ("3", 3), ("10", 10), ("2", 4), ("11", 4), ("x", 4)])
def test_a_blank_sheet_has_a_column_for_each_player(
    visit: Visit, played: tuple[str, str], asked: str, players: int
) -> None:
    club, _ = played
    page = visit(club, Role.VIEWER).get(f"/clubs/{club}/blank-sheet?players={asked}").get_data(as_text=True)
    (head,) = re.findall(r"<thead>.*?</thead>", page, re.DOTALL)
    assert head.count("<th ") == players + 1
    assert "left" in page


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_chosen(host: Host, preset: str) -> None:
    host.send(wide())
    page = words(host.again(preset=preset))
    fits = 4 in PRESETS[preset].players
    assert ("Bring in 1 game" in page) or not fits
