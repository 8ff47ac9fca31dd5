"""Coming in and being shown out: renewed links, codes, the devices of a club."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.records import codes, devices, members
from scorekeeper.records.clubs import create_club, now
from scorekeeper.records.db import db
from scorekeeper.records.errors import NotFound
from scorekeeper.records.models import Club
from scorekeeper.web.access import Role, token_for
from tests.playing import start
from tests.web.bare import Bare
from tests.web.conftest import Visit

CLOCKS = (codes, members)


@pytest.fixture
def club(app: Flask) -> Club:
    with app.app_context():
        return create_club("Thursday Hearts", "UTC")


def later(monkeypatch: pytest.MonkeyPatch, **time: int) -> None:
    """Let the books think that so much time has gone by."""
    for module in CLOCKS:
        monkeypatch.setattr(module, "now", lambda: now() + timedelta(**time))
    monkeypatch.setattr("scorekeeper.web.access.now", lambda: now() + timedelta(**time))


def is_in(client: FlaskClient, club: Club) -> bool:
    return client.get(f"/clubs/{club.key}").status_code == 200


def renew(client: FlaskClient, club: Club, role: Role, **form: str) -> None:
    answer = client.post(f"/clubs/{club.key}/links/renew", data={"role": role.word, **form})
    assert answer.status_code == 303


def ask_code(client: FlaskClient, club: Club, role: Role = Role.SCOREKEEPER) -> str:
    client.post(f"/clubs/{club.key}/links/code", data={"role": role.word})
    shown = re.search(r"(\d{3}) (\d{3})</p>", client.get(f"/clubs/{club.key}/links").text)
    assert shown is not None
    return shown[1] + shown[2]


def other(code: str, step: int = 1) -> str:
    return f"{(int(code) + step) % 1_000_000:06d}"


@pytest.mark.parametrize("renewed", Role)
def test_a_renewed_link_shows_out_who_came_by_it_and_nobody_else(
    visit: Visit, club: Club, renewed: Role
) -> None:
    host = visit(club.key, Role.HOST)
    came = {role: visit(club.key, role) for role in Role}
    renew(host, club, renewed)
    assert is_in(host, club)
    assert {role: is_in(client, club) for role, client in came.items()} == {
        role: role != renewed for role in Role
    }


@pytest.mark.parametrize(("renewed", "kept"), [(Role.HOST, []), (Role.SCOREKEEPER, [Role.HOST])])
def test_the_links_below_are_renewed_with_it_on_wish(
    visit: Visit, club: Club, renewed: Role, kept: list[Role]
) -> None:
    host = visit(club.key, Role.HOST)
    came = {role: visit(club.key, role) for role in Role}
    renew(host, club, renewed, below="1")
    assert [role for role, client in came.items() if is_in(client, club)] == kept
    assert is_in(host, club)


def test_who_came_by_two_links_loses_both_with_the_higher(visit: Visit, club: Club, app: Flask) -> None:
    host = visit(club.key, Role.HOST)
    client = visit(club.key, Role.SCOREKEEPER)
    with app.app_context():
        viewer = token_for(club, Role.VIEWER)
    client.get(f"/join/{viewer}")
    renew(host, club, Role.SCOREKEEPER)
    assert not is_in(client, club)
    client.get(f"/join/{viewer}")
    assert client.get(f"/clubs/{club.key}/links").status_code == 404
    assert is_in(client, club)


def test_a_host_stays_one_though_the_answer_to_its_renewal_is_lost(app: Flask, visit: Visit) -> None:
    with app.app_context():
        sheet = start()
    club, game = sheet.club, sheet.game.key
    host, other_host = visit(club.key, Role.HOST), visit(club.key, Role.HOST)
    before = host.get_cookie("scorekeeper")
    assert before is not None
    renew(host, club, Role.HOST)
    host.set_cookie("scorekeeper", before.value)  # the network went before the new one came
    assert host.get(f"/clubs/{club.key}/settings").status_code == 200
    assert host.get(f"/games/{game}/archive").status_code == 200
    assert host.get(f"/games/{game}/board?since=0").status_code in (200, 204)
    assert club.name in host.get("/").text
    assert not is_in(other_host, club)
    with app.app_context():
        members.renew_links(club, [Role.HOST])
    assert not is_in(host, club)


def test_a_host_shown_out_meanwhile_renews_nothing(visit: Visit, club: Club, app: Flask) -> None:
    one, another = visit(club.key, Role.HOST), visit(club.key, Role.HOST)
    with another.session_transaction() as kept:
        device = kept["device"]
    with app.app_context():
        members.take_away(club, device)
        with pytest.raises(NotFound):
            members.renew_links(club, [Role.HOST], device)
    assert is_in(one, club)
    assert not is_in(another, club)


def test_the_page_shows_the_new_link_and_it_lets_in(visit: Visit, club: Club) -> None:
    host = visit(club.key, Role.HOST)
    before = host.get(f"/clubs/{club.key}/links").text
    page = Bare(host).get(f"/clubs/{club.key}/links")
    form = next(form for form in page.forms if form.action.endswith("/renew"))
    after = Bare(host).send(page, form).html
    links = [re.findall(r'value="http://[^/]+(/join/[^"]+)"', html) for html in (before, after)]
    assert len(set(links[0]) & set(links[1])) == 2
    (new,) = set(links[1]) - set(links[0])
    newcomer = visit()
    assert newcomer.get(new).status_code == 303
    assert newcomer.get(f"/clubs/{club.key}/links").status_code == 200


@pytest.mark.parametrize("role", ["", "boss", "HOST"])
def test_a_link_that_is_none_cannot_be_renewed(visit: Visit, club: Club, role: str) -> None:
    host = visit(club.key, Role.HOST)
    assert host.post(f"/clubs/{club.key}/links/renew", data={"role": role}).status_code == 404
    assert is_in(host, club)


@pytest.mark.parametrize("role", Role)
def test_a_code_lets_in_with_its_role(visit: Visit, club: Club, role: Role) -> None:
    code = ask_code(visit(club.key, Role.HOST), club, role)
    client = visit()
    answer = client.post("/join", data={"code": f" {code[:3]} {code[3:]}"})
    assert urlsplit(answer.location).path == f"/clubs/{club.key}"
    assert (client.get(f"/clubs/{club.key}/links").status_code == 200) == (role >= Role.SCOREKEEPER)
    assert (client.get(f"/clubs/{club.key}/devices").status_code == 200) == (role >= Role.HOST)


def test_nobody_makes_a_code_for_more_than_they_have(visit: Visit, club: Club) -> None:
    client = visit(club.key, Role.SCOREKEEPER)
    assert client.post(f"/clubs/{club.key}/links/code", data={"role": "host"}).status_code == 404


@pytest.mark.parametrize(("wrong", "opens"), [(codes.MOST_WRONG - 1, True), (codes.MOST_WRONG, False)])
def test_after_five_wrong_codes_the_right_one_opens_nothing(
    visit: Visit, club: Club, *, wrong: int, opens: bool
) -> None:
    code = ask_code(visit(club.key, Role.SCOREKEEPER), club)
    answers = [visit().post("/join", data={"code": other(code, step)}) for step in range(1, wrong + 1)]
    right = visit().post("/join", data={"code": code})
    assert right.status_code == (303 if opens else 422)
    refused = answers if opens else [*answers, right]
    # What was typed and the form's own token apart, no refusal differs from another.
    assert len({re.sub(r'value="[^"]*"', "", answer.text) for answer in refused}) == 1


def test_codes_tried_at_once_are_counted_one_after_the_other(app: Flask, visit: Visit, club: Club) -> None:
    code = ask_code(visit(club.key, Role.SCOREKEEPER), club)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda step: visit().post("/join", data={"code": other(code, step)}), range(1, 25)))
    with app.app_context():
        assert len(db.session.execute(db.metadata.tables["wrong_code"].select()).all()) == codes.MOST_WRONG
    assert visit().post("/join", data={"code": code}).status_code == 422


def test_ten_minutes_after_the_wrong_codes_a_new_one_opens(
    visit: Visit, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = visit(club.key, Role.SCOREKEEPER)
    code = ask_code(keeper, club)
    for step in range(codes.MOST_WRONG):
        visit().post("/join", data={"code": other(code, step + 1)})
    refused = keeper.post(f"/clubs/{club.key}/links/code", data={"role": "viewer"})
    assert refused.status_code == 422
    assert "wrong codes" in refused.text
    later(monkeypatch, minutes=10)
    assert visit().post("/join", data={"code": ask_code(keeper, club)}).status_code == 303


def test_wrong_codes_count_against_every_club_that_has_one(visit: Visit, club: Club, app: Flask) -> None:
    with app.app_context():
        another = create_club("Next door", "UTC")
    codes_of = [ask_code(visit(each.key, Role.HOST), each) for each in (club, another)]
    steps = (step for step in range(1, 99) if other(codes_of[0], step) not in codes_of)
    for _ in range(codes.MOST_WRONG):
        visit().post("/join", data={"code": other(codes_of[0], next(steps))})
    assert [visit().post("/join", data={"code": code}).status_code for code in codes_of] == [422, 422]


def test_a_code_is_good_for_ten_minutes_and_for_many_phones(
    visit: Visit, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = ask_code(visit(club.key, Role.SCOREKEEPER), club)
    later(monkeypatch, minutes=9, seconds=55)
    assert [visit().post("/join", data={"code": code}).status_code for _ in range(2)] == [303, 303]
    later(monkeypatch, minutes=10, seconds=1)
    assert visit().post("/join", data={"code": code}).status_code == 422


def test_renewing_a_link_ends_its_codes(visit: Visit, club: Club) -> None:
    host = visit(club.key, Role.HOST)
    code = ask_code(host, club, Role.VIEWER)
    renew(host, club, Role.VIEWER)
    assert visit().post("/join", data={"code": code}).status_code == 422


def test_of_more_than_five_codes_the_oldest_ends(visit: Visit, club: Club) -> None:
    host = visit(club.key, Role.HOST)
    made = [ask_code(host, club) for _ in range(codes.MOST_LIVE + 1)]
    assert [visit().post("/join", data={"code": code}).status_code for code in (made[1], made[-1])] == [
        303
    ] * 2
    assert visit().post("/join", data={"code": made[0]}).status_code == 422


@pytest.mark.parametrize("typed", ["", "12345", "1234567", "１２３４５６", "12345a", "\0" * 6, "-" * 9])
def test_what_is_no_code_is_said_so_and_not_counted(visit: Visit, club: Club, typed: str) -> None:
    code = ask_code(visit(club.key, Role.SCOREKEEPER), club)
    for _ in range(codes.MOST_WRONG):
        answer = visit().post("/join", data={"code": typed})
        assert (answer.status_code, "six digits" in answer.text) == (422, True)
    assert visit().post("/join", data={"code": code}).status_code == 303


def test_the_books_keep_no_code_that_could_be_read(app: Flask, visit: Visit, club: Club) -> None:
    code = ask_code(visit(club.key, Role.SCOREKEEPER), club)
    with app.app_context():
        rows = [repr(row) for t in db.metadata.sorted_tables for row in db.session.execute(t.select())]
    assert not any(code in row for row in rows)


def device_ids(host: FlaskClient, club: Club) -> list[str]:
    page = host.get(f"/clubs/{club.key}/devices").text
    return re.findall(r'name="device" value="(\w+)"', page)


def test_a_device_is_shown_out_and_only_that_one(visit: Visit, club: Club) -> None:
    host, one, two = (visit(club.key, role) for role in (Role.HOST, Role.SCOREKEEPER, Role.SCOREKEEPER))
    assert is_in(one, club)
    (shown,) = device_ids(host, club)
    assert is_in(two, club)
    assert host.post(f"/clubs/{club.key}/devices/take", data={"device": shown}).status_code == 303
    assert not is_in(one, club)
    assert is_in(two, club)
    assert is_in(host, club)
    assert len(device_ids(host, club)) == 1


def test_a_device_that_was_shown_out_finds_no_poll_and_no_club_on_its_start(app: Flask, visit: Visit) -> None:
    with app.app_context():
        sheet = start(hands=1)
    host, one = visit(sheet.club.key, Role.HOST), visit(sheet.club.key, Role.VIEWER)
    board = f"/games/{sheet.game.key}/board?since={sheet.game.version}"
    assert one.get(board).status_code == 204
    (shown,) = device_ids(host, sheet.club)
    host.post(f"/clubs/{sheet.club.key}/devices/take", data={"device": shown})
    assert one.get(board).status_code == 404
    assert sheet.club.name not in one.get("/").text
    assert sheet.club.name in host.get("/").text


def test_who_was_shown_out_comes_back_by_a_link_but_not_by_an_old_cookie(
    app: Flask, visit: Visit, club: Club
) -> None:
    host, one = visit(club.key, Role.HOST), visit(club.key, Role.SCOREKEEPER)
    is_in(one, club)
    old = one.get_cookie("scorekeeper")
    assert old is not None
    host.post(f"/clubs/{club.key}/devices/take", data={"device": device_ids(host, club)[0]})
    with app.app_context():
        one.get(f"/join/{token_for(club, Role.VIEWER)}")
    assert is_in(one, club)
    one.set_cookie("scorekeeper", old.value)
    assert client_role(one, club) is None


def client_role(client: FlaskClient, club: Club) -> int | None:
    return 1 if is_in(client, club) else None


def test_a_host_cannot_show_itself_out(visit: Visit, club: Club) -> None:
    host = visit(club.key, Role.HOST)
    with host.session_transaction() as kept:
        mine = kept["device"]
    assert host.post(f"/clubs/{club.key}/devices/take", data={"device": mine}).status_code == 404
    assert is_in(host, club)


@pytest.mark.parametrize("device", ["", "nobody", "a" * 20, "\0" * 20, "é" * 20])
def test_a_device_that_is_none_cannot_be_shown_out(visit: Visit, club: Club, device: str) -> None:
    host = visit(club.key, Role.HOST)
    assert host.post(f"/clubs/{club.key}/devices/take", data={"device": device}).status_code == 404


def test_a_device_that_only_looked_the_link_up_is_not_in_the_list(visit: Visit, club: Club) -> None:
    host = visit(club.key, Role.HOST)
    visit(club.key, Role.VIEWER)
    assert device_ids(host, club) == []


def test_its_owner_names_a_device_and_the_host_sees_it(visit: Visit, club: Club) -> None:
    host, one = visit(club.key, Role.HOST), visit(club.key, Role.VIEWER)
    page = Bare(one).get(f"/clubs/{club.key}/device")
    form = page.form("/device$").fill(name="Ann's <phone>")
    Bare(one).send(page, form)
    assert "Ann&#39;s &lt;phone&gt;" in host.get(f"/clubs/{club.key}/devices").text
    Bare(one).send(page, form.fill(name=" "))
    assert "A phone without a name" in host.get(f"/clubs/{club.key}/devices").text


@pytest.mark.parametrize(("name", "status"), [("x" * 24, 303), ("x" * 25, 422)])
def test_a_device_name_has_24_characters_at_most(visit: Visit, club: Club, name: str, status: int) -> None:
    one = visit(club.key, Role.VIEWER)
    answer = one.post(f"/clubs/{club.key}/device", data={"name": name})
    assert answer.status_code == status
    assert status == 303 or "at most 24 characters" in answer.text


def test_when_a_device_was_last_here_is_kept_to_ten_minutes(
    app: Flask, visit: Visit, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = visit(club.key, Role.VIEWER)

    def seen() -> list[object]:
        with app.app_context():
            return [member.seen_at for member in members.members_of(club)]

    is_in(one, club)
    first = seen()
    is_in(one, club)
    assert seen() == first
    later(monkeypatch, seconds=devices.SEEN_EVERY.seconds + 1)
    is_in(one, club)
    assert seen() > first


def test_a_club_restored_from_before_a_device_came_believes_its_cookie(
    app: Flask, visit: Visit, club: Club
) -> None:
    one = visit(club.key, Role.SCOREKEEPER)
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(db.metadata.tables["membership"].delete())
    assert is_in(one, club)
    with app.app_context():
        assert [member.role for member in members.members_of(club)] == [Role.SCOREKEEPER]
