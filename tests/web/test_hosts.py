"""Hosts and origins, parsed: what no page of another site may pass for."""

from ipaddress import IPv6Address

import pytest
from wire import NONE, OTHERS, OURS

from halfmove.web.hosts import is_loopback, is_same_site, parse_authority, parse_origin
from halfmove.web.server import is_own

pytestmark = pytest.mark.one_speed


@pytest.mark.parametrize("text", OURS)
def test_names_of_this_machine(text):
    authority = parse_authority(text)
    assert authority is not None
    assert is_loopback(authority.host)


@pytest.mark.parametrize("text", OTHERS)
def test_names_of_others(text):
    authority = parse_authority(text)
    assert authority is not None
    assert not is_loopback(authority.host)


@pytest.mark.parametrize("text", NONE)
def test_what_names_no_host(text):
    assert parse_authority(text) is None
    assert parse_origin(f"http://{text}") is None


def test_parts():
    assert parse_authority("Board.example:8321") == ("board.example", 8321)
    assert parse_authority("[2001:DB8::1]") == (IPv6Address("2001:db8::1"), None)
    assert parse_origin("HTTPS://Board.example") == ("https", ("board.example", None))
    for text in ("", "null", "localhost", "//localhost", "http:localhost", "http//localhost"):
        assert parse_origin(text) is None


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://localhost:8321", "localhost:8321", True),
        ("http://LOCALHOST:8321", "localhost:8321", True),
        ("http://localhost", "localhost:80", True),
        ("http://localhost:80", "localhost", True),
        ("https://board.example", "board.example", True),
        ("https://board.example:443", "board.example", True),
        ("http://[::1]:9", "[0::1]:9", True),
        ("http://localhost:8322", "localhost:8321", False),
        ("http://127.0.0.1:8321", "localhost:8321", False),
        ("http://localhost", "localhost:443", False),
        ("ftp://localhost:8321", "localhost:8321", False),
        ("chrome-extension://localhost", "localhost", False),
        ("http://localhost.evil.com", "localhost", False),
    ],
)
def test_one_site(origin, host, same):
    assert is_same_site(parse_origin(origin), parse_authority(host)) is same


def test_addresses_that_only_this_machine_reaches():
    for address in ("127.0.0.1", "127.8.8.8", "::1"):
        assert is_own(address)
    for address in ("0.0.0.0", "::", "192.168.1.2", "fe80::1%2", "::ffff:127.0.0.1"):
        assert not is_own(address)
