/* SPDX-License-Identifier: GPL-3.0-or-later */

/* rapidjson as strict as it can be: UTF-8 checked, no recursion. */

#include "bench-json-reader.h"

#include <rapidjson/document.h>

static void *
parse (const char *text, size_t size)
{
  auto *document = new rapidjson::Document;

  document->Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag> (text, size);
  if (!document->HasParseError ())
    return document;
  delete document;
  return nullptr;
}

static void
release (void *document)
{
  delete static_cast<rapidjson::Document *> (document);
}

const BenchJsonReader bench_json_rapidjson = { "rapidjson", parse, release, nullptr };
