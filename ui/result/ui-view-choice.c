/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-view-choice.h"
#include "mcp-property.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

struct _UiViewChoice
{
  GtkWidget parent_instance;

  guint    kinds;
  guint    kind;
  gboolean setting; /* what is chosen was not chosen here */
  gboolean hidden;

  GArray      *offered; /* of guint: a kind each, in the order of the list */
  GtkDropDown *list;
};

enum {
  PROP_KINDS = 1,
  PROP_KIND,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiViewChoice, ui_view_choice, GTK_TYPE_WIDGET)

static void
on_selected (UiViewChoice *self)
{
  guint position = gtk_drop_down_get_selected (self->list);

  if (self->setting || position >= self->offered->len ||
      g_array_index (self->offered, guint, position) == self->kind)
    return;
  self->kind = g_array_index (self->offered, guint, position);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KIND]);
}

static void
show_kind (UiViewChoice *self)
{
  self->setting = TRUE;
  for (guint i = 0; i < self->offered->len; i++)
    if (g_array_index (self->offered, guint, i) == self->kind)
      gtk_drop_down_set_selected (self->list, i);
  self->setting = FALSE;
}

static void
ui_view_choice_set_kinds (UiViewChoice *self, guint kinds)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  if (self->kinds == kinds)
    return;
  self->kinds = kinds;
  g_array_set_size (self->offered, 0);
  for (guint kind = 1; kind != 0 && kind <= kinds; kind <<= 1)
    if ((kinds & kind) != 0)
      {
        g_array_append_val (self->offered, kind);
        gtk_string_list_append (titles, app_view_kind_get_title (kind));
      }
  gtk_widget_set_visible (GTK_WIDGET (self), self->offered->len > 1 && !self->hidden);
  self->setting = TRUE;
  gtk_drop_down_set_model (self->list, G_LIST_MODEL (titles));
  show_kind (self);
}

static void
ui_view_choice_set_kind (UiViewChoice *self, guint kind)
{
  if (self->kind == kind)
    return;
  self->kind = kind;
  show_kind (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KIND]);
}

MCP_DEFINE_DISPOSE (UiViewChoice, ui_view_choice)
{
  if (self->list != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->list));
  self->list = NULL;
}

MCP_DEFINE_FINALIZE (UiViewChoice, ui_view_choice)
{
  g_array_unref (self->offered);
}

MCP_DEFINE_CLASS (UiViewChoice, ui_view_choice)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_KINDS] = { "kinds", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (UiViewChoice, kinds),
                     .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_view_choice_set_kinds) },
    [PROP_KIND] = { "kind", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (UiViewChoice, kind),
                    .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_view_choice_set_kind) },
  };

  object_class->dispose = ui_view_choice_dispose;
  object_class->finalize = ui_view_choice_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ui_view_choice_init (UiViewChoice *self)
{
  self->offered = g_array_new (FALSE, FALSE, sizeof (guint));
  self->list = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->list), _ ("View"));
  ui_widget_name (self->list, _ ("View"));
  ui_connect (self->list, "notify::selected", on_selected, self);
  gtk_widget_set_parent (GTK_WIDGET (self->list), GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
ui_view_choice_hide (UiViewChoice *self)
{
  g_return_if_fail (UI_IS_VIEW_CHOICE (self));

  self->hidden = TRUE;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
