/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-sidebar-row.h"
#include "ui-style.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-reconnector.h"
#include "app-connection.h"
#include "app-session.h"

#include <glib/gi18n.h>

struct _UiSidebarRow
{
  GtkListBoxRow parent_instance;

  UiPlace *place;

  GtkImage   *icon;
  GtkSpinner *spinner;
  GtkLabel   *title;
  GtkLabel   *note;
};

static const char *const note_classes[] = { "attention", "secondary", NULL };
static const char *const state_classes[] = { "state-ready", "state-failed", "state-waiting",
                                             "state-quiet", NULL };

G_DEFINE_FINAL_TYPE (UiSidebarRow, ui_sidebar_row, GTK_TYPE_LIST_BOX_ROW)

static void
update_label (UiSidebarRow *self, const char *note)
{
  const char      *title = ui_place_get_title (self->place);
  g_autofree char *label =
      note[0] != '\0' ? g_strdup_printf ("%s, %s", title, note) : g_strdup (title);

  ui_widget_name (self, label);
}

static void
update_title (UiSidebarRow *self)
{
  const char *title = ui_place_get_title (self->place);

  gtk_label_set_text (self->title, title);
  /* Pages have short names; a server's may be cut. */
  if (ui_place_get_kind (self->place) == UI_PLACE_SERVER)
    ui_tooltip_set (GTK_WIDGET (self->title), title);
  update_label (self, gtk_label_get_text (self->note));
}

static void
update_count (UiSidebarRow *self)
{
  if (ui_place_has_count (self->place))
    ui_sidebar_row_set_count (self, ui_place_get_count (self->place));
}

static void
update_state (UiSidebarRow *self)
{
  AppSession      *session = ui_place_get_session (self->place);
  AppSessionState  state = app_session_get_state (session);
  const char      *word = app_session_get_state_name (session);
  gboolean         busy = state == APP_SESSION_CONNECTING || state == APP_SESSION_DISCONNECTING;
  guint            latency = 0;
  g_autofree char *note = NULL;

  g_object_get (app_session_get_feature (session, APP_TYPE_CONNECTION), "latency", &latency, NULL);
  if (state == APP_SESSION_READY && latency > 0)
    /* Translators: a number of milliseconds */
    note = g_strdup_printf (_ ("%u ms"), latency);
  else if (state == APP_SESSION_RECONNECTING)
    /* Translators: after a mark that says that a connection is opened again: when */
    note = g_strdup_printf (
        _ ("in %u s"),
        app_reconnector_get_seconds_left (app_session_get_feature (session, APP_TYPE_RECONNECTOR)));
  else
    /* The empty circle says enough of what is merely not connected. */
    note = g_strdup (state != APP_SESSION_IDLE ? word : "");

  gtk_spinner_set_spinning (self->spinner, busy);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), busy);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), !busy);
  gtk_image_set_from_icon_name (self->icon, ui_style_get_state_icon (state));
  ui_style_swap_class (GTK_WIDGET (self->icon), state_classes, ui_style_get_state_class (state));
  ui_tooltip_set (GTK_WIDGET (self->icon), word);
  gtk_label_set_text (self->note, note);
  gtk_widget_set_visible (GTK_WIDGET (self->note), note[0] != '\0');

  g_autofree char *spoken = state == APP_SESSION_READY && latency > 0
                                ? g_strdup_printf ("%s, %s", word, note)
                                : g_strdup (word);
  update_label (self, spoken);
}

static void
ui_sidebar_row_dispose (GObject *object)
{
  UiSidebarRow *self = UI_SIDEBAR_ROW (object);

  ui_template_dispose (object);
  g_clear_object (&self->place);
}

static void
ui_sidebar_row_class_init (UiSidebarRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_sidebar_row_dispose;

  ui_template_set (widget_class, "ui/window/ui-sidebar-row.ui");
  gtk_widget_class_bind_template_child (widget_class, UiSidebarRow, icon);
  gtk_widget_class_bind_template_child (widget_class, UiSidebarRow, spinner);
  gtk_widget_class_bind_template_child (widget_class, UiSidebarRow, title);
  gtk_widget_class_bind_template_child (widget_class, UiSidebarRow, note);
}

static void
ui_sidebar_row_init (UiSidebarRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ui_sidebar_row_new (UiPlace *place)
{
  g_return_val_if_fail (UI_IS_PLACE (place), NULL);

  UiSidebarRow *self = g_object_new (UI_TYPE_SIDEBAR_ROW, NULL);
  AppSession   *session = ui_place_get_session (place);

  self->place = g_object_ref (place);
  gtk_image_set_from_icon_name (self->icon, ui_place_get_icon_name (place));
  g_signal_connect_object (place, "notify::title", G_CALLBACK (update_title), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (place, "notify::count", G_CALLBACK (update_count), self,
                           G_CONNECT_SWAPPED);
  if (ui_place_get_kind (place) == UI_PLACE_SERVER)
    {
      gtk_widget_add_css_class (GTK_WIDGET (self), "server");
      g_signal_connect_object (session, "notify::state", G_CALLBACK (update_state), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (session, "notify::state-name", G_CALLBACK (update_state), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (app_session_get_feature (session, APP_TYPE_CONNECTION),
                               "notify::latency", G_CALLBACK (update_state), self,
                               G_CONNECT_SWAPPED);
      update_state (self);
    }
  else if (session != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self), "page");
  update_title (self);
  update_count (self);
  return GTK_WIDGET (self);
}

UiPlace *
ui_sidebar_row_get_place (UiSidebarRow *self)
{
  g_return_val_if_fail (UI_IS_SIDEBAR_ROW (self), NULL);
  return self->place;
}

void
ui_sidebar_row_set_count (UiSidebarRow *self, guint count)
{
  g_return_if_fail (UI_IS_SIDEBAR_ROW (self));

  g_autofree char *text = count > 0 ? g_strdup_printf ("%'u", count) : g_strdup ("");
  gtk_label_set_text (self->note, text);
  /* What waits for the person stands out. */
  if (ui_place_get_kind (self->place) == UI_PLACE_INBOX)
    {
      ui_style_swap_class (GTK_WIDGET (self->note), note_classes,
                           count > 0 ? "attention" : "secondary");
      g_autofree char *waits = count > 0 ? g_strdup_printf (_ ("%s waiting"), text) : g_strdup ("");
      update_label (self, waits);
      return;
    }
  update_label (self, text);
}
