/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-preferences-window.h"
#include "ui-settings.h"
#include "ui-signed-in-page.h"
#include "ui-storage-page.h"
#include "ui-template.h"

struct _UiPreferencesWindow
{
  AdwPreferencesWindow parent_instance;

  AdwComboRow    *color_scheme;
  AdwComboRow    *approval;
  GtkWidget      *reconnect;
  GtkWidget      *bench_notifies;
  GtkWidget      *reconnect_at_start;
  GtkWidget      *read_when_selected;
  GtkWidget      *other_hosts;
  GtkWidget      *connect_timeout;
  GtkWidget      *request_timeout;
  GtkWidget      *total_timeout;
  GtkWidget      *max_items;
  GtkWidget      *max_depth;
  GtkWidget      *max_string_length;
  GtkWidget      *max_message_mib;
  UiStoragePage  *storage;
  UiSignedInPage *accounts;
};

G_DEFINE_FINAL_TYPE (UiPreferencesWindow, ui_preferences_window, ADW_TYPE_PREFERENCES_WINDOW)

/* The words of an enum's key in the order of the rows' lists. */
static const char *const color_schemes[] = { "system", "light", "dark", NULL };
static const char *const approvals[] = { "ask", "auto", "never", NULL };

static gboolean
word_to_position (GValue *value, GVariant *variant, gpointer data)
{
  const char *const *words = data;
  const char        *word = g_variant_get_string (variant, NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_equal (words[i], word))
      {
        g_value_set_uint (value, i);
        return TRUE;
      }
  return FALSE;
}

static GVariant *
position_to_word (const GValue *value, const GVariantType *type, gpointer data)
{
  const char *const *words = data;
  guint              position = g_value_get_uint (value);

  return position < g_strv_length ((char **)words) ? g_variant_new_string (words[position])
                                                   : NULL;
}

static void
bind_row (AdwComboRow *row, const char *key, const char *const *words)
{
  GSettings *settings = ui_settings_get ();

  gtk_widget_set_sensitive (GTK_WIDGET (row), settings != NULL);
  if (settings != NULL)
    g_settings_bind_with_mapping (settings, key, row, "selected", G_SETTINGS_BIND_DEFAULT,
                                  word_to_position, position_to_word, (gpointer)words, NULL);
}

static void
bind (GtkWidget *row, const char *key, const char *property)
{
  gtk_widget_set_sensitive (row, ui_settings_get () != NULL);
  ui_settings_bind (key, row, property, G_SETTINGS_BIND_DEFAULT | G_SETTINGS_BIND_NO_SENSITIVITY);
}

UI_DEFINE_CLASS (UiPreferencesWindow, ui_preferences_window)
{
  ui_template_ensure_types (UI_TYPE_SIGNED_IN_PAGE, UI_TYPE_STORAGE_PAGE);
  ui_template_set (widget_class, "ui/window/ui-preferences-window.ui");
  ui_template_bind_children (widget_class, UiPreferencesWindow, color_scheme, approval, reconnect,
                             bench_notifies, reconnect_at_start, read_when_selected, other_hosts,
                             connect_timeout, request_timeout, total_timeout, max_items, max_depth,
                             max_string_length, max_message_mib, storage, accounts);
}

static void
ui_preferences_window_init (UiPreferencesWindow *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));

  bind_row (self->color_scheme, "color-scheme", color_schemes);
  bind_row (self->approval, "approval", approvals);
  bind (self->reconnect, "reconnect", "active");
  bind (self->bench_notifies, "bench-notifies", "active");
  bind (self->reconnect_at_start, "reconnect-at-start", "active");
  bind (self->read_when_selected, "read-when-selected", "active");
  bind (self->other_hosts, "icons-from-other-hosts", "active");
  bind (self->connect_timeout, "connect-timeout", "value");
  bind (self->request_timeout, "request-timeout", "value");
  bind (self->total_timeout, "total-timeout", "value");
  bind (self->max_items, "max-items", "value");
  bind (self->max_depth, "max-depth", "value");
  bind (self->max_string_length, "max-string-length", "value");
  bind (self->max_message_mib, "max-message-mib", "value");
}

UiPreferencesWindow *
ui_preferences_window_new (GtkWindow *parent, AppWorkspace *workspace)
{
  UiPreferencesWindow *self = g_object_new (UI_TYPE_PREFERENCES_WINDOW, "transient-for", parent,
                                            "modal", parent != NULL, NULL);

  ui_storage_page_set_workspace (self->storage, workspace);
  ui_signed_in_page_set_workspace (self->accounts, workspace);
  return self;
}
