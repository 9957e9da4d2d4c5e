/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-doctor-dialog.h"
#include "ui-doctor-row.h"
#include "ui-template.h"
#include "app-doctor.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_SUMMARY 600
#define END_MARGIN 24
#define UNFOLDING_MS 300u

struct _UiDoctorDialog
{
  AdwWindow parent_instance;

  AppWorkspace *workspace;
  AppSession   *session;
  AppDoctor    *doctor;
  GCancellable *cancellable; /* (nullable): while it runs */

  GtkButton         *again;
  AdwToastOverlay   *toasts;
  GtkScrolledWindow *scroller;
  GtkWidget         *content;
  GtkLabel          *summary;
  GtkListBox        *steps;
};

G_DEFINE_FINAL_TYPE (UiDoctorDialog, ui_doctor_dialog, ADW_TYPE_WINDOW)

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  return ui_doctor_row_new (APP_DOCTOR_STEP (item));
}

static void
update (UiDoctorDialog *self)
{
  gboolean         running = self->cancellable != NULL;
  const char      *summary = app_doctor_get_summary (self->doctor);
  g_autofree char *visible = app_visible_text_block (
      running ? _ ("Running checks…") : summary,
      MAX_SUMMARY);

  gtk_label_set_text (self->summary, visible);
  gtk_button_set_label (self->again, running ? _ ("_Stop") : _ ("_Try Again"));
}

/* The row where it failed comes into view; focus stays where it is. */
static gboolean
show_end (gpointer data)
{
  UiDoctorDialog *self = data;
  AppDoctorStep  *end = self->doctor != NULL ? app_doctor_get_end (self->doctor) : NULL;
  graphene_rect_t bounds;

  for (guint i = 0; end != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (self->doctor)); i++)
    {
      g_autoptr (AppDoctorStep) step = g_list_model_get_item (G_LIST_MODEL (self->doctor), i);
      GtkWidget     *row = GTK_WIDGET (gtk_list_box_get_row_at_index (self->steps, (int)i));
      GtkAdjustment *scroll = gtk_scrolled_window_get_vadjustment (self->scroller);

      if (step == end && gtk_widget_compute_bounds (row, GTK_WIDGET (self->content), &bounds))
        gtk_adjustment_clamp_page (scroll, bounds.origin.y,
                                   bounds.origin.y + bounds.size.height + END_MARGIN);
    }
  return G_SOURCE_REMOVE;
}

static void
on_done (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiDoctorDialog) self = data;
  g_autoptr (GError) error = NULL;

  /* The steps and the summary say what came of it. */
  (void)app_doctor_run_finish (APP_DOCTOR (object), result, &error);
  g_clear_object (&self->cancellable);
  update (self);
  /* When the row has unfolded. */
  g_timeout_add_full (G_PRIORITY_DEFAULT, UNFOLDING_MS, show_end, g_object_ref (self),
                      g_object_unref);
}

static void
begin (UiDoctorDialog *self)
{
  g_clear_object (&self->doctor);
  self->doctor = app_doctor_new (app_session_get_profile (self->session),
                                 app_workspace_get_vault (self->workspace),
                                 app_workspace_get_settings (self->workspace));
  self->cancellable = g_cancellable_new ();
  gtk_list_box_bind_model (self->steps, G_LIST_MODEL (self->doctor), create_row, NULL, NULL);
  app_doctor_run_async (self->doctor, self->cancellable, on_done, g_object_ref (self));
  update (self);
}

static void
toggle (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiDoctorDialog *self = UI_DOCTOR_DIALOG (widget);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  else
    begin (self);
}

static void
copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiDoctorDialog  *self = UI_DOCTOR_DIALOG (widget);
  g_autofree char *text = app_doctor_dup_text (self->doctor);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Copied, secrets masked")));
}

/* It is closed; what runs holds it until it has ended. */
static void
ui_doctor_dialog_unrealize (GtkWidget *widget)
{
  UiDoctorDialog *self = UI_DOCTOR_DIALOG (widget);

  g_cancellable_cancel (self->cancellable);
  GTK_WIDGET_CLASS (ui_doctor_dialog_parent_class)->unrealize (widget);
}

MCP_DEFINE_DISPOSE (UiDoctorDialog, ui_doctor_dialog)
{
  g_clear_object (&self->cancellable);
  g_clear_object (&self->doctor);
  g_clear_object (&self->session);
  g_clear_object (&self->workspace);
}

UI_DEFINE_CLASS (UiDoctorDialog, ui_doctor_dialog)
{
  G_OBJECT_CLASS (klass)->dispose = ui_doctor_dialog_dispose;
  widget_class->unrealize = ui_doctor_dialog_unrealize;

  ui_template_set (widget_class, "ui/doctor/ui-doctor-dialog.ui");
  ui_template_bind_children (widget_class, UiDoctorDialog, again, toasts, scroller, content,
                             summary, steps);
  gtk_widget_class_install_action (widget_class, "dialog.toggle", NULL, toggle);
  gtk_widget_class_install_action (widget_class, "dialog.copy", NULL, copy);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_C, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "dialog.copy", NULL);
}

static void
ui_doctor_dialog_init (UiDoctorDialog *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
}

UiDoctorDialog *
ui_doctor_dialog_new (GtkWindow *parent, AppWorkspace *workspace, AppSession *session)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace) && APP_IS_SESSION (session), NULL);

  UiDoctorDialog  *self = g_object_new (UI_TYPE_DOCTOR_DIALOG, "transient-for", parent, NULL);
  g_autofree char *name = app_visible_text_line (app_session_get_name (session), 80);
  /* Translators: %s is the name of a server */
  g_autofree char *title = g_strdup_printf (_ ("Diagnose %s"), name);

  self->workspace = g_object_ref (workspace);
  self->session = g_object_ref (session);
  gtk_window_set_title (GTK_WINDOW (self), title);
  begin (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->again));
  return self;
}
