"""An answer in two parts, header and body, does not wait until the client has acknowledged the first."""

import asyncio
import socket

import pytest

from halfmove.web.server import _listen

pytestmark = pytest.mark.one_speed


def test_connections_send_at_once():
    async def option():
        found = asyncio.get_running_loop().create_future()

        def accepted(reader, writer):
            its = writer.get_extra_info("socket")
            found.set_result(its.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(accepted, sock=_listen("127.0.0.1", 0)) as listening:
            _, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())
            no_delay = await found
            writer.close()
        return no_delay

    assert asyncio.run(option())
