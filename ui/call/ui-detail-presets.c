/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-detail-presets.h"
#include "ui-presets-window.h"
#include "mcp-tool.h"
#include "app-session-presets.h"

struct _UiDetailPresets
{
  GObject parent_instance;

  AppSession   *session;
  UiFormView   *view; /* weak */
  McpTool      *tool; /* (nullable) */
  AppPresets   *presets;
  GCancellable *loading;
};

G_DEFINE_FINAL_TYPE (UiDetailPresets, ui_detail_presets, G_TYPE_OBJECT)

static void
show_presets (UiDetailPresets *self)
{
  const char *name =
      self->tool != NULL ? mcp_definition_get_key (MCP_DEFINITION (self->tool)) : NULL;

  g_clear_object (&self->presets);
  if (name != NULL)
    self->presets = app_session_presets_create (
        app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS), name);
  /* A tool without any can have its arguments pinned. */
  if (self->tool != NULL && self->presets == NULL)
    self->presets = app_presets_new (mcp_tool_get_input_schema (self->tool));
  if (self->view != NULL)
    ui_form_view_set_presets (self->view, self->presets);
}

/* By another view. Where somebody types here, what was written meanwhile is older. */
static void
on_values_changed (UiDetailPresets *self)
{
  GtkRoot *root = self->view != NULL ? gtk_widget_get_root (GTK_WIDGET (self->view)) : NULL;

  if (self->presets != NULL && !(GTK_IS_WINDOW (root) && gtk_window_is_active (GTK_WINDOW (root))))
    app_session_presets_refresh (app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS),
                                 self->presets);
}

static void
on_secrets_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiDetailPresets) self = data;

  if (app_preset_secrets_load_finish (APP_PRESET_SECRETS (source), result, NULL))
    show_presets (self);
}

static void
on_preset_changed (UiDetailPresets *self, const char *path, const char *lexeme, gboolean secret)
{
  app_session_presets_set (app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS), path,
                           lexeme, secret);
}

static void
on_pin_changed (UiDetailPresets *self, const char *path, const char *lexeme, gboolean secret)
{
  app_session_presets_pin (app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS), path,
                           lexeme, secret);
}

static void
on_show_presets (UiDetailPresets *self)
{
  ui_presets_window_present (self->session, GTK_WIDGET (self->view));
}

static void
ui_detail_presets_dispose (GObject *object)
{
  UiDetailPresets *self = UI_DETAIL_PRESETS (object);

  g_cancellable_cancel (self->loading);
  g_clear_weak_pointer (&self->view);
  g_clear_object (&self->presets);
  g_clear_object (&self->tool);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ui_detail_presets_parent_class)->dispose (object);
}

static void
ui_detail_presets_finalize (GObject *object)
{
  g_object_unref (UI_DETAIL_PRESETS (object)->loading);
  G_OBJECT_CLASS (ui_detail_presets_parent_class)->finalize (object);
}

static void
ui_detail_presets_class_init (UiDetailPresetsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_detail_presets_dispose;
  G_OBJECT_CLASS (klass)->finalize = ui_detail_presets_finalize;
}

static void
ui_detail_presets_init (UiDetailPresets *self)
{
  self->loading = g_cancellable_new ();
}

UiDetailPresets *
ui_detail_presets_new (AppSession *session, UiFormView *view)
{
  UiDetailPresets *self = g_object_new (UI_TYPE_DETAIL_PRESETS, NULL);
  StoreProfile    *profile = app_session_get_profile (session);

  self->session = g_object_ref (session);
  g_set_weak_pointer (&self->view, view);
  g_signal_connect_object (profile, "notify::presets", G_CALLBACK (on_values_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (profile, "notify::pinned-arguments", G_CALLBACK (show_presets), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "preset-changed", G_CALLBACK (on_preset_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "pin-changed", G_CALLBACK (on_pin_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "show-presets", G_CALLBACK (on_show_presets), self,
                           G_CONNECT_SWAPPED);
  return self;
}

void
ui_detail_presets_set_definition (UiDetailPresets *self, McpDefinition *definition)
{
  g_return_if_fail (UI_IS_DETAIL_PRESETS (self));

  AppPresetSecrets *secrets = app_session_presets_get_secrets (
      app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS));
  StoreProfile *profile = app_session_get_profile (self->session);
  McpTool      *tool = MCP_IS_TOOL (definition) ? MCP_TOOL (definition) : NULL;

  g_set_object (&self->tool, tool);
  show_presets (self);
  if (self->tool != NULL && !app_preset_secrets_is_loaded (secrets, profile))
    app_preset_secrets_load_async (secrets, profile, self->loading, on_secrets_loaded,
                                   g_object_ref (self));
}
