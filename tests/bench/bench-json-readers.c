/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The readers in C: ours, json-glib, cJSON. */

#include "bench-json-reader.h"

#include "mcp-json-document.h"
#include "mcp-json-index.h"

#include <json-glib/json-glib.h>

#ifdef HAVE_CJSON
#include <cjson/cJSON.h>
#endif

static void *
mcp_parse (const char *text, size_t size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, size);

  return mcp_json_document_parse (bytes, NULL, NULL, NULL);
}

static void
mcp_release (void *document)
{
  mcp_json_document_unref (document);
}

static size_t
mcp_count_nodes (void *document)
{
  const McpJsonIndex *index = &((McpJsonDocument *)document)->index;
  size_t              n = 0;

  for (guint32 i = 0; i < index->n_nodes; i = mcp_json_node_get_inside (index->nodes, i))
    n++;
  return n;
}

const BenchJsonReader bench_json_mcp = { "mcp/json", mcp_parse, mcp_release, mcp_count_nodes };

static void *
json_glib_parse (const char *text, size_t size)
{
  JsonParser *parser = json_parser_new_immutable ();

  if (json_parser_load_from_data (parser, text, (gssize)size, NULL))
    return parser;
  g_object_unref (parser);
  return NULL;
}

const BenchJsonReader bench_json_json_glib = { "json-glib", json_glib_parse, g_object_unref, NULL };

#ifdef HAVE_CJSON
static void *
cjson_parse (const char *text, size_t size)
{
  return cJSON_ParseWithLength (text, size);
}

static void
cjson_release (void *document)
{
  cJSON_Delete (document);
}

const BenchJsonReader bench_json_cjson = { "cJSON", cjson_parse, cjson_release, NULL };
#endif
