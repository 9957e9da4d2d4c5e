/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-problem.h"

struct _AppFormProblem
{
  GObject parent_instance;

  char    *message;
  char    *pointer;
  gboolean missing;
};

enum {
  PROP_MESSAGE = 1,
  PROP_POINTER,
  PROP_MISSING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppFormProblem, app_form_problem, G_TYPE_OBJECT)

static void
app_form_problem_finalize (GObject *object)
{
  AppFormProblem *self = APP_FORM_PROBLEM (object);

  g_free (self->message);
  g_free (self->pointer);
  G_OBJECT_CLASS (app_form_problem_parent_class)->finalize (object);
}

static void
app_form_problem_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AppFormProblem *self = APP_FORM_PROBLEM (object);

  switch (id)
    {
    case PROP_MESSAGE:
      g_value_set_string (value, self->message);
      break;
    case PROP_POINTER:
      g_value_set_string (value, self->pointer);
      break;
    case PROP_MISSING:
      g_value_set_boolean (value, self->missing);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_form_problem_class_init (AppFormProblemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags   flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = app_form_problem_finalize;
  object_class->get_property = app_form_problem_get_property;

  properties[PROP_MESSAGE] = g_param_spec_string ("message", NULL, NULL, NULL, flags);
  properties[PROP_POINTER] = g_param_spec_string ("pointer", NULL, NULL, NULL, flags);
  properties[PROP_MISSING] = g_param_spec_boolean ("missing", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_form_problem_init (AppFormProblem *self)
{
}

AppFormProblem *
app_form_problem_new (const char *message, const char *pointer, gboolean missing)
{
  AppFormProblem *self = g_object_new (APP_TYPE_FORM_PROBLEM, NULL);

  self->message = g_strdup (message);
  self->pointer = g_strdup (pointer);
  self->missing = missing;
  return self;
}

const char *
app_form_problem_get_message (AppFormProblem *self)
{
  g_return_val_if_fail (APP_IS_FORM_PROBLEM (self), NULL);
  return self->message;
}

const char *
app_form_problem_get_pointer (AppFormProblem *self)
{
  g_return_val_if_fail (APP_IS_FORM_PROBLEM (self), NULL);
  return self->pointer;
}

gboolean
app_form_problem_is_missing (AppFormProblem *self)
{
  g_return_val_if_fail (APP_IS_FORM_PROBLEM (self), FALSE);
  return self->missing;
}
