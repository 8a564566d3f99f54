"""A hand is entered in a browser, tapped or written, and is worth what `tenbo score` says."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tenbo.rulebooks import ids, load
from tenbo.scoring.json_records import answer_score
from tenbo.scoring.yaku import BY_NAME
from tenbo.scoring.yaku_name_translations import yaku_meanings
from tools.generate.page_words import page_translations

from .accessibility import badly_marked_up
from .conftest import hall_of

pytestmark = pytest.mark.thorough("a browser through every way to enter a hand")

# A closed hand, one with all melds and indicators, seven pairs, a yakuman.
HANDS = (
    {"hand": "234567m345p678s9s", "win": "9s", "by": "ron", "riichi": 1, "dora": ["8s"], "ura": ["1z"]},
    {"hand": "55p44s", "win": "5p", "by": "tsumo", "melds": ["chi 234m", "pon 777z", "ankan 1111s"], "seat": "E"},
    {"hand": "1133m5577p22s66s4z", "win": "4z", "by": "tsumo", "round": "S"},
    {"hand": "19m19p19s1234567z", "win": "1m", "by": "ron"},
)
# Whether a closed choice has room for a text.
ROOM_FOR = """(choice, text) => {
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = getComputedStyle(choice).font;
    return pen.measureText(text).width < choice.clientWidth - 20;
}"""
WIND = {"E": "東", "S": "南", "W": "西", "N": "北"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Return a service without tables."""
    with hall_of(0, tmp_path_factory.mktemp("hall")) as place:
        yield place


@pytest.fixture
def scoring(hall, new_browser):
    """Return a function that opens the page."""

    def open_it(width=1280, height=800, **wishes):
        page = new_browser(viewport={"width": width, "height": height}, **wishes).new_page()
        page.goto(f"{hall.url}/score")
        return page

    return open_it


def tiles(text):
    """Return the tiles of a text one by one."""
    found, ranks = [], ""
    for sign in text:
        if sign.isdigit():
            ranks += sign
        else:
            found += [rank + sign for rank in ranks]
            ranks = ""
    return found


def choose(page, name, text):
    page.locator(f"fieldset:has(input[name={name}]) label", has_text=text).first.click()


def tap(page, record):
    """Enter a hand by taps alone."""
    for meld in record.get("melds", ()):
        kind, text = meld.split()
        choose(page, "target", {"chi": "Chi", "pon": "Pon", "ankan": "Closed kan"}[kind])
        page.click(f"[data-tile='{tiles(text)[0]}']")
    for tile in [*tiles(record["hand"]), record["win"]]:
        page.click(f"[data-tile='{tile}']")
    if record.get("riichi"):
        page.locator("fieldset:has(input[name=riichi]) label").nth(record["riichi"]).click()
    choose(page, "by", record["by"].title())
    choose(page, "seat", WIND[record.get("seat", "S")])
    choose(page, "round", WIND[record.get("round", "E")])
    for name in ("dora", "ura"):
        for tile in record.get(name, ()):
            choose(page, "target", name.title())
            page.click(f"[data-tile='{tile}']")


@pytest.mark.parametrize("record", HANDS, ids=["closed", "melds", "pairs", "orphans"])
def test_a_hand_that_is_tapped_is_worth_what_the_command_says(scoring, record):
    page = scoring()
    tap(page, record)
    answer = answer_score(record)
    expect(page.locator(".worth strong")).to_have_text(f"{answer['gain']:,}")
    assert page.locator(".counted tbody").first.locator("tr").count() == len(answer["yaku"]) + sum(
        number > 0 for number in answer["bonus"].values()
    )


def test_a_hand_is_written_in_one_line_and_every_book_says_what_it_is_worth(scoring):
    page = scoring()
    page.fill(".line", "234m345p678p234s55s")
    answer = answer_score({"hand": "234m345p678p234s5s", "win": "5s", "by": "ron"})
    expect(page.locator(".worth strong")).to_have_text(f"{answer['gain']:,}")
    page.get_by_text("Compare all rule books").click()
    page.wait_for_selector(".books")
    assert page.locator(".books tbody tr").count() == len(ids())


def test_a_book_is_chosen_by_a_title_that_a_phone_shows_whole_and_its_edition_stands_below(scoring):
    page = scoring(360, 740)
    book = page.get_by_label("Rule book")
    longest = max((load(one).title for one in ids()), key=len)
    book.select_option(label=longest)
    assert sorted(book.locator("option").all_text_contents()) == sorted(load(one).title for one in ids())
    assert book.evaluate(ROOM_FOR, longest)
    book.select_option("ema-2016")
    expect(page.locator(".edition")).to_have_text("Dutch edition of the EMA Riichi rules, 2016")


def test_tiles_may_follow_their_word_at_once_and_a_red_five_stays_one(scoring):
    page = scoring()
    page.fill(".line", "234m11s p5z pon6z p7z d3p")
    expect(page.locator(".worth strong")).to_have_text("32,000")
    expect(page.locator(".worth span")).to_have_text("1 yakuman")
    expect(page.locator(".indicators svg")).to_have_count(1)
    page.fill(".line", "234m11s p5")
    assert "5 waits for its suit" in page.locator(".hint").inner_text()
    page.fill(".line", "r5p")
    assert page.locator(".hint").inner_text() == "13 tiles are missing"


def test_a_yakuman_is_told_as_one_and_a_counted_one_by_its_han(scoring):
    """Beside the other books as well, where each says it in its own way."""
    page = scoring()
    page.fill(".line", "19m19p19s12345677z")
    expect(page.locator(".hint")).to_contain_text("1 yakuman")
    page.get_by_text("Compare all rule books").click()
    expect(page.locator(".books tbody td", has_text="0 han")).to_have_count(0)
    page.get_by_label("Rule book").select_option("tenhou")
    page.fill(".line", "22334455667788m riichi tsumo ippatsu dora 1m")
    expect(page.locator(".worth span")).to_have_text(re.compile(r"\d\d han \d\d fu yakuman"))


@pytest.mark.parametrize("locale", ["de", "en", "nl", "ja", "fr", "it", "es", "pl", "zh", "ko"])
def test_yaku_and_payments_are_named_in_the_readers_language(scoring, locale):
    """Players of four countries sit at one table; the name that all of them say stands beside, and the kanji."""
    page = scoring(locale=locale)
    page.fill(".line", "234m345p678p234s55s")
    yaku = BY_NAME["tanyao"]
    named = {"en": yaku.english, "ja": yaku.kanji}
    meaning = named[locale] if locale in named else yaku_meanings(locale)["tanyao"]
    expect(page.locator(".counted tr", has_text=meaning)).to_have_count(1)
    # A Korean reader sees the Korean name alone.
    expect(page.locator(".counted tr", has_text=yaku.kanji)).to_have_count(0 if locale == "ko" else 1)
    if locale in {"zh", "ko"}:
        expect(page.locator(".counted th", has_text=meaning)).to_have_text(meaning)
    pays = "the discarder pays" if locale == "en" else page_translations(locale)["the discarder pays"]
    expect(page.locator(".counted .pay th")).to_have_text(pays)


@pytest.mark.parametrize(
    ("locale", "said"), [("en", "not in this rule book: red fives"), ("de", "nicht in diesem Regelwerk: rote Fünfen")]
)
def test_what_a_book_does_not_have_is_named_in_the_readers_words(scoring, locale, said):
    """And nothing of it by a name that only the program knows."""
    page = scoring(locale=locale)
    books = page.locator(".options select")
    books.locator("option[value='ema-2016']").wait_for(state="attached")
    books.select_option("ema-2016")
    page.fill(".line", "234067m345p678s99s riichi")
    expect(page.locator(".result .old")).to_have_text(said)
    names = ["double_riichi", "ippatsu", "rinshan", "chankan", "haitei", "houtei", "renhou", "tenhou", "chiihou"]
    names += ["red_fives", "ura", "honba"]

    def answer_all(route):
        answer = route.fetch()
        route.fulfill(json={**answer.json(), "ignored": names})

    page.route("**/v1/score", answer_all)
    page.fill(".line", "234067m345p678s99s riichi dora 8s")
    expect(page.locator(".result .old")).to_contain_text("Ippatsu")
    shown = re.split(r"[:,] ", page.locator(".result .old").inner_text())
    assert [name for name in names if name != "ippatsu" and name in shown] == []


def test_what_dora_count_is_not_called_an_indicator_in_japanese(scoring):
    page = scoring(locale="ja")
    page.fill(".line", "234567m345p678s99s riichi dora 8s")
    expect(page.locator(".counted tr", has_text="ドラ").locator("th")).to_have_text("ドラ")
    expect(page.locator(".indicators")).to_contain_text("ドラ表示")


def test_a_tap_that_moves_the_page_presses_nothing_else(scoring):
    """An open meld takes the choice of riichi away: the page is shorter, and something else comes under the finger."""
    page = scoring(360, 740, has_touch=True, is_mobile=True)
    page.locator("fieldset:has(input[name=target]) label", has_text="Chi").tap()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    # Where the finger was, the page is moved under it before its click comes.
    page.evaluate("""() => {
        const back = [...document.querySelectorAll("button")].find((one) => one.textContent == "New hand");
        document.querySelector("tenbo-hand").addEventListener("pointerup", () => back.classList.add("moved"));
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(".moved { position: fixed; inset: 0; z-index: 9; }");
        document.adoptedStyleSheets.push(sheet);
    }""")
    page.locator("[data-tile='7m']").tap()
    page.wait_for_selector(".moved")
    expect(page.locator(".laid .meld")).to_have_count(1)
    expect(page.locator(".line")).to_have_value("chi 789m ")


def test_a_tile_that_is_there_four_times_cannot_be_tapped_again_and_a_sign_that_is_no_tile_is_named(scoring):
    page = scoring()
    assert page.locator(".hint").inner_text() == "14 tiles are missing"
    page.fill(".line", "5555p")
    assert page.locator("[data-tile='5p']").is_disabled()
    assert not page.locator("[data-tile='6p']").is_disabled()
    page.fill(".line", "123m9x")
    assert "x is not a tile" in page.locator(".hint").inner_text()
    page.fill(".line", "123m45")
    assert "45 waits for its suit" in page.locator(".hint").inner_text()
    page.fill(".line", "123456789m123456p")
    assert page.locator(".hint").inner_text() == "1 tile too many"
    page.fill(".line", "123456789m1234567p")
    assert page.locator(".hint").inner_text() == "2 tiles too many"


def test_a_hand_without_yaku_says_so_in_the_words_of_the_command(scoring):
    page = scoring()
    page.fill(".line", "123m345p678p789s11p")
    page.wait_for_selector(".refused")
    assert "no yaku" in page.locator(".refused").inner_text()


def test_another_tile_of_the_hand_is_named_as_the_winning_one(scoring):
    page = scoring()
    page.fill(".line", "234m345p678p234s55s")
    page.wait_for_selector(".worth")
    page.click("[aria-label='make 2 of characters the winning tile']")
    record = {"hand": "34m345p678p234s55s", "win": "2m", "by": "ron"}
    expect(page.locator(".worth strong")).to_have_text(f"{answer_score(record)['gain']:,}")
    assert page.locator(".winner svg").get_attribute("aria-label") == "winning tile: 2 of characters"
    # The line says it, too: who writes on has not named another one.
    assert page.locator(".line").input_value() == "34m345678p23455s2m"
    page.locator(".line").press("End")
    page.keyboard.type(" riichi")
    expect(page.locator(".winner svg")).to_have_attribute("aria-label", "winning tile: 2 of characters")
    expect(page.locator(".worth strong")).to_have_text(f"{answer_score({**record, 'riichi': 1})['gain']:,}")


def test_what_only_one_book_knows_of_a_hand_is_asked_under_that_book_and_counts(scoring):
    """An open riichi and a winning tile that was sorted in, in Austria: without them the hand was scored as another."""
    page = scoring()
    flags = page.locator("label.flag")
    expect(flags).to_have_text([" Ippatsu"])
    page.get_by_label("Rule book").select_option("austria")
    expect(flags).to_have_count(3)
    record = {"hand": "234567m34p678s55s", "win": "5p", "by": "tsumo", "rules": "austria", "riichi": 1}
    page.fill(".line", "234567m34p678s55s5p tsumo riichi")
    for name, words in (("open_riichi", "Open riichi"), ("sorted_in", "The drawn tile was sorted into the hand")):
        page.get_by_label(words).check()
        record[name] = True
        expect(page.locator(".worth strong")).to_have_text(f"{answer_score(record)['gain']:,}")
    # Written as well, by their beginnings; what is unchecked is no longer written.
    page.fill(".line", "234567m34p678s55s5p tsumo open sorted")
    expect(page.locator(".worth strong")).to_have_text(f"{answer_score(record)['gain']:,}")
    page.get_by_label("The drawn tile was sorted into the hand").uncheck()
    expect(page.locator(".line")).to_have_value("234567m34p67855s5p tsumo open_riichi ")
    del record["sorted_in"]
    expect(page.locator(".worth strong")).to_have_text(f"{answer_score(record)['gain']:,}")
    page.get_by_role("button", name="New hand").click()
    expect(page.locator("label.flag input:checked")).to_have_count(0)
    page.get_by_label("Rule book").select_option("ema-2016")
    expect(flags).to_have_count(1)


def test_who_is_liable_for_a_yakuman_is_said_by_the_wind(scoring):
    """As `tenbo score --liable` has it, for who scores a hand without a table."""
    page = scoring()
    record = {"hand": "23m99p", "win": "4m", "by": "ron", "melds": ["pon 555z", "pon 666z", "pon 777z"]}
    page.fill(".line", "23m99p4m pon 5z pon 6z pon 7z")
    expect(page.locator(".worth span")).to_have_text("1 yakuman")
    choose(page, "liable", WIND["W"])
    expect(page.locator(".refused")).to_have_text("A player is liable for this ron: give the discarder's wind as well")
    for discarder in ("N", "W"):
        choose(page, "source", WIND[discarder])
        answer = answer_score({**record, "pao": {"seat_wind": "W", "from": discarder}})
        pays = [f"{answer['pay'][who]:,}" for who in ("discarder", "liable") if who in answer["pay"]]
        expect(page.locator(".counted .pay td:nth-child(2)")).to_have_text(pays)
    choose(page, "by", "Tsumo")
    expect(page.locator("input[name=source]")).to_have_count(0)
    expect(page.locator(".counted .pay th")).to_have_text("the liable player pays")
    # No one is liable for an own hand, or for the next one.
    choose(page, "seat", WIND["W"])
    expect(page.locator(".counted .pay th")).to_have_text(["East pays", "the others pay each"])
    page.get_by_role("button", name="New hand").click()
    expect(page.locator("input[name=liable]")).to_have_count(0)


def test_a_usual_hand_is_entered_in_twelve_seconds_of_a_person(scoring):
    """Counted as such things are: 0.28 s for a key, 1.3 s for finding a button and pressing it."""
    page = scoring()
    seconds = 0.0
    # Nothing has to be pressed first: the line has the focus.
    for sign in "234567m345p678s99s":
        page.keyboard.press(sign)
        seconds += 0.28
    dora = "fieldset:has(input[name=target]) label:has-text('Dora')"
    for press in ("fieldset:has(input[name=riichi]) label >> nth=1", dora, "[data-tile='8s']"):
        page.click(press)
        seconds += 1.3
    answer = answer_score({"hand": "234567m345p678s9s", "win": "9s", "by": "ron", "riichi": 1, "dora": ["8s"]})
    expect(page.locator(".worth strong")).to_have_text(f"{answer['gain']:,}")
    assert seconds < 12


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_can_be_read_by_everybody(scoring, scheme):
    page = scoring(390, 844, color_scheme=scheme)
    page.fill(".line", "234m345p678p234s55s")
    page.wait_for_selector(".worth")
    assert badly_marked_up(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_first_tile_moves_no_key_under_the_finger_on_a_phone(scoring):
    """The place of the hand was a thin strip until it had a tile."""
    page = scoring(390, 844)
    key = page.locator("button.key").first
    key.click()
    expect(page.locator(".laid .tile")).to_have_count(1)
    with_tile = key.bounding_box()["y"]
    page.get_by_role("button", name="Remove the last tile").click()
    expect(page.locator(".laid .tile")).to_have_count(0)
    assert key.bounding_box()["y"] == with_tile
