"""Start-up checks of a Redis that is not ours: what could lose games, in words."""

from typing import Any

from bot.store.errors import StoreFault
from bot.store.link import Link
from bot.store.pools import SLOWEST, text

OLDEST = (6, 2)


async def warnings_about(link: Link) -> list[str]:
    """One sentence for each thing the operator should know; empty when all is well."""
    servers = await link.each("INFO")
    found = [line for info in servers for line in _about_server(info)]
    found += link.advice()
    try:
        timeouts = await link.each("CONFIG", "GET", "cluster-node-timeout")
        configs = await link.each("CONFIG", "GET", "appendfsync")
    except StoreFault:
        found.append("Redis does not let me read its settings, so I cannot tell how often it writes to disk.")
    else:
        if any(info.get("cluster_enabled") for info in servers):
            found += [line for config in timeouts for line in _about_timeout(_pairs(config))]
        if all(info["aof_enabled"] for info in servers):
            found += [line for config in configs for line in _about_fsync(_pairs(config))]
    return list(dict.fromkeys(found))


def _about_server(info: dict[str, Any]) -> list[str]:
    found = []
    version = str(info.get("valkey_version") or info["redis_version"])
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        found.append(f"Redis {version} is too old: use 6.2 or newer, or any Valkey.")
    if not info["aof_enabled"]:
        found.append(
            "Redis keeps no append-only file: a crash loses every move since its last snapshot. Set `appendonly yes`."
        )
    elif info.get("aof_last_write_status", "ok") != "ok":
        found.append("Redis could not write its append-only file: is the disk full?")
    if info.get("maxmemory", 0) and info.get("maxmemory_policy") != "noeviction":
        found.append(
            f"Redis throws data away when its memory is full ({info['maxmemory_policy']}): games would vanish. "
            "Set `maxmemory-policy noeviction`."
        )
    if info.get("role") == "slave":
        found.append("This Redis is a read-only replica: give the address of the master, or of Sentinel.")
    return found


def _about_fsync(config: dict[str, str]) -> list[str]:
    match config.get("appendfsync"):
        case "everysec":
            return ["Redis writes to disk once a second: a power cut may lose the last second. `appendfsync always`."]
        case "no":
            return ["Redis leaves writing to the system: a power cut may lose half a minute. Set `appendfsync always`."]
    return []


def _about_timeout(config: dict[str, str]) -> list[str]:
    wait = int(config.get("cluster-node-timeout", 0))
    if wait <= SLOWEST:
        return []
    return [
        f"The Cluster takes {wait / 1000:.0f} seconds to notice that a server is gone, and people wait for that long. "
        f"Set `cluster-node-timeout {SLOWEST}` or less."
    ]


def _pairs(config: Any) -> dict[str, str]:
    """CONFIG GET as a dictionary, whatever form the client gives it."""
    items = list(config.items()) if isinstance(config, dict) else list(zip(config[::2], config[1::2], strict=True))
    return {text(name): text(value) for name, value in items}
