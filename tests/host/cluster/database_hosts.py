"""Two hosts and a desk above them that meet in a database alone, as a test holds them in its hands."""

from __future__ import annotations

import json

import psycopg

from host.cluster.fake_table_hosts import RunningHost, wait_until
from tenbo.store.postgres.database_setup import create_host_role

from .conftest import name_of


class Hall:
    """Two hosts that write into a database, and a desk that reads it; nothing else joins them."""

    def __init__(self, places, server, url):
        self.places, self.server, self.url = places, server, url
        self.red = places.host("red", 1, first=1, desk=(self.address("red"),))
        self.blue = places.host("blue", 1, first=2, desk=(self.address("blue"),))
        self.desk = RunningHost(places.folder / "desk", "desk", database=url)
        places.stack.callback(self.desk.end)
        self.desk.begin()
        wait_until(lambda: self.desk.states() == {1: "following", 2: "following"})

    def role(self, name):
        """Return as whom a host writes; the databases of one server share its roles."""
        return f"{name}_{name_of(self.url)}"

    def address(self, name):
        """Return the address that a host is given."""
        role = self.role(name)
        return self.server.url_over_network(name_of(self.url), role, create_host_role(self.url, role))

    def rows(self, query, *values):
        """Do something in the database as its owner, and return what it says."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            found = connection.execute(query, values)
            return found.fetchall() if found.description else []

    def begin_again(self, place, number):
        """Begin a host again, and wait until its table is followed at the desk."""
        place.begin()
        wait_until(lambda: place.states() == {number: "following"})
        wait_until(lambda: self.desk.states()[number] == "following")

    def cut_off(self, place, name):
        """End a host, as long ago as the desk waits before it says so."""
        place.end()
        self.rows("UPDATE tenbo.host SET seen = seen - interval '1 hour' WHERE name = %s", self.role(name))
        wait_until(lambda: "cut off" in self.host(name)["state"])

    def host(self, name):
        """Return what the desk says of a host."""
        return next(one for one in self.desk.client.get("/v1/hosts")["hosts"] if one["host"] == self.role(name))

    def last_left(self, name):
        """Return what the desk says of the last thing that was left for a host; nothing while it knows of none."""
        return next(reversed(self.host(name)["left"]), {})

    def command(self, device, *fields, name="do", minutes=1):
        """Write a command for host blue as the desk does, and return its number."""
        query = """INSERT INTO tenbo.command (key, host, device, name, fields, desk, until)
            VALUES (gen_random_uuid()::text, %s, %s, %s, %s, 'desk', clock_timestamp() + %s * interval '1 minute')
            RETURNING n"""
        ((n,),) = self.rows(query, self.role("blue"), device, name, json.dumps(fields), minutes)
        return n

    def outcome(self, n):
        """Wait for the answer to a command and return it."""
        query = "SELECT done, answer FROM tenbo.outcome WHERE n = %s"
        wait_until(lambda: self.rows(query, n))
        ((done, answer),) = self.rows(query, n)
        return done, json.loads(answer)
