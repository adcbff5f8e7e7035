"""Real servers for the store tests, all from the one binary: single, Cluster of six, Sentinel with two replicas."""

import asyncio
import inspect
import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import redis

from bot.store import Store, StoreAway
from bot.store.embedded import DURABLE, EmbeddedServer, die_with_parent, find_server
from bot.store.keys import GameKeys
from bot.store.route import Route

T = TypeVar("T")
_PORTS = itertools.count(12_000 + os.getpid() * 37 % 9_000)
"""Below the system's own range, as is a Cluster's bus 10,000 above; test processes side by side begin apart."""


def free_ports(count: int) -> list[int]:
    """Ports that are free now, each with its bus port."""
    return list(itertools.islice(filter(_is_free, _PORTS), count))


def _is_free(port: int) -> bool:
    for each in (port, port + 10_000):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", each))
            except OSError:
                return False
    return True


def until(condition: Callable[[], Any], seconds: float = 120.0) -> Any:
    """Poll another process until something is so."""
    started = time.monotonic()
    while True:
        try:
            if result := condition():
                return result
        except redis.RedisError:
            pass
        if time.monotonic() - started > seconds:
            raise AssertionError("the servers did not get there in time")
        time.sleep(0.03)


async def eventually(condition: Callable[[], Any], seconds: float = 120.0) -> None:
    """Poll what other tasks or processes do, until it is so; the condition may be a coroutine function."""
    async with asyncio.timeout(seconds):
        while True:
            result = condition()
            if await result if inspect.isawaitable(result) else result:
                return
            await asyncio.sleep(0.01)


async def patiently(call: Callable[[], Awaitable[T]], seconds: float = 120.0) -> T:
    """Ask again while the storage is said to be away, as people do."""
    async with asyncio.timeout(seconds):
        while True:
            try:
                return await call()
            except StoreAway:
                await asyncio.sleep(0.05)


@asynccontextmanager
async def opened(url: str, patience: float | None = None) -> AsyncIterator[Store]:
    """A store that is closed however the block ends."""
    store = await Store.open(url, patience)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def aclosing(route: Route) -> AsyncIterator[Route]:
    """A route that is closed however the block ends."""
    try:
        yield route
    finally:
        await route.close()


@contextmanager
def stopped(*nodes: "Node") -> Iterator[None]:
    """Servers stand still while the block runs."""
    for node in nodes:
        node.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for node in nodes:
            node.signal(signal.SIGCONT)


class Node:
    """One server process that can be killed and started again, by the main thread: it dies with its starter."""

    def __init__(self, port: int, options: Sequence[str], config: str | None = None) -> None:
        self.port = port
        self.folder = Path(tempfile.mkdtemp(prefix="signoria-node-"))
        self._command = [find_server()]
        if config is not None:
            (self.folder / "node.conf").write_text(config)
            self._command.append(str(self.folder / "node.conf"))
        self._command += ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        self._command += ["--logfile", "node.log", *options]
        self.client = redis.Redis(port=port, socket_timeout=20, protocol=2)
        self.process: subprocess.Popen[bytes] | None = None
        self.is_frozen = False
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self._command, preexec_fn=die_with_parent())
        until(self.client.ping)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        self.process = None

    def signal(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)
        self.is_frozen = number == signal.SIGSTOP

    def close(self) -> None:
        self.client.close()
        if self.process is not None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Single:
    """One durable server."""

    def __init__(self, *options: str) -> None:
        self.node = Node(free_ports(1)[0], options or DURABLE)
        self.url = f"redis://127.0.0.1:{self.node.port}"

    def flush(self) -> None:
        self.node.client.flushall()

    def close(self) -> None:
        self.node.close()


def follower(server: Single) -> Node:
    """A replica of a single server that keeps up."""
    quick = ("--repl-diskless-sync-delay", "0", "--replicaof", "127.0.0.1", str(server.node.port))
    replica = Node(free_ports(1)[0], (*quick, *DURABLE))
    until(lambda: _replicas(server.node) == 1)
    return replica


class Embedded:
    """The server that the bot starts for itself."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="signoria-embedded-"))
        self._server = EmbeddedServer(self.folder)
        asyncio.run(self._server.start())
        self.url = self._server.url
        self._client = redis.Redis(unix_socket_path=str(self._server.socket))

    def flush(self) -> None:
        self._client.flushall()

    def close(self) -> None:
        self._client.close()
        asyncio.run(self._server.stop())
        shutil.rmtree(self.folder, ignore_errors=True)


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
            until(lambda node=node, master=master: node.client.execute_command("CLUSTER REPLICATE", master))
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
        return redis.cluster.key_slot(GameKeys.of(game).game.encode())

    def masters(self) -> list[Node]:
        return [node for node in self.nodes_up() if node.client.info("replication")["role"] == "master"]

    def move_slot(self, slot: int, source: Node, target: Node) -> Iterator[None]:
        """Hand a slot from one master to another while it is in use, key by key; yields in between."""
        from_id, to_id = (node.client.execute_command("CLUSTER MYID").decode() for node in (source, target))
        target.client.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", from_id)
        source.client.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", to_id)
        while names := source.client.execute_command("CLUSTER GETKEYSINSLOT", slot, 1):
            yield
            source.client.execute_command("MIGRATE", "127.0.0.1", target.port, names[0], 0, 2000)
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
        return next(
            node for node in self.nodes_up() if node.client.info("replication").get("master_port") == master.port
        )

    def heal(self) -> None:
        for node in self.nodes:
            if node.process is None:
                node.start()
        self.settle()

    def flush(self) -> None:
        for node in self.nodes:
            if node.client.info("replication")["role"] == "master":
                node.client.flushall()

    def close(self) -> None:
        for node in self.nodes:
            node.close()


class Watched:
    """A master and two replicas, watched by three sentinels."""

    def __init__(self) -> None:
        ports = free_ports(6)
        master = ports[0]
        quick = ("--repl-diskless-sync-delay", "0", *DURABLE)
        self.nodes = [Node(master, quick)]
        self.nodes += [Node(port, (*quick, "--replicaof", "127.0.0.1", str(master))) for port in ports[1:3]]
        until(lambda: _replicas(self.nodes[0]) == 2)
        config = (
            f"sentinel monitor games 127.0.0.1 {master} 2\nsentinel down-after-milliseconds games 1000\n"
            "sentinel failover-timeout games 4000\nsentinel parallel-syncs games 2\n"
        )
        self.sentinels = [Node(port, ("--sentinel",), config) for port in ports[3:]]
        self.url = "redis+sentinel://" + ",".join(f"127.0.0.1:{port}" for port in ports[3:]) + "/games"
        self.settle()

    def settle(self) -> None:
        until(lambda: _replicas(self.master()) == 2)
        until(lambda: all(self._quorum(sentinel) for sentinel in self.sentinels))

    def _quorum(self, sentinel: Node) -> bool:
        state = sentinel.client.sentinel_master("games")
        return state["num-other-sentinels"] == 2 and state["num-slaves"] >= 2 and not state["is_sdown"]

    def master(self) -> Node:
        up = next(sentinel for sentinel in self.sentinels if not sentinel.is_frozen)
        _, port = up.client.sentinel_get_master_addr_by_name("games")
        return next(node for node in self.nodes if node.port == port)

    def replicas(self) -> list[Node]:
        return [node for node in self.nodes if node is not self.master()]

    def is_down(self, node: Node) -> bool:
        """Whether every sentinel that answers calls this replica down."""
        up = [sentinel for sentinel in self.sentinels if not sentinel.is_frozen]
        found = [each for sentinel in up for each in sentinel.client.sentinel_slaves("games")]
        return all(each["is_sdown"] for each in found if each["port"] == node.port)

    def master_of(self, game: str) -> Node:
        return self.master()

    def heal(self) -> None:
        """Start what was killed; the sentinels would make it a replica too, but take their time."""
        master = self.master()
        for node in self.nodes:
            if node.process is None:
                node.start()
            if node is not master and node.client.info("replication")["role"] == "master":
                node.client.replicaof("127.0.0.1", master.port)
        self.settle()

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
