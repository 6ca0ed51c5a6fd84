"""Who a user is: whoever shows one of several tokens, and otherwise all of one address.

Behind a proxy the address is the one that the proxy names (`X-Forwarded-For`), which is believed of networks
that were named only: anybody can send such a header.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.numbers import shorten

Network = IPv4Network | IPv6Network
KEY = "halfmove.user"
"""Of a request's scope, once the guard has seen it."""
LOOPBACK: tuple[Network, ...] = (ip_network("127.0.0.0/8"), ip_network("::1"))


def parse_networks(texts: Sequence[str], option: str) -> tuple[Network, ...]:
    """The networks that an option names, each an address or such as `10.0.0.0/8`; `BadInput` for others."""
    found = []
    for text in texts:
        try:
            found.append(ip_network(text))
        except ValueError:
            raise BadInput(
                f"{option} is an address or a network, such as 10.0.0.0/8, not '{shorten(text)}'."
            ) from None
    return tuple(found)


def is_in(host: str, networks: Sequence[Network]) -> bool:
    """Whether an address is of one of these networks; IPv4 may be written as IPv6."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return any(address in network for network in networks)


def group_address(host: str) -> str:
    """Whose an address is: IPv6 is given out by networks of 64 bits, and IPv4 may be written as IPv6."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return "::1" if address.is_loopback else f"{IPv6Address(int(address) >> 64 << 64)}/64"


def host_of(scope: Mapping[str, Any]) -> str:
    """The address that a request comes from."""
    return scope["client"][0] if scope.get("client") else ""


def user_of(scope: Mapping[str, Any]) -> str:
    """Whose a request is."""
    return scope.get(KEY) or group_address(host_of(scope))
