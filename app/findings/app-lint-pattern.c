/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Patterns that take too long on some text: tried out, within the limit of mcp/schema. */

#include "app-lint-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-json-writer.h"
#include "mcp-schema.h"

/* Different characters of a pattern that texts are made of. */
#define MAX_CHARACTERS 12u
/* 2^40 attempts, where a pattern is exponential. */
#define REPEATED 40u
/* Bounded by the match limit; a busy machine makes no pattern slow. */
#define MAX_MILLISECONDS 5000u
/* Longer ones are no patterns that a person wrote. */
#define MAX_BYTES 2000u

/* Whether checking @text against the pattern has to be given up. */
static gboolean
is_slow_on (McpSchema *schema, const char *text)
{
  McpSchemaBudget  budget = MCP_SCHEMA_BUDGET_INIT;
  g_autofree char *json = mcp_json_quote (text, -1);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  g_autoptr (McpSchemaReport) report = NULL;

  budget.max_milliseconds = MAX_MILLISECONDS;
  report = mcp_schema_validate (schema, mcp_json_document_get_root (document), MCP_SCHEMA_PLAIN,
                                &budget);
  return mcp_schema_report_get_outcome (report) == MCP_SCHEMA_INCOMPLETE &&
         mcp_schema_report_get_reason (report) == MCP_SCHEMA_REASON_PATTERN;
}

/* Each character many times, and then one that fits nothing. */
static gboolean
is_slow (McpSchema *schema, const char *characters)
{
  for (const char *p = characters; *p != '\0'; p++)
    {
      g_autofree char *same = g_strnfill (REPEATED, *p);
      g_autofree char *text = g_strconcat (same, "\001", NULL);

      if (is_slow_on (schema, text))
        return TRUE;
    }
  return FALSE;
}

/* @pattern: what @text is written as */
static gboolean
try_out (McpJsonValue pattern, const char *text)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (GString) characters = g_string_new ("a0 ");
  g_autofree char *json = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (McpSchema) schema = NULL;

  for (const char *p = text; *p != '\0' && characters->len < MAX_CHARACTERS; p++)
    if ((guchar)*p > 0x20 && (guchar)*p < 0x7F && strchr (characters->str, *p) == NULL)
      g_string_append_c (characters, *p);
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_value (writer, "pattern", pattern);
  mcp_json_writer_end_object (writer);
  json = mcp_json_writer_finish_text (writer);
  document = mcp_json_document_parse_text (json, -1, NULL);
  schema = mcp_schema_new (mcp_json_document_get_root (document));
  /* One that cannot be read at all is told already. */
  return !is_slow_on (schema, "") && is_slow (schema, characters->str);
}

void
app_lint_pattern (AppLintTarget *self, McpJsonValue pattern, const char *pointer)
{
  g_autofree char *text = mcp_json_value_dup_string (pattern, NULL);
  gpointer         slow = NULL;

  /* Nothing is slow that repeats nothing. */
  if (text == NULL || strlen (text) > MAX_BYTES || strpbrk (text, "*+{") == NULL)
    return;
  if (!g_hash_table_lookup_extended (self->patterns, text, NULL, &slow))
    {
      if (g_hash_table_size (self->patterns) >= APP_LINT_MAX_PATTERNS)
        return;
      slow = GINT_TO_POINTER (try_out (pattern, text));
      g_hash_table_insert (self->patterns, g_steal_pointer (&text), slow);
    }
  if (GPOINTER_TO_INT (slow))
    app_lint_add (self, APP_LINT_PATTERN_SLOW, pointer,
                  _ ("The pattern takes too long on texts that do not fit."));
}
