/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-object-pane.h"
#include "ui-object-view.h"
#include "ui-template.h"

struct _UiObjectPane
{
  GtkWidget parent_instance;

  AppObjectCache *object_cache;
  UiObjectView   *view;
};

UI_DEFINE_TEMPLATE (UiObjectPane, ui_object_pane, GTK_TYPE_WIDGET)

void
ui_object_pane_show (UiObjectPane *self, StoreObjectEntry *entry)
{
  g_return_if_fail (UI_IS_OBJECT_PANE (self));

  ui_object_view_show (self->view, entry);
  gtk_widget_set_visible (GTK_WIDGET (self), entry != NULL);
}

/* What is gone from its store closes the pane. */
static void
on_changed (UiObjectPane *self)
{
  StoreObjectEntry       *entry = ui_object_view_get_entry (self->view);
  const StoreObjectFacts *facts = entry != NULL ? store_object_entry_get_facts (entry) : NULL;

  if (facts != NULL && app_object_cache_find (self->object_cache, facts->store, facts->id) == NULL)
    ui_object_pane_show (self, NULL);
}

void
ui_object_pane_set_up (UiObjectPane   *self,
                       AppObjectCache *object_cache,
                       AppSettings    *settings,
                       GListModel     *sessions)
{
  g_return_if_fail (UI_IS_OBJECT_PANE (self));

  self->object_cache = g_object_ref (object_cache);
  ui_object_view_set_up (self->view, object_cache, settings, sessions);
  /* There is no third one. */
  ui_object_view_enable (self->view, "open-beside", FALSE);
  ui_connect (object_cache, "changed", on_changed, self);
}

static void
on_compare (UiObjectPane *self, StoreObjectEntry *entry)
{
  g_signal_emit_by_name (self, "compare", entry);
}

static void
on_delete (UiObjectPane *self, StoreObjectEntry *entry)
{
  g_autoptr (StoreObjectEntry) deleted = g_object_ref (entry);

  ui_object_pane_show (self, NULL);
  g_signal_emit_by_name (self, "delete", deleted);
}

static void
compare_both (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StoreObjectEntry *entry = ui_object_view_get_entry (UI_OBJECT_PANE (widget)->view);

  if (entry != NULL)
    g_signal_emit_by_name (widget, "compare-both", entry);
}

static void
close_pane (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_widget_child_focus (gtk_widget_get_parent (widget), GTK_DIR_TAB_BACKWARD);
  ui_object_pane_show (UI_OBJECT_PANE (widget), NULL);
}

/* The class */

UI_DEFINE_CLASS (UiObjectPane, ui_object_pane)
{
  g_type_ensure (UI_TYPE_OBJECT_VIEW);
  ui_template_set_bin (widget_class, "ui/objects/ui-object-pane.ui");
  ui_template_hold (widget_class, UiObjectPane, object_cache);
  ui_template_bind_children (widget_class, UiObjectPane, view);
  ui_template_bind_callbacks (widget_class, on_compare, on_delete);
  gtk_widget_class_install_action (widget_class, "pane.close", NULL, close_pane);
  gtk_widget_class_install_action (widget_class, "pane.compare-both", NULL, compare_both);
  mcp_signal_new (klass, "compare", 1, STORE_TYPE_OBJECT_ENTRY);
  mcp_signal_new (klass, "compare-both", 1, STORE_TYPE_OBJECT_ENTRY);
  mcp_signal_new (klass, "delete", 1, STORE_TYPE_OBJECT_ENTRY);
}
