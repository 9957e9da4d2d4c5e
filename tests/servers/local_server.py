# SPDX-License-Identifier: GPL-3.0-or-later
"""An HTTP server on a thread of the test's own."""

import http.server
import socket
import sys
import threading


class LocalServer(http.server.ThreadingHTTPServer):
    """It serves while it is entered, at a port of its own. @handler: a class of http.server"""

    daemon_threads = True

    def __init__(self, handler, port=0):
        super().__init__(("127.0.0.1", port), handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.ended = False
        self.thread = threading.Thread(target=self.serve, daemon=True)

    def serve(self):
        while not self.ended:
            self.handle_request()

    def handle_error(self, request, client_address):
        # Whoever asked may hang up, which some tests are about.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        # shutdown() of http.server waits until it is noticed, which is so every half a second.
        self.ended = True
        socket.create_connection(self.server_address).close()
        self.thread.join()
        self.server_close()
