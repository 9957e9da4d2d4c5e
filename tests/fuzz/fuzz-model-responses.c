/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "fuzz-model.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  return fuzz_model (&mcp_model_responses_dialect, data, size);
}
