/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-form-end.h"
#include "ui-form-problems.h"
#include "ui-preset-group.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

struct _UiFormEnd
{
  AdwBin parent_instance;

  AppForm    *form;
  AppPresets *presets;
  char       *label;
  char       *obstacle; /* (nullable): why nothing can be sent now */
  gboolean    busy;
  gboolean    warned; /* the problems are listed: the button sends anyway */

  UiFormProblems *problems;
  GtkLabel       *reason;
  GtkWidget      *save;
  GtkButton      *submit;
};

G_DEFINE_FINAL_TYPE (UiFormEnd, ui_form_end, ADW_TYPE_BIN)

static gboolean
is_valid (UiFormEnd *self)
{
  return self->form != NULL && app_form_get_text_error (self->form) == NULL;
}

static void
on_problem (UiFormEnd *self, AppFormProblem *problem)
{
  g_signal_emit_by_name (self, "problem-activated", problem);
}

MCP_DEFINE_FINALIZE (UiFormEnd, ui_form_end)
{
  g_free (self->label);
  g_free (self->obstacle);
}

UI_DEFINE_CLASS (UiFormEnd, ui_form_end)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = ui_form_end_finalize;
  mcp_signal_new (klass, "problem-activated", 1, APP_TYPE_FORM_PROBLEM);

  ui_template_ensure_types (UI_TYPE_FORM_PROBLEMS);
  ui_template_set (widget_class, "ui/call/ui-form-end.ui");
  ui_template_hold (widget_class, UiFormEnd, form, presets);
  ui_template_bind_children (widget_class, UiFormEnd, problems, reason, save, submit);
  ui_template_bind_callbacks (widget_class, on_problem);
}

static void
ui_form_end_init (UiFormEnd *self)
{
  self->label = g_strdup (_ ("Call"));
  ui_template_init (self);
  ui_form_end_update (self);
}

void
ui_form_end_update (UiFormEnd *self)
{
  g_return_if_fail (UI_IS_FORM_END (self));

  guint n_presets = ui_preset_group_count_problems (self->presets);
  ui_form_problems_show (self->problems, self->warned ? self->form : NULL,
                         self->warned ? n_presets : 0);
  if (ui_form_problems_get_n (self->problems) == 0)
    self->warned = FALSE;
  gtk_button_set_label (self->submit, self->warned ? _ ("Send Anyway") : self->label);
  /* What is sent with problems is not what is suggested. */
  ui_widget_set_class (self->submit, "suggested-action", !self->warned);
  gtk_widget_set_sensitive (GTK_WIDGET (self->submit),
                            is_valid (self) && !self->busy && self->obstacle == NULL);
  gtk_label_set_text (self->reason, self->obstacle != NULL ? self->obstacle
                                    : is_valid (self) || self->form == NULL
                                        ? ""
                                        : _ ("Invalid JSON"));
}

void
ui_form_end_set_form (UiFormEnd *self, AppForm *form)
{
  g_return_if_fail (UI_IS_FORM_END (self));

  if (self->form != NULL)
    g_signal_handlers_disconnect_by_data (self->form, self);
  g_set_object (&self->form, form);
  self->warned = FALSE;
  if (form != NULL)
    ui_connect (form, "changed", ui_form_end_update, self);
  ui_form_end_update (self);
}

void
ui_form_end_set_presets (UiFormEnd *self, AppPresets *presets)
{
  g_return_if_fail (UI_IS_FORM_END (self));

  g_set_object (&self->presets, presets);
  ui_form_end_update (self);
}

void
ui_form_end_set_label (UiFormEnd *self, const char *label)
{
  g_return_if_fail (UI_IS_FORM_END (self));

  g_free (self->label);
  self->label = g_strdup (label != NULL ? label : _ ("Call"));
  ui_form_end_update (self);
}

void
ui_form_end_set_busy (UiFormEnd *self, gboolean busy)
{
  g_return_if_fail (UI_IS_FORM_END (self));

  self->busy = busy;
  ui_form_end_update (self);
}

void
ui_form_end_set_obstacle (UiFormEnd *self, const char *obstacle)
{
  g_return_if_fail (UI_IS_FORM_END (self));

  g_free (self->obstacle);
  self->obstacle = g_strdup (obstacle);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->submit), obstacle);
  ui_widget_describe (self->submit, obstacle != NULL ? obstacle : "");
  ui_form_end_update (self);
}

MCP_DEFINE_GETTER (const char *, UiFormEnd, ui_form_end, obstacle)

MCP_DEFINE_READER (gboolean, ui_form_end_is_busy, UiFormEnd, UI_IS_FORM_END (self), busy)

gboolean
ui_form_end_warn (UiFormEnd *self)
{
  g_return_val_if_fail (UI_IS_FORM_END (self), FALSE);

  if (self->warned)
    return FALSE;
  self->warned = TRUE;
  ui_form_end_update (self);
  return self->warned;
}

void
ui_form_end_focus (UiFormEnd *self)
{
  g_return_if_fail (UI_IS_FORM_END (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->submit));
}
