/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-client-cell.h"
#include "ui-client-row.h"
#include "ui-style.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_NAME 120

struct _UiClientCell
{
  GtkButton parent_instance;

  AppClientTarget *target;
  StoreProfile    *profile;

  gboolean   wide;
  gboolean   brief;
  GtkWidget *title;
  GtkWidget *mark;
  GtkWidget *word;
};

enum {
  PROP_0,
  PROP_WIDE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiClientCell, ui_client_cell, GTK_TYPE_BUTTON)

static const char *const state_classes[] = { "state-ready", "state-failed", "state-waiting",
                                             "state-quiet", NULL };

/* What pressing leads to. Returns: (transfer full) */
static char *
dup_action (AppClientState    state,
            AppClientPresence presence,
            const char       *server,
            const char       *application)
{
  if (state == APP_CLIENT_BROKEN)
    /* Translators: %s is an application */
    return g_strdup_printf (_ ("Show what is wrong with the file of %s"), application);
  switch (presence)
    {
    case APP_CLIENT_PRESENCE_EQUAL:
      /* Translators: a server and an application */
      return g_strdup_printf (_ ("Show or remove “%s” in %s"), server, application);
    case APP_CLIENT_PRESENCE_DIFFERENT:
      /* Translators: a server and an application */
      return g_strdup_printf (_ ("Update or remove “%s” in %s"), server, application);
    case APP_CLIENT_PRESENCE_ABSENT:
    default:
      /* Translators: a server and an application */
      return g_strdup_printf (_ ("Add “%s” to %s"), server, application);
    }
}

static void
update (UiClientCell *self)
{
  AppClientPresence presence = app_client_target_find (self->target, self->profile, NULL);
  AppClientState    state = app_client_target_get_state (self->target);
  const char       *class_name;
  const char       *icon = ui_client_row_get_mark (self->target, presence, &class_name);
  const char       *word = state == APP_CLIENT_PRESENT
                               ? app_presence_get_name (presence)
                               : app_client_target_get_state_name (self->target);
  g_autofree char  *title = app_client_target_dup_title (self->target);
  g_autofree char  *application = app_visible_text_line (title, MAX_NAME);
  g_autofree char  *server =
      app_visible_text_line (store_profile_get_name (self->profile), MAX_NAME);
  g_autofree char *action = dup_action (state, presence, server, application);
  g_autofree char *spoken =
      /* Translators: a state and what pressing does: "Differs: Update “files” in Cursor" */
      g_strdup_printf (_ ("%s: %s"), word, action);

  gtk_label_set_text (GTK_LABEL (self->title), application);
  gtk_label_set_text (GTK_LABEL (self->word), word);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->mark), icon != NULL ? icon : "list-add-symbolic");
  ui_style_swap_class (self->mark, state_classes, class_name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), spoken);
  ui_widget_name (self, spoken);
}

static void
update_labels (UiClientCell *self)
{
  gboolean brief = self->wide && self->brief;

  gtk_widget_set_visible (self->title, !self->wide);
  gtk_widget_set_visible (self->word, !brief);
  gtk_widget_set_halign (gtk_button_get_child (GTK_BUTTON (self)),
                         brief ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL);
}

static void
ui_client_cell_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_WIDE:
      g_value_set_boolean (value, UI_CLIENT_CELL (object)->wide);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ui_client_cell_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_WIDE:
      UI_CLIENT_CELL (object)->wide = g_value_get_boolean (value);
      update_labels (UI_CLIENT_CELL (object));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ui_client_cell_dispose (GObject *object)
{
  UiClientCell *self = UI_CLIENT_CELL (object);

  if (self->target != NULL)
    g_signal_handlers_disconnect_by_data (self->target, self);
  if (self->profile != NULL)
    g_signal_handlers_disconnect_by_data (self->profile, self);
  g_clear_object (&self->target);
  g_clear_object (&self->profile);
  G_OBJECT_CLASS (ui_client_cell_parent_class)->dispose (object);
}

static void
ui_client_cell_class_init (UiClientCellClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = ui_client_cell_get_property;
  object_class->set_property = ui_client_cell_set_property;
  object_class->dispose = ui_client_cell_dispose;

  properties[PROP_WIDE] = g_param_spec_boolean ("wide", NULL, NULL, TRUE,
                                                G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
ui_client_cell_init (UiClientCell *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->title = gtk_label_new (NULL);
  self->mark = gtk_image_new ();
  self->word = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->title, TRUE);
  self->wide = TRUE;
  gtk_label_set_ellipsize (GTK_LABEL (self->word), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), self->title);
  gtk_box_append (GTK_BOX (box), self->mark);
  gtk_box_append (GTK_BOX (box), self->word);
  gtk_button_set_child (GTK_BUTTON (self), box);
  gtk_widget_add_css_class (GTK_WIDGET (self), "client-cell");
  update_labels (self);
}

GtkWidget *
ui_client_cell_new (AppClientTarget *target, StoreProfile *profile)
{
  g_return_val_if_fail (APP_IS_CLIENT_TARGET (target), NULL);
  g_return_val_if_fail (STORE_IS_PROFILE (profile), NULL);

  UiClientCell *self = g_object_new (UI_TYPE_CLIENT_CELL, NULL);

  self->target = g_object_ref (target);
  self->profile = g_object_ref (profile);
  g_signal_connect_object (target, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (profile, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}

void
ui_client_cell_set_brief (UiClientCell *self, gboolean brief)
{
  g_return_if_fail (UI_IS_CLIENT_CELL (self));
  self->brief = brief;
  update_labels (self);
}

AppClientTarget *
ui_client_cell_get_target (UiClientCell *self)
{
  g_return_val_if_fail (UI_IS_CLIENT_CELL (self), NULL);
  return self->target;
}

StoreProfile *
ui_client_cell_get_profile (UiClientCell *self)
{
  g_return_val_if_fail (UI_IS_CLIENT_CELL (self), NULL);
  return self->profile;
}
