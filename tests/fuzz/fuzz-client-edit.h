/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Any text of another application is refused, or edited so that it reads back. The first byte of
 * the input says what is edited. */

#pragma once

#include "fuzz-fail.h"
#include "store-client-text.h"
#include "store-error.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static const char *const fuzz_values[] = {
  "{\"command\":\"x\",\"args\":[\"-y\",\"a b\"],\"env\":{\"K\":\"v: #\"}}",
  "{\"url\":\"https://h/\\u00e9\\ud83d\\ude00\",\"timeout\":1.50,\"on\":true}",
  "{}",
  "{\"a\":{\"b\":[],\"c\":[\"1\",\"2\",\"3\"]},\"d\":\"two\\nlines\"}",
};

static const char *const fuzz_paths[][3] = {
  { "mcpServers", "a", NULL },
  { "a", NULL, NULL },
  { "extensions", "a b.c", NULL },
};

static void
fuzz_remove (GBytes *text, const StoreClientFormat *format, const char *const *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreClientText) client = store_client_text_new (text, format, &error);
  g_autoptr (GBytes) after = NULL;
  g_autoptr (StoreClientText) again = NULL;

  if (client == NULL)
    fuzz_fail ("an edited text is refused: %s", error->message);
  if (!mcp_json_value_exists (store_client_text_get (client, path)))
    return;
  after = store_client_text_set (client, path, NULL, &error);
  if (after == NULL && !g_error_matches (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED) &&
      !g_error_matches (error, STORE_ERROR, STORE_ERROR_DUPLICATE))
    fuzz_fail ("what is there cannot be removed: %s", error->message);
  if (after == NULL)
    return;
  again = store_client_text_new (after, format, &error);
  if (again == NULL)
    fuzz_fail ("a text without the member is refused: %s", error->message);
  if (mcp_json_value_exists (store_client_text_get (again, path)))
    fuzz_fail ("what was removed is there: %s", path[0]);
}

/* What an edit gives back is without it. */
static gboolean
fuzz_has_mark (GBytes *text)
{
  gsize       size;
  const char *data = g_bytes_get_data (text, &size);

  return size >= 3 && memcmp (data, "\357\273\277", 3) == 0;
}

static void
fuzz_edit (const uint8_t *data, size_t size, const StoreClientFormat *format)
{
  const char        *value = fuzz_values[size > 0 ? data[0] % G_N_ELEMENTS (fuzz_values) : 0];
  const char *const *path =
      fuzz_paths[size > 0 ? data[0] / G_N_ELEMENTS (fuzz_values) % G_N_ELEMENTS (fuzz_paths) : 0];
  g_autoptr (GBytes) text = g_bytes_new (data + MIN (size, 1), size - MIN (size, 1));
  g_autoptr (StoreClientText) client = store_client_text_new (text, format, NULL);
  g_autoptr (GBytes) after = client != NULL ? store_client_text_set (client, path, value, NULL)
                                            : NULL;
  g_autoptr (McpJsonDocument) wanted = NULL;
  g_autoptr (StoreClientText) again = NULL;
  g_autoptr (GError) error = NULL;

  if (client != NULL && mcp_json_value_exists (store_client_text_get (client, path)) &&
      !fuzz_has_mark (text))
    fuzz_remove (text, format, path);
  if (after == NULL)
    return;
  again = store_client_text_new (after, format, &error);
  if (again == NULL)
    fuzz_fail ("an edited text is refused: %s", error->message);
  wanted = mcp_json_document_parse_text (value, -1, NULL);
  if (!mcp_json_value_equal (store_client_text_get (again, path),
                             mcp_json_document_get_root (wanted)))
    fuzz_fail ("another value is read back: %s", value);
  fuzz_remove (after, format, path);
}
