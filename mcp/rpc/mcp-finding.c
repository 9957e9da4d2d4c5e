/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-finding.h"

#include <string.h>

/* A text may quote the server; more than this of it helps nobody. */
#define MAX_TEXT_BYTES 2000
/* One thing with more faults than this is rubbish, and its list would be an attack on memory. */
#define MAX_FINDINGS 100

struct _McpFinding
{
  gatomicrefcount ref_count;
  McpFindingLevel level;
  const char     *code;
  char           *text;
  char           *pointer;
  const char     *revision; /* (nullable): interned */
};

static McpFinding *
mcp_finding_ref (McpFinding *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

G_DEFINE_BOXED_TYPE (McpFinding, mcp_finding, mcp_finding_ref, mcp_finding_unref)

void
mcp_finding_unref (McpFinding *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->text);
  g_free (self->pointer);
  g_free (self);
}

McpFindingLevel
mcp_finding_get_level (const McpFinding *self)
{
  return self->level;
}

const char *
mcp_finding_get_code (const McpFinding *self)
{
  return self->code;
}

const char *
mcp_finding_get_text (const McpFinding *self)
{
  return self->text;
}

const char *
mcp_finding_get_pointer (const McpFinding *self)
{
  return self->pointer;
}

const char *
mcp_finding_get_revision (const McpFinding *self)
{
  return self->revision;
}

void
mcp_finding_list_cite (GPtrArray *findings, const char *revision)
{
  for (guint i = 0; findings != NULL && revision != NULL && i < findings->len; i++)
    ((McpFinding *)findings->pdata[i])->revision = g_intern_string (revision);
}

void
mcp_finding_add (GPtrArray     **findings,
                 McpFindingLevel level,
                 const char     *code,
                 const char     *pointer,
                 const char     *format,
                 ...)
{
  va_list args;

  if (*findings != NULL && (*findings)->len >= MAX_FINDINGS)
    return;

  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);

  McpFinding *finding = g_new0 (McpFinding, 1);
  g_atomic_ref_count_init (&finding->ref_count);
  finding->level = level;
  finding->code = code;
  finding->pointer = g_strdup (pointer);
  if (strlen (text) > MAX_TEXT_BYTES)
    text[MAX_TEXT_BYTES] = '\0';
  finding->text = g_utf8_make_valid (text, -1);

  if (*findings == NULL)
    *findings = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_finding_unref);
  g_ptr_array_add (*findings, finding);
}

void
mcp_finding_add_all (GPtrArray **findings, GPtrArray *others, const char *pointer)
{
  for (guint i = 0; others != NULL && i < others->len; i++)
    {
      const McpFinding *other = g_ptr_array_index (others, i);
      g_autofree char  *place =
          g_strconcat (pointer != NULL ? pointer : "", other->pointer != NULL ? other->pointer : "",
                       NULL);

      if (*findings != NULL && (*findings)->len >= MAX_FINDINGS)
        return;
      mcp_finding_add (findings, other->level, other->code, *place != '\0' ? place : NULL, "%s",
                       other->text);
      ((McpFinding *)(*findings)->pdata[(*findings)->len - 1])->revision = other->revision;
    }
}

void
mcp_finding_add_json (GPtrArray **findings, McpJsonDocument *document, guint max)
{
  static const struct
  {
    const char     *code;
    McpFindingLevel level;
    const char     *text;
  } KINDS[] = {
    [MCP_JSON_FINDING_DUPLICATE_MEMBER] = { "json-duplicate-member", MCP_FINDING_WARNING,
                                            "An object has this member twice; programs differ in "
                                            "which of them they take." },
    [MCP_JSON_FINDING_LONE_SURROGATE] = { "json-lone-surrogate", MCP_FINDING_WARNING,
                                          "A string has an escape of half a character." },
    [MCP_JSON_FINDING_INEXACT_NUMBER] = { "json-inexact-number", MCP_FINDING_NOTE,
                                          "Programs that keep numbers as double precision read "
                                          "another number." },
    [MCP_JSON_FINDING_NUL_CHARACTER] = { "json-nul", MCP_FINDING_NOTE,
                                         "A string has the character U+0000, where some programs "
                                         "cut it." },
    [MCP_JSON_FINDING_BYTE_ORDER_MARK] = { "json-byte-order-mark", MCP_FINDING_WARNING,
                                           "The text begins with a byte order mark." },
  };
  g_autoptr (GArray) found = mcp_json_document_find (document, max);

  for (guint i = 0; i < found->len; i++)
    {
      const McpJsonFinding *one = &g_array_index (found, McpJsonFinding, i);
      g_autofree char      *pointer = mcp_json_value_dup_pointer (one->value);

      mcp_finding_add (findings, KINDS[one->kind].level, KINDS[one->kind].code, pointer, "%s",
                       KINDS[one->kind].text);
    }
}

gboolean
mcp_finding_list_has (GPtrArray *findings, const char *code)
{
  if (findings == NULL)
    return FALSE;

  for (guint i = 0; i < findings->len; i++)
    {
      const McpFinding *finding = g_ptr_array_index (findings, i);

      if (g_str_equal (finding->code, code))
        return TRUE;
    }
  return FALSE;
}
