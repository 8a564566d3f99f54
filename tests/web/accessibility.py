"""What axe finds wrong with how a page is marked up and coloured: its half megabyte is put into a page once."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe

# A colour that is on its way from one to the other has a contrast that nobody sees.
LOOK = """async () => {
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { violations } = await axe.run({ resultTypes: ["violations"] });
    return violations.map((one) => [one.id, one.nodes[0].html.slice(0, 200)]);
}"""


def badly_marked_up(page):
    """Return each rule of axe that a page breaks, with the first place where it does."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    return page.evaluate(LOOK)
