/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whatever the browser brings or a person pastes, what is taken from it is text within its limits,
 * and it is for our issuer only where it says so character by character. */

#include "mcp-auth-callback.h"
#include "fuzz-fail.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

#define ISSUER "https://a.example/t"
#define STATE "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

static void
check_iss (McpAuthCallback *callback, gboolean advertised)
{
  const char *iss = mcp_auth_callback_get (callback, "iss");
  McpAuthIss  outcome = mcp_auth_callback_check_iss (callback, ISSUER, advertised);

  if ((outcome == MCP_AUTH_ISS_SAME) != (g_strcmp0 (iss, ISSUER) == 0))
    fuzz_fail ("an issuer that is not ours");
  if ((outcome == MCP_AUTH_ISS_ABSENT) != (iss == NULL && !advertised) ||
      (outcome == MCP_AUTH_ISS_MISSING) != (iss == NULL && advertised))
    fuzz_fail ("an issuer that is there and is not");
}

/* @callback: (nullable) (transfer full) */
static void
check_callback (McpAuthCallback *callback, const GError *error)
{
  static const char *const names[] = { "code", "state", "iss", "error", "error_description", "error_uri" };
  g_autoptr (McpAuthCallback) owned = callback;
  const char *value;

  if ((callback == NULL) == (error == NULL))
    fuzz_fail ("neither a callback nor an error");
  if (callback == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      value = mcp_auth_callback_get (callback, names[i]);
      if (value != NULL && (*value == '\0' || !g_utf8_validate (value, -1, NULL)))
        fuzz_fail ("a parameter that is no text");
    }
  if (value != NULL && strlen (value) > MCP_AUTH_CALLBACK_MAX_BYTES)
    fuzz_fail ("a parameter that is too long");
  if (mcp_auth_callback_get (callback, "code") == NULL && mcp_auth_callback_get (callback, "error") == NULL)
    fuzz_fail ("neither a code nor an error");
  value = mcp_auth_callback_get (callback, "error_description");
  if (value != NULL && g_utf8_strlen (value, -1) > 2000)
    fuzz_fail ("a description that is too long");
  if (mcp_auth_callback_has_state (callback, STATE) !=
      (g_strcmp0 (mcp_auth_callback_get (callback, "state"), STATE) == 0))
    fuzz_fail ("a state that is ours and is not");
  check_iss (callback, TRUE);
  check_iss (callback, FALSE);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *)data, size);
  g_autoptr (GError) error = NULL;
  McpAuthCallback *callback = mcp_auth_callback_new (text, &error);

  check_callback (callback, error);
  g_clear_error (&error);
  callback = mcp_auth_callback_new_pasted (text, &error);
  check_callback (callback, error);
  return 0;
}
