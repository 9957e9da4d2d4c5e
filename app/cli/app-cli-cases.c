/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-cases.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-bench-transcript.h"
#include "app-case-import.h"
#include "app-cli-conversation.h"
#include "app-cli-input.h"
#include "app-cli-print.h"

/* Who is asked where nobody is named, as each format has it. */
static const char *const usual_models[] = {
  [APP_CASE_EXPORT_OWN] = "",
  [APP_CASE_EXPORT_MCPJAM] = "gpt-5",
};

/* Where BFCL has the answers, beside the questions. */
#define ANSWERS "possible_answer"

void
app_cli_cases_clear (AppCliCases *self)
{
  g_clear_pointer (&self->suite, app_case_suite_free);
  g_clear_pointer (&self->system, g_free);
}

/* Returns: (transfer full) (nullable) */
static GBytes *
read_file (const char *file, GError **error)
{
  gsize length;
  char *text = app_cli_input_read (file, APP_CASE_SUITE_MAX_BYTES, &length, error);

  return text != NULL ? g_bytes_new_take (text, length) : NULL;
}

/* Returns: (transfer full) (nullable): without @error where there are none */
static GBytes *
read_answers (const AppCliInvocation *invocation, const char *file, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *name = g_path_get_basename (file);
  g_autofree char *beside = g_build_filename (folder, ANSWERS, name, NULL);

  if (invocation->bench.answers != NULL)
    return read_file (invocation->bench.answers, error);
  return g_file_test (beside, G_FILE_TEST_EXISTS) ? read_file (beside, error) : NULL;
}

static void
print_notes (const AppCliInvocation *invocation, GPtrArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    app_cli_note (invocation, "· %s", (const char *)notes->pdata[i]);
}

/* Returns: (transfer full) (nullable): as a file of our own */
static GBytes *
import (const AppCliInvocation *invocation,
        AppCaseFormat           format,
        GBytes                 *text,
        GBytes                 *answers,
        GError                **error)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  GBytes *imported = app_case_import (format, text, answers, notes, error);

  if (imported != NULL)
    print_notes (invocation, notes);
  return imported;
}

static AppCaseSuite *
read_suite (const AppCliInvocation *invocation, const char *file, GError **error)
{
  gboolean is_folder = g_file_test (file, G_FILE_TEST_IS_DIR);
  g_autoptr (GBytes) text = is_folder ? g_bytes_new (NULL, 0) : read_file (file, error);
  g_autoptr (GBytes) answers = NULL;
  g_autoptr (GBytes) imported = NULL;
  g_autoptr (GError) failed = NULL;
  AppCaseFormat format;

  if (text == NULL)
    return NULL;
  format = is_folder ? APP_CASE_MCPMARK : app_case_import_find_format (text);
  if (format == APP_CASE_OWN)
    return app_case_suite_parse (text, error);
  if (format == APP_CASE_BFCL)
    answers = read_answers (invocation, file, &failed);
  if (failed != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failed));
      return NULL;
    }
  imported = import (invocation, format, text, answers, error);
  return imported != NULL ? app_case_suite_parse (imported, error) : NULL;
}

static AppCliStatus
read_chat (AppCli *cli, AppCliCases *self, GError **error)
{
  g_autoptr (AppBenchConversation) conversation =
      app_cli_conversation_open (cli, cli->invocation->bench.chat, error);
  g_autoptr (GPtrArray) turns = NULL;
  g_autoptr (GBytes) text = NULL;
  g_autoptr (GBytes) imported = NULL;
  char *json;

  if (conversation == NULL)
    return APP_CLI_REFUSED;
  turns = app_bench_conversation_dup_turns (conversation);
  json = app_bench_transcript_write_json (turns, app_bench_conversation_get_title (conversation));
  text = g_bytes_new_take (json, strlen (json));
  imported = import (cli->invocation, APP_CASE_CONVERSATION, text, NULL, error);
  self->suite = imported != NULL ? app_case_suite_parse (imported, error) : NULL;
  self->system = g_strdup (app_bench_conversation_get_system (conversation));
  return self->suite != NULL ? APP_CLI_DONE : APP_CLI_REFUSED;
}

AppCliStatus
app_cli_cases_read (AppCli *cli, AppCliCases *self, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  const char             *file = invocation->arguments[0];
  g_autoptr (GError) wrong = NULL;

  *self = (AppCliCases){ NULL };
  if ((file != NULL) == (invocation->bench.chat != NULL))
    return app_cli_fail_usage (invocation, "%s",
                               _ ("“bench” takes a file of cases, or a --chat."));
  if (file == NULL)
    return read_chat (cli, self, error);
  self->suite = read_suite (invocation, file, &wrong);
  if (self->suite != NULL)
    return APP_CLI_DONE;
  g_prefix_error (&wrong, "%s: ", file);
  return app_cli_fail_input (invocation, wrong, NULL, NULL);
}

AppCliStatus
app_cli_cases_find_export (AppCli *cli, AppCaseExportFormat *format)
{
  static const char *const left[] = { "promptfoo", "pytest", "curl", NULL };
  const char              *text = cli->invocation->bench.export;

  if (app_case_export_format_from_text (text, format))
    return APP_CLI_DONE;
  if (g_strv_contains (left, text))
    return app_cli_fail_usage (cli->invocation,
                               /* Translators: the name of a format */
                               _ ("Cases are no longer written for “%s”. --export takes “spyglass” "
                                  "or “mcpjam”."),
                               text);
  return app_cli_fail_usage (cli->invocation, "%s",
                             _ ("--export takes “spyglass” or “mcpjam”."));
}

AppCliStatus
app_cli_cases_export (AppCli *cli, AppCliCases *self, AppCaseExportFormat format)
{
  char **names = cli->invocation->model.names;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text =
      app_case_export (self->suite, format, names != NULL ? names[0] : usual_models[format], notes);

  print_notes (cli->invocation, notes);
  app_cli_print ("%s", text);
  return APP_CLI_DONE;
}
