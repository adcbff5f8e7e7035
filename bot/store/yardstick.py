"""The yardstick of the store's bench: one bare GET and one bare script, with nothing of ours around them."""

from redis.asyncio import Redis

from bot.store.scripts import Script

_TEXT = "redis.call('SET', KEYS[1], ARGV[1]) return 1"


class Yardstick:
    """A client of its own on the same server."""

    def __init__(self, url: str) -> None:
        self._client = Redis.from_url(url)
        self._script = Script.of(_TEXT)

    async def prepare(self, size: int) -> None:
        await self._client.execute_command("SCRIPT LOAD", self._script.text)
        await self._client.execute_command("SET", "yard:get", b"x" * size)

    async def get(self) -> None:
        await self._client.execute_command("GET", "yard:get")

    async def script(self, payload: bytes) -> None:
        await self._client.execute_command("EVALSHA", self._script.sha, 1, "yard:set", payload)

    async def memory(self) -> int:
        """Bytes that the server's data takes."""
        info = await self._client.execute_command("INFO", "memory")
        return int(info["used_memory_dataset"])

    async def close(self) -> None:
        await self._client.aclose()
