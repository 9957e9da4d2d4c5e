# SPDX-License-Identifier: GPL-3.0-or-later
"""HTTP as the authorization server's parts see it: a request that was read whole, what is sent back, the
log of all requests, and a server on a thread of its own."""

import html
import http.server
import json
import socket
import socketserver
import ssl
import sys
import threading
import time
import urllib.parse

FORM = "application/x-www-form-urlencoded"
# More of a body than this is not written to the log.
MAX_LOGGED = 256 * 1024
# As many as spyglass-demo lets wait.
BACKLOG = 256


def read_parameters(text):
    """Those of a query or a form, and the name of one that comes twice, or None."""
    parameters, repeated = {}, None
    for name, value in urllib.parse.parse_qsl(text, keep_blank_values=True, errors="replace"):
        if name in parameters:
            repeated = name
        parameters[name] = value
    return parameters, repeated


def write_json(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


class Request:
    def __init__(self, handler, body):
        self.handler = handler
        self.method, self.target, self.headers, self.body = (handler.command, handler.path,
                                                             handler.headers, body)
        self.path, _, self.query = handler.path.partition("?")

    @property
    def type(self):
        return self.headers.get_content_type() if "Content-Type" in self.headers else None

    @property
    def text(self):
        """The body; None where it is no text."""
        try:
            return None if b"\0" in self.body else self.body.decode()
        except UnicodeDecodeError:
            return None

    @property
    def json(self):
        """The body; None where it is no JSON."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None

    def describe(self, role):
        """What the log says of it."""
        line = {"server": role, "host": self.headers.get("Host"), "method": self.method,
                "path": self.path,
                "headers": {name.lower(): value for name, value in self.headers.items()}}
        fields = {"query": self.query} if "?" in self.target else {}
        if self.type == FORM and 0 < len(self.body) <= MAX_LOGGED:
            fields["form"] = self.text or ""
        for name, text in fields.items():
            line[name], repeated = read_parameters(text)
            if repeated is not None:
                line["repeats"] = repeated
        if 0 < len(self.body) <= MAX_LOGGED and "form" not in line:
            value = self.json
            if value is not None:
                line["json"] = value
        return line


class Reply:
    """@pieces: (nullable): of a body that come one after the other"""

    delay = 0  # seconds before it is sent

    def __init__(self, status, body=b"", content_type=None, pieces=None):
        self.status, self.body, self.pieces = status, body, pieces
        self.headers = [("Content-Type", content_type)] if content_type is not None else []

    def add(self, name, value):
        self.headers.append((name, value))
        return self

    def forbid_keeping(self):
        return self.add("Cache-Control", "no-store").add("Pragma", "no-cache")


def reply_json(value, status=200):
    return Reply(status, write_json(value).encode(), "application/json").forbid_keeping()


def refuse(error, description, status=400):
    """@error: a code of OAuth"""
    return reply_json({"error": error, "error_description": description}, status)


def refuse_message(status, code, text):
    """A JSON-RPC error that belongs to no request."""
    error = {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": text}}
    return Reply(status, write_json(error).encode(), "application/json")


def show(status, title, text, form=""):
    """A page for a person. @form: markup that follows the text"""
    title, text = html.escape(title), html.escape(text)
    page = ('<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
            f"<title>{title}</title></head>\n<body><h1>{title}</h1>\n<p>{text}</p>\n{form}"
            "</body></html>\n")
    return Reply(status, page.encode(), "text/html; charset=utf-8").forbid_keeping()


def redirect(location, status=302):
    return Reply(status).forbid_keeping().add("Location", location)


class Log:
    """@path: (nullable): of a file"""

    def __init__(self, path):
        self.file = open(path, "a", encoding="utf-8") if path is not None else None
        self.lock = threading.Lock()

    def add(self, request, role):
        if self.file is not None:
            with self.lock:
                self.file.write(json.dumps(request.describe(role)) + "\n")
                self.file.flush()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def version_string(self):
        return "spyglass-demo"

    def handle_any(self):
        request = Request(self, self.read_body())
        self.server.log.add(request, self.server.role)
        reply = self.server.respond(request)
        if reply is not None:
            self.send(reply)

    do_GET = do_POST = do_DELETE = do_PUT = do_PATCH = do_OPTIONS = do_HEAD = handle_any

    def read_body(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def send(self, reply):
        time.sleep(reply.delay)
        self.send_response(reply.status)
        for name, value in reply.headers:
            self.send_header(name, value)
        if reply.pieces is None:
            self.send_header("Content-Length", str(len(reply.body)))
        else:
            self.send_header("Transfer-Encoding", "chunked")
        # In one piece: two of them wait for each other.
        self._headers_buffer.append(b"\r\n" + (b"" if self.command == "HEAD" else reply.body))
        self.flush_headers()
        for piece in reply.pieces or ():
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        if reply.pieces is not None:
            self.wfile.write(b"0\r\n\r\n")

    def drop(self):
        """Breaks the connection: no answer comes."""
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def date_time_string(self, timestamp=None):
        return super().date_time_string((timestamp or time.time()) + self.server.clock_shift)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    """@respond: a function of a Request that returns a Reply, or None where it has sent one. It is called
    on many threads."""

    daemon_threads = True
    request_queue_size = BACKLOG
    clock_shift = 0

    def __init__(self, role, port, log, certificate=None, key=None):
        super().__init__(("127.0.0.1", port), Handler)
        self.role, self.log, self.respond = role, log, None
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            # Who is slow with that keeps nobody else waiting.
            self.socket = context.wrap_socket(self.socket, server_side=True,
                                              do_handshake_on_connect=False)
        self.origin = f"{'http' if certificate is None else 'https'}://127.0.0.1:{self.server_port}"

    def start(self, respond):
        self.respond = respond
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def server_bind(self):
        # What http.server does beyond that asks for this machine's name, which may take long.
        self.allow_reuse_address = True
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]

    def handle_error(self, request, client_address):
        # Whoever asked may hang up, which some tests are about.
        if not isinstance(sys.exc_info()[1], (ConnectionError, ssl.SSLError)):
            super().handle_error(request, client_address)
