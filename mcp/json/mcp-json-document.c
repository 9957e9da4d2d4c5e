/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-json-document.h"

#include "mcp-json-lookup.h"
#include "mcp-json-reader.h"
#include "mcp-object.h"

#include <string.h>

GQuark
mcp_json_error_quark (void)
{
  return g_quark_from_static_string ("mcp-json-error-quark");
}

/* Lines end as editors see it: LF, CR LF or CR. A byte order mark takes no column. */
static void
find_place (const char *text, gsize size, gsize offset, McpJsonPlace *place)
{
  gsize i = size >= 3 && offset >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

  place->offset = offset;
  place->line = 1;
  place->column = 1;
  for (; i < offset; i++)
    {
      if (text[i] == '\n' || (text[i] == '\r' && (i + 1 >= size || text[i + 1] != '\n')))
        {
          place->line++;
          place->column = 1;
        }
      else if ((text[i] & 0xc0) != 0x80 && text[i] != '\r')
        place->column++;
    }
}

static void
diagnose (McpJsonReaderResult result,
          const char         *text,
          gsize               size,
          guint               max_depth,
          McpJsonDiagnosis   *diagnosis)
{
  if (result == MCP_JSON_READER_NO_MEMORY)
    {
      diagnosis->code = MCP_JSON_ERROR_TOO_LARGE;
      diagnosis->reason = "there is not enough memory to read it";
    }
  else if (!mcp_json_diagnosis_find (diagnosis, text, size, max_depth))
    {
      /* The two read one grammar; tests and the fuzzer hold them to it. */
      g_critical ("A JSON text was refused that is right");
      diagnosis->reason = "it could not be read";
    }
}

McpJsonDocument *
mcp_json_document_parse (GBytes              *bytes,
                         const McpJsonLimits *limits,
                         McpJsonPlace        *place,
                         GError             **error)
{
  McpJsonDiagnosis diagnosis = { 0 };
  McpJsonIndex     index = { NULL };
  McpJsonPlace     where = { 0, 1, 1, NULL };
  gsize            max_bytes = MCP_JSON_MAX_BYTES;
  guint            max_depth = MCP_JSON_MAX_DEPTH;
  gsize            size;

  g_return_val_if_fail (bytes != NULL, NULL);

  if (limits != NULL)
    {
      max_bytes = MIN (limits->max_bytes, max_bytes);
      max_depth = MIN (limits->max_depth, max_depth);
    }
  const char *text = g_bytes_get_data (bytes, &size);
  if (text == NULL)
    text = "";
  if (size > max_bytes)
    {
      where.reason = "the text is too long";
      if (place != NULL)
        *place = where;
      g_set_error (error, MCP_JSON_ERROR, MCP_JSON_ERROR_TOO_LARGE,
                   "the text is too long: %" G_GSIZE_FORMAT " bytes where %" G_GSIZE_FORMAT
                   " are allowed",
                   size, max_bytes);
      return NULL;
    }
  McpJsonReaderResult result = mcp_json_reader_read (text, size, max_depth, &index);
  if (result != MCP_JSON_READER_DONE)
    {
      diagnose (result, text, size, max_depth, &diagnosis);
      find_place (text, size, diagnosis.offset, &where);
      where.reason = diagnosis.reason;
      if (place != NULL)
        *place = where;
      g_set_error (error, MCP_JSON_ERROR, diagnosis.code,
                   "line %u, column %u: %s", where.line, where.column, where.reason);
      return NULL;
    }

  McpJsonDocument *self = g_new0 (McpJsonDocument, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->bytes = g_bytes_ref (bytes);
  self->text = text;
  self->size = size;
  self->index = index;
  return self;
}

McpJsonDocument *
mcp_json_document_parse_text (const char *text, gssize length, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);

  g_autoptr (GBytes) bytes = g_bytes_new (text, length < 0 ? strlen (text) : (gsize)length);
  return mcp_json_document_parse (bytes, NULL, NULL, error);
}

McpJsonDocument *
mcp_json_document_ref (McpJsonDocument *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
mcp_json_document_unref (McpJsonDocument *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  mcp_json_lookup_free (self->lookup);
  mcp_json_index_clear (&self->index);
  g_bytes_unref (self->bytes);
  g_free (self);
}

McpJsonValue
mcp_json_document_get_root (McpJsonDocument *self)
{
  return (McpJsonValue){ self, 0 };
}

MCP_DEFINE_PLAIN_GETTER (GBytes *, McpJsonDocument, mcp_json_document, bytes)
