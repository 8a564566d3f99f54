"""The games of a table in a browser as a file, out and in, and what is known of where they are kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .tablets import SIZE, by_name, http_context, open_table, play_riichi, tablet_service


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Yield the address of a service without tables."""
    with tablet_service(tmp_path_factory.mktemp("hall")) as address:
        yield address


@pytest.fixture
def table(new_browser, hall):
    """Return a table in a browser that has never had one."""
    return open_table(new_browser(viewport=SIZE, has_touch=True), hall)


def save(table, path):
    """Save the games of a table by its settings."""
    table.page.click("[data-settings]")
    with table.page.expect_download() as download:
        table.page.get_by_role("button", name="Save the games as a file").click()
    download.value.save_as(path)
    table.page.get_by_role("button", name="Close").click()
    return path


def take(table, path):
    """Take the games of a file, by the settings, and say yes to what is asked."""
    table.page.on("dialog", lambda dialog: dialog.accept())
    table.page.click("[data-settings]")
    with table.page.expect_file_chooser() as chooser:
        table.page.get_by_role("button", name="Load games from a file").click()
    chooser.value.set_files(path)


def check_moved(there, path, ledger, number):
    """Take a file at another table, and play on."""
    take(there, path)
    there.page.wait_for_function("() => tenbo.restarts === 1")
    there.page.get_by_role("button", name="Close").click()
    there.wait_lit().wait_stored(2)
    assert there.ledger()[:3] == ledger
    assert there.page.evaluate("tenbo.world.number") == number
    there.page.reload()
    there.wait_lit().wait_stored(2)
    assert there.ledger()[:3] == ledger
    there.page.tap('[data-seat="0"] [data-key="riichi"]')
    there.wait_stored(3)


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_the_games_of_a_tablet_go_on_at_another_one(table, new_browser, hall, tmp_path):
    """The first one has a broken glass."""
    play_riichi(table)
    path = save(table, tmp_path / "games.txt")
    there = open_table(new_browser(viewport=SIZE, has_touch=True), hall)
    check_moved(there, path, table.ledger()[:3], table.page.evaluate("tenbo.world.number"))


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_they_go_on_in_a_database_too(table, browser, hall, tmp_path):
    """A tablet has them over http."""
    play_riichi(table)
    path = save(table, tmp_path / "games.txt")
    with http_context(browser) as context:
        there = open_table(context, by_name(hall))
        check_moved(there, path, table.ledger()[:3], table.page.evaluate("tenbo.world.number"))


@pytest.mark.thorough("a browser, a service and their tables for seconds")
@pytest.mark.parametrize("damage", [lambda text: text[:-60], lambda text: text.replace("file", "fill", 1)])
def test_a_damaged_file_changes_nothing(table, tmp_path, damage):
    """It was cut, or a letter is another one."""
    play_riichi(table)
    before = table.ledger()
    path = save(table, tmp_path / "games.txt")
    path.write_text(damage(path.read_text("utf-8")), "utf-8")
    asked = []
    table.page.on("dialog", lambda dialog: asked.append(dialog.type))
    with table.page.expect_event("dialog", lambda dialog: dialog.type == "alert"):
        take(table, path)
    assert asked == ["confirm", "alert"]
    assert table.ledger() == before
    assert table.page.evaluate("tenbo.restarts") == 0


def test_health_tells_the_world_its_storage_and_the_battery(new_browser, hall):
    """A hall's doctor reads it, and so does who opens the settings."""
    context = new_browser(viewport=SIZE, has_touch=True)
    context.add_init_script(
        """
        navigator.getBattery = async () => Object.assign(new EventTarget(), { level: 0.42, charging: false });
        """
    )
    table = open_table(context, hall)
    fields = {key: value for _, _, key, value in table.ask("health")}
    assert (fields["world"], fields["storage"], fields["persisted"], fields["battery"]) == (
        "browser",
        "opfs",
        False,
        42,
    )
    table.page.click("[data-settings]")
    facts = table.page.locator(".facts")
    expect(facts).to_contain_text("private files")
    expect(facts).to_contain_text("may delete the games")
    expect(facts).to_contain_text("Battery: 42%")


@pytest.mark.thorough("a browser, a service and their tables for seconds")
def test_storage_that_may_go_is_said_before_the_first_game(new_browser, hall):
    """And storage that is almost full."""
    context = new_browser(viewport=SIZE, has_touch=True)
    context.add_init_script(
        "if (isSecureContext) navigator.storage.estimate = async () => ({ usage: 95e6, quota: 100e6 });"
    )
    table = open_table(context, hall)
    expect(table.page.locator(".start .open-point").first).to_contain_text("Add Tenbo")
    expect(table.page.locator('[data-note="storage"]')).to_have_text("not permanent")
    expect(table.page.locator('[data-note="full"]')).to_contain_text("almost full")
