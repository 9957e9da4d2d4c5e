#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A server over TLS whose sessions are resumed, which libsoup's own server does not do. Prints its
port, then a line for each request. `test-tls-server.py CERTIFICATE KEY`"""

import itertools
import os
import socket
import ssl
import sys
import threading

BODY = b'{"jsonrpc":"2.0","id":1,"result":{}}'
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(BODY)


count = itertools.count(1)


def serve(context, connection):
    try:
        with context.wrap_socket(connection, server_side=True) as stream:
            while stream.recv(65536):
                print("request", next(count), flush=True)
                stream.sendall(HEAD + BODY)
    except OSError:
        pass


def die_with_parent():
    sys.stdin.read()
    os._exit(0)


def main():
    threading.Thread(target=die_with_parent, daemon=True).start()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(16)
    print(listener.getsockname()[1], flush=True)
    while True:
        threading.Thread(target=serve, args=(context, listener.accept()[0]), daemon=True).start()


main()
