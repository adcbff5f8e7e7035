"""What can befall servers, done to a rig on purpose: kills, freezes, fail-overs by hand, cuts, errors of the server."""

import itertools
import signal
import threading
import time
from collections.abc import Callable, Iterator

import redis

from bot.store.rig import Cluster, Node, Single, Watched, until

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
        ("master frozen briefly", lambda rig: _freeze(rig.masters()[0], SHORT)),
        ("memory full", lambda rig: _set(rig, "maxmemory", "100kb", "0")),
        ("master frozen", lambda rig: _freeze(rig.masters()[0], LONG)),
        ("script blocks", _block),
        ("connections cut", _cut),
        ("too few replicas", lambda rig: _set(rig, "min-replicas-to-write", "9", "0")),
    ]
    if not isinstance(rig, Single):
        found += [
            ("fail-over by hand", _hand_over),
            ("replica killed", lambda rig: _replica(rig).kill()),
            ("replica frozen", lambda rig: _freeze(_replica(rig), LONG)),
            ("fail-over by hand while a replica is frozen", _hand_over_lame),
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


def _freeze(node: Node, seconds: float) -> None:
    node.signal(signal.SIGSTOP)
    try:
        time.sleep(seconds)
    finally:
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


def _hand_over(rig: Rig) -> None:
    assert not isinstance(rig, Single)
    rig.hand_over()


def _hand_over_lame(rig: Rig) -> None:
    """With one replica frozen for a while, the operator asks for a fail-over to another."""
    assert not isinstance(rig, Single)
    lame = rig.replicas()[-1]
    freezing = threading.Thread(target=_freeze, args=(lame, TROUBLE))
    freezing.start()
    try:
        rig.hand_over()
    finally:
        freezing.join()
