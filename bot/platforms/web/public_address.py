"""The public address: which requests are for it, from which page they may come, and where their sender really is."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from aiohttp import web

Network = IPv4Network | IPv6Network
LONGEST_CHAIN = 20
"""So many stations of a forwarded request are looked at."""


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """An https address before this server; `trusted` are the proxies whose word about the client counts."""

    origin: str
    trusted: tuple[Network, ...] = ()
    inside: str = ""
    """Where the page stands besides, inside a chat whose own proxy leads here; empty: nowhere."""

    @classmethod
    def of(cls, origin: str, proxies: str = "", inside: str = "") -> PublicAddress:
        given = [part.strip() for part in proxies.split(",")]
        return cls(origin, tuple([ip_network(each) for each in given if each]), inside)

    @property
    def host(self) -> str:
        return self.origin.partition("://")[2]

    def is_meant(self, host: str) -> bool:
        """Whether a Host header names it; the port of https may be left out or written."""
        return host.lower().removesuffix(":443") == self.host

    def is_ours(self, origin: str) -> bool:
        """Whether a page of this origin is one of ours."""
        return origin == self.origin or (bool(self.inside) and origin == self.inside)

    def client(self, request: web.Request) -> str:
        """The sender's address: the nearest station that is no proxy of ours. What a stranger writes never counts."""
        found = request.remote or ""
        if not self._is_trusted(found):
            return found
        chain = ",".join(request.headers.getall("X-Forwarded-For", []))
        for station in reversed(chain.split(",")[-LONGEST_CHAIN:]):
            try:
                found = str(ip_address(station.strip()))
            except ValueError:
                return found
            if not self._is_trusted(found):
                return found
        return found

    def _is_trusted(self, written: str) -> bool:
        try:
            address = ip_address(written)
        except ValueError:
            return False
        mapped = getattr(address, "ipv4_mapped", None) or address
        return any(mapped in network for network in self.trusted)
