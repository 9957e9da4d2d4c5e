/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a client tries next, for each way in which a server may fail. */

#include "mcp-tests.h"
#include "mcp-probe.h"

#include <string.h>

typedef struct
{
  McpEraChoice choice;
  McpEraKind   known;
  gboolean     http;
  gboolean     sse;
  const char  *path; /* of steps and failures: D, M, L, R, d, S, A are steps, what follows each is how
                      * it failed */
} Case;

#define AUTO MCP_ERA_CHOICE_AUTO, MCP_ERA_UNKNOWN
#define STREAM FALSE, FALSE
#define HTTP TRUE, FALSE
#define HTTP_SSE TRUE, TRUE

static const Case CASES[] = {
  /* Streams */
  { AUTO, STREAM, "D other L declined R declined -" },
  { AUTO, STREAM, "D other L invalid -" },
  { AUTO, STREAM, "D other L exited R exited -" },
  { AUTO, STREAM, "D other L version -" },
  { AUTO, STREAM, "D silent L refused d other -" },
  { AUTO, STREAM, "D silent L refused d exited -" },
  { AUTO, STREAM, "D silent L exited R exited -" },
  { AUTO, STREAM, "D exited R refused -" },
  { AUTO, STREAM, "D exited R exited -" },
  { AUTO, STREAM, "D lost R lost -" },
  { AUTO, STREAM, "D version -" },
  { AUTO, STREAM, "D capability -" },
  { AUTO, STREAM, "D mismatch -" },
  { AUTO, STREAM, "D invalid L invalid -" }, /* an echo */
  { AUTO, STREAM, "D cancelled -" },
  { AUTO, STREAM, "D 400 L declined R declined -" }, /* HTTP+SSE, whose answers come apart from the questions */
  { AUTO, STREAM, "D 503 -" },
  { MCP_ERA_CHOICE_AUTO, MCP_ERA_LEGACY, STREAM, "L refused d version -" },
  { MCP_ERA_CHOICE_AUTO, MCP_ERA_LEGACY, STREAM, "L version d exited -" },
  { MCP_ERA_CHOICE_AUTO, MCP_ERA_LEGACY, STREAM, "L exited A exited -" },
  { MCP_ERA_CHOICE_AUTO, MCP_ERA_LEGACY, STREAM, "L exited A other L refused -" },
  { MCP_ERA_CHOICE_AUTO, MCP_ERA_MODERN, STREAM, "D other L declined R declined -" },
  { MCP_ERA_CHOICE_MODERN, MCP_ERA_UNKNOWN, STREAM, "M other -" },
  { MCP_ERA_CHOICE_MODERN, MCP_ERA_LEGACY, STREAM, "M exited -" },
  { MCP_ERA_CHOICE_LEGACY, MCP_ERA_MODERN, STREAM, "L refused -" },
  { MCP_ERA_CHOICE_LEGACY, MCP_ERA_UNKNOWN, STREAM, "L exited -" },
  { MCP_ERA_CHOICE_IMPLIED, MCP_ERA_UNKNOWN, STREAM, "L refused -" },
  /* HTTP */
  { AUTO, HTTP, "D other L refused -" },
  { AUTO, HTTP, "D 400 L 400 -" },
  { AUTO, HTTP, "D 404 L refused -" },
  { AUTO, HTTP, "D 405 L 405 -" },
  { AUTO, HTTP, "D 406 L 406 -" },
  { AUTO, HTTP, "D invalid L invalid -" },
  { AUTO, HTTP, "D 401 -" },
  { AUTO, HTTP, "D 403 -" },
  { AUTO, HTTP, "D auth -" },
  { AUTO, HTTP, "D 407 -" },
  { AUTO, HTTP, "D 408 -" },
  { AUTO, HTTP, "D 429 -" },
  { AUTO, HTTP, "D 500 -" },
  { AUTO, HTTP, "D 502 -" },
  { AUTO, HTTP, "D 503 -" },
  { AUTO, HTTP, "D failed -" },
  { AUTO, HTTP, "D lost -" },
  { AUTO, HTTP, "D silent -" },
  { AUTO, HTTP, "D redirected -" },
  { AUTO, HTTP, "D version -" },
  { AUTO, HTTP, "D mismatch -" },
  { AUTO, HTTP, "D 404 L 401 -" },
  { AUTO, HTTP, "D 404 L 500 -" },
  { MCP_ERA_CHOICE_AUTO, MCP_ERA_LEGACY, HTTP, "L 404 d 404 -" },
  /* HTTP, and HTTP+SSE where it is not that */
  { AUTO, HTTP_SSE, "D 404 L 404 S failed -" },
  { AUTO, HTTP_SSE, "D 400 L 400 S 404 -" },
  { AUTO, HTTP_SSE, "D 405 L 405 S refused -" },
  { AUTO, HTTP_SSE, "D 404 L refused -" },
  { AUTO, HTTP_SSE, "D 404 L 406 -" },
  { AUTO, HTTP_SSE, "D 500 -" },
  { MCP_ERA_CHOICE_LEGACY, MCP_ERA_UNKNOWN, HTTP_SSE, "L 405 S failed -" },
  { MCP_ERA_CHOICE_AUTO, MCP_ERA_LEGACY, HTTP_SSE, "L 404 d 404 S failed -" },
  { MCP_ERA_CHOICE_MODERN, MCP_ERA_UNKNOWN, HTTP_SSE, "M 404 -" },
};

static const char *
name_step (McpProbeStep step)
{
  static const char *const NAMES[] = { "-", "D", "M", "L", "R", "d", "S", "A" };

  return NAMES[step];
}

static GError *
make_error (const char *name)
{
  static const struct
  {
    const char *name;
    McpError    code;
  } CODES[] = {
    { "other", MCP_ERROR_OTHER_ERA },
    { "silent", MCP_ERROR_TIMED_OUT },
    { "exited", MCP_ERROR_PROCESS_EXITED },
    { "lost", MCP_ERROR_CONNECTION_LOST },
    { "failed", MCP_ERROR_CONNECTION_FAILED },
    { "version", MCP_ERROR_UNSUPPORTED_VERSION },
    { "capability", MCP_ERROR_CAPABILITY_REQUIRED },
    { "mismatch", MCP_ERROR_HEADER_MISMATCH },
    { "invalid", MCP_ERROR_INVALID_MESSAGE },
    { "refused", MCP_ERROR_INVALID_MESSAGE },
    { "declined", MCP_ERROR_RESPONSE },
    { "cancelled", MCP_ERROR_CANCELLED },
    { "auth", MCP_ERROR_AUTHORIZATION_REQUIRED },
    { "redirected", MCP_ERROR_REDIRECTED },
  };
  GError *error;

  for (gsize i = 0; i < G_N_ELEMENTS (CODES); i++)
    if (g_str_equal (name, CODES[i].name))
      return mcp_error_new (CODES[i].code, "%s", name);
  error = mcp_error_new (MCP_ERROR_HTTP_STATUS, "The server answered “%s”", name);
  mcp_error_get_details (error)->http_status = (guint)g_ascii_strtoull (name, NULL, 10);
  g_assert_cmpuint (mcp_error_get_details (error)->http_status, >, 0);
  return error;
}

static void
test_table (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_auto (GStrv) words = g_strsplit (CASES[i].path, " ", -1);
      g_autoptr (GPtrArray) findings = NULL;
      McpProbe     probe = { .choice = CASES[i].choice,
                             .known = CASES[i].known,
                             .http = CASES[i].http,
                             .has_sse = CASES[i].sse,
                             .findings = &findings };
      McpProbeStep step = mcp_probe_begin (&probe);

      g_test_message ("%s", CASES[i].path);
      g_assert_cmpstr (name_step (step), ==, words[0]);
      for (guint j = 1; words[j] != NULL; j += 2)
        {
          g_autoptr (GError) error = make_error (words[j]);
          g_autofree char *note = NULL;

          step = mcp_probe_go_on (&probe, error, &note);
          g_assert_cmpstr (name_step (step), ==, words[j + 1]);
          g_assert_cmpint (note != NULL, ==, step != MCP_PROBE_FAIL);
        }
    }
}

/* A failure that may come of the choice names it; others, and those where nothing was chosen, stay
 * as they are. */
static void
test_blame (void)
{
  static const struct
  {
    McpEraChoice choice;
    const char  *failure;
    const char  *revision; /* (nullable): that is named */
  } ROWS[] = {
    { MCP_ERA_CHOICE_MODERN, "silent", "2026-07-28" },
    { MCP_ERA_CHOICE_MODERN, "exited", "2026-07-28" },
    { MCP_ERA_CHOICE_MODERN, "404", "2026-07-28" },
    { MCP_ERA_CHOICE_LEGACY, "refused", "2025-03-26" },
    { MCP_ERA_CHOICE_LEGACY, "400", "2025-03-26" },
    { MCP_ERA_CHOICE_MODERN, "500", NULL },
    { MCP_ERA_CHOICE_MODERN, "401", NULL },
    { MCP_ERA_CHOICE_LEGACY, "failed", NULL },
    { MCP_ERA_CHOICE_LEGACY, "cancelled", NULL },
    { MCP_ERA_CHOICE_AUTO, "silent", NULL },
    { MCP_ERA_CHOICE_IMPLIED, "refused", NULL },
    { MCP_ERA_CHOICE_IMPLIED, "400", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (ROWS); i++)
    {
      McpProbe         probe = { .choice = ROWS[i].choice };
      GError          *error = make_error (ROWS[i].failure);
      g_autofree char *said = g_strdup (error->message);

      error = mcp_probe_blame_choice (&probe, "2025-03-26", error);
      g_test_message ("%s", error->message);
      g_assert_true (g_str_has_prefix (error->message, said));
      if (ROWS[i].revision == NULL)
        g_assert_cmpstr (error->message, ==, said);
      else
        g_assert_nonnull (strstr (error->message, ROWS[i].revision));
      g_error_free (error);
    }
}

/* Over HTTP, silence ends it, and the way round it is named. */
static void
test_silence (void)
{
  McpProbe         probe = { .choice = MCP_ERA_CHOICE_AUTO, .http = TRUE };
  GError          *error = make_error ("silent");
  g_autofree char *note = NULL;

  mcp_probe_begin (&probe);
  g_assert_cmpint (mcp_probe_go_on (&probe, error, &note), ==, MCP_PROBE_FAIL);
  g_assert_null (note);
  error = mcp_probe_blame_choice (&probe, NULL, error);
  g_assert_nonnull (strstr (error->message, "choose the legacy era"));
  g_error_free (error);
}

/* Whatever happens, it ends. */
static void
test_ends (void)
{
  static const char *const FAILURES[] = { "other", "silent", "exited", "invalid", "404", "405" };

  for (guint seed = 0; seed < 6 * 6 * 6 * 6 * 6; seed++)
    for (guint way = 0; way < 4; way++)
      {
        g_autoptr (GPtrArray) findings = NULL;
        McpProbe probe = { .choice = MCP_ERA_CHOICE_AUTO,
                           .known = seed % 2 ? MCP_ERA_LEGACY : MCP_ERA_UNKNOWN,
                           .http = (way & 1) != 0,
                           .has_sse = (way & 2) != 0,
                           .findings = &findings };
        guint    digits = seed;
        guint    steps = 0;

        mcp_probe_begin (&probe);
        while (probe.step != MCP_PROBE_FAIL)
          {
            g_autoptr (GError) error = make_error (FAILURES[digits % 6]);
            g_autofree char *note = NULL;

            mcp_probe_go_on (&probe, error, &note);
            digits /= 6;
            steps++;
          }
        g_assert_cmpuint (steps, <=, 5);
      }
}

void
add_probe_tests (void)
{
  g_test_add_func ("/probe/table", test_table);
  g_test_add_func ("/probe/blame", test_blame);
  g_test_add_func ("/probe/silence", test_silence);
  g_test_add_func ("/probe/ends", test_ends);
}
