/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-layout.h"
#include "mcp-object.h"
#include "ui-settings.h"
#include "mcp-property.h"

struct _UiLayout
{
  GObject parent_instance;

  const char *preset; /* interned */
  const char *before; /* interned: the one that "result" took the place of */
  gboolean    list_visible;
  gboolean    fold_form;
};

enum {
  PROP_0,
  PROP_PRESET,
  PROP_RESULT_ONLY,
  PROP_LIST_VISIBLE,
  PROP_FOLD_FORM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiLayout, ui_layout, G_TYPE_OBJECT)

static gboolean
is_result_only (UiLayout *self)
{
  return g_str_equal (self->preset, UI_LAYOUT_RESULT);
}

static void
set_preset (UiLayout *self, const char *preset)
{
  const char *old = self->preset;

  if (preset == NULL || g_str_equal (preset, old))
    return;
  if (!is_result_only (self))
    self->before = old;
  self->preset = g_intern_string (preset);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PRESET]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RESULT_ONLY]);
}

static void
set_result_only (UiLayout *self, gboolean result_only)
{
  if (result_only != is_result_only (self))
    set_preset (self, result_only ? UI_LAYOUT_RESULT : self->before);
}

static void
ui_layout_class_init (UiLayoutClass *klass)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_PRESET] = { "preset", G_TYPE_STRING, G_CALLBACK (ui_layout_get_preset),
                      .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_preset) },
    [PROP_RESULT_ONLY] = { "result-only", G_TYPE_BOOLEAN, G_CALLBACK (is_result_only),
                           .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_result_only) },
    [PROP_LIST_VISIBLE] = { "list-visible", G_TYPE_BOOLEAN,
                            .offset = G_STRUCT_OFFSET (UiLayout, list_visible),
                            .flags = G_PARAM_WRITABLE },
    [PROP_FOLD_FORM] = { "fold-form", G_TYPE_BOOLEAN,
                         .offset = G_STRUCT_OFFSET (UiLayout, fold_form),
                         .flags = G_PARAM_WRITABLE },
  };

  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
}

static void
ui_layout_init (UiLayout *self)
{
  self->preset = self->before = g_intern_string (UI_LAYOUT_BESIDE);
  self->list_visible = TRUE;
  self->fold_form = TRUE;
}

UiLayout *
ui_layout_get_default (void)
{
  static UiLayout *layout;

  if (layout == NULL)
    {
      layout = g_object_new (UI_TYPE_LAYOUT, NULL);
      ui_settings_bind ("call-layout", layout, "preset", G_SETTINGS_BIND_DEFAULT);
      ui_settings_bind ("list-visible", layout, "list-visible", G_SETTINGS_BIND_DEFAULT);
      ui_settings_bind ("fold-form", layout, "fold-form", G_SETTINGS_BIND_DEFAULT);
    }
  return layout;
}

MCP_DEFINE_GETTER (const char *, UiLayout, ui_layout, preset)
MCP_DEFINE_GETTER (gboolean, UiLayout, ui_layout, fold_form)

void
ui_layout_add_actions (GtkWidget *window)
{
  static const char *const rows[][2] = {
    { "preset", "preset" },
    { "result-only", "result-only" },
    { "list", "list-visible" },
    { "fold-form", "fold-form" },
  };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_return_if_fail (GTK_IS_WIDGET (window));

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPropertyAction) action =
          g_property_action_new (rows[i][0], ui_layout_get_default (), rows[i][1]);

      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
    }
  gtk_widget_insert_action_group (window, "layout", G_ACTION_GROUP (group));
}
