/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-secret-row.h"
#include "app-visible-text.h"
#include "mcp-object.h"
#include "mcp-property.h"

#include <glib/gi18n.h>

#define MAX_NAMES 120

struct _UiSecretRow
{
  AdwComboRow parent_instance;

  int   mode;
  int   modes[APP_N_SECRET_MODES]; /* those of the list */
  guint n_modes;
  char *names;
};

enum {
  PROP_MODE = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiSecretRow, ui_secret_row, ADW_TYPE_COMBO_ROW)

static void
describe (UiSecretRow *self)
{
  const AppSecretMode *mode = app_secret_mode_get (self->mode);
  g_autofree char     *text =
      /* Translators: names of secrets, and what a choice means for them */
      g_strdup_printf (_ ("%s: %s"), self->names != NULL ? self->names : "",
                       _ (mode->text));

  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), text);
}

static void
on_selected (UiSecretRow *self)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self));

  if (selected >= self->n_modes || self->modes[selected] == self->mode)
    return;
  self->mode = self->modes[selected];
  describe (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODE]);
}

static void
set_mode (UiSecretRow *self, int mode)
{
  for (guint i = 0; i < self->n_modes; i++)
    if (self->modes[i] == mode)
      adw_combo_row_set_selected (ADW_COMBO_ROW (self), i);
}

static void
ui_secret_row_finalize (GObject *object)
{
  g_free (UI_SECRET_ROW (object)->names);
  G_OBJECT_CLASS (ui_secret_row_parent_class)->finalize (object);
}

MCP_DEFINE_CLASS (UiSecretRow, ui_secret_row)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_MODE] = { "mode", G_TYPE_INT,
                    .offset = G_STRUCT_OFFSET (UiSecretRow, mode),
                    .flags = G_PARAM_WRITABLE,
                    .set = G_CALLBACK (set_mode) },
  };

  object_class->finalize = ui_secret_row_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
ui_secret_row_init (UiSecretRow *self)
{
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), _ ("Secrets"));
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_connect (self, "notify::selected", G_CALLBACK (on_selected), NULL);
}

void
ui_secret_row_set (UiSecretRow *self, const char *const *names, const gboolean *offered)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  g_autofree char *joined = g_strjoinv (", ", (char **)names);

  g_return_if_fail (UI_IS_SECRET_ROW (self));

  g_free (self->names);
  self->names = app_visible_text_line (joined, MAX_NAMES);
  self->n_modes = 0;
  for (int i = 0; i < APP_N_SECRET_MODES; i++)
    if (offered[i])
      {
        const AppSecretMode *mode = app_secret_mode_get (i);

        gtk_string_list_append (list, _ (mode->name));
        self->modes[self->n_modes++] = i;
      }
  adw_combo_row_set_model (ADW_COMBO_ROW (self), G_LIST_MODEL (list));
  set_mode (self, self->mode);
  describe (self);
  gtk_widget_set_visible (GTK_WIDGET (self), names[0] != NULL);
}
