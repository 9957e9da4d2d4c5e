/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A member of any TOML text is set and taken away. */

#include "fuzz-client-edit.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const StoreClientFormat format = { .language = STORE_CLIENT_TOML };

  fuzz_edit (data, size, &format);
  return 0;
}
