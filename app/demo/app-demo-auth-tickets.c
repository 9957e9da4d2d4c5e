/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-auth-tickets.h"

#include "app-demo-auth-text.h"

/* Enough for any test; then the server begins anew rather than grow. */
#define MAX_TICKETS 100000

struct _AppDemoAuthTickets
{
  GHashTable *tickets; /* text → AppDemoAuthTicket */
  GHashTable *revoked; /* families */
  guint       n_families;
};

static void
ticket_free (AppDemoAuthTicket *ticket)
{
  g_free (ticket->text);
  g_free (ticket->client);
  g_free (ticket->scope);
  g_free (ticket->audience);
  g_free (ticket->redirect);
  g_free (ticket->challenge);
  g_free (ticket->state);
  g_free (ticket->nonce);
  g_free (ticket->key);
  g_free (ticket);
}

AppDemoAuthTickets *
app_demo_auth_tickets_new (void)
{
  AppDemoAuthTickets *self = g_new0 (AppDemoAuthTickets, 1);

  self->tickets = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                         (GDestroyNotify)ticket_free);
  self->revoked = g_hash_table_new (NULL, NULL);
  return self;
}

void
app_demo_auth_tickets_free (AppDemoAuthTickets *self)
{
  g_hash_table_unref (self->tickets);
  g_hash_table_unref (self->revoked);
  g_free (self);
}

AppDemoAuthTicket *
app_demo_auth_tickets_add (AppDemoAuthTickets      *self,
                           AppDemoAuthTicketKind    kind,
                           const AppDemoAuthTicket *model,
                           gint64                   life)
{
  AppDemoAuthTicket *ticket = g_new0 (AppDemoAuthTicket, 1);

  ticket->kind = kind;
  ticket->text = app_demo_auth_random ();
  ticket->client = g_strdup (model->client);
  ticket->scope = g_strdup (model->scope);
  ticket->audience = g_strdup (model->audience);
  ticket->redirect = g_strdup (model->redirect);
  ticket->challenge = g_strdup (model->challenge);
  ticket->state = g_strdup (model->state);
  ticket->nonce = g_strdup (model->nonce);
  ticket->key = g_strdup (model->key);
  ticket->family = model->family;
  ticket->issued = g_get_real_time () / G_USEC_PER_SEC;
  ticket->expires = ticket->issued + life;
  g_hash_table_insert (self->tickets, ticket->text, ticket);
  return ticket;
}

void
app_demo_auth_tickets_rename (AppDemoAuthTickets *self, AppDemoAuthTicket *ticket, char *text)
{
  g_hash_table_steal (self->tickets, ticket->text);
  g_free (ticket->text);
  ticket->text = text;
  g_hash_table_insert (self->tickets, ticket->text, ticket);
}

AppDemoAuthTicket *
app_demo_auth_tickets_find (AppDemoAuthTickets   *self,
                            AppDemoAuthTicketKind kind,
                            const char           *text)
{
  AppDemoAuthTicket *ticket = text != NULL ? g_hash_table_lookup (self->tickets, text) : NULL;

  return ticket != NULL && ticket->kind == kind ? ticket : NULL;
}

gboolean
app_demo_auth_tickets_is_good (AppDemoAuthTickets *self, const AppDemoAuthTicket *ticket)
{
  return !ticket->spent && ticket->expires > g_get_real_time () / G_USEC_PER_SEC &&
         !g_hash_table_contains (self->revoked, GUINT_TO_POINTER (ticket->family));
}

guint
app_demo_auth_tickets_begin_family (AppDemoAuthTickets *self)
{
  /* Nobody holds a ticket here. */
  if (g_hash_table_size (self->tickets) >= MAX_TICKETS)
    g_hash_table_remove_all (self->tickets);
  return ++self->n_families;
}

void
app_demo_auth_tickets_revoke_family (AppDemoAuthTickets *self, guint family)
{
  g_hash_table_add (self->revoked, GUINT_TO_POINTER (family));
}
