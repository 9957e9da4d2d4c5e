/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What lint says of a mistake is what the application itself said of it, as the fixtures in
 * tests/data/clients keep it: a table of mistakes and applications, which is printed. */

#include "store-tests.h"

#include "store-client-lint.h"
#include "test-data.h"

#include <string.h>

/* Not in any environment, so that only what is set by hand is. */
static const char *const environment[] = { "PATH=/usr/bin:/bin", NULL };

/* Where the program says another thing, and why lint does not. */
static const struct
{
  const char *client;
  const char *mistake;
} others[] = {
  /* They depend on this computer: on its programs, its files, its environment. */
  { "claude-code", "command-line" },
  { "claude-code", "command-blank" },
  { "claude-code", "url-in-command" },
  { "claude-code", "url-variable" },
  { "claude-code", "url-variable-host" },
  { "opencode", "cwd-missing" },
  { "opencode", "file-missing" },
  { "factory", "command-line" },
  { "factory", "command-blank" },
  { "factory", "unset-variable" },
  { "factory", "url-in-command" },
  { "gemini-cli", "command-line" },
  { "gemini-cli", "command-blank" },
  { "gemini-cli", "cwd-missing" },
  { "gemini-cli", "url-variable" },
  { "gemini-cli", "url-variable-host" },
  { "gemini-cli", "url-in-command" },
  { "qwen-code", "command-line" },
  { "qwen-code", "command-blank" },
  { "qwen-code", "cwd-missing" },
  { "qwen-code", "url-variable" },
  { "qwen-code", "url-variable-host" },
  { "qwen-code", "url-in-command" },
  /* Its “url” is for HTTP+SSE, which this server does not speak, and another would. */
  { "qwen-code", "url-as-url" },
  /* A switch alone is what opencode's own documentation asks for: there is no server. */
  { "opencode", "switch-alone" },
  /* It is there, and its name is printed on two lines. */
  { "opencode", "name-line-break" },
  /* Its parser takes a line end in a string, which ours does not write over. */
  { "copilot-cli", "file-line-break-in-text" },
  /* It was still connecting when its list was printed. */
  { "factory", "no-type-command" },
  { "factory", "name-blank" },
  /* It takes the text for five milliseconds, and its server needs longer. */
  { "gemini-cli", "timeout-text" },
};

static gboolean
is_other (const char *client, const char *mistake)
{
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_equal (others[i].client, client) && g_str_equal (others[i].mistake, mistake))
      return TRUE;
  return FALSE;
}

/* Two of the programs only list what is in their file: what comes of it was not tried. */
static gboolean
is_untried (const char *client, const StoreLintFinding *finding)
{
  static const char *const listing[] = { "codex", "copilot-cli", NULL };
  static const char *const rules[] = { "no-target", "url-invalid", "control-character", "header-name",
                                       "sse-refused", NULL };

  return g_strv_contains (listing, client) && g_strv_contains (rules, finding->rule);
}

static char *
dup_member (McpJsonValue object, const char *name)
{
  return mcp_json_value_dup_member_string (object, name);
}

/* The severest of @findings, as a word. */
static const char *
find_level (const char *client, GPtrArray *findings, const char *consequence, GString *rules)
{
  StoreLintSeverity level = STORE_LINT_ADVICE;

  for (guint i = 0; i < findings->len; i++)
    {
      const StoreLintFinding *finding = findings->pdata[i];

      if (finding->severity == STORE_LINT_ADVICE ||
          (g_str_equal (consequence, "takes") && is_untried (client, finding)))
        continue;
      level = MIN (level, finding->severity);
      g_string_append_printf (rules, " %s", finding->rule);
    }
  return store_lint_severity_get_word (level);
}

static gboolean
agrees (const char *consequence, const char *level)
{
  if (g_str_equal (consequence, "takes"))
    return !g_str_equal (level, "error");
  if (g_str_equal (consequence, "warns"))
    return g_str_equal (level, "warning");
  return g_str_equal (level, "error");
}

static void
check_mistake (const char *client, McpJsonValue mistake)
{
  g_autofree char *id = dup_member (mistake, "id");
  g_autofree char *text = dup_member (mistake, "text");
  g_autofree char *consequence = dup_member (mistake, "consequence");
  g_autoptr (GString) file = g_string_new (text);
  g_autoptr (StoreClientPlace) place = store_client_place_new_for_file (
      store_client_format_find_source (client), "/nowhere/file", NULL);
  StoreClientLintOptions options = { .environment = environment };
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  g_autoptr (GString) rules = g_string_new (NULL);
  const char *level;

  /* A program that is there, so that nothing is told of it. */
  g_string_replace (file, "HOME/bin/server", "/bin/sh", 0);
  bytes = g_bytes_new (file->str, file->len);
  findings = store_client_lint (bytes, place, &options);
  level = find_level (client, findings, consequence, rules);
  g_test_message ("%-12s %-24s it: %-14s we: %-8s%s", client, id, consequence,
                  rules->len > 0 ? level : "nothing", rules->str);
  if (!agrees (consequence, level) && !is_other (client, id))
    g_test_fail_printf ("%s: %s: it %s, and we say %s:%s", client, id, consequence, level,
                        rules->str);
}

static void
test_fixtures (void)
{
  g_autofree char *folder = test_data_get_path ("clients");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint       n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename ("clients", name, NULL);
      g_autoptr (McpJsonDocument) document = test_data_load (path);
      McpJsonValue     root = mcp_json_document_get_root (document);
      McpJsonValue     mistakes = mcp_json_value_get_member (root, "mistakes");
      g_autofree char *client = dup_member (root, "client");

      if (client == NULL || store_client_format_find_source (client) == NULL)
        continue;
      for (McpJsonWalk each = mcp_json_walk (mistakes); mcp_json_walk_next (&each); n++)
        check_mistake (client, each.value);
    }
  g_assert_cmpuint (n, >, 500);
}

void
add_client_said_tests (void)
{
  g_test_add_func ("/client-said/fixtures", test_fixtures);
}
