/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All that the doctor found out, as text. */

#include "app-doctor-private.h"

#include <glib/gi18n-lib.h>

#include "mcp-json-writer.h"

static const char *
mark_of (AppDoctorState state)
{
  switch (state)
    {
    case APP_DOCTOR_PASSED:
      return "✓";
    case APP_DOCTOR_WARNED:
      return "!";
    case APP_DOCTOR_FAILED:
      return "✗";
    case APP_DOCTOR_RUNNING:
      return "…";
    case APP_DOCTOR_WAITING:
    case APP_DOCTOR_SKIPPED:
    default:
      return "·";
    }
}

static void
append_indented (GString *text, const char *lines)
{
  g_auto (GStrv) parts = g_strsplit (lines, "\n", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    g_string_append_printf (text, "    %s\n", parts[i]);
}

static void
append_step (GString *text, AppDoctorStep *step)
{
  AppDoctorState state = app_doctor_step_get_state (step);

  g_string_append_printf (text, "%s %s: %s", mark_of (state), app_doctor_step_get_name (step),
                          app_doctor_step_get_state_words (step));
  if (app_doctor_step_get_duration (step) > 0 && state != APP_DOCTOR_SKIPPED)
    g_string_append_printf (text, " (%.1f ms)", app_doctor_step_get_duration (step) / 1000.0);
  g_string_append_c (text, '\n');
  if (app_doctor_step_get_found (step) != NULL)
    g_string_append_printf (text, "  %s\n", app_doctor_step_get_found (step));
  if (app_doctor_step_get_evidence (step) != NULL)
    append_indented (text, app_doctor_step_get_evidence (step));
  if (app_doctor_step_get_advice (step) != NULL)
    g_string_append_printf (text, "  → %s\n", app_doctor_step_get_advice (step));
}

char *
app_doctor_dup_step_text (AppDoctorStep *step)
{
  GString *text = g_string_new (NULL);

  append_step (text, step);
  return g_string_free (text, FALSE);
}

char *
app_doctor_dup_text (AppDoctor *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (APP_IS_DOCTOR (self), NULL);

  for (guint i = 0; i < self->steps->len; i++)
    append_step (text, self->steps->pdata[i]);
  if (self->summary != NULL)
    g_string_append_printf (text, "\n%s\n", self->summary);
  return g_string_free (text, FALSE);
}

static void
write_member (McpJsonWriter *writer, const char *name, const char *text)
{
  if (text != NULL)
    mcp_json_writer_member_string (writer, name, text);
}

static void
write_step (McpJsonWriter *writer, AppDoctorStep *step)
{
  AppDoctorState state = app_doctor_step_get_state (step);

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "id", app_doctor_step_get_id (step));
  mcp_json_writer_member_string (writer, "name", app_doctor_step_get_name (step));
  mcp_json_writer_member_string (writer, "state", app_doctor_state_to_text (state));
  mcp_json_writer_member_int64 (writer, "microseconds", app_doctor_step_get_duration (step));
  write_member (writer, "found", app_doctor_step_get_found (step));
  write_member (writer, "evidence", app_doctor_step_get_evidence (step));
  write_member (writer, "advice", app_doctor_step_get_advice (step));
  mcp_json_writer_end_object (writer);
}

char *
app_doctor_dup_json (AppDoctor *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  AppDoctorStep *end;

  g_return_val_if_fail (APP_IS_DOCTOR (self), NULL);

  end = app_doctor_get_end (self);
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_name (writer, "steps");
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < self->steps->len; i++)
    write_step (writer, self->steps->pdata[i]);
  mcp_json_writer_end_array (writer);
  write_member (writer, "endsAt", end != NULL ? app_doctor_step_get_id (end) : NULL);
  write_member (writer, "summary", self->summary);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_text (writer);
}
