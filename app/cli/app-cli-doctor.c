/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "app-cli-interrupt.h"
#include "app-cli-print.h"
#include "app-doctor.h"
#include "app-visible-text.h"

static void
on_step_changed (AppDoctorStep *step)
{
  AppDoctorState state = app_doctor_step_get_state (step);

  if (state == APP_DOCTOR_WAITING || state == APP_DOCTOR_RUNNING)
    return;
  g_autofree char *text = app_doctor_dup_step_text (step);
  g_autofree char *visible = app_visible_text_block (text, 0);
  app_cli_print ("%s", visible);
  fflush (stdout);
  /* What the summary makes of it later is in the summary. */
  g_signal_handlers_disconnect_by_func (step, on_step_changed, NULL);
}

/* Each step as soon as it has ended. */
static void
print_steps (AppDoctor *doctor)
{
  GListModel *steps = G_LIST_MODEL (doctor);

  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (AppDoctorStep) step = g_list_model_get_item (steps, i);

      g_signal_connect (step, "notify::state", G_CALLBACK (on_step_changed), NULL);
    }
}

AppCliStatus
app_cli_doctor (AppCli *cli, GError **error)
{
  g_autoptr (StoreProfile) profile = NULL;

  if (app_cli_open_workspace (cli, FALSE, error))
    profile = app_cli_dup_profile_to_run (cli, error);
  if (profile == NULL)
    return APP_CLI_UNREACHABLE;
  g_autoptr (AppDoctor) doctor = app_doctor_new (profile, app_workspace_get_vault (cli->workspace),
                                                 app_workspace_get_settings (cli->workspace));
  if (!cli->invocation->output.json)
    print_steps (doctor);
  app_cli_interrupt_begin ();
  app_doctor_run_async (doctor, app_cli_interrupt_get_cancellable (), app_cli_done, cli);
  if (!app_doctor_run_finish (doctor, app_cli_await (cli), error))
    return APP_CLI_UNREACHABLE;
  if (cli->invocation->output.json)
    app_cli_print_json (app_doctor_dup_json (doctor));
  else
    {
      g_autofree char *visible = app_visible_text_block (app_doctor_get_summary (doctor), 0);

      app_cli_print ("\n%s\n", visible);
    }
  return app_doctor_get_error (doctor) != NULL ? app_cli_status_of (app_doctor_get_error (doctor))
                                               : APP_CLI_DONE;
}
