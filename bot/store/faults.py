"""What can befall servers, done to a rig on purpose: kills, freezes, fail-overs by hand, cuts, errors of the server."""

import itertools
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence

import redis

from bot.store.node import Node, until
from bot.store.rig import Cluster, Single, Watched

Rig = Single | Watched | Cluster
Fault = Callable[[Rig], None]

QUICK, SLOW = 1000, 4000
"""Milliseconds for which sentinels wait, by turns."""
SHORT, LONG = 0.5, 5.0
"""Seconds of a freeze: shorter and longer than every time-out on the way."""
TROUBLE = 2.0
"""Seconds for which a server answers with errors."""
_BLOCKS = "local t = redis.call('TIME') repeat local n = redis.call('TIME') until n[1] - t[1] > 2"


def rig_for(route: str) -> Rig:
    """Servers of their own on the loopback."""
    rigs: dict[str, type[Single] | type[Watched] | type[Cluster]] = {
        "single": Single,
        "sentinel": Watched,
        "cluster": Cluster,
    }
    return rigs[route]()


def kinds(rig: Rig) -> Iterator[tuple[str, Fault]]:
    """Every fault that can befall these servers, in turn, without end."""
    found: list[tuple[str, Fault]] = [
        ("master killed", kill_master),
        ("master frozen briefly", lambda rig: _freeze(rig.masters()[:1], SHORT)),
        ("memory full", lambda rig: _set(rig, "maxmemory", "100kb", "0")),
        ("master frozen", lambda rig: _freeze(rig.masters()[:1], LONG)),
        ("script blocks", _block),
        ("connections cut", _cut),
        ("too few replicas", lambda rig: _set(rig, "min-replicas-to-write", "9", "0")),
        ("snapshot failed", _fail_to_save),
        ("login wanted", _want_login),
    ]
    if isinstance(rig, Single):
        found += [("made a replica", _demote), ("slow to load", _load_slowly)]
    else:
        found += [
            ("fail-over by hand", _hand_over),
            ("replica killed", lambda rig: _replica(rig).kill()),
            ("replica frozen", lambda rig: _freeze([_replica(rig)], LONG)),
            ("fail-over by hand while a replica is frozen", _hand_over_lame),
        ]
    if isinstance(rig, Cluster):
        found += [("most masters frozen", lambda rig: _freeze(rig.masters()[:2], LONG))]
    if isinstance(rig, Watched):
        found += [
            ("clients cut off with the master", _cut_off),
            ("all sentinels killed", _lose_sentinels),
            ("clients cut off, then a fail-over by hand", _cut_off_and_hand_over),
            ("master and a replica killed", _kill_two),
        ]
    for number in itertools.count():
        if isinstance(rig, Watched):
            rig.patience(SLOW if number % 2 else QUICK)
        yield from found


def kill_master(rig: Rig) -> None:
    rig.masters()[0].kill()
    if isinstance(rig, Single):
        time.sleep(TROUBLE)
        rig.heal()


def _replica(rig: Rig) -> Node:
    assert not isinstance(rig, Single)
    return rig.replicas()[0]


def _lose_sentinels(rig: Rig) -> None:
    """Play goes on without them. Killed, not frozen: by its own rules one that was frozen does nothing for a while."""
    assert isinstance(rig, Watched)
    for node in rig.sentinels:
        node.kill()
    time.sleep(LONG)
    for node in rig.sentinels:
        node.start()


def _freeze(nodes: Sequence[Node], seconds: float) -> None:
    for node in nodes:
        node.signal(signal.SIGSTOP)
    try:
        time.sleep(seconds)
    finally:
        for node in nodes:
            node.signal(signal.SIGCONT)


def _set(rig: Rig, name: str, value: str, back: str) -> None:
    masters = rig.masters()
    for node in masters:
        node.client.config_set(name, value)
    time.sleep(TROUBLE)
    for node in masters:
        until(lambda node=node: node.client.config_set(name, back))  # type: ignore[misc]


def _block(rig: Rig) -> None:
    node = rig.masters()[0]
    node.client.config_set("busy-reply-threshold", 50)
    try:
        node.client.eval(_BLOCKS, 0)
    except redis.ResponseError:
        until(node.client.ping)  # it was deposed while it was busy


def _cut(rig: Rig) -> None:
    """Every connection of every client, some times over."""
    for _ in range(5):
        for node in rig.masters():
            node.client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        time.sleep(0.2)


def _cut_off(rig: Rig) -> None:
    """The clients are left on the side of a master that is deposed on the other, for a while after that."""
    assert isinstance(rig, Watched)
    with rig.cut_off() as master:
        until(lambda: rig.master() is not master)
        time.sleep(TROUBLE)


def _cut_off_and_hand_over(rig: Rig) -> None:
    """The old master is back, but may not follow the new one yet, when that one is deposed too."""
    _cut_off(rig)
    _hand_over(rig)


def _kill_two(rig: Rig) -> None:
    assert isinstance(rig, Watched)
    for node in (rig.master(), rig.replicas()[0]):
        node.kill()


def _fail_to_save(rig: Rig) -> None:
    """A snapshot cannot be written, so nothing else may be (MISCONF)."""
    node = rig.masters()[0]
    obstacle = node.folder / "dump.rdb"
    obstacle.unlink(missing_ok=True)
    obstacle.mkdir()
    node.client.config_set("save", "3600 1000000")
    try:
        until(lambda: _has_failed_to_save(node))
        time.sleep(TROUBLE)
    finally:
        until(lambda: node.client.config_set("save", ""))
        obstacle.rmdir()


def _has_failed_to_save(node: Node) -> bool:
    node.client.bgsave()
    return bool(node.client.info("persistence")["rdb_last_bgsave_status"] != "ok")


def _want_login(rig: Rig) -> None:
    """Somebody sets a password that we do not know, and every client must come anew."""
    node = rig.masters()[0]
    node.client.config_set("requirepass", "unknown")
    try:
        node.client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        time.sleep(TROUBLE)
    finally:
        until(lambda: node.client.config_set("requirepass", ""))


def _demote(rig: Rig) -> None:
    """The only server is told to follow one that is not there: it takes no writes (READONLY)."""
    node = rig.masters()[0]
    node.client.replicaof("127.0.0.1", 1)
    time.sleep(TROUBLE)
    node.client.replicaof("NO", "ONE")


def _load_slowly(rig: Rig) -> None:
    """Killed, and for some seconds it only says that it is loading."""
    node = rig.masters()[0]
    until(node.client.bgrewriteaof)
    until(lambda: not node.client.info("persistence")["aof_rewrite_in_progress"])
    pause = min(5e4, TROUBLE * 1e6 / max(node.client.dbsize(), 1))
    node.kill()
    node.spawn("--key-load-delay", str(int(pause)), "--loading-process-events-interval-bytes", "1024")
    time.sleep(TROUBLE)
    until(lambda: node.client.config_set("key-load-delay", 0))
    until(node.client.ping)


def _hand_over(rig: Rig) -> None:
    assert not isinstance(rig, Single)
    rig.hand_over()


def _hand_over_lame(rig: Rig) -> None:
    """With one replica frozen for a while, the operator asks for a fail-over to another."""
    assert not isinstance(rig, Single)
    lame = rig.replicas()[-1]
    freezing = threading.Thread(target=_freeze, args=([lame], TROUBLE))
    freezing.start()
    try:
        rig.hand_over()
    finally:
        freezing.join()
