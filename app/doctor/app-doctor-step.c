/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-doctor-step.h"

#include "app-doctor-private.h"

#include "mcp-object.h"
#include "mcp-property.h"

#include <glib/gi18n-lib.h>

struct _AppDoctorStep
{
  GObject parent_instance;

  char          *id;
  char          *name;
  AppDoctorState state;
  gint64         begun;
  gint64         duration;
  char          *found;
  char          *evidence;
  char          *advice;
};

enum {
  PROP_STATE = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

MCP_DEFINE_ZEROED_TYPE (AppDoctorStep, app_doctor_step, G_TYPE_OBJECT)

const char *
app_doctor_state_to_text (AppDoctorState state)
{
  static const char *const words[] = { "waiting", "running", "passed",
                                       "warned", "failed", "skipped" };

  g_return_val_if_fail ((guint)state < G_N_ELEMENTS (words), NULL);
  return words[state];
}

MCP_DEFINE_FINALIZE (AppDoctorStep, app_doctor_step)
{
  g_free (self->id);
  g_free (self->name);
  g_free (self->found);
  g_free (self->evidence);
  g_free (self->advice);
}

MCP_DEFINE_CLASS (AppDoctorStep, app_doctor_step)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_STATE] = { "state", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (AppDoctorStep, state) },
  };

  object_class->finalize = app_doctor_step_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

AppDoctorStep *
app_doctor_step_new (const char *id, const char *name)
{
  AppDoctorStep *self = g_object_new (APP_TYPE_DOCTOR_STEP, NULL);

  self->id = g_strdup (id);
  self->name = g_strdup (name);
  return self;
}

MCP_DEFINE_GETTER (const char *, AppDoctorStep, app_doctor_step, id)
MCP_DEFINE_GETTER (const char *, AppDoctorStep, app_doctor_step, name)
MCP_DEFINE_GETTER (AppDoctorState, AppDoctorStep, app_doctor_step, state)

const char *
app_doctor_step_get_state_words (AppDoctorStep *self)
{
  static const char *const words[] = { N_ ("waiting"), N_ ("running"), N_ ("passed"),
                                       N_ ("warning"), N_ ("failed"), N_ ("not run") };

  g_return_val_if_fail (APP_IS_DOCTOR_STEP (self), NULL);
  /* Where there is a reason, it was left out on purpose. */
  if (self->state == APP_DOCTOR_SKIPPED && self->found != NULL)
    return _ ("skipped");
  return _ (words[self->state]);
}

MCP_DEFINE_GETTER (gint64, AppDoctorStep, app_doctor_step, duration)
MCP_DEFINE_GETTER (const char *, AppDoctorStep, app_doctor_step, found)
MCP_DEFINE_GETTER (const char *, AppDoctorStep, app_doctor_step, evidence)
MCP_DEFINE_GETTER (const char *, AppDoctorStep, app_doctor_step, advice)

void
app_doctor_step_begin (AppDoctorStep *self)
{
  g_return_if_fail (APP_IS_DOCTOR_STEP (self));

  self->begun = g_get_monotonic_time ();
  self->state = APP_DOCTOR_RUNNING;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

void
app_doctor_step_end (AppDoctorStep *self,
                     AppDoctorState state,
                     const char    *found,
                     const char    *evidence,
                     const char    *advice)
{
  g_return_if_fail (APP_IS_DOCTOR_STEP (self));

  self->state = state;
  /* What was done is never free of charge. */
  self->duration = self->begun != 0 ? MAX (g_get_monotonic_time () - self->begun, 1) : 0;
  g_free (self->found);
  self->found = g_strdup (found);
  g_free (self->evidence);
  self->evidence = g_strdup (evidence != NULL && *evidence != '\0' ? evidence : NULL);
  g_free (self->advice);
  self->advice = g_strdup (advice);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

void
app_doctor_step_blame (AppDoctorStep *self)
{
  g_return_if_fail (APP_IS_DOCTOR_STEP (self));

  self->state = APP_DOCTOR_FAILED;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}
