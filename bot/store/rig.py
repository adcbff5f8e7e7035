"""Servers of our own on this machine's loopback, to be harmed: one, a Cluster of six, a master with two replicas under
three sentinels. The tests and `signoria soak` play on them."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from redis.crc import key_slot

from bot.store.embedded import DURABLE
from bot.store.keys import GameKeys
from bot.store.node import KEPT, Node, free_ports, until

HEARD = 6.0
"""Seconds after which a fail-over that was asked for is asked for again."""
MATE = "mate"
"""The name by which servers and sentinels speak to one another; clients have another, so that a cut parts them."""
_MATES = ("--user", MATE, "on", "nopass", "~*", "&*", "+@all", "--masteruser", MATE, "--masterauth", MATE)


class Single:
    """One durable server."""

    def __init__(self, *options: str) -> None:
        self.node = Node(free_ports(1)[0], options or DURABLE)
        self.nodes = [self.node]
        self.url = f"redis://127.0.0.1:{self.node.port}"

    def masters(self) -> list[Node]:
        return self.nodes

    def heal(self) -> None:
        self.node.mend()

    def flush(self) -> None:
        self.node.client.flushall()

    def close(self) -> None:
        self.node.close()


def follower(server: Single) -> Node:
    """A replica of a single server that keeps up."""
    server.node.client.config_set("repl-diskless-sync-delay", 0)
    replica = Node(free_ports(1)[0], ("--replicaof", "127.0.0.1", str(server.node.port), *DURABLE))
    until(lambda: _replicas(server.node) == 1)
    return replica


class Cluster:
    """Three masters, three replicas."""

    def __init__(self) -> None:
        options = ("--cluster-enabled", "yes", "--cluster-node-timeout", "1500", "--repl-diskless-sync-delay", "0")
        self.nodes = [Node(port, options + DURABLE) for port in free_ports(6)]
        self.url = "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes[:3])
        ids = [node.client.execute_command("CLUSTER MYID").decode() for node in self.nodes]
        for index, node in enumerate(self.nodes[:3]):
            last = 16383 if index == 2 else (index + 1) * 5461 - 1
            node.client.execute_command("CLUSTER ADDSLOTSRANGE", index * 5461, last)
            node.client.execute_command("CLUSTER SET-CONFIG-EPOCH", index + 1)
        for node in self.nodes[1:]:
            node.client.execute_command("CLUSTER MEET", "127.0.0.1", self.nodes[0].port)
        until(lambda: all(self._knows(node) == 6 for node in self.nodes))
        for node, master in zip(self.nodes[3:], ids[:3], strict=True):
            until(partial(node.client.execute_command, "CLUSTER REPLICATE", master))
        self.settle()

    @staticmethod
    def _knows(node: Node) -> int:
        return sum(1 for peer in node.client.execute_command("CLUSTER NODES").values() if peer["connected"])

    def settle(self) -> None:
        """Wait until every slot is served and every master has its replica."""
        until(lambda: all(n.client.execute_command("CLUSTER INFO")["cluster_state"] == "ok" for n in self.nodes))
        until(lambda: sum(_replicas(node) for node in self.nodes) == 3)

    @staticmethod
    def slot_of(game: str) -> int:
        return key_slot(GameKeys.of(game).game.encode())

    def masters(self) -> list[Node]:
        return [node for node in self.nodes_up() if node.client.info("replication")["role"] == "master"]

    def move_slot(self, slot: int, source: Node, target: Node) -> Iterator[None]:
        """Hand a slot from one master to another while it is in use, key by key; yields in between.

        A key that is on both sides is an error: nobody but the one who moves it may have made it there.
        """
        from_id, to_id = (node.client.execute_command("CLUSTER MYID").decode() for node in (source, target))
        target.client.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", from_id)
        source.client.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", to_id)
        while names := source.client.execute_command("CLUSTER GETKEYSINSLOT", slot, 1):
            yield
            source.client.execute_command("MIGRATE", "127.0.0.1", target.port, names[0], 0, 10_000)
        yield
        for node in (target, source, *(other for other in self.masters() if other not in (source, target))):
            node.client.execute_command("CLUSTER SETSLOT", slot, "NODE", to_id)
        self.settle()

    def master_of(self, game: str) -> Node:
        slot = self.slot_of(game)
        for start, end, (_, port, *_), *_ in self.nodes_up()[0].client.execute_command("CLUSTER SLOTS"):
            if start <= slot <= end:
                return next(node for node in self.nodes if node.port == port)
        raise AssertionError("slot not served")

    def nodes_up(self) -> list[Node]:
        return [node for node in self.nodes if node.process is not None and not node.is_frozen]

    def replica_of(self, master: Node) -> Node:
        """A living replica of this master; it may be on its way back to it."""
        found: list[Node] = until(
            lambda: [
                node for node in self.nodes_up() if node.client.info("replication").get("master_port") == master.port
            ]
        )
        return found[0]

    def hand_over(self) -> None:
        """An operator's fail-over of a master that has a replica at this moment."""
        heir = until(self.replicas)[0]
        until(lambda: heir.client.execute_command("CLUSTER FAILOVER"))
        until(lambda: heir.client.info("replication")["role"] == "master")

    def replicas(self) -> list[Node]:
        return [node for node in self.nodes_up() if node.client.info("replication")["role"] != "master"]

    def heal(self) -> None:
        for node in self.nodes:
            node.mend()
        self.settle()

    def flush(self) -> None:
        for node in self.masters():
            node.client.flushall()

    def close(self) -> None:
        for node in self.nodes:
            node.close()


class Watched:
    """A master and two replicas, watched by three sentinels."""

    def patience(self, milliseconds: int) -> None:
        """How long the sentinels wait before they call a server down."""
        for sentinel in self.sentinels:
            sentinel.client.execute_command("SENTINEL", "SET", "games", "down-after-milliseconds", milliseconds)

    def hand_over(self) -> None:
        """An operator's fail-over, asked for until it is done: Sentinel refuses while the last one is being finished,
        and forgets this one when it hears of another."""
        before, asked = self.master(), -HEARD

        def is_done() -> bool:
            nonlocal asked
            if time.monotonic() - asked > HEARD:
                self.sentinels[0].client.execute_command("SENTINEL", "FAILOVER", "games")
                asked = time.monotonic()
            return self.master() is not before

        until(is_done)

    def __init__(self) -> None:
        ports = free_ports(6)
        master = ports[0]
        quick = ("--repl-diskless-sync-delay", "0", *DURABLE, *_MATES)
        self.nodes = [Node(master, quick)]
        self.nodes += [Node(port, (*quick, "--replicaof", "127.0.0.1", str(master))) for port in ports[1:3]]
        until(lambda: _replicas(self.nodes[0]) == 2)
        config = (
            f"sentinel monitor games 127.0.0.1 {master} 2\nsentinel down-after-milliseconds games 1000\n"
            "sentinel failover-timeout games 4000\nsentinel parallel-syncs games 2\n"
            f"{KEPT}\nuser {MATE} on nopass ~* &* +@all\n"
            f"sentinel auth-user games {MATE}\nsentinel auth-pass games {MATE}\n"
            f"sentinel sentinel-user {MATE}\nsentinel sentinel-pass {MATE}\n"
        )
        self.sentinels = [Node(port, ("--sentinel",), config) for port in ports[3:]]
        self.url = "redis+sentinel://" + ",".join(f"127.0.0.1:{port}" for port in ports[3:]) + "/games"
        self.settle()

    def settle(self) -> None:
        """Wait until the sentinels agree on a master and both others follow it."""
        until(lambda: (master := self._agreed()) and _replicas(master) == 2)

    def _quorum(self, sentinel: Node) -> bool:
        state: Any = sentinel.client.sentinel_master("games")
        return bool(state["num-other-sentinels"] == 2 and state["num-slaves"] >= 2 and state["flags"] == "master")

    def _agreed(self) -> Node | None:
        """The master, if all sentinels name the same and none is about to replace it."""
        named = {node for _, node in self._named()}
        return named.pop() if len(named) == 1 and all(map(self._quorum, self.sentinels)) else None

    def master(self) -> Node:
        """By the newest word of the sentinels: one that lags may still name a master that was deposed."""
        return max(self._named(), key=lambda named: named[0])[1]

    def _named(self) -> list[tuple[int, Node]]:
        """The master that each sentinel names, and how new its word is."""
        found = []
        for sentinel in self.sentinels:
            if not sentinel.is_frozen:
                state: Any = sentinel.client.sentinel_master("games")
                address: Any = sentinel.client.sentinel_get_master_addr_by_name("games")
                node = next(node for node in self.nodes if node.port == address[1])
                found.append((int(state["config-epoch"]), node))
        return found

    def replicas(self) -> list[Node]:
        return [node for node in self.nodes if node is not self.master()]

    @contextmanager
    def cut_off(self) -> Iterator[Node]:
        """Clients reach the master alone; the replicas and sentinels reach one another, but neither. Gives the master.

        A sentinel that is barred goes on as a client, so clients may not PING there meanwhile: that is its only sign.
        """
        master = self.master()
        sides = [(master, MATE), *[(node, "default") for node in (*self.replicas(), *self.sentinels)]]
        try:
            master.client.execute_command("ACL", "SETUSER", "default", "-ping")
            for node, barred in sides:
                node.client.execute_command("ACL", "SETUSER", barred, "off")
                node.client.execute_command("CLIENT", "KILL", "USER", barred)
            yield master
        finally:
            for node, barred in sides:
                until(partial(node.client.execute_command, "ACL", "SETUSER", barred, "on"))
            until(lambda: master.client.execute_command("ACL", "SETUSER", "default", "+ping"))

    @contextmanager
    def slow_to_sync(self) -> Iterator[None]:
        """Whoever begins to follow meanwhile gets nothing yet, as with much data or the servers' own settings."""
        for node in self.nodes:
            node.client.config_set("repl-diskless-sync-delay", 60)
        try:
            yield
        finally:
            for node in self.nodes:
                node.client.config_set("repl-diskless-sync-delay", 0)

    def is_down(self, node: Node) -> bool:
        """Whether every sentinel that answers calls this replica down."""
        up = [sentinel for sentinel in self.sentinels if not sentinel.is_frozen]
        found = [each for sentinel in up for each in sentinel.client.sentinel_slaves("games")]
        return all(each["is_sdown"] for each in found if each["port"] == node.port)

    def follows(self, node: Node) -> bool:
        """Whether every sentinel has heard from this server itself that it is a replica."""
        found = [each for sentinel in self.sentinels for each in sentinel.client.sentinel_slaves("games")]
        seen = [each for each in found if each["port"] == node.port]
        return all(each.get("role-reported") == "slave" and each.get("slave-repl-offset") for each in seen)

    def masters(self) -> list[Node]:
        return [self.master()]

    def master_of(self, game: str) -> Node:
        return self.master()

    def heal(self) -> None:
        """Put right what was harmed.

        The sentinels would make a replica of a deposed master too, but take their time. One that is being promoted at
        this moment takes itself for a master as well: so they must agree first.
        """
        for node in (*self.sentinels, *self.nodes):
            node.mend()
        until(self._has_followers)

    def _has_followers(self) -> bool:
        master = self._agreed()
        if master is None:
            return False
        for node in self.nodes:
            if node is not master and node.client.info("replication")["role"] == "master":
                node.client.replicaof("127.0.0.1", master.port)
        return _replicas(master) == 2

    def flush(self) -> None:
        self.master().client.flushall()

    def close(self) -> None:
        for node in (*self.sentinels, *self.nodes):
            node.close()


def _replicas(node: Node) -> int:
    info = node.client.info("replication")
    return sum(
        1
        for name, item in info.items()
        if name.startswith("slave") and "state" in str(item) and item["state"] == "online"
    )
