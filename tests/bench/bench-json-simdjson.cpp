/* SPDX-License-Identifier: GPL-3.0-or-later */

/* simdjson's DOM, with the vector instructions that it finds best on this machine. */

#include "bench-json-reader.h"

#include <simdjson.h>

static void *
parse (const char *text, size_t size)
{
  auto *parser = new simdjson::dom::parser;
  simdjson::dom::element root;

  if (parser->parse (text, size, false).get (root) == simdjson::SUCCESS)
    return parser;
  delete parser;
  return nullptr;
}

static void
release (void *document)
{
  delete static_cast<simdjson::dom::parser *> (document);
}

const BenchJsonReader bench_json_simdjson = { "simdjson", parse, release, nullptr };
