/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A member of any JSON text is set and taken away, with comments and without. */

#include "fuzz-client-edit.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const StoreClientFormat strict = { .language = STORE_CLIENT_JSON };
  static const StoreClientFormat loose = { .language = STORE_CLIENT_JSON,
                                           .syntax = MCP_JSON_SYNTAX_COMMENTS };

  fuzz_edit (data, size, size > 0 && data[0] >= 0x80 ? &loose : &strict);
  return 0;
}
