/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The program, and the session: one client is opened, and the rungs look at how far it comes. */

#include "app-doctor-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "app-connector.h"
#include "app-command-text.h"
#include "mcp-error.h"
#include "mcp-pager.h"
#include "mcp-sse-transport.h"

/* A program that cannot work mostly ends at once; one that lives so long has begun, ms. */
#define ALIVE_GRACE 700
/* What is kept of what it prints on standard error. */
#define MAX_WORDS 4096
#define MAX_SHEBANG 256

/* The program */

/* "#!/usr/bin/python3 -u" of a script. Returns: (nullable): the interpreter, where it is missing */
static char *
find_missing_interpreter (const char *program)
{
  char    line[MAX_SHEBANG + 1] = { 0 };
  int     fd = open (program, O_RDONLY | O_CLOEXEC);
  ssize_t count = fd >= 0 ? read (fd, line, MAX_SHEBANG) : -1;

  if (fd >= 0)
    close (fd);
  if (count < 3 || line[0] != '#' || line[1] != '!')
    return NULL;
  line[strcspn (line, "\r\n")] = '\0';
  g_autofree char *interpreter = g_strstrip (g_strdup (line + 2));
  interpreter[strcspn (interpreter, " \t")] = '\0';
  return *interpreter == '/' && !g_file_test (interpreter, G_FILE_TEST_EXISTS)
             ? g_steal_pointer (&interpreter)
             : NULL;
}

static GError *
look_at_program (AppDoctor *self, const char *program)
{
  const char *folder =
      store_profile_get_endpoint (app_preparation_get_profile (self->preparation))
          ->working_directory;
  g_autofree char *interpreter = find_missing_interpreter (program);

  if (folder != NULL && !g_str_has_prefix (folder, "~") &&
      !g_file_test (folder, G_FILE_TEST_IS_DIR))
    return mcp_error_new (MCP_ERROR_COMMAND_NOT_EXECUTABLE,
                          _ ("There is no working directory %s."), folder);
  if (g_path_is_absolute (program) && g_access (program, X_OK) != 0)
    return mcp_error_new (errno == ENOENT ? MCP_ERROR_COMMAND_NOT_FOUND
                                          : MCP_ERROR_COMMAND_NOT_EXECUTABLE,
                          _ ("%s cannot be run: %s."), program, g_strerror (errno));
  if (interpreter != NULL)
    return mcp_error_new (MCP_ERROR_COMMAND_NOT_FOUND,
                          _ ("%s is a script for %s, which is missing."), program, interpreter);
  return NULL;
}

static void
on_prepared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDoctor) self = data;
  g_autoptr (GError) error = NULL;

  self->preparation = app_preparation_run_finish (result, &error);
  if (self->preparation == NULL)
    {
      app_doctor_fail_for_good (self, error);
      return;
    }
  const char *program = app_preparation_get_program (self->preparation);
  error = look_at_program (self, program);
  if (error != NULL)
    {
      app_doctor_fail_for_good (self, error);
      return;
    }
  app_doctor_end_step (self, APP_DOCTOR_PASSED, program, NULL, NULL);
}

void
app_doctor_find_program (AppDoctor *self)
{
  g_autoptr (GError) error = NULL;

  if (!app_command_text_check_confirmed (self->profile, &error))
    {
      app_doctor_fail_for_good (self, error);
      return;
    }
  app_preparation_run_async (self->profile, self->vault, self->redactor, self->cancellable,
                             on_prepared, g_object_ref (self));
}

/* The client */

static void
on_record (AppDoctor *self, McpRecord *record)
{
  gsize       size;
  const char *text;

  if (record->kind == MCP_RECORD_PROCESS_STARTED)
    self->opening.started = TRUE;
  if (record->kind != MCP_RECORD_STDERR || record->text == NULL)
    return;
  text = g_bytes_get_data (record->text, &size);
  if (self->opening.words->len > 0)
    g_string_append_c (self->opening.words, '\n');
  g_string_append_len (self->opening.words, text, (gssize)size);
  if (self->opening.words->len > MAX_WORDS)
    g_string_erase (self->opening.words, 0, (gssize)(self->opening.words->len - MAX_WORDS));
}

/* Returns: (nullable) (transfer full): what the program said last */
static char *
dup_words (AppDoctor *self)
{
  GString *words = self->opening.words;

  return words->len > 0 ? g_utf8_make_valid (words->str, (gssize)words->len) : NULL;
}

static void look_at_start (AppDoctor *self);
static void look_at_life (AppDoctor *self);
static void look_at_session (AppDoctor *self);

/* Whoever waits looks again. */
static void
look (AppDoctor *self)
{
  if (self->current >= self->steps->len)
    return;
  if (app_doctor_step_get_state (app_doctor_get_current (self)) != APP_DOCTOR_RUNNING)
    return;
  const char *id = app_doctor_step_get_id (app_doctor_get_current (self));
  if (g_str_equal (id, "start"))
    look_at_start (self);
  else if (g_str_equal (id, "alive"))
    look_at_life (self);
  else if (g_str_equal (id, "session"))
    look_at_session (self);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDoctor) self = data;

  mcp_client_open_finish (MCP_CLIENT (source), result, &self->opening.failure);
  self->opening.ended = TRUE;
  look (self);
}

static void
on_transport_record (McpTransport *transport, McpRecord *record, AppDoctor *self)
{
  on_record (self, record);
  if (record->kind == MCP_RECORD_PROCESS_STARTED)
    look (self);
}

static guint
get_deadline (AppDoctor *self)
{
  guint wanted = store_profile_get_conversation (self->profile)->connect_timeout;

  if (wanted == 0)
    wanted = app_settings_get_connect_timeout (self->settings);
  return wanted == 0 ? APP_DOCTOR_SESSION_DEADLINE : MIN (wanted, APP_DOCTOR_SESSION_DEADLINE);
}

/* Returns: whether it is being opened now */
static gboolean
open_client (AppDoctor *self)
{
  g_autoptr (GError) error = NULL;

  /* The client has deadlines of its own. */
  g_source_destroy (self->deadline);
  if (self->opening.client != NULL)
    return TRUE;
  self->opening.client = app_connector_make_client (self->preparation, self->settings, &error);
  if (self->opening.client == NULL)
    {
      app_doctor_fail_for_good (self, error);
      return FALSE;
    }
  mcp_client_get_options (self->opening.client)->connect_ms = get_deadline (self);
  mcp_client_get_options (self->opening.client)->request_ms = get_deadline (self);
  mcp_client_get_options (self->opening.client)->total_ms = get_deadline (self);
  g_signal_connect_object (mcp_client_get_transport (self->opening.client), "record",
                           G_CALLBACK (on_transport_record), self, 0);
  mcp_client_open_async (self->opening.client, self->outer, on_opened, g_object_ref (self));
  return TRUE;
}

/* The error of the opening, with what the program said where the error has nothing of it. */
static void
fail (AppDoctor *self)
{
  McpErrorDetails *details = mcp_error_get_details (self->opening.failure);

  if (details != NULL && details->evidence == NULL)
    details->evidence = dup_words (self);
  app_doctor_fail_for_good (self, self->opening.failure);
}

static gboolean
on_patience_over (gpointer data)
{
  AppDoctor *self = data;

  self->opening.lived = TRUE;
  look (self);
  return G_SOURCE_REMOVE;
}

/* Start */

static void
look_at_start (AppDoctor *self)
{
  if (self->opening.started)
    app_doctor_end_step (self, APP_DOCTOR_PASSED, _ ("Started."), NULL, NULL);
  else if (self->opening.ended && self->opening.failure != NULL)
    fail (self);
}

void
app_doctor_start_program (AppDoctor *self)
{
  if (open_client (self))
    look_at_start (self);
}

/* Process */

static gboolean
has_died (AppDoctor *self)
{
  const GError *failure = self->opening.failure;

  return self->opening.ended &&
         (g_error_matches (failure, MCP_ERROR, MCP_ERROR_PROCESS_EXITED) ||
          g_error_matches (failure, MCP_ERROR, MCP_ERROR_CONNECTION_LOST));
}

static void
look_at_life (AppDoctor *self)
{
  if (has_died (self))
    {
      fail (self);
      return;
    }
  /* Either it has answered, or it lives for long enough. */
  if (!self->opening.ended && !self->opening.lived)
    return;
  g_autofree char *words = dup_words (self);
  app_doctor_end_step (self, APP_DOCTOR_PASSED,
                       words != NULL ? _ ("Running. Standard error:") : _ ("Running."), words,
                       NULL);
}

void
app_doctor_watch_program (AppDoctor *self)
{
  g_source_destroy (self->deadline);
  self->opening.patience = g_timeout_source_new (ALIVE_GRACE);
  g_source_set_callback (self->opening.patience, on_patience_over, self, NULL);
  g_source_attach (self->opening.patience, g_main_context_get_thread_default ());
  look_at_life (self);
}

/* MCP handshake */

static char *
describe_session (AppDoctor *self)
{
  McpServerInfo *info = mcp_client_get_server_info (self->opening.client);
  const char    *name = mcp_server_info_get_display_name (info);
  const char    *version = mcp_server_info_get_version (info);
  gboolean       sse = MCP_IS_SSE_TRANSPORT (mcp_client_get_transport (self->opening.client)) &&
                 store_profile_get_endpoint (self->profile)->transport != STORE_TRANSPORT_SSE;
  GString *text = g_string_new (mcp_server_info_get_protocol_version (info));

  g_string_append_printf (text, " (%s)",
                          mcp_client_get_era (self->opening.client) == MCP_ERA_MODERN
                              ? _ ("stateless")
                              : _ ("session"));
  if (name != NULL)
    g_string_append_printf (text, ", %s%s%s", name, version != NULL ? " " : "",
                            version != NULL ? version : "");
  if (sse)
    g_string_append_printf (text, ", %s", _ ("over HTTP+SSE"));
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full) (nullable): how it was opened where that was not plain, and what is
 * off */
static char *
describe_findings (AppDoctor *self)
{
  GPtrArray *findings =
      mcp_server_info_get_findings (mcp_client_get_server_info (self->opening.client));

  if (findings == NULL || findings->len == 0)
    return NULL;
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < findings->len; i++)
    g_string_append_printf (text, "%s\n", mcp_finding_get_text (findings->pdata[i]));
  return g_string_free (text, FALSE);
}

static void
look_at_session (AppDoctor *self)
{
  if (!self->opening.ended)
    return;
  if (self->opening.failure != NULL)
    {
      fail (self);
      return;
    }
  g_autofree char *found = describe_session (self);
  g_autofree char *findings = describe_findings (self);
  app_doctor_end_step (self, APP_DOCTOR_PASSED, found, findings, NULL);
}

void
app_doctor_open_session (AppDoctor *self)
{
  if (open_client (self))
    look_at_session (self);
}

/* Tools */

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDoctor) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpListing) listing = mcp_client_list_finish (MCP_CLIENT (source), result, &error);

  if (listing != NULL)
    app_doctor_end_step (self, APP_DOCTOR_PASSED, _ ("Their list can be read."), NULL, NULL);
  else
    app_doctor_fail_for_good (self, error);
}

void
app_doctor_list_tools (AppDoctor *self)
{
  static const McpListOptions first_page = { .max_pages = 1 };

  if (mcp_client_offers (self->opening.client, MCP_DEFINITION_TOOL))
    mcp_client_list_async (self->opening.client, MCP_DEFINITION_TOOL, &first_page, NULL, NULL,
                           self->cancellable, on_listed, g_object_ref (self));
  else
    app_doctor_end_step (self, APP_DOCTOR_PASSED, _ ("The server offers none."), NULL, NULL);
}

static void
on_closed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppDoctor) self = data;

  mcp_client_close_finish (MCP_CLIENT (source), result, NULL);
  app_doctor_end_run (self);
}

void
app_doctor_close_session (AppDoctor *self)
{
  if (self->opening.client == NULL)
    app_doctor_end_run (self);
  else
    mcp_client_close_async (self->opening.client, NULL, on_closed, g_object_ref (self));
}
