"""A referee acts on the page of a table: an old hand put right, seats exchanged, time given, a call answered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import hall_of, log_in, wait_until

pytestmark = pytest.mark.thorough("a browser through every act at a table")

NAMES = ("Anna", "Ben", "Carla", "Dai")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Two tables: at each a hand with a riichi is over and the next one runs."""
    with hall_of(5, tmp_path_factory.mktemp("acts")) as place:
        for number in (1, 2):
            table = place.table(number)
            table.play("start", rules="ema-2016")
            for seat, name in enumerate(NAMES):
                table.play("name", seat=seat, name=name)
            table.play("hand")
            table.play("riichi", seat=2)
            table.play("win", wins=[{"seat": 1, "from": 0, "han": 3, "fu": 30}])
            table.play("hand")
            followed(place, number)
        table = place.table(3)
        table.play("start", rules="ema-2016")
        for seat, name in enumerate(NAMES):
            table.play("name", seat=seat, name=name)
        table.play("hand")
        table.play("win", wins=[{"seat": 1, "from": 1, "yakuman": 1}])
        table.play("hand")
        followed(place, 3)
        table = place.table(4)
        table.play("start", rules="ema-2016")
        for seat, name in enumerate(NAMES):
            table.play("name", seat=seat, name=name)
        table.play("hand")
        table.play("riichi", seat=2)
        table.play("draw", tenpai=[1, 2])
        table.play("hand")
        followed(place, 4)
        table = place.table(5)
        table.play("start", rules="ema-2016")
        table.play("hand")
        table.play("riichi", seat=2)
        table.play("session", minutes=60)
        table.play("extra", minutes=5)
        table.play("name", seat=3, name="Dai")
        table.play("signal")
        table.play("win", wins=[{"seat": 1, "from": 0, "han": 3, "fu": 30}])
        followed(place, 5)
        yield place


@pytest.fixture
def referee(hall, new_browser):
    """Return a function that opens the page of a table for someone who has joined as referee."""

    def open_it(number, name="Rea", **wishes):
        page = new_browser(**wishes).new_page()
        log_in(hall, page, "referee", name)
        page.goto(f"{hall.url}/table/{number}")
        page.locator(".acts .time").wait_for()
        page.locator(".hands li").first.wait_for()
        return page

    return open_it


def followed(hall, number):
    """Wait until the service has everything that a table has recorded."""
    wait_until(
        lambda: hall.service.hall.fleet.require_station(number).snapshot.last == hall.table(number).ledger.next - 1
    )


def begin_correction(page):
    """Open the form of the last hand that is over."""
    hand = page.locator(".hands li", has=page.locator("[data-runs=false]")).first
    hand.locator("summary").click()
    hand.get_by_role("button", name="Correct this hand").click()
    return page.locator("form.correction")


def test_an_old_hand_is_put_right_while_the_next_one_runs(hall, referee):
    """No one at the table waits: what is pressed there meanwhile neither closes the form nor refuses the yes."""
    table, page = hall.table(1), referee(1)
    before = table.ledger.table.scores
    form = begin_correction(page)
    form.locator("[name=han]").fill("4")
    form.get_by_label("Reason").fill("a dora")
    form.get_by_role("button", name="Preview the change").click()
    question = form.locator(".effect li")
    expect(question).to_have_text(["Anna −3,800", "Ben +3,800"])
    table.play("riichi", seat=3)
    expect(page.locator(".seat[data-seat='3'] .stick")).to_be_visible()
    expect(question).to_have_text(["Anna −3,800", "Ben +3,800"])
    form.locator("[data-answer=yes]").click()
    expect(form.locator(".answer")).to_contain_text("Saved")
    after = table.ledger.table.scores
    assert [now - then for now, then in zip(after, before, strict=True)] == [-3800, 3800, 0, -1000]
    # What was before stays to be read, with who put it right.
    expect(page.locator(".repairs li")).to_contain_text("referee: corrected (a dora)")
    expect(page.locator(".repairs del")).to_have_text("Ben: ron from Anna, 3 han 30 fu")
    record = hall.service.hall.repository.desk.records[-1]
    assert (record.kind, record.by) == ("ruling", "Rea (referee)")


def test_a_riichi_that_nobody_pressed_is_put_in_with_the_end_of_the_hand(hall, referee):
    """The commonest slip: the stick lay there and the button was not pressed."""
    table, page = hall.table(2), referee(2, name="Ada")
    form = begin_correction(page)
    form.get_by_role("group", name="Riichi", exact=True).get_by_label("Dai").check()
    form.get_by_label("Reason").fill("Dai's riichi")
    form.get_by_role("button", name="Preview the change").click()
    expect(form.locator(".effect li")).to_have_text(["Ben +1,000", "Dai −1,000"])
    form.locator("[data-answer=yes]").click()
    expect(form.locator(".answer")).to_contain_text("Saved")
    assert table.ledger.table.scores == [26100, 35900, 29000, 29000]
    hand = page.locator(".hands li", has=page.locator("[data-runs=false]")).first
    expect(hand.locator(".words")).to_contain_text("riichi: Carla; riichi: Dai; Ben: ron from Anna, 3 han 30 fu")
    # It can be put right once more, though its events share one number now.
    form.get_by_role("button", name="Leave it as it is").click()
    hand.get_by_role("button", name="Correct this hand").click()
    form = page.locator("form.correction")
    form.get_by_role("group", name="Riichi", exact=True).get_by_label("Dai").uncheck()
    form.get_by_label("Reason").fill("it was Carla's alone")
    form.get_by_role("button", name="Preview the change").click()
    expect(form.locator(".effect li")).to_have_text(["Ben −1,000", "Dai +1,000"])
    form.locator("[data-answer=yes]").click()
    expect(form.locator(".answer")).to_contain_text("Saved")
    assert table.ledger.table.scores == [26100, 34900, 29000, 30000]


def test_who_is_liable_for_an_old_yakuman_and_a_chombo_are_put_right(hall, referee):
    """No one at the table thought of the third dragon; and then it turns out that the hand was none."""
    table, page = hall.table(3), referee(3)
    form = begin_correction(page)
    form.get_by_label("Who is liable").select_option("Dai")
    form.get_by_label("Reason").fill("fed the third dragon")
    form.get_by_role("button", name="Preview the change").click()
    expect(form.locator(".effect li").first).to_be_visible()
    form.locator("[data-answer=yes]").click()
    expect(form.locator(".answer")).to_contain_text("Saved")
    assert table.ledger.table.scores == [30000, 62000, 30000, -2000]
    form.get_by_role("button", name="Leave it as it is").click()
    page.get_by_role("button", name="Correct this hand").click()
    expect(form.get_by_label("Who is liable")).to_have_value("3")
    form.get_by_label("How the hand ended").select_option("Chombo")
    form.locator("fieldset", has_text="Who is at fault").get_by_label("Ben").check()
    form.get_by_label("Reason").fill("two tiles too few")
    form.get_by_role("button", name="Preview the change").click()
    expect(form.locator(".effect")).to_contain_text("penalties after the game: ")
    form.locator("[data-answer=yes]").click()
    expect(form.locator(".answer")).to_contain_text("Saved")
    expect(page.locator(".hands .words").last).to_contain_text("chombo: Ben")


def test_an_invalid_riichi_and_a_dead_hand_of_an_old_hand_are_put_right(hall, referee):
    """A riichi on a hand that was not tenpai is seen at the draw, and by then everybody has pressed on."""
    table, page = hall.table(4), referee(4, viewport={"width": 390, "height": 844})
    assert table.ledger.table.scores == [28500, 31500, 30500, 28500]
    form = begin_correction(page)

    def ruled(name, ruling):
        form.get_by_role("group", name="Rulings in this hand").get_by_label(name).select_option(ruling)

    def put_right(why):
        form.get_by_label("Reason", exact=True).fill(why)
        form.get_by_role("button", name="Preview the change").click()
        expect(form.locator(".effect li").first).to_be_visible()
        form.locator("[data-answer=yes]").click()
        expect(form.locator(".answer")).to_contain_text("Saved")

    # A dead hand is never tenpai: the table says so, and nothing has happened.
    ruled("Carla", "riichi_invalid")
    form.get_by_label("Reason", exact=True).fill("noten")
    form.get_by_role("button", name="Preview the change").click()
    expect(form.get_by_role("alert")).to_contain_text("Carla has a dead hand: it cannot be tenpai")
    form.get_by_role("group", name="Tenpai").get_by_label("Carla").uncheck()
    ruled("Dai", "dead_hand")
    put_right("Carla was noten, Dai had too few tiles")
    assert table.ledger.table.scores == [29000, 33000, 29000, 29000]
    hand = page.locator(".hands li", has=page.locator("[data-runs=false]")).first
    told = "riichi: Carla; invalid riichi: Carla; dead hand: Dai"
    expect(hand.locator(".words")).to_contain_text(told)
    # Once more: what was ruled stands in the form, and a riichi that there was not takes its ruling along.
    form.get_by_role("button", name="Leave it as it is").click()
    hand.get_by_role("button", name="Correct this hand").click()
    rulings = form.get_by_role("group", name="Rulings in this hand")
    expect(rulings.get_by_label("Carla")).to_have_value("riichi_invalid")
    expect(rulings.get_by_label("Dai")).to_have_value("dead_hand")
    form.get_by_role("group", name="Riichi", exact=True).get_by_label("Carla").uncheck()
    expect(rulings.get_by_label("Carla")).to_have_value("")
    ruled("Dai", "")
    form.get_by_role("group", name="Tenpai").get_by_label("Carla").check()
    put_right("it was another table")
    assert table.ledger.table.scores == [28500, 31500, 31500, 28500]


def test_a_hand_in_which_the_clock_was_set_and_a_name_came_is_put_right_as_any_other(hall, referee):
    """Time is given and the signal sounds in the middle of a hand, and just then someone forgets to press riichi."""
    table, page = hall.table(5), referee(5)
    before = table.ledger.table
    form = begin_correction(page)
    form.get_by_role("group", name="Riichi", exact=True).get_by_label("Dai").check()
    form.get_by_role("group", name="Rulings in this hand").get_by_label("East at the start").select_option("dead_hand")
    form.get_by_label("Reason", exact=True).fill("Dai's riichi")
    form.get_by_role("button", name="Preview the change").click()
    expect(form.locator(".effect li")).to_have_text(["South at the start +1,000", "Dai −1,000"])
    form.locator("[data-answer=yes]").click()
    expect(form.locator(".answer")).to_contain_text("Saved")
    after = table.ledger.table
    assert after.scores == [26100, 35900, 29000, 29000]
    assert after.session.as_list() == before.session.as_list()
    assert (after.hands_left, after.session.length) == (before.hands_left, 65 * 60)
    # Its events share one number now, and the riichi can be taken out again.
    form.get_by_role("button", name="Leave it as it is").click()
    page.get_by_role("button", name="Correct this hand").click()
    form.get_by_role("group", name="Riichi", exact=True).get_by_label("Dai").uncheck()
    form.get_by_label("Reason", exact=True).fill("Carla's alone")
    form.get_by_role("button", name="Preview the change").click()
    expect(form.locator(".effect li")).to_have_text(["South at the start −1,000", "Dai +1,000"])
    form.locator("[data-answer=yes]").click()
    expect(form.locator(".answer")).to_contain_text("Saved")
    assert table.ledger.table.scores == [26100, 34900, 29000, 30000]
    assert table.ledger.table.session.as_list() == before.session.as_list()


def test_a_yes_for_what_somebody_else_has_done_meanwhile_is_refused_in_words(hall, referee):
    """Two referees at one table: the swap of both would put the seats back."""
    table, page = hall.table(1), referee(1)
    swap = page.locator("form.swap")
    swap.get_by_label("This seat").select_option("Anna")
    swap.get_by_label("and this one").select_option("Carla")
    swap.get_by_label("Reason").fill("sat wrongly")
    swap.get_by_role("button", name="Exchange the records").click()
    swap.locator(".effect").wait_for()
    scores = table.ledger.table.scores
    table.play("swap", by=4, seats=[0, 2])
    followed(hall, 1)
    swap.locator("[data-answer=yes]").click()
    expect(swap.get_by_role("alert")).to_contain_text("this ruling would have a different effect from the one shown")
    assert table.ledger.table.scores == [scores[2], scores[1], scores[0], scores[3]]


def test_time_is_given_to_one_table_and_a_second_gift_is_told_of_the_first(hall, referee):
    hall.client.post("/v1/clock", act="start", minutes=60)
    page, other = referee(2), referee(2, name="Ada")
    for one in (page, other):
        one.locator(".time").get_by_role("button", name="Give extra time").click()
        expect(one.locator(".time [role=alert]")).to_contain_text("Extra time so far: 0 min")
    page.locator("[data-answer=yes]").click()
    expect(page.locator(".time .answer")).to_contain_text("Saved")
    expect(page.locator(".own-time")).to_contain_text("including 5 min extra time")
    other.locator("[data-answer=yes]").click()
    expect(other.locator(".time [role=alert]")).to_contain_text(
        "Rea (referee) has changed the time of table 2 by 5 min in the meantime"
    )
    other.get_by_role("button", name="No").click()
    assert hall.service.timekeeper.extra_ms(2) == 5 * 60_000


def test_a_table_with_extra_time_counts_it_when_the_hall_s_time_is_up(hall, new_browser):
    """Anyone who reads that the time is up stops playing; this table has five minutes."""
    client = hall.client
    if client.get("/v1/clock")["stage"] == "none":
        client.post("/v1/clock", act="start", minutes=60)
        wait_until(lambda: {"1", "2"} <= set(client.get("/v1/clock")["tables"]))
        client.post("/v1/clock", act="extra", minutes=5, table=2)
    wait_until(lambda: client.get("/v1/clock")["tables"]["2"]["left_ms"] > client.get("/v1/clock")["left_ms"] + 60_000)
    client.post("/v1/clock", act="pause")
    told = client.get("/v1/clock")
    assert told["tables"]["2"]["left_ms"] == told["left_ms"] + 5 * 60_000
    assert told["tables"]["1"]["left_ms"] == told["left_ms"]
    # The same an hour later, which no one waits for.
    told |= {"stage": "finished", "left_ms": 0}
    told["tables"]["1"]["left_ms"], told["tables"]["2"]["left_ms"] = 0, 5 * 60_000
    place = new_browser()
    place.add_init_script("delete window.SharedWorker")
    place.route("**/v1/clock", lambda route: route.fulfill(json=told))
    here, there, wall = place.new_page(), place.new_page(), place.new_page()
    here.goto(f"{hall.url}/table/2")
    there.goto(f"{hall.url}/table/1")
    wall.goto(f"{hall.url}/wall?show=tables&turn=0")
    expect(there.locator(".own-time")).to_have_text("time is up")
    expect(here.locator(".own-time")).to_have_text(re.compile(r"\d:\d\d\s+including 5 min extra time"))
    expect(wall.locator("article[data-table='2'] .own")).to_have_text(re.compile(r"time left \d+:\d\d"))
    assert wall.locator("article[data-table='1'] .own").count() == 0
    told |= {"stopped": True}
    here.reload()
    expect(here.locator(".own-time")).to_contain_text("time is up")
    client.post("/v1/clock", act="resume")


def test_a_call_is_seen_at_its_seat_and_answered_by_name(hall, referee, new_browser):
    """Everybody sees that someone is coming, so that no one calls louder and no second referee runs."""
    table, page = hall.table(1), referee(1)
    reader = new_browser().new_page()
    reader.goto(f"{hall.url}/table/1")
    german = new_browser(locale="de").new_page()
    german.goto(f"{hall.url}/table/1")
    wall, hall_page = (reader.context.new_page() for _ in range(2))
    wall.goto(f"{hall.url}/wall?turn=0")
    hall_page.goto(f"{hall.url}/")
    table.call_referee(2, begins=True)
    seat = page.locator(".seat[data-seat='2']")
    expect(seat.locator(".call")).to_contain_text("called the referee")
    expect(reader.locator(".seat[data-seat='2'] .call")).to_be_visible()
    assert reader.get_by_role("button", name="I am coming").count() == 0
    seat.get_by_role("button", name="I am coming").click()
    expect(reader.locator(".seat[data-seat='2'] .coming")).to_have_text("Rea (referee) on the way")
    expect(german.locator(".seat[data-seat='2'] .coming")).to_have_text("Rea (Schiedsrichter) unterwegs")
    # The seat's own display says it, too.
    assert table.seat_answers == [["note", 2]]
    expect(wall.locator(".wall-calls")).to_have_text(re.compile(r"Table 1 ·\s+Rea \(referee\) on the way"))
    expect(hall_page.locator("article[data-table='1'] .coming")).to_contain_text("Rea (referee) on the way")
    for path, said in (("/wall?turn=0", ".wall-calls"), ("/", "article[data-table='1'] .coming"), ("/desk", "p.call")):
        if path == "/desk":
            log_in(hall, german, "desk", "Ada")
        german.goto(hall.url + path)
        expect(german.locator(said)).to_contain_text("Rea (Schiedsrichter) unterwegs")
    table.call_referee(2, begins=False)
    expect(seat.locator(".call")).to_have_count(0)


def test_who_only_reads_is_offered_nothing_to_do(hall, new_browser):
    page = new_browser().new_page()
    page.goto(f"{hall.url}/table/1")
    page.locator(".hands summary").last.click()
    page.locator(".paid:visible").first.wait_for()
    assert page.locator(".acts, .begin-correction").count() == 0


def test_a_finished_game_takes_no_more_time_and_no_hand(hall, referee):
    """What can do nothing any more is not offered."""
    page = referee(5)
    entry = page.get_by_role("link", name="Enter a hand")
    expect(entry).to_have_count(1)
    hall.table(5).play("end")
    expect(page.locator(".acts .time")).to_have_count(0)
    expect(entry).to_have_count(0)
