/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * BenchJsonReader: one JSON library as the benchmark sees it. C and C++ include it, GLib does not
 * appear.
 */

#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes behind a text that may be read: simdjson asks for them, the others ignore them. */
#define BENCH_JSON_PADDING 64

typedef struct
{
  const char *name;
  /* Reads @text of @size bytes into the library's own document, freshly made; NULL when refused. */
  void *(*parse) (const char *text, size_t size);
  void (*release) (void *document);
  /* The nodes that the document has, where the library says; else NULL. */
  size_t (*count_nodes) (void *document);
} BenchJsonReader;

extern const BenchJsonReader bench_json_mcp;
extern const BenchJsonReader bench_json_json_glib;
#ifdef HAVE_CJSON
extern const BenchJsonReader bench_json_cjson;
#endif
#ifdef HAVE_RAPIDJSON
extern const BenchJsonReader bench_json_rapidjson;
#endif
#ifdef HAVE_SIMDJSON
extern const BenchJsonReader bench_json_simdjson;
#endif

#ifdef __cplusplus
}
#endif
