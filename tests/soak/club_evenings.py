"""Three evenings of a club of nine, from outside: two tables with buttons, a tablet, phones, paper, and the sums again.

    python tests/soak/club_evenings.py PICTURES

It prints how many presses and taps and how many seconds a person needs, and every total and rating that is not as
computed here from what tables and sheets said. The folder gets pictures of the pages, to be looked at.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from club_sums import own_ratings, own_totals
from club_tables import FIGURES, BrowserPlayers, Club, Phone, Players, Table, Tablet, wait_until
from playwright.sync_api import Browser, Page, sync_playwright

from compiled_firmware import compiled_firmware
from tenbo.simulator.table import VirtualTable
from tests.web.conftest import ARGUMENTS
from tests.web.tablets import SIZE, open_table
from tools.browser_setup import chromium, use_local_node

NAMES = ["Ann Ash", "Bob Bell", "Cat Cole", "Dan Dorn", "Eve Elm", "Fay Fox", "Gus Gil", "Hal Hill"]
ANN, BOB, CAT, DAN, EVE, FAY, GUS, HAL = NAMES
WOLVES = ["Max Wolf 9", "Max Wolf 10"]
MORE_PEOPLE = "id,name\n9,Max Wolf\n10,Max Wolf\n11,Anne Ash\n"
SHEET, CORRECTED = [41_000, 29_000, 30_000, 20_000], [40_000, 29_000, 31_000, 20_000]
PAGES = ("club", "club#season", "club#records", "club#calendar", "club/person/1")
WIDTHS, SETTLE_MS = (390, 820, 1440), 1500


class Evenings:
    """The club's evenings, and what its tables and sheets said: players by number (0 a guest), and scores."""

    def __init__(self, club: Club, tables: list[Table], browser: Browser, pictures: Path) -> None:
        self.club, self.tables, self.browser, self.pictures = club, tables, browser, pictures
        self.codes = club.codes()
        self.games: list[tuple[list[int], list[int]]] = []
        self.desk = self.join("desk", 1440)

    def join(self, role: str, width: int) -> Page:
        """Let a browser of some width join in a role, as a poster's address does."""
        page = self.browser.new_context(viewport={"width": width, "height": 900}, has_touch=True).new_page()
        page.goto(f"{self.club.url}/join#{self.codes[role]}")
        page.get_by_role("button", name="Log in").tap()
        page.wait_for_url(lambda url: "join" not in url)
        return page

    def play(self, table: int, seed: int, players: list[int]) -> list[int]:
        """Play a game at a table, and return the list of its players, which may be changed afterwards."""
        self.games.append((players, self.tables[table - 1].play(seed)))
        return players

    def first(self) -> None:
        """Six, a late one and a guest at two tables; two change tables; then a tablet is opened."""
        one, two = self.tables
        self.club.tenbo("season", "open", "--date", "2026-12-01")
        self.club.tenbo("season", "arrive", *NAMES[:6])
        one.sit_all([ANN, BOB, CAT, DAN])
        one.begin(0, [ANN, BOB, CAT, DAN])
        phone = Phone(self.join("table 2", 390))
        phone.sit(0, EVE)
        phone.sit(1, FAY)
        self.club.tenbo("season", "arrive", GUS)
        phone.sit(2, GUS)
        two.begin(0, [EVE, FAY, GUS, ""])
        self.play(1, 1, [1, 2, 3, 4])
        guest = self.play(2, 2, [5, 6, 7, 0])
        one.sit_all(["", "", EVE, FAY])
        one.begin(0, [ANN, BOB, EVE, FAY])
        self.club.tenbo("season", "arrive", HAL)
        two.sit(3, HAL, since_start=True)
        guest[3] = 8
        two.sit_all([CAT, DAN])
        two.begin(0, [CAT, DAN, GUS, HAL])
        self.play(1, 3, [1, 2, 5, 6])
        self.play(2, 4, [3, 4, 7, 8])
        context = self.browser.new_context(viewport=SIZE, has_touch=True)
        page = open_table(context, self.club.url, f"#{self.codes['tablet 3']}")
        tablet = Tablet(self.club, 3, BrowserPlayers(page))
        wait_until(lambda: [one["state"] for one in self.club.get("/v1/tables")] == ["following"] * 3)
        tablet.sit_all([ANN, DAN, EVE, HAL])
        page.page.screenshot(path=str(self.pictures / "tablet.png"))
        tablet.press("table", "dice")
        wait_until(lambda: tablet.phase() == "playing")
        self.games.append(([1, 4, 5, 8], tablet.play(0)))
        wait_until(lambda: len(self.club.season("--series", "2026-12-01")["games"]) == len(self.games))
        context.close()
        self.club.tenbo("season", "close")

    def second(self) -> None:
        """Five at one table: the desk seats those who are proposed, and one rests by turns."""
        self.club.tenbo("season", "open", "--date", "2026-12-08")
        self.club.tenbo("season", "arrive", *NAMES[:5])
        rested = []
        for number in range(3):
            self.desk.goto(f"{self.club.url}/club")
            proposal = self.club.get("/v1/club")["next"]
            [game], rest = proposal["tables"], proposal["rest"]
            rested += rest
            self.desk.get_by_role("button", name="Seat these people").click()
            self.desk.get_by_text(f"The players are now seated at table {game['table']}.").wait_for()
            self.tables[game["table"] - 1].begin(0, [NAMES[player - 1] for player in game["players"]])
            self.play(game["table"], 10 + number, [*game["players"]])
            wait_until(lambda count=number + 1: len(self.club.season("--series", "2026-12-08")["games"]) == count)
        assert len({*rested}) == 3, rested
        self.club.tenbo("season", "close")

    def third(self) -> None:
        """Two of one name, a guest, a sheet and a merge; the evening is closed, a guest named, a game corrected."""
        people = self.club.store.parent / "people.csv"
        people.write_text(MORE_PEOPLE, "utf-8")
        self.club.tenbo("season", "open", "--date", "2026-12-15")
        self.club.tenbo("session", "players", str(people), "--yes")
        self.club.tenbo("season", "arrive", "9", "10", BOB)
        self.tables[0].sit_all([*WOLVES, BOB, ""])
        self.tables[0].begin(0, [*WOLVES, BOB, ""])
        self.play(1, 20, [9, 10, 2, 0])
        self.enter_sheet(["Anne Ash", CAT, DAN, ""])
        self.merge(11, ANN)
        self.club.tenbo("season", "close")
        [sheet] = [game["id"] for game in self.club.season("--series", "2026-12-15")["games"] if game["paper"]]
        self.club.tenbo("season", "name", str(sheet), "N", EVE)
        self.correct_newest()
        self.games.append(([1, 3, 4, 5], CORRECTED))

    def enter_sheet(self, names: list[str]) -> None:
        """Type a result from paper at the desk."""
        self.desk.goto(f"{self.club.url}/club")
        self.desk.get_by_text("Enter a result by hand").click()
        for seat, (name, score) in enumerate(zip(names, SHEET, strict=True)):
            self.desk.locator(f"[name=player{seat}]").fill(name)
            self.desk.locator(f"[name=score{seat}]").fill(str(score))
        self.desk.get_by_role("button", name="Save the result").click()
        self.desk.get_by_text("The result is in.").wait_for()

    def merge(self, player: int, into: str) -> None:
        """Make two people one on the page of the second."""
        self.desk.goto(f"{self.club.url}/club/person/{player}")
        self.desk.get_by_text("Merge with another person").click()
        self.desk.get_by_label("Move the games to").select_option(label=into)
        self.desk.get_by_role("button", name="Merge into one person").click()
        self.desk.get_by_role("button", name="Undo").wait_for()

    def correct_newest(self) -> None:
        """Correct the sheet of the closed evening on a phone."""
        self.desk.set_viewport_size({"width": 390, "height": 844})
        self.desk.goto(f"{self.club.url}/club#calendar")
        self.desk.locator(".calendar a").first.click()
        game = self.desk.locator(".game", has_text=EVE).first
        game.locator(".menu summary").click()
        game.get_by_text("Correct the scores").click()
        for seat, score in enumerate(CORRECTED):
            self.desk.locator(f".change [name=value{seat}]").fill(str(score))
        self.desk.locator(".change [name=why]").fill("sheet read again")
        self.desk.get_by_role("button", name="Save the change").click()
        game.get_by_text("1 change").wait_for()

    def take_pictures(self) -> None:
        """Take pictures of the pages in three widths."""
        for path in PAGES:
            for width in WIDTHS:
                self.desk.set_viewport_size({"width": width, "height": 900})
                self.desk.goto("about:blank")
                self.desk.goto(f"{self.club.url}/{path}")
                self.desk.wait_for_timeout(SETTLE_MS)
                name = f"{path.replace('/', '-').replace('#', '-')}-{width}.png"
                self.desk.screenshot(path=str(self.pictures / name), full_page=True)

    def differences(self) -> int:
        """Compare the season with what the tables and the sheets said, and print what differs."""
        season = self.club.season()
        own = sorted((players, scores, own_totals(scores)) for players, scores in self.games)
        found = sorted((game["players"], game["scores"], game["totals"]) for game in season["games"])
        wrong = [pair for pair in zip(own, found, strict=True) if pair[0] != pair[1]]
        ratings = own_ratings([(game["players"], game["scores"]) for game in season["games"]])
        for row in season["standings"]:
            total = sum(points for players, _, totals in own
                        for player, points in zip(players, totals, strict=True) if player == row["player"])  # fmt: skip
            rating = tuple(round(value, 4) for value in ratings[row["player"]])
            if (row["total"], row["rating"], row["deviation"]) != (total, *rating):
                wrong.append((row, (total, rating)))
        for pair in wrong:
            print("differs:", *pair)
        print(f"{len(found)} games of {len(season['standings'])} people, {len(wrong)} differences")
        return len(wrong)


def main() -> int:
    """Play the evenings."""
    pictures = Path(sys.argv[1])
    pictures.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        club = Club(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        made = [stack.enter_context(VirtualTable(firmware=compiled_firmware(), identity=f"e66000000000000{one}"))
                for one in range(2)]  # fmt: skip
        stack.callback(club.end)
        club.run([one.port for one in made])
        wait_until(lambda: [one["state"] for one in club.get("/v1/tables")] == ["following"] * 2)
        # The one that came first is table 1.
        numbers = {int(one["device"][-1]): one["table"] for one in club.get("/v1/tables")}
        tables = [Table(club, numbers[one], Players(table)) for one, table in enumerate(made)]
        club.tenbo("season", "new", "Winter 2026", "--date", "2026-10-01", "--least", "2")
        use_local_node()
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        stack.callback(browser.close)
        evenings = Evenings(club, sorted(tables, key=lambda one: one.number), browser, pictures)
        evenings.first()
        evenings.second()
        evenings.third()
        evenings.take_pictures()
        for name, values in FIGURES.items():
            print(f"{name:<46} {min(values):6.2f} to {max(values):6.2f} ({len(values)})")
        return 1 if evenings.differences() else 0


if __name__ == "__main__":
    sys.exit(main())
