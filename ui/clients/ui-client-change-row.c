/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-client-change-row.h"
#include "ui-client-row.h"
#include "ui-diff-view.h"
#include "ui-note-list.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-trial-row.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_TITLE 120
#define MAX_TEXT 600
#define ICON_SIZE 32 /* pixels */

struct _UiClientChangeRow
{
  AdwExpanderRow parent_instance;

  AppClientChange *change;
  GtkWidget       *mark;
  GtkWidget       *counts;
  UiNoteList      *notes;
  UiDiffView      *diff;
  UiTrialRow      *trial;
};

UI_DEFINE_TEMPLATE (UiClientChangeRow, ui_client_change_row, ADW_TYPE_EXPANDER_ROW)

static const char *const state_classes[] = { "state-ready", "state-failed", "state-waiting",
                                             "state-quiet", NULL };

/* Returns: (transfer full) */
static char *
dup_text (UiClientChangeRow *self)
{
  const AppClientChangeInfo *info = app_client_change_get_info (self->change);
  AppProblem                *problem = info->problem;
  g_autofree char           *next = app_client_change_dup_next (self->change, " ");

  switch (app_client_change_get_stage (self->change))
    {
    case APP_CHANGE_WRITTEN:
      if (problem != NULL)
        return g_strdup (app_problem_get_what (problem));
      return g_strdup_printf ("%s %s", _ ("Saved."), next);
    case APP_CHANGE_REFUSED:
      return problem != NULL
                 ? g_strdup_printf ("%s %s", app_problem_get_what (problem),
                                    app_problem_get_advice (problem) != NULL
                                        ? app_problem_get_advice (problem)
                                        : "")
                 : g_strdup (info->reason);
    case APP_CHANGE_NEEDED:
    case APP_CHANGE_UNCHANGED:
      return g_strdup (info->summary);
    case APP_CHANGE_LOOKING:
    case APP_CHANGE_INCOMPLETE:
    case APP_CHANGE_WRITING:
    default:
      return g_strdup (info->reason);
    }
}

static const char *
get_mark (AppChangeStage stage, const char **class_name)
{
  *class_name = stage == APP_CHANGE_WRITTEN   ? "state-ready"
                : stage == APP_CHANGE_REFUSED ? "state-failed"
                                              : "state-quiet";
  return stage == APP_CHANGE_WRITTEN     ? "emblem-ok-symbolic"
         : stage == APP_CHANGE_REFUSED   ? "dialog-error-symbolic"
         : stage == APP_CHANGE_UNCHANGED ? "object-select-symbolic"
                                         : NULL;
}

void
ui_client_change_row_show_counts (gpointer label, const AppClientChangeInfo *info)
{
  gboolean         any = info->n_added + info->n_removed > 0;
  g_autofree char *counts = g_strdup_printf ("+%'u −%'u", info->n_added, info->n_removed);
  g_autofree char *spoken =
      /* Translators: how many lines of a file change */
      g_strdup_printf (_ ("%u lines added, %u removed"), info->n_added, info->n_removed);

  gtk_label_set_text (label, any ? counts : "");
  ui_widget_name (label, any ? spoken : "");
}

static void
update (UiClientChangeRow *self)
{
  const AppClientChangeInfo *info = app_client_change_get_info (self->change);
  AppChangeStage             stage = app_client_change_get_stage (self->change);
  g_autofree char           *text = dup_text (self);
  g_autofree char           *visible = app_visible_text_block (text != NULL ? text : "", MAX_TEXT);
  const char                *class_name;
  const char                *icon = get_mark (stage, &class_name);
  gboolean                   any = info->n_added + info->n_removed > 0;

  /* What is being worked out does not blink. */
  if (stage == APP_CHANGE_LOOKING && any)
    return;
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), visible);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->mark), icon);
  gtk_widget_set_visible (self->mark, icon != NULL);
  ui_style_swap_class (self->mark, state_classes, class_name);
  ui_client_change_row_show_counts (self->counts, info);
  gtk_widget_set_visible (self->counts, any);
  gtk_widget_set_visible (GTK_WIDGET (self->diff), any);
}

static void
ui_client_change_row_dispose (GObject *object)
{
  UiClientChangeRow *self = UI_CLIENT_CHANGE_ROW (object);

  ui_clear_watched (&self->change, self);
  ui_template_dispose (object);
}

UI_DEFINE_CLASS (UiClientChangeRow, ui_client_change_row)
{
  G_OBJECT_CLASS (klass)->dispose = ui_client_change_row_dispose;
  ui_template_ensure_types (UI_TYPE_DIFF_VIEW, UI_TYPE_NOTE_LIST, UI_TYPE_TRIAL_ROW);
  ui_template_set (widget_class, "ui/clients/ui-client-change-row.ui");
  ui_template_bind_children (widget_class, UiClientChangeRow, mark, counts, notes, diff, trial);
}

GtkWidget *
ui_client_change_row_new (AppClientChange *change, gboolean by_server)
{
  g_return_val_if_fail (APP_IS_CLIENT_CHANGE (change), NULL);

  UiClientChangeRow         *self = g_object_new (UI_TYPE_CLIENT_CHANGE_ROW, NULL);
  const AppClientChangeInfo *info = app_client_change_get_info (change);
  AppClientTarget           *target = info->target;
  GtkWidget                 *icon = ui_client_row_create_icon (target, ICON_SIZE);
  g_autofree char           *title =
      by_server ? g_strdup (store_profile_get_name (info->profile))
                          : app_client_target_dup_title (target);
  g_autofree char *visible = app_visible_text_line (title, MAX_TITLE);

  self->change = g_object_ref (change);
  ui_trial_row_set_change (self->trial, change);
  ui_diff_view_set_whole (self->diff, TRUE);
  gtk_widget_set_visible (icon, !by_server);
  adw_expander_row_add_prefix (ADW_EXPANDER_ROW (self), icon);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), visible);
  ui_widget_name_lists (GTK_WIDGET (self), visible);
  ui_note_list_set_notes (self->notes, info->notes);
  ui_diff_view_set_lines (self->diff, info->lines);
  ui_connect (change, "notify::stage", update, self);
  update (self);
  return GTK_WIDGET (self);
}
