# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys and JSON Web Tokens by the command openssl: neither Spyglass nor what it uses takes part, so that what
is tested and what tests it are not one piece of code."""

import base64
import json
import os
import subprocess
import tempfile
import time


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def openssl(*words, data=None):
    return subprocess.run(["openssl", *words], input=data, capture_output=True, timeout=60,
                          check=True).stdout


def to_raw(der):
    """The two numbers of an ECDSA signature, 32 bytes each."""
    assert der[0] == 0x30 and der[2] == 2, der
    first = der[4:4 + der[3]]
    rest = der[4 + der[3]:]
    return b"".join(number.lstrip(b"\0").rjust(32, b"\0") for number in (first, rest[2:2 + rest[1]]))


def to_der(raw):
    numbers = b""
    for half in (raw[:32], raw[32:]):
        number = half.lstrip(b"\0") or b"\0"
        if number[0] & 0x80:
            number = b"\0" + number
        numbers += b"\x02" + bytes([len(number)]) + number
    return b"\x30" + bytes([len(numbers)]) + numbers


class Key:
    """A pair on P-256, in a folder of its own."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="spyglass-key-")
        self.private = os.path.join(self.folder.name, "private.pem")
        self.public = os.path.join(self.folder.name, "public.pem")
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out",
                self.private)
        openssl("pkey", "-in", self.private, "-pubout", "-out", self.public)
        point = openssl("pkey", "-pubin", "-in", self.public, "-outform", "DER")[-64:]
        self.jwk = {"kty": "EC", "crv": "P-256", "x": encode(point[:32]), "y": encode(point[32:])}

    def sign(self, claims, **header):
        header = {"alg": "ES256", "typ": "JWT", **header}
        text = ".".join(encode(json.dumps(part).encode()) for part in (header, claims))
        der = openssl("dgst", "-sha256", "-sign", self.private, data=text.encode())
        return f"{text}.{encode(to_raw(der))}"

    def assertion(self, client, audience, **claims):
        """A client's proof of who it is, RFC 7523 §2.2."""
        now = int(time.time())
        claims = {"iss": client, "sub": client, "aud": audience, "iat": now, "exp": now + 60,
                  "jti": encode(os.urandom(16)), **claims}
        return self.sign({name: value for name, value in claims.items() if value is not None})


def read(token):
    """Returns header and claims; nothing is verified."""
    return [json.loads(decode(part)) for part in token.split(".")[:2]]


def verify(token, jwk):
    """Raises where the key has not signed the token."""
    text, signature = token.rsplit(".", 1)
    # SubjectPublicKeyInfo of a point on P-256.
    head = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d03010703420004")
    with tempfile.TemporaryDirectory() as folder:
        key, proof = os.path.join(folder, "key.der"), os.path.join(folder, "signature")
        with open(key, "wb") as file:
            file.write(head + decode(jwk["x"]) + decode(jwk["y"]))
        with open(proof, "wb") as file:
            file.write(to_der(decode(signature)))
        openssl("dgst", "-sha256", "-verify", key, "-keyform", "DER", "-signature", proof,
                data=text.encode())
