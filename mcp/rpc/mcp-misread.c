/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-misread.h"

#include "mcp-error.h"

#include <string.h>

/* Of a line that cannot be read, this much of either end is looked through. */
#define SAMPLE_BYTES (64 * 1024)
/* Of an id in a message for a person; a server may send megabytes. */
#define TOLD_ID_BYTES 80
/* Bytes shown of a line, and of them before the place of a fault. */
#define EVIDENCE_BYTES 900
#define EVIDENCE_BEFORE 200

typedef struct
{
  const char *p;
  const char *end;
  guint       depth;
  gboolean    quoted;
  gboolean    json; /* the line begins as JSON does, or in the middle of it */

  /* The message here */
  gint64   id;          /* 0 none */
  gboolean is_call;     /* has a method */
  gboolean is_response; /* has a result or an error */

  guint    n_messages;  /* before it */
  guint    n_calls;     /* of these, the server's own */
  gboolean has_id;      /* one at its own level, whatever it is */
  gboolean is_of_ended; /* it names a call that ended before */

  GPtrArray       *found; /* McpRequestId */
  McpCallStateFunc state_of;
  gpointer         user_data;
} Scan;

static const char *
skip_space (const char *p, const char *end)
{
  while (p < end && g_ascii_isspace (*p))
    p++;
  return p;
}

/** Where an encoding of two or four bytes begins, there are bytes that are no text. */
static const char *
skip_marks (const char *p, const char *end)
{
  while (p < end && (g_ascii_isspace (*p) || *p == '\0' || memchr ("\xef\xbb\xbf\xfe\xff", *p, 5)))
    p++;
  return p;
}

/** "[" begins many a line of a log: "[INFO]", "[12:01]". */
static gboolean
begins_as_json (const char *p, const char *end)
{
  p = skip_marks (p, end);
  if (p == end || *p != '[')
    return p < end && *p == '{';
  p = skip_marks (p + 1, end);
  return p == end || *p == '{' || *p == '"';
}

static void
scan_add (Scan *self, gint64 id)
{
  g_autoptr (McpRequestId) found = mcp_request_id_new_int64 (id);
  McpCallState state = self->state_of (found, self->user_data);

  self->is_of_ended |= state == MCP_CALL_ENDED;
  if (state == MCP_CALL_AWAITED &&
      !g_ptr_array_find_with_equal_func (self->found, found, mcp_request_id_equal, NULL))
    g_ptr_array_add (self->found, g_steal_pointer (&found));
}

static void
scan_end_message (Scan *self)
{
  gboolean is_call = self->is_call && !self->is_response;

  if (self->id != 0 && !is_call && (self->json || self->is_response))
    scan_add (self, self->id);
  self->n_messages++;
  self->n_calls += is_call ? 1 : 0;
  self->id = 0;
  self->is_call = self->is_response = FALSE;
}

/** Returns: the number behind a name; 0 for none, or one that ends the line: it may be cut */
static gint64
read_number (const char *p, const char *end)
{
  gint64 number = 0;

  for (; p < end && g_ascii_isdigit (*p) && number < G_MAXINT64 / 100; p++)
    number = number * 10 + g_ascii_digit_value (*p);
  return p < end && !g_ascii_isalnum (*p) && *p != '.' ? number : 0;
}

/** @p: at a quote. Returns: behind the colon where the name of a member is there; else %NULL */
static const char *
match_name (const char *p, const char *end, const char *name)
{
  gsize length = strlen (name);

  if ((gsize)(end - p) < length + 2 || memcmp (p + 1, name, length) != 0 || p[length + 1] != *p)
    return NULL;
  p = skip_space (p + length + 2, end);
  return p < end && *p == ':' ? skip_space (p + 1, end) : NULL;
}

static void
scan_read_name (Scan *self)
{
  const char *id = match_name (self->p, self->end, "id");

  self->has_id |= id != NULL;
  if (id != NULL && self->id == 0)
    self->id = read_number (id, self->end);
  self->is_call |= match_name (self->p, self->end, "method") != NULL;
  self->is_response |= match_name (self->p, self->end, "result") != NULL ||
                       match_name (self->p, self->end, "error") != NULL;
}

static void
scan_step (Scan *self)
{
  char c = *self->p;

  /* Another message within one: what wrote that was interrupted. */
  if (c == '{' && self->depth > 0 &&
      match_name (skip_space (self->p + 1, self->end), self->end, "jsonrpc") != NULL)
    {
      scan_end_message (self);
      self->depth = 0;
      self->quoted = FALSE;
    }
  if (!self->quoted && (c == '"' || c == '\'') && self->depth <= 1)
    scan_read_name (self);
  if (c == '\\')
    self->p++;
  else if (c == '"')
    self->quoted = !self->quoted;
  else if (self->quoted)
    return;
  else if (c == '{' || (c == '[' && self->depth > 0)) /* a batch is as deep as its messages */
    self->depth++;
  else if ((c == '}' || c == ']') && self->depth > 0 && --self->depth == 0)
    scan_end_message (self);
}

static void
scan_head (Scan *self, const char *start, gsize size)
{
  const char *rest = skip_marks (start, start + size);

  self->end = start + MIN (size, SAMPLE_BYTES);
  self->json = begins_as_json (start, start + size) ||
               (rest < start + size && strchr ("\"',}", *rest) != NULL);
  for (self->p = start; !self->json && self->p < self->end && *self->p != '{';)
    self->p++;
  for (; self->p < self->end; self->p++)
    scan_step (self);
  if (self->depth > 0 || self->id != 0 || self->n_messages == 0)
    scan_end_message (self);
}

/** Without a message that names an id at its own level, the last one is meant. */
static void
scan_tail (Scan *self, const char *start, gsize size)
{
  gint64 id = 0;

  self->end = start + size;
  for (self->p = self->end - MIN (size, SAMPLE_BYTES); self->p < self->end; self->p++)
    {
      const char *value = *self->p == '"' && (self->p == start || self->p[-1] != '\\')
                              ? match_name (self->p, self->end, "id")
                              : NULL;

      if (value != NULL)
        id = read_number (value, self->end);
    }
  if (id != 0)
    scan_add (self, id);
}

/** Whole JSON: whether it is, by its members, no line of a log, and no call of the server's. */
static gboolean
is_meant_as_response (McpJsonValue value)
{
  gboolean is_response = mcp_json_value_exists (mcp_json_value_get_member (value, "result")) ||
                         mcp_json_value_exists (mcp_json_value_get_member (value, "error"));

  if (is_response)
    return TRUE;
  return mcp_json_value_exists (mcp_json_value_get_member (value, "jsonrpc")) &&
         !mcp_json_value_exists (mcp_json_value_get_member (value, "method"));
}

GPtrArray *
mcp_misread_find_calls (McpMessage      *message,
                        GBytes          *head,
                        GBytes          *tail,
                        McpRequestId    *only,
                        McpCallStateFunc state_of,
                        gpointer         user_data)
{
  Scan  self = { .state_of = state_of, .user_data = user_data };
  gsize size;

  self.found = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_request_id_unref);
  if (message != NULL && mcp_json_value_exists (mcp_message_get_value (message)))
    {
      McpRequestId *id = mcp_message_get_id (message);

      if (id != NULL && state_of (id, user_data) != MCP_CALL_UNKNOWN)
        only = state_of (id, user_data) == MCP_CALL_AWAITED ? id : NULL;
      if (only != NULL && is_meant_as_response (mcp_message_get_value (message)))
        g_ptr_array_add (self.found, mcp_request_id_ref (only));
      return self.found;
    }
  if (message != NULL)
    head = tail = mcp_message_get_text (message);
  const char *start = g_bytes_get_data (head, &size);
  if (size == 0)
    return self.found;
  scan_head (&self, start, size);
  if (self.n_calls == self.n_messages)
    return self.found;
  if (tail != NULL && g_bytes_get_size (tail) > 0 && !self.has_id && self.json)
    scan_tail (&self, g_bytes_get_data (tail, NULL), g_bytes_get_size (tail));
  if (self.found->len == 0 && only != NULL && !self.is_of_ended &&
      begins_as_json (start, start + size))
    g_ptr_array_add (self.found, mcp_request_id_ref (only));
  return self.found;
}

/* What is said of it */

char *
mcp_misread_explain (McpMessage *message, McpRequestId *asked)
{
  McpJsonValue id = mcp_json_value_get_member (mcp_message_get_value (message), "id");
  const char  *hint = mcp_message_get_fault (message)->hint;

  if (mcp_message_get_reason (message) != NULL)
    return g_strdup_printf ("%s%s%s%s", mcp_message_get_reason (message),
                            g_str_has_suffix (mcp_message_get_reason (message), ".") ? "" : ".",
                            hint != NULL ? " " : "", hint != NULL ? hint : "");
  if (!mcp_json_value_exists (id))
    return g_strdup_printf ("a response came without an id; the request has the id %s.",
                            mcp_request_id_get_text (asked));
  g_autofree char *text = mcp_json_value_dup_text (id);
  g_autofree char *came = g_utf8_make_valid (text, (gssize)strnlen (text, TOLD_ID_BYTES));
  return g_strdup_printf ("a response came with the id %s; the request has the id %s. A response "
                          "must have the id of its request, of the same type.",
                          came, mcp_request_id_get_text (asked));
}

char *
mcp_misread_dup_visible (const char *data, gsize size)
{
  GString    *text = g_string_new (NULL);
  const char *end = data + size;

  while (data < end)
    {
      gunichar c = g_utf8_get_char_validated (data, end - data);

      if (c == (gunichar)-1 || c == (gunichar)-2 || (c < 0x20 && c != '\n' && c != '\t'))
        g_string_append_printf (text, "\\x%02X", (guint8)*data++);
      else
        {
          g_string_append_unichar (text, c);
          data = g_utf8_next_char (data);
        }
    }
  return g_string_free (text, FALSE);
}

/** The bytes around the fault. */
static char *
dup_evidence (McpMessage *message)
{
  gsize            size;
  const char      *data = g_bytes_get_data (mcp_message_get_text (message), &size);
  gsize            fault = mcp_message_get_fault (message)->offset;
  gsize            start = 0;
  g_autofree char *text = NULL;

  if (fault > EVIDENCE_BYTES / 2)
    for (start = fault - EVIDENCE_BEFORE; start < fault && ((guchar)data[start] & 0xc0) == 0x80;)
      start++;
  text = mcp_misread_dup_visible (data + start, MIN (size - start, EVIDENCE_BYTES));
  if (strlen (text) > EVIDENCE_BYTES)
    *g_utf8_find_prev_char (text, text + EVIDENCE_BYTES) = '\0';
  return g_strconcat (start > 0 ? "…" : "", text, NULL);
}

GError *
mcp_misread_new_error (McpMessage *message, McpRequestId *asked, const char *method, guint status)
{
  gboolean         is_limit = mcp_message_get_fault (message)->is_limit;
  g_autofree char *fault = mcp_misread_explain (message, asked);
  GError          *error =
      mcp_error_new (is_limit ? MCP_ERROR_MESSAGE_TOO_LARGE : MCP_ERROR_INVALID_MESSAGE,
                     is_limit ? "No readable response to %s: %s" : "No valid response to %s: %s",
                     method, fault);

  mcp_error_get_details (error)->evidence = dup_evidence (message);
  mcp_error_get_details (error)->http_status = status;
  return error;
}
