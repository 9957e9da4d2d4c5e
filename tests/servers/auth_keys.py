# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys that sign or verify JSON Web Tokens, and such tokens. What is signed here is ES256; what others
signed may be ES256, RS256 or EdDSA. Source: RFC 7515, RFC 7517, RFC 7518, RFC 7638."""

import hashlib
import json
import os
import subprocess
import tempfile
import time

import jose

# Seconds that clocks may differ.
LEEWAY = 30
# What openssl says of a public key, by the algorithm that the key is for.
KINDS = {"ES256": "prime256v1", "RS256": "Modulus", "EdDSA": "ED25519"}


def make_random():
    return jose.encode(os.urandom(32))


def digest(text):
    """base64url of the SHA-256"""
    return jose.encode(hashlib.sha256(text.encode()).digest())


def make_thumbprint(jwk):
    """RFC 7638 §3"""
    return digest(json.dumps({name: jwk[name] for name in ("crv", "kty", "x", "y")},
                             separators=(",", ":")))


class OwnKey:
    """A pair that is made when it is first needed, which takes a moment."""

    def __init__(self):
        self.made = None

    @property
    def pair(self):
        if self.made is None:
            self.made = jose.Key()
        return self.made

    @property
    def jwk(self):
        return self.pair.jwk

    def sign(self, kind, claims):
        """@kind: the header's typ"""
        return self.pair.sign({name: value for name, value in claims.items() if value is not None},
                              typ=kind, kid=make_thumbprint(self.jwk))

    def has_signed(self, jwt):
        return self.made is not None and PublicKey(self.jwk).has_signed(jwt)


class PublicKey:
    """One on P-256, by its JWK."""

    def __init__(self, jwk):
        self.jwk = jwk

    def has_signed(self, jwt):
        if jwt.header.get("alg") != "ES256" or len(jwt.signature) != 64:
            return False
        try:
            jose.verify(jwt.text, self.jwk)
            return True
        except subprocess.CalledProcessError:
            return False


class KeyFile:
    """A public key in a file, PEM."""

    def __init__(self, path):
        self.path = path
        about = jose.openssl("pkey", "-pubin", "-in", path, "-noout", "-text_pub").decode()
        self.algorithm = next(name for name, mark in KINDS.items() if mark in about)

    def has_signed(self, jwt):
        if jwt.header.get("alg") != self.algorithm:
            return False
        with tempfile.TemporaryDirectory() as folder:
            data, proof = os.path.join(folder, "data"), os.path.join(folder, "signature")
            signature = jwt.signature
            if self.algorithm == "ES256":
                if len(signature) != 64:
                    return False
                signature = jose.to_der(signature)
            for path, content in ((data, jwt.text.rsplit(".", 1)[0].encode()), (proof, signature)):
                with open(path, "wb") as file:
                    file.write(content)
            words = ("dgst", "-sha256", "-verify", self.path, "-signature", proof, data)
            if self.algorithm == "EdDSA":
                words = ("pkeyutl", "-verify", "-pubin", "-inkey", self.path, "-rawin", "-in", data,
                         "-sigfile", proof)
            try:
                jose.openssl(*words)
                return True
            except subprocess.CalledProcessError:
                return False


def read_jwk(jwk):
    """A public key on P-256; None for any other, and for one that gives its private part away."""
    if not isinstance(jwk, dict) or (jwk.get("kty"), jwk.get("crv")) != ("EC", "P-256") or "d" in jwk:
        return None
    try:
        if [len(jose.decode(jwk[name])) for name in ("x", "y")] != [32, 32]:
            return None
    except (KeyError, TypeError, ValueError):
        return None
    return PublicKey(jwk)


class Jwt:
    """A token; nothing of it is verified yet."""

    def __init__(self, text):
        self.text = text
        header, claims, signature = text.split(".", 2)
        self.header, self.claims = (json.loads(jose.decode(part)) for part in (header, claims))
        self.signature = jose.decode(signature)
        if not self.signature or not isinstance(self.header, dict) or \
                not isinstance(self.claims, dict):
            raise ValueError(text)

    def has(self, claim, text):
        """Whether the claim is @text, or an array with it."""
        value = self.claims.get(claim)
        return value == text or (isinstance(value, list) and text in value)

    def find_time_fault(self, life):
        """What is wrong with its times, or None. @life: the most seconds from now until it expires"""
        now = time.time()
        expires, begins, issued = (self.claims.get(name, default) for name, default in
                                   (("exp", 0), ("nbf", now), ("iat", now)))
        if expires <= now - LEEWAY:
            return "The JWT has expired, or does not say when it does"
        if expires > now + life + LEEWAY:
            return "The JWT lives too long"
        if begins > now + LEEWAY or issued > now + LEEWAY:
            return "The JWT is not good yet"
        return None


def read_jwt(text):
    """None where @text is none."""
    try:
        return Jwt(text) if text is not None else None
    except ValueError:
        return None
