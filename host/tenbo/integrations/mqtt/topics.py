"""The retained MQTT messages: one topic for each table, one for the clock, and the discovery of Home Assistant.

No message has names. A subscriber sees seats and points, and of a hidden session only that it is played.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import tenbo_core
from tenbo_core.clock import RUNNING

if TYPE_CHECKING:
    from tenbo.hall.timekeeper import Timekeeper

    Fields = tuple[tuple[str, str, dict[str, str]], ...]

ONLINE, OFFLINE = "online", "offline"
# The discovery prefix of Home Assistant, below which it also publishes that it has started.
DISCOVERY = "homeassistant"
BIRTH = f"{DISCOVERY}/status"
SEATS = ("east", "south", "west", "north")
# The sensors of a table in Home Assistant: the field, its name there, and its attributes.
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
    """Return the topic of a host's status; its last will publishes there that the host is offline."""
    return f"tenbo/{host}/status"


def retained_messages(host: str, tables: list[dict[str, Any]], timekeeper: Timekeeper) -> dict[str, str]:
    """Return every message about clock and tables by its topic, with the discovery messages first.

    The `tables` are as everybody may see them.
    """
    messages = _discovery(host, [table["table"] for table in tables])
    messages[f"tenbo/{host}/clock"] = json.dumps(_clock(timekeeper))
    for table in tables:
        topic = f"tenbo/{host}/tables/{table['table']}"
        messages[topic] = json.dumps(_table(table))
        messages[f"{topic}/status"] = ONLINE if table["state"] == "following" else OFFLINE
    return messages


def _table(view: dict[str, Any]) -> dict[str, Any]:
    """Return a table's message; hidden and unknown values are null."""
    now = view.get("now") or {}
    scores = now.get("scores") or [None] * len(SEATS)
    return {
        "phase": now.get("phase"),
        "hand": f"{now['round']}{now['hand']}" if now else None,
        "honba": now.get("honba"),
        "sticks": now.get("sticks"),
        **dict.fromkeys(SEATS),
        **dict(zip(SEATS, scores, strict=False)),
        "hidden": bool(view.get("hidden")),
    }


def _clock(timekeeper: Timekeeper) -> dict[str, Any]:
    """Return the clock's message with its end time, so that a running clock needs no updates."""
    clock, now, left_over = timekeeper.clock, timekeeper.day.now(), timekeeper.staleness_reason
    if left_over is not None:
        return {"stage": left_over.state, "ends": None, "left_s": None}
    if clock is None:
        return {"stage": "none", "ends": None, "left_s": None}
    stage = clock.stage(now)
    if stage != RUNNING:
        return {"stage": stage, "ends": None, "left_s": max(0, clock.until_end(now)) // 1000}
    ends = time.gmtime((now + clock.until_end(now)) // 1000)
    return {"stage": stage, "ends": time.strftime("%Y-%m-%dT%H:%M:%SZ", ends), "left_s": None}


def _discovery(host: str, tables: list[int]) -> dict[str, str]:
    """Return the discovery messages that make Home Assistant show the clock and every table as devices."""
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
    """Return the discovery messages of one device by topic: a sensor for each field of its state topic."""
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
