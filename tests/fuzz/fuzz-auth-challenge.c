/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whatever WWW-Authenticate holds can be shown, and a scheme is one that we know. */

#include "mcp-auth-challenge.h"
#include "fuzz-fail.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
check_text (const char *text)
{
  if (!g_utf8_validate (text, -1, NULL))
    fuzz_fail ("a text that cannot be shown");
}

static void
check_parameters (McpAuthChallenge *challenge)
{
  const char *const *each = mcp_auth_challenge_get_parameters (challenge);

  for (; each[0] != NULL; each += 2)
    {
      const char *value = mcp_auth_challenge_get (challenge, each[0]);

      check_text (each[0]);
      check_text (each[1]);
      if (*each[0] == '\0' || strpbrk (each[0], "=,\" \t\r\n") != NULL)
        fuzz_fail ("a name that is none");
      if (value != NULL && *value == '\0')
        fuzz_fail ("a value that should be absent");
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *header = g_strndup ((const char *)data, size);
  g_autoptr (McpAuthChallenge) challenge = mcp_auth_challenge_new (header);
  const char        *scheme = mcp_auth_challenge_get_scheme (challenge);
  const char *const *others = mcp_auth_challenge_get_other_schemes (challenge);

  check_text (mcp_auth_challenge_get_header (challenge));
  check_parameters (challenge);
  if (scheme == NULL && *mcp_auth_challenge_get_parameters (challenge) != NULL)
    fuzz_fail ("parameters of no scheme");
  if (scheme != NULL && !g_str_equal (scheme, "Bearer") && !g_str_equal (scheme, "DPoP"))
    fuzz_fail ("a scheme that we do not know");
  for (; *others != NULL; others++)
    {
      check_text (*others);
      if (scheme == NULL &&
          (g_ascii_strcasecmp (*others, "bearer") == 0 || g_ascii_strcasecmp (*others, "dpop") == 0))
        fuzz_fail ("a scheme of ours that was not taken");
    }
  return 0;
}
