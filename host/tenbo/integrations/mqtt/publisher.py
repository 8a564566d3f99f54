"""Publishes the state of the hall to an MQTT broker, in a thread of its own.

A broker may lose what it has acknowledged. So all messages are published again after each reconnect, and after each
start of Home Assistant.
"""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion

from tenbo.integrations.mqtt.broker_settings import parse_broker_url
from tenbo.integrations.mqtt.topics import BIRTH, OFFLINE, ONLINE, retained_messages, status_topic
from tenbo.runtime.worker import Worker
from tenbo.web.auth.visibility import EVERYBODY

if TYPE_CHECKING:
    from paho.mqtt.reasoncodes import ReasonCode

    from tenbo.hall.change_log import ChangeBuffer
    from tenbo.hall.table_views import TableViews
    from tenbo.hall.timekeeper import Timekeeper
    from tenbo.runtime.service_log import ServiceLog
    from tenbo.web.auth.visibility import Visibility

# Changes are published after this time at most; values that change by themselves, for example the clock's stage, after
# BEAT_S.
POLL_S = 0.2
BEAT_S = 2.0
AGAIN_S = 2.0
CONNECT_S = 4.0
# The broker publishes the last will after one and a half times this time without a message.
KEEPALIVE_S = 15
# At shutdown the service waits for an unresponsive broker at most this long.
LEAVE_S = 1.0


class MqttPublisher:
    """Publishes to one broker; messages that could not be sent follow after the reconnect."""

    def __init__(
        self,
        address: str,
        host: str,
        views: TableViews,
        visibility: Visibility,
        timekeeper: Timekeeper,
        changes: ChangeBuffer,
        log: ServiceLog,
    ) -> None:
        self._broker = parse_broker_url(address)
        self._host, self._timekeeper, self._changes, self._log = host, timekeeper, changes, log
        self._views, self._visibility = views, visibility
        self._status = status_topic(host)
        # The messages published on this connection; None before the broker has accepted it.
        self._published: dict[str, str] | None = None
        # Topics that the broker may still retain for a table whose number has changed.
        self._ever: set[str] = set()
        self._seen, self._checked_at = -1, 0.0
        self._why = ""
        self._thread = Worker("mqtt", self._run, log)
        self._client = self._make_client()

    def start(self) -> None:
        """Start the publisher."""
        self._thread.start()

    def close(self) -> None:
        """Publish that the host is offline, and stop."""
        self._thread.close(LEAVE_S)

    def _make_client(self) -> Client:
        # The same client id at each connection makes the broker end a stale one first.
        name = f"tenbo-{self._host}"
        client = Client(CallbackAPIVersion.VERSION2, name, protocol=MQTTProtocolVersion.MQTTv5)
        client.connect_timeout = CONNECT_S
        if self._broker.user:
            client.username_pw_set(self._broker.user, self._broker.password or None)
        if self._broker.tls:
            client.tls_set(self._broker.ca or None)
        client.will_set(self._status, OFFLINE, qos=1, retain=True)
        client.on_connect = self._on_connect
        client.on_message = self._on_message
        client.on_publish = self._on_publish
        return client

    # ---------------------------------------------------------------- the thread

    def _run(self) -> None:
        while not self._thread.is_stopping:
            self._published = None
            try:
                self._client.connect(self._broker.address, self._broker.port, KEEPALIVE_S)
                self._publish_loop()
            except OSError as error:
                self._failed(f"does not answer ({error})")
            except Exception as error:  # noqa: BLE001 - an internal error must not end the publisher
                self._log.log_exception(error)
                self._client.disconnect()
            self._thread.sleep(AGAIN_S)
        self._go_offline()

    def _publish_loop(self) -> None:
        """Publish changes until the connection or the service ends."""
        while self._client.loop(POLL_S) == MQTTErrorCode.MQTT_ERR_SUCCESS and not self._thread.is_stopping:
            if self._published is not None and self._has_news():
                self._publish_changed(self._published)
        if not self._thread.is_stopping and not self._why:
            self._failed("no longer answers")

    def _has_news(self) -> bool:
        last, now = self._changes.last, time.monotonic()
        if last == self._seen and now - self._checked_at < BEAT_S:
            return False
        self._seen, self._checked_at = last, now
        return True

    def _publish_changed(self, before: dict[str, str]) -> None:
        """Publish the messages that have changed, and remove retained ones that are gone."""
        messages = retained_messages(
            self._host, self._visibility.redact_tables(EVERYBODY, self._views.tables()), self._timekeeper
        )
        for topic in self._ever - messages.keys():
            self._client.publish(topic, b"", retain=True)
        for topic, text in messages.items():
            if before.get(topic) != text:
                self._client.publish(topic, text, retain=True)
        if self._status not in before:
            # Published last, so that stale messages from before an outage are not shown as live. It is acknowledged, so
            # that a broker that rejects our messages is noticed.
            self._client.publish(self._status, ONLINE, qos=1, retain=True)
        self._ever = set(messages)
        self._published = {**messages, self._status: ONLINE}

    def _go_offline(self) -> None:
        if self._published is not None:
            with contextlib.suppress(OSError, ValueError):
                self._client.publish(self._status, OFFLINE, retain=True)
        self._client.disconnect()

    # ---------------------------------------------------------------- callbacks of the broker

    def _on_connect(self, client: Client, _: Any, __: Any, reason: ReasonCode, ___: Any) -> None:
        if reason.is_failure:
            self._failed(f"refuses the login: {reason}")
            return
        client.subscribe(BIRTH, qos=1)
        self._published, self._checked_at = {}, 0.0
        if self._why:
            self._log.write_line(f"mqtt: the broker at {self._broker} answers again")
            self._why = ""

    def _on_message(self, _: Client, __: Any, message: MQTTMessage) -> None:
        if message.payload == ONLINE.encode() and self._published is not None:
            self._published, self._checked_at = {}, 0.0

    def _on_publish(self, _: Client, __: Any, ___: int, reason: ReasonCode, ____: Any) -> None:
        if reason.is_failure:
            self._failed(f"does not allow publishing to tenbo/{self._host}/#: {reason}")

    def _failed(self, why: str) -> None:
        if why != self._why:
            self._log.write_line(
                f"mqtt: the broker at {self._broker} {why}. Everything else continues", level="warning"
            )
        self._why = why
