"""What `tenbo season` has the desk do: seasons, evenings, games and people, each by a request and its answer."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from tenbo.cli.support.record_text import scores_text
from tenbo.cli.support.text_layout import print_text
from tenbo.validation.points_text import points_text, signed_points_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

# Who may see a player's page, by the words of `tenbo season share`.
PAGE_READERS = {"self": "that player only", "members": "members", "everyone": "everyone"}


def _post(client: Any, args: argparse.Namespace, path: str, timeout_s: float = 10, **fields: Any) -> dict[str, Any]:
    """Post a request; a question that comes first is asked at the terminal."""
    from tenbo.cli.support.shared_options import confirm
    from tenbo_core.errors import Refused

    given = {name: value for name, value in fields.items() if value is not None}
    try:
        answer: dict[str, Any] = client.post(path, timeout_s, by=args.by, yes=args.yes, **given)
    except Refused as error:
        if error.at != "yes" or args.yes or not sys.stdin.isatty() or not confirm(error.message):
            raise
        answer = client.post(path, timeout_s, by=args.by, yes=True, **given)
    return answer


def _day(text: str | None) -> str | None:
    from tenbo.validation.dates import parse_any_date

    return None if text is None else parse_any_date(text)


def _book(args: argparse.Namespace) -> dict[str, Any]:
    from tenbo.cli.support.shared_options import book_fields

    return dict(book_fields(args.rules)) if args.rules else {}


def _series_fields(args: argparse.Namespace) -> dict[str, Any]:
    fields = {name: getattr(args, name, None) for name in ("order", "least", "best")}
    return {**fields, **_book(args), "date": _day(args.date), "until": _day(getattr(args, "until", None))}


def _new(client: Any, args: argparse.Namespace) -> int:
    made = _post(client, args, "/v1/series", kind="season", title=args.title, **_series_fields(args))
    print_text(f"season {made['title']} begins on {made['date']} (record {made['n']})\n")
    for evening in made["evenings"]:
        print_text(f"evening {evening} belongs to this season\n")
    return 0


def _open(client: Any, args: argparse.Namespace) -> int:
    before = client.get("/v1/club?wait=0")["evening"]
    made = _post(client, args, "/v1/series", title=args.title or None, **_series_fields(args))
    of = f", in the season {made['season']}" if made["season"] else ""
    print_text(f"evening {made['title']} is open{of}\n")
    if before and before["id"] != made["series"]:
        print_text(f"evening {before['title']} is closed\n")
    return 0


def _edit(client: Any, args: argparse.Namespace) -> int:
    made = _post(client, args, "/v1/series/change", series=args.series, title=args.title, **_series_fields(args))
    print_text(f"{made['kind']} {made['title']} was changed (record {made['n']})\n")
    return 0


def _close(client: Any, args: argparse.Namespace) -> int:
    made = _post(client, args, "/v1/series/change", series=args.series or None, closed=True)
    print_text(f"{made['kind']} {made['title']} is closed (record {made['n']})\n")
    for table in made["tables"]:
        print_text(f"  the game at table {table} continues, and counts for this evening when it is over\n")
    return 0


def _reopen(client: Any, args: argparse.Namespace) -> int:
    made = _post(client, args, "/v1/series/change", series=args.series, closed=False)
    print_text(f"{made['kind']} {made['title']} is open again (record {made['n']})\n")
    return 0


def _add_game(client: Any, args: argparse.Namespace) -> int:
    players, scores = [], []
    for seat in args.seats:
        who, score = _seat_score(seat)
        players.append(who)
        scores.append(score)
    fields: dict[str, Any] = {"series": args.series, "date": _day(args.date), "sticks": args.sticks}
    fields["chips"] = args.chips
    made = _post(client, args, "/v1/series_games", players=players, scores=scores, register=args.new, **fields,
                 **{name: value for name, value in _book(args).items() if name == "rules"})  # fmt: skip
    for number, name in made["new"]:
        print_text(f"player {number} is {name}\n")
    game = client.get(f"/v1/series_games/{made['n']}")
    seats = ", ".join(
        f"{_player_name(game, player)} {points_text(score)}"
        for player, score in zip(game["players"], game["scores"], strict=True)
    )
    print_text(f"game {made['n']} was entered: {seats}\n")
    return 0


def _player_name(view: dict[str, Any], player: int) -> str:
    """Return the name of a player of a game or a page, as its answer has it."""
    return str(view["names"].get(str(player), "guest"))


def _person_text(client: Any, who: str) -> tuple[int, str]:
    """Return the number under which a person counts, and the person with name and number as a question names it."""
    from tenbo.client.http_client import path_part

    person = client.get(f"/v1/people/{path_part(who)}?series=All%20games")
    return person["player"], f"{person['name']} (player {person['player']})"


def _seat_score(text: str) -> tuple[str, int]:
    import argparse

    from tenbo.cli.support.argument_types import whole_number
    from tenbo_core.errors import Malformed

    who, equals, score = text.rpartition("=")
    try:
        points = whole_number(score.strip())
    except argparse.ArgumentTypeError:
        equals = ""
    if not equals or not who.strip():
        raise Malformed("bad_field", f"give each player with the score, such as Ann=32000, not {text[:40]!r}", "seats")
    return who.strip(), points


def _correct(client: Any, args: argparse.Namespace) -> int:
    from tenbo.cli.support.exit_status import WrongUsage

    if not args.scores and args.sticks is not None:
        raise WrongUsage("--sticks goes with the scores: give them, East first")
    if not args.scores and not args.chips:
        raise WrongUsage("give the scores, East first, or --chips")
    given = {"scores": args.scores or None, "sticks": args.sticks, "chips": args.chips, "why": args.why}
    made = _post(client, args, f"/v1/series_games/{args.game}", **given)
    typed = []
    if args.scores:
        typed.append(f"{scores_text(made['scores'], args.sticks)}, in place of {scores_text(made['replaces'])}")
    if args.chips:
        typed.append(f"chips {' '.join(map(signed_points_text, made['chips']))}")
    print_text(f"game {args.game}: {'; '.join(typed)} (record {made['n']})\n")
    return 0


def _name(client: Any, args: argparse.Namespace) -> int:
    from tenbo_core.errors import Malformed
    from tenbo_core.seats import WIND_LETTERS

    seat = WIND_LETTERS.find(args.seat.upper()) if len(args.seat) == 1 else -1
    game = client.get(f"/v1/series_games/{args.game}")
    players: list[Any] = list(game["players"])
    if not 0 <= seat < len(players):
        seats = "E, S or W" if len(players) == 3 else "E, S, W or N"
        raise Malformed("bad_seat", f"a seat must be {seats}, not {args.seat[:20]!r}", "seat")
    players[seat] = args.player
    made = _post(client, args, f"/v1/series_games/{args.game}", players=players, why=args.why)
    for number, name in made["new"]:
        print_text(f"player {number} is {name}\n")
    named = _player_name(client.get(f"/v1/series_games/{args.game}"), made["players"][seat])
    print_text(f"game {args.game}, seat {args.seat.upper()}: {named} (record {made['n']})\n")
    return 0


def _remove(client: Any, args: argparse.Namespace) -> int:
    made = _post(client, args, f"/v1/series_games/{args.game}", void=True, why=args.why)
    back = f'tenbo session revert {made["n"]} --why "..." brings it back'
    print_text(f"game {args.game} was removed; {back}\n")
    return 0


def _import(client: Any, args: argparse.Namespace) -> int:
    from tenbo.cli.support.shared_options import count_text, read_text

    fields: dict[str, Any] = {"text": read_text(args.file), "series": args.series}
    if args.preview:
        found = _post(client, args, "/v1/series_games/import", 120, **fields, preview=True)
        days = found["first"] if found["first"] == found["last"] else f"{found['first']} to {found['last']}"
        doubles = f"; {count_text(found['doubles'], 'game')} already entered" if found["doubles"] else ""
        print_text(f"{count_text(found['games'], 'game')}, {days}{doubles}\n")
        for one in found["new"]:
            near = f" (did you mean {one['near']}?)" if one["near"] else ""
            print_text(f"new: {one['name']}{near}\n")
        print_text("nothing has been written\n")
        return 0
    made = _post(client, args, "/v1/series_games/import", 120, **fields)
    print_text(f"{count_text(len(made['games']), 'game')}; {count_text(len(made['new']), 'new player')}\n")
    return 0


def _arrive(client: Any, args: argparse.Namespace) -> int:
    made = _post(client, args, "/v1/attendance", players=args.players, present=args.part == "arrive")
    new = {number for number, _ in made["new"]}
    for number, name in zip(made["players"], made["names"], strict=True):
        print_text(f"player {number} is {name}{' (new)' if number in new else ''}\n")
    here = client.get("/v1/club")["people"]
    print_text(f"players present: {len(here)}\n")
    return 0


def _merge(client: Any, args: argparse.Namespace) -> int:
    """Merge two people whom the question names, because a wrong number takes the games of another person."""
    from tenbo.cli.support.shared_options import confirm
    from tenbo.tournament.plausibility_prompts import confirmation_request

    (number, one), (into, other) = _person_text(client, args.player), _person_text(client, args.into)
    asked = confirmation_request(f"all games of {one} will count for {other}")
    if not args.yes and not (sys.stdin.isatty() and confirm(asked.message)):
        raise asked
    made = _post(client, args, "/v1/people/merge", player=str(number), into=str(into), why=args.why)
    print_text(f"the games of {one} count for {other} (record {made['n']})\n")
    return 0


def _share(client: Any, args: argparse.Namespace) -> int:
    made = _post(client, args, "/v1/people/share", player=args.player, shows=args.shows)
    _, person = _person_text(client, str(made["player"]))
    print_text(f"the page of {person} is visible to {PAGE_READERS[made['shows']]}\n")
    return 0


ACTS: Mapping[str, Any] = {
    "new": _new, "open": _open, "edit": _edit, "close": _close, "reopen": _reopen, "add": _add_game,
    "correct": _correct, "name": _name, "remove": _remove, "import": _import,
    "arrive": _arrive, "leave": _arrive, "merge": _merge, "share": _share,
}  # fmt: skip
