# SPDX-License-Identifier: GPL-3.0-or-later
"""What an authorization server has given out and still knows: requests that wait for a person, codes,
access tokens, refresh tokens. Nothing of it survives the process."""

import copy
import time

import auth_keys

REQUESTED, CODE, ACCESS, REFRESH = "request", "code", "access token", "refresh token"


class Ticket:
    """What all of these are for. What may be None says so."""

    def __init__(self, kind, client, scope, audience, family):
        self.kind, self.client, self.scope, self.audience = kind, client, scope, audience
        self.family = family    # all that came of one leave have the same number
        self.text = None        # the code or token itself
        self.redirect = None    # or where the person goes back to
        self.challenge = None   # or that of PKCE
        self.state = None       # or that of the request
        self.nonce = None       # or that of OpenID Connect
        self.key = None         # or the thumbprint of the key that it is bound to
        self.issued = self.expires = 0  # seconds since 1970
        self.spent = False


class Tickets:
    def __init__(self):
        self.tickets = {}
        self.revoked = set()
        self.families = 0

    def add(self, kind, model, life, **changes):
        """A ticket of another kind, in the family of @model and with a random text. @life: seconds"""
        ticket = copy.copy(model)
        ticket.kind, ticket.text, ticket.spent = kind, auth_keys.make_random(), False
        ticket.issued = int(time.time())
        ticket.expires = ticket.issued + life
        for name, value in changes.items():
            setattr(ticket, name, value)
        self.tickets[ticket.text] = ticket
        return ticket

    def rename(self, ticket, text):
        del self.tickets[ticket.text]
        ticket.text = text
        self.tickets[text] = ticket

    def find(self, text, *kinds):
        """The ticket of that text, whether it is good or not, or None."""
        ticket = self.tickets.get(text)
        return ticket if ticket is not None and ticket.kind in kinds else None

    def is_good(self, ticket):
        """Whether the ticket is neither spent nor expired nor revoked."""
        return not ticket.spent and ticket.expires > time.time() and \
            ticket.family not in self.revoked

    def begin_family(self):
        self.families += 1
        return self.families

    def revoke_family(self, family):
        """Ends all that came of one leave."""
        self.revoked.add(family)
