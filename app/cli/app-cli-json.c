/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <unistd.h>

#include "app-cli-print.h"
#include "app-session.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"

/* A document with more is told how many. */
#define MAX_FINDINGS 100
/* Of what was found, enough to know it by. */
#define FINDING_CHARACTERS 60

static const char *
explain (McpJsonFindingKind kind)
{
  switch (kind)
    {
    case MCP_JSON_FINDING_DUPLICATE_MEMBER:
      return _ ("this member is there twice; most programs use the last one");
    case MCP_JSON_FINDING_LONE_SURROGATE:
      return _ ("half a surrogate pair, which is no character");
    case MCP_JSON_FINDING_INEXACT_NUMBER:
      return _ ("programs that use doubles read another number");
    case MCP_JSON_FINDING_NUL_CHARACTER:
      return _ ("a NUL character, where C programs cut the string");
    case MCP_JSON_FINDING_BYTE_ORDER_MARK:
      return _ ("a byte order mark, which JSON does not allow");
    default:
      return "";
    }
}

/* Walks on from the place before, which findings in order allow. */
typedef struct
{
  gsize offset;
  guint line;
  guint column;
} Place;

static void
walk_to (Place *place, const char *data, gsize offset)
{
  if (offset < place->offset)
    *place = (Place){ 0, 1, 1 };
  for (; place->offset < offset; place->offset++)
    {
      if (data[place->offset] == '\n')
        {
          place->line++;
          place->column = 1;
        }
      else if ((data[place->offset] & 0xC0) != 0x80)
        place->column++;
    }
}

static void
print_findings (const AppCliInvocation *invocation, McpJsonDocument *document, const char *name)
{
  g_autoptr (GArray) findings = mcp_json_document_find (document, MAX_FINDINGS);
  const char *data = g_bytes_get_data (mcp_json_document_get_bytes (document), NULL);
  Place       place = { 0, 1, 1 };

  for (guint i = 0; i < findings->len && !invocation->quiet; i++)
    {
      const McpJsonFinding *finding = &g_array_index (findings, McpJsonFinding, i);
      g_autofree char      *text = g_strndup (data + finding->start, finding->length);
      g_autofree char      *line = app_visible_text_line (text, FINDING_CHARACTERS);

      walk_to (&place, data, finding->start);
      fprintf (stderr, "%s:%u:%u: %s: %s\n", name, place.line, place.column,
               explain (finding->kind), line);
    }
}

static GBytes *
read_document (const char *file, GError **error)
{
  g_autofree char *data = NULL;
  gsize            length = 0;
  gsize            capacity = 0;

  if (g_strcmp0 (file, "-") != 0)
    {
      if (!g_file_get_contents (file, &data, &length, error))
        return NULL;
      return g_bytes_new_take (g_steal_pointer (&data), length);
    }
  for (;;)
    {
      size_t n;

      if (capacity - length < 65536)
        {
          capacity = MAX (capacity * 2, 262144);
          data = g_realloc (data, capacity);
        }
      n = fread (data + length, 1, capacity - length, stdin);
      if (n == 0)
        break;
      length += n;
      if (length > (gsize)MCP_JSON_MAX_BYTES)
        break;
    }
  return g_bytes_new_take (g_steal_pointer (&data), length);
}

static AppCliStatus
fail_syntax (const AppCliInvocation *invocation, const char *name, const McpJsonPlace *place)
{
  g_autoptr (GError) error = NULL;

  g_set_error (&error, MCP_JSON_ERROR, MCP_JSON_ERROR_SYNTAX, "%s:%u:%u: %s", name, place->line,
               place->column, place->reason);
  return app_cli_fail (invocation, error);
}

AppCliStatus
app_cli_json (const AppCliInvocation *invocation)
{
  const char *file = invocation->arguments[0] != NULL ? invocation->arguments[0] : "-";
  const char *name = g_str_equal (file, "-") ? "stdin" : file;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  McpJsonPlace     place = { 0 };
  McpJsonValue     root;

  if (invocation->arguments[0] != NULL && invocation->arguments[1] != NULL)
    return app_cli_fail_usage (invocation, _ ("“json” takes one file."));
  bytes = read_document (file, &error);
  if (bytes == NULL)
    return app_cli_fail (invocation, error);
  document = mcp_json_document_parse (bytes, NULL, &place, &error);
  if (document == NULL && place.reason != NULL)
    return fail_syntax (invocation, name, &place);
  if (document == NULL)
    return app_cli_fail (invocation, error);

  print_findings (invocation, document, name);
  root = mcp_json_document_get_root (document);
  if (invocation->json)
    {
      app_cli_print_value (invocation, root);
      return APP_CLI_DONE;
    }
  text = invocation->compact ? mcp_json_value_print_compact (root)
                             : mcp_json_value_print_pretty (root, 2);
  app_cli_print_bytes (text, strlen (text));
  app_cli_print ("\n");
  return APP_CLI_DONE;
}
