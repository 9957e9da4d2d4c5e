/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of servers, as the command line shows it. */

#include "app-cli-servers.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "app-cli-print.h"
#include "app-redactor.h"
#include "mcp-json-writer.h"

static void
write_variables (McpJsonWriter *writer, const char *name, const StoreVariables *variables)
{
  guint n = store_variables_get_n_items (variables);

  if (n == 0)
    return;
  mcp_json_writer_name (writer, name);
  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < n; i++)
    {
      mcp_json_writer_name (writer, store_variables_get_name (variables, i));
      if (store_variables_get_secret (variables, i) != NULL)
        {
          mcp_json_writer_begin_object (writer);
          mcp_json_writer_member_string (writer, "secret",
                                         store_variables_get_secret (variables, i));
          mcp_json_writer_end_object (writer);
        }
      else
        mcp_json_writer_string (writer, store_variables_get_value (variables, i));
    }
  mcp_json_writer_end_object (writer);
}

static void
write_command (McpJsonWriter *writer, StoreProfile *profile)
{
  const char *const *arguments = store_profile_get_arguments (profile);

  if (store_profile_get_url (profile) != NULL)
    mcp_json_writer_member_string (writer, "url", store_profile_get_url (profile));
  if (store_profile_get_command (profile) == NULL)
    return;
  mcp_json_writer_member_string (writer, "command", store_profile_get_command (profile));
  mcp_json_writer_name (writer, "args");
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; arguments[i] != NULL; i++)
    mcp_json_writer_string (writer, arguments[i]);
  mcp_json_writer_end_array (writer);
}

static void
write_authorization (McpJsonWriter *writer, StoreProfile *profile)
{
  StoreAuthorization kind = store_profile_get_authorization (profile);

  if (kind == STORE_AUTHORIZATION_NONE)
    return;
  mcp_json_writer_member_string (writer, "authorization", store_authorization_to_text (kind));
  write_variables (writer, "credentials", store_profile_get_credentials (profile));
}

static void
write_profile (McpJsonWriter *writer, StoreProfile *profile)
{
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "id", store_profile_get_id (profile));
  mcp_json_writer_member_string (writer, "name", store_profile_get_name (profile));
  mcp_json_writer_member_string (writer, "transport",
                                 store_transport_to_text (store_profile_get_transport (profile)));
  write_command (writer, profile);
  write_variables (writer, "env", store_profile_get_environment (profile));
  write_variables (writer, "headers", store_profile_get_headers (profile));
  write_authorization (writer, profile);
  if (store_profile_get_working_directory (profile) != NULL)
    mcp_json_writer_member_string (writer, "cwd", store_profile_get_working_directory (profile));
  mcp_json_writer_member_string (writer, "approval",
                                 store_approval_to_text (store_profile_get_approval (profile)));
  mcp_json_writer_member_string (writer, "origin",
                                 store_origin_to_text (store_profile_get_origin (profile)));
  mcp_json_writer_name (writer, "confirmed");
  mcp_json_writer_boolean (writer, !store_profile_needs_confirmation (profile));
  mcp_json_writer_end_object (writer);
}

static void
print_profile (StoreProfile *profile, AppRedactor *redactor)
{
  g_autofree char *raw = store_profile_dup_summary (profile);
  g_autofree char *masked = app_redactor_redact_text (redactor, raw);
  g_autofree char *summary = app_cli_line (masked);
  g_autofree char *bold = app_cli_bold (store_profile_get_name (profile));

  app_cli_print ("%s\n    %s%s\n", bold, summary,
                 store_profile_needs_confirmation (profile) ? _ ("  [not confirmed]") : "");
}

static void
print_findings (StoreProfileBook *book)
{
  GPtrArray *findings = store_profile_book_get_findings (book);

  for (guint i = 0; i < findings->len; i++)
    {
      const StoreBookFinding *finding = findings->pdata[i];
      g_autofree char        *message = app_cli_line (finding->message);

      fprintf (stderr, "%s:%u:%u: %s\n", store_profile_book_get_path (book), finding->line,
               finding->column, message);
    }
}

AppCliStatus
app_cli_servers_list (const AppCliInvocation *invocation, StoreProfileBook *book)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autoptr (AppRedactor) redactor = app_redactor_new ();
  g_autofree char *text = NULL;
  g_autofree char *masked = NULL;
  guint            n = g_list_model_get_n_items (G_LIST_MODEL (book));
  gboolean         json = invocation->json || invocation->compact;

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (StoreProfile) profile = g_list_model_get_item (G_LIST_MODEL (book), i);

      if (!invocation->with_secrets)
        app_redactor_add_profile (redactor, profile);
      write_profile (writer, profile);
      if (!json)
        print_profile (profile, redactor);
    }
  mcp_json_writer_end_array (writer);
  text = mcp_json_writer_finish_text (writer);
  masked = app_redactor_redact_text (redactor, text);
  if (json)
    app_cli_print ("%s\n", masked);
  else if (n == 0 && !invocation->quiet)
    /* Translators: %s is a file's path */
    fprintf (stderr, _ ("There are no servers in %s yet; “servers add” adds one.\n"),
             store_profile_book_get_path (book));
  if (!invocation->quiet)
    print_findings (book);
  return APP_CLI_DONE;
}
