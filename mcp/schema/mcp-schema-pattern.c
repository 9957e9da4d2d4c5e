/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-schema-pattern.h"

#include "mcp-schema-ecma.h"
#include "mcp-schema-names.h"

#include <string.h>

/* Up to here one attempt at all places together is bounded well enough; beyond, the clock is looked
 * at between them. */
#define SHORT_TEXT 512
/* Patterns are written by people. */
#define MAX_PATTERN_BYTES 65536

struct _McpSchemaPattern
{
  McpJsonValue text;
  GRegex      *regex;    /* atomic; NULL until it is asked */
  int          broken;   /* atomic: it is no pattern */
  gboolean     anchored; /* it can only begin at the beginning */
};

/* By its first character, where no alternative could have another one. */
static gboolean
is_anchored (McpJsonValue text)
{
  gsize       length;
  const char *p = mcp_json_value_get_text (text, &length);

  return length > 2 && p[1] == '^' && memchr (p, '|', length) == NULL;
}

McpSchemaPattern *
mcp_schema_pattern_new (McpJsonValue text)
{
  McpSchemaPattern *self = g_new0 (McpSchemaPattern, 1);

  self->text = text;
  self->anchored = is_anchored (text);
  return self;
}

void
mcp_schema_pattern_free (McpSchemaPattern *self)
{
  g_clear_pointer (&self->regex, g_regex_unref);
  g_free (self);
}

/* GRegex quotes the whole pattern, as we wrote it for it, and counts in that. */
static char *
dup_reason (const GError *error, const char *pattern)
{
  const char *quoted = strstr (error->message, pattern);
  const char *reason = quoted != NULL ? strstr (quoted + strlen (pattern), ": ") : NULL;

  return g_strdup (reason != NULL ? reason + 2 : error->message);
}

/* @is_beyond: (out) (optional): it is a pattern, but one that GRegex cannot do
 * Returns: (transfer full) (nullable) */
static GRegex *
compile (const char *pattern, gsize length, char **reason, gboolean *is_beyond)
{
  const char      *clause = NULL;
  g_autofree char *translated = NULL;
  g_autofree char *bounded = NULL;
  g_autoptr (GError) error = NULL;

  if (length <= MAX_PATTERN_BYTES)
    translated = mcp_schema_ecma_translate (pattern, length, &clause);
  else
    clause = "it is too long";
  if (translated == NULL)
    {
      if (reason != NULL)
        *reason = g_strdup (clause);
      return NULL;
    }
  bounded = g_strdup_printf ("(*LIMIT_MATCH=%d)%s", MCP_SCHEMA_MATCH_LIMIT, translated);
  GRegex *regex = g_regex_new (bounded, G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT, &error);
  if (regex == NULL && reason != NULL)
    *reason = dup_reason (error, bounded);
  if (is_beyond != NULL)
    *is_beyond = g_error_matches (error, G_REGEX_ERROR,
                                  G_REGEX_ERROR_VARIABLE_LENGTH_LOOKBEHIND);
  return regex;
}

static GRegex *
ensure_regex (McpSchemaPattern *self, char **reason)
{
  GRegex          *regex = g_atomic_pointer_get (&self->regex);
  g_autofree char *owned = NULL;
  const char      *text;
  gsize            length;

  if (regex != NULL || (g_atomic_int_get (&self->broken) && reason == NULL))
    return regex;
  text = mcp_schema_peek_string (self->text, &length, &owned);
  regex = compile (text, length, reason, NULL);
  if (regex == NULL)
    g_atomic_int_set (&self->broken, TRUE);
  else if (!g_atomic_pointer_compare_and_exchange (&self->regex, NULL, regex))
    {
      g_regex_unref (regex);
      regex = g_atomic_pointer_get (&self->regex);
    }
  return regex;
}

static McpSchemaTruth
match_at (GRegex *regex, const char *text, gsize length, gsize at, GRegexMatchFlags flags)
{
  g_autoptr (GError) error = NULL;
  gboolean found = g_regex_match_full (regex, text, (gssize)length, (int)at, flags, NULL, &error);

  if (error != NULL)
    return MCP_SCHEMA_MAYBE;
  return mcp_schema_truth_from (found);
}

McpSchemaTruth
mcp_schema_pattern_matches (McpSchemaPattern *self, const char *text, gsize length, gint64 deadline)
{
  GRegex *regex = ensure_regex (self, NULL);
  gsize   at = 0;

  if (regex == NULL || length > G_MAXINT)
    return MCP_SCHEMA_MAYBE;
  if (length <= SHORT_TEXT || self->anchored)
    return match_at (regex, text, length, 0, G_REGEX_MATCH_DEFAULT);
  /* Place by place: the limit counts again at each, and there are many. */
  for (;;)
    {
      McpSchemaTruth truth = match_at (regex, text, length, at, G_REGEX_MATCH_ANCHORED);

      if (truth != MCP_SCHEMA_NO || at >= length)
        return truth;
      at = (gsize)(g_utf8_next_char (text + at) - text);
      if (g_get_monotonic_time () > deadline)
        return MCP_SCHEMA_MAYBE;
    }
}

char *
mcp_schema_pattern_check (McpSchemaPattern *self)
{
  char *reason = NULL;

  ensure_regex (self, &reason);
  return reason;
}

gboolean
mcp_schema_pattern_is_valid (const char *text, gsize length)
{
  gboolean is_beyond = FALSE;
  g_autoptr (GRegex) regex = compile (text, length, NULL, &is_beyond);

  return regex != NULL || is_beyond;
}

McpJsonValue
mcp_schema_pattern_get_text (McpSchemaPattern *self)
{
  return self->text;
}
