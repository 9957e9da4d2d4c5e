# SPDX-License-Identifier: GPL-3.0-or-later
"""A proxy for tests: HTTP (absolute addresses, CONNECT, Basic) and SOCKS 5 (RFC 1928, RFC 1929) at
one port of 127.0.0.1. Whatever host it is asked for, it connects to this machine."""

import base64
import re
import socket
import threading


class Proxy:
    """@name and @password let through; None lets everybody. `used` is how often it was used, by
    way: "connect", "plain" or "socks"; `refused` how often it let nobody through."""

    def __init__(self, name=None, password=None):
        self.name, self.password = name, password
        self.used = {"connect": 0, "plain": 0, "socks": 0}
        self.refused = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client:
            try:
                first = client.recv(1)
                server = self.meet_socks(client) if first == b"\5" else self.meet_http(client, first)
                if server:
                    relay(client, server)
            except (ConnectionError, ValueError):
                pass

    def refuse(self, client, answer):
        self.refused += 1
        client.sendall(answer)

    def meet_http(self, client, head):
        while not head.endswith(b"\r\n\r\n"):
            head += client.recv(1) or end()
        if self.name is not None:
            pair = base64.b64encode(f"{self.name}:{self.password}".encode())
            if b"\r\nProxy-Authorization: Basic " + pair + b"\r\n" not in head:
                return self.refuse(client, b"HTTP/1.1 407 Proxy Authentication Required\r\n"
                                   b"Proxy-Authenticate: Basic realm=\"p\"\r\n"
                                   b"Content-Length: 0\r\nConnection: close\r\n\r\n")
        method, address = head.split(b" ")[:2]
        server = socket.create_connection(
            ("127.0.0.1", int(re.search(rb":(\d+)(/|$)", address).group(1))))
        self.used["connect" if method == b"CONNECT" else "plain"] += 1
        if method == b"CONNECT":
            client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        else:
            server.sendall(head)
        return server

    def meet_socks(self, client):
        methods = read(client, read(client, 1)[0])
        wanted = 0 if self.name is None else 2
        if wanted not in methods:
            return self.refuse(client, b"\5\xff")
        client.sendall(bytes((5, wanted)))
        if wanted == 2:
            read(client, 1)
            name = read(client, read(client, 1)[0]).decode()
            password = read(client, read(client, 1)[0]).decode()
            if (name, password) != (self.name, self.password):
                return self.refuse(client, b"\1\1")
            client.sendall(b"\1\0")
        kind = read(client, 4)[3]
        read(client, {1: 4, 4: 16}.get(kind) or read(client, 1)[0])
        server = socket.create_connection(("127.0.0.1", int.from_bytes(read(client, 2), "big")))
        self.used["socks"] += 1
        client.sendall(b"\5\0\0\1" + bytes(6))
        return server


def end():
    raise ConnectionError


def read(stream, count):
    data = b""
    while len(data) < count:
        data += stream.recv(count - len(data)) or end()
    return data


def pump(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def relay(client, server):
    back = threading.Thread(target=pump, args=(server, client), daemon=True)
    back.start()
    pump(client, server)
    back.join()
    server.close()
