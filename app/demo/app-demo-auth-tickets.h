/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppDemoAuthTickets: what an authorization server has given out and still knows: requests that
 * wait for a person, codes, access tokens, refresh tokens. Nothing of it survives the process.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  APP_DEMO_AUTH_REQUESTED, /* waits for a person's decision */
  APP_DEMO_AUTH_CODE,
  APP_DEMO_AUTH_ACCESS,
  APP_DEMO_AUTH_REFRESH,
} AppDemoAuthTicketKind;

/** What all of these are for. Strings are never %NULL unless said. */
typedef struct
{
  AppDemoAuthTicketKind kind;
  char                 *text;   /* the code or token itself */
  char                 *client; /* its id */
  char                 *scope;
  char                 *audience;  /* the resource that it is for */
  char                 *redirect;  /* (nullable): where the person goes back to */
  char                 *challenge; /* (nullable): of PKCE */
  char                 *state;     /* (nullable) */
  char                 *nonce;     /* (nullable): of OpenID Connect */
  char                 *key;       /* (nullable): thumbprint of the key that it is bound to */
  guint                 family;    /* all that came of one leave have the same number */
  gint64                issued;    /* seconds since 1970 */
  gint64                expires;
  gboolean              spent;
} AppDemoAuthTicket;

typedef struct _AppDemoAuthTickets AppDemoAuthTickets;

AppDemoAuthTickets *app_demo_auth_tickets_new (void);
void                app_demo_auth_tickets_free (AppDemoAuthTickets *self);
/** Makes a ticket of another kind from @model, in its family and with a random text.
 * @life: seconds. Returns: (transfer none) */
AppDemoAuthTicket *app_demo_auth_tickets_add (AppDemoAuthTickets      *self,
                                              AppDemoAuthTicketKind    kind,
                                              const AppDemoAuthTicket *model,
                                              gint64                   life);
/** Gives a ticket another text. @text: (transfer full) */
void
app_demo_auth_tickets_rename (AppDemoAuthTickets *self, AppDemoAuthTicket *ticket, char *text);
/** Returns: (transfer none) (nullable): the ticket of that text, whether it is good or not */
AppDemoAuthTicket *app_demo_auth_tickets_find (AppDemoAuthTickets   *self,
                                               AppDemoAuthTicketKind kind,
                                               const char           *text);
/** Whether the ticket is neither spent nor expired nor revoked. */
gboolean
app_demo_auth_tickets_is_good (AppDemoAuthTickets *self, const AppDemoAuthTicket *ticket);
/** Returns: a number that no family has */
guint app_demo_auth_tickets_begin_family (AppDemoAuthTickets *self);
/** Ends all that came of one leave. */
void app_demo_auth_tickets_revoke_family (AppDemoAuthTickets *self, guint family);

G_END_DECLS
