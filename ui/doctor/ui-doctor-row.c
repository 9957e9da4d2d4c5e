/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-doctor-row.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"
#include "app-visible-text.h"

#define MAX_FOUND 600
#define MAX_EVIDENCE 6000

struct _UiDoctorRow
{
  AdwExpanderRow parent_instance;

  AppDoctorStep *step;

  GtkStack   *icons;
  GtkImage   *icon;
  GtkSpinner *spinner;
  GtkLabel   *state;
  GtkLabel   *advice;
  GtkLabel   *evidence;
};

G_DEFINE_FINAL_TYPE (UiDoctorRow, ui_doctor_row, ADW_TYPE_EXPANDER_ROW)

MCP_DEFINE_DISPOSE (UiDoctorRow, ui_doctor_row)
{
  ui_clear_watched (&self->step, self);
}

UI_DEFINE_CLASS (UiDoctorRow, ui_doctor_row)
{
  G_OBJECT_CLASS (klass)->dispose = ui_doctor_row_dispose;

  ui_template_set (widget_class, "ui/doctor/ui-doctor-row.ui");
  ui_template_bind_children (widget_class, UiDoctorRow, icons, icon, spinner, state, advice,
                             evidence);
}

static void
ui_doctor_row_init (UiDoctorRow *self)
{
  ui_template_init (self);
  ui_wrap_literally (self->evidence);
}

static void
show_icon (UiDoctorRow *self, AppDoctorState state)
{
  static const struct
  {
    const char *icon;
    const char *style;
  } looks[] = {
    [APP_DOCTOR_WAITING] = { "spyglass-state-idle-symbolic", "state-quiet" },
    [APP_DOCTOR_RUNNING] = { "spyglass-state-idle-symbolic", "state-quiet" },
    [APP_DOCTOR_PASSED] = { "object-select-symbolic", "state-ready" },
    [APP_DOCTOR_WARNED] = { "dialog-warning-symbolic", "state-waiting" },
    [APP_DOCTOR_FAILED] = { "spyglass-state-failed-symbolic", "state-failed" },
    [APP_DOCTOR_SKIPPED] = { "list-remove-symbolic", "state-quiet" },
  };
  const char *style[] = { looks[state].style, NULL };

  gtk_image_set_from_icon_name (self->icon, looks[state].icon);
  gtk_widget_set_css_classes (GTK_WIDGET (self->icon), style);
  gtk_spinner_set_spinning (self->spinner, state == APP_DOCTOR_RUNNING);
  gtk_stack_set_visible_child_name (self->icons,
                                    state == APP_DOCTOR_RUNNING ? "spinner" : "icon");
}

/* "failed · 12 ms" */
static void
show_state (UiDoctorRow *self)
{
  const char      *words = app_doctor_step_get_state_words (self->step);
  gboolean         skipped = app_doctor_step_get_state (self->step) == APP_DOCTOR_SKIPPED;
  gint64           duration = skipped ? 0 : app_doctor_step_get_duration (self->step);
  g_autofree char *time = duration >= 1000 ? app_visible_text_duration (duration) : NULL;
  g_autofree char *text =
      time != NULL ? g_strdup_printf ("%s · %s", words, time) : g_strdup (words);

  gtk_label_set_text (self->state, text);
}

static void
set_text (GtkLabel *label, const char *text, guint max)
{
  g_autofree char *visible = app_visible_text_block (text, max);

  gtk_label_set_text (label, visible);
  gtk_widget_set_visible (GTK_WIDGET (label), visible[0] != '\0');
}

static void
update (UiDoctorRow *self)
{
  AppDoctorState   state = app_doctor_step_get_state (self->step);
  const char      *found = app_doctor_step_get_found (self->step);
  const char      *advice = app_doctor_step_get_advice (self->step);
  const char      *evidence = app_doctor_step_get_evidence (self->step);
  g_autofree char *subtitle = app_visible_text_line (found, MAX_FOUND);
  gboolean         has_more = advice != NULL || evidence != NULL;

  show_icon (self, state);
  show_state (self);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), subtitle);
  set_text (self->advice, advice, MAX_FOUND);
  set_text (self->evidence, evidence, MAX_EVIDENCE);
  adw_expander_row_set_enable_expansion (ADW_EXPANDER_ROW (self), has_more);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self),
                                 has_more && state == APP_DOCTOR_FAILED);
}

GtkWidget *
ui_doctor_row_new (AppDoctorStep *step)
{
  g_return_val_if_fail (APP_IS_DOCTOR_STEP (step), NULL);

  UiDoctorRow *self = g_object_new (UI_TYPE_DOCTOR_ROW, NULL);
  self->step = g_object_ref (step);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), app_doctor_step_get_name (step));
  ui_widget_name_lists (GTK_WIDGET (self), app_doctor_step_get_name (step));
  ui_connect (step, "notify", update, self);
  update (self);
  return GTK_WIDGET (self);
}
