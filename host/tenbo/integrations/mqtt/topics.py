"""What is told by MQTT, as retained messages: a topic for each table, one for the clock, and what Home Assistant needs.

No names: whoever may read at the broker sees seats and points, and of a hidden session no more than that it is played.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import tenbo_core
from tenbo.web.auth.visibility import EVERYBODY, redact_tables
from tenbo_core.clock import RUNNING

if TYPE_CHECKING:
    from tenbo.hall.hall import Hall
    from tenbo.hall.timekeeper import Timekeeper

    Fields = tuple[tuple[str, str, dict[str, str]], ...]

ONLINE, OFFLINE = "online", "offline"
# Where Home Assistant looks for things that tell of themselves, and where it says that it has begun anew.
DISCOVERY = "homeassistant"
BIRTH = f"{DISCOVERY}/status"
SEATS = ("east", "south", "west", "north")
# What Home Assistant shows of a table: the field, its name there, and what else it says about it.
OF_TABLE: Fields = (
    ("hand", "Hand", {"icon": "mdi:cards-playing-outline"}),
    ("sticks", "Riichi sticks", {"state_class": "measurement"}),
    *((seat, f"Points {seat}", {"state_class": "measurement"}) for seat in SEATS),
)
OF_CLOCK: Fields = (
    ("stage", "Session", {"icon": "mdi:timer-outline"}),
    ("ends", "End of the session", {"device_class": "timestamp"}),
)


def status_topic(host: str) -> str:
    """Return where a host says that it is there; its last will says there that it is not."""
    return f"tenbo/{host}/status"


def retained_messages(host: str, hall: Hall, timekeeper: Timekeeper) -> dict[str, str]:
    """Return every message about the hall by its topic, as everybody may see it; what Home Assistant needs is first."""
    tables = redact_tables(hall, EVERYBODY, hall.tables())
    messages = _discovery(host, [table["table"] for table in tables])
    messages[f"tenbo/{host}/clock"] = json.dumps(_clock(timekeeper))
    for table in tables:
        topic = f"tenbo/{host}/tables/{table['table']}"
        messages[topic] = json.dumps(_table(table))
        messages[f"{topic}/status"] = ONLINE if table["state"] == "following" else OFFLINE
    return messages


def _table(view: dict[str, Any]) -> dict[str, Any]:
    """Return what a table's message says: what is not to be seen, or not known, is null."""
    now = view.get("now") or {}
    scores = now.get("scores") or [None] * len(SEATS)
    return {
        "phase": now.get("phase"),
        "hand": f"{now['round']}{now['hand']}" if now else None,
        "honba": now.get("honba"),
        "sticks": now.get("sticks"),
        **dict(zip(SEATS, scores, strict=True)),
        "hidden": bool(view.get("hidden")),
    }


def _clock(timekeeper: Timekeeper) -> dict[str, Any]:
    """Return the hall's clock by the moment of its end: nothing has to be told while it runs."""
    clock, now, left_over = timekeeper.clock, timekeeper.day.now(), timekeeper.stale_clock
    if left_over is not None:
        return {"stage": left_over.state, "ends": None, "left_s": None}
    if clock is None:
        return {"stage": "none", "ends": None, "left_s": None}
    stage = clock.stage(now)
    if stage != RUNNING:
        return {"stage": stage, "ends": None, "left_s": max(0, clock.left(now)) // 1000}
    ends = time.gmtime((now + clock.left(now)) // 1000)
    return {"stage": stage, "ends": time.strftime("%Y-%m-%dT%H:%M:%SZ", ends), "left_s": None}


def _discovery(host: str, tables: list[int]) -> dict[str, str]:
    """Return what makes Home Assistant show the clock and every table, each as a device."""
    hall = _device(f"tenbo-{host}", f"Hall {host}")
    sensors = _sensors(hall, f"tenbo/{host}/clock", OF_CLOCK, [status_topic(host)])
    for number in tables:
        topic = f"tenbo/{host}/tables/{number}"
        seen_by = [status_topic(host), f"{topic}/status"]
        table = _device(f"tenbo-{host}-table-{number}", f"Table {number}", via_device=f"tenbo-{host}")
        sensors |= _sensors(table, topic, OF_TABLE, seen_by)
    return sensors


def _device(device: str, name: str, **more: str) -> dict[str, Any]:
    about = {"name": name, "manufacturer": "Tenbo", "sw_version": tenbo_core.VERSION}
    return {"identifiers": [device], **about, **more}


def _sensors(device: dict[str, Any], topic: str, fields: Fields, seen_by: list[str]) -> dict[str, str]:
    """Return the sensors of one device, one for each field of the topic's message, by where each is told."""
    own = device["identifiers"][0]
    return {
        f"{DISCOVERY}/sensor/{own}/{field}/config": json.dumps(
            {
                "name": meaning,
                "unique_id": f"{own}-{field}",
                "state_topic": topic,
                "value_template": f"{{{{ value_json.{field} }}}}",
                "availability": [{"topic": one} for one in seen_by],
                "availability_mode": "all",
                "device": device,
                "origin": {"name": "tenbo", "sw_version": tenbo_core.VERSION},
                **more,
            }
        )
        for field, meaning, more in fields
    }
