/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "fuzz-model-events.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  return fuzz_model_events (&mcp_model_responses_dialect, data, size);
}
