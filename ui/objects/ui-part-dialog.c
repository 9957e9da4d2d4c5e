/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-part-dialog.h"
#include "ui-template.h"
#include "ui-value-view.h"
#include "app-object-name.h"
#include "app-part.h"
#include "app-visible-text.h"

/* While one types. */
#define SETTLE_MS 200

struct _UiPartDialog
{
  AdwWindow parent_instance;

  AppObjectCache *object_cache;
  AppSettings    *settings;
  StoreObject    *object;      /* (nullable): until it was read */
  StoreObject    *part;        /* (nullable): what is shown */
  GCancellable   *cancellable; /* (nullable): of what is being looked for */
  guint           settle;

  GtkEditable *path;
  GtkEditable *from;
  GtkEditable *to;
  GtkStack    *stack;
  UiValueView *value;
  GtkLabel    *problem;
  GtkLabel    *facts;
};

G_DEFINE_FINAL_TYPE (UiPartDialog, ui_part_dialog, ADW_TYPE_WINDOW)

/* What is shown */

/* @problem: (nullable) */
static void
show (UiPartDialog *self, StoreObject *part, const char *problem)
{
  g_autofree char *line = NULL;

  g_set_object (&self->part, part);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "part.keep", part != NULL);
  if (part != NULL)
    {
      g_autofree char *type = app_object_name_dup_type (part);
      g_autofree char *size = app_visible_text_size (store_object_get_size (part));

      line = g_strdup_printf ("%s · %s", type, size);
      ui_value_view_set_object (self->value, part, app_settings_get_tree_limits (self->settings));
    }
  gtk_label_set_text (self->facts, line != NULL ? line : "");
  gtk_label_set_text (self->problem, problem != NULL ? problem : "");
  gtk_stack_set_visible_child_name (self->stack, part != NULL ? "value" : "problem");
}

static void
show_error (UiPartDialog *self, const GError *error)
{
  g_autofree char *line = app_visible_text_line (error->message, 0);

  show (self, NULL, line);
}

static void
on_taken (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiPartDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObject) part = app_part_take_finish (STORE_OBJECT (source), result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  if (part != NULL)
    show (self, part, NULL);
  else
    show_error (self, error);
}

static void
stop (UiPartDialog *self)
{
  g_clear_handle_id (&self->settle, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static gboolean
on_settled (gpointer data)
{
  UiPartDialog    *self = data;
  g_autofree char *path = g_strstrip (g_strdup (gtk_editable_get_text (self->path)));
  g_autofree char *from = g_strstrip (g_strdup (gtk_editable_get_text (self->from)));
  g_autofree char *to = g_strstrip (g_strdup (gtk_editable_get_text (self->to)));

  self->settle = 0;
  stop (self);
  if (self->object == NULL)
    return G_SOURCE_REMOVE;
  self->cancellable = g_cancellable_new ();
  app_part_take_async (self->object, path, from, to, self->cancellable, on_taken,
                       g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
on_edited (UiPartDialog *self)
{
  g_clear_handle_id (&self->settle, g_source_remove);
  self->settle = g_timeout_add (SETTLE_MS, on_settled, self);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiPartDialog) self = data;
  g_autoptr (GError) error = NULL;

  self->object = app_object_cache_get_finish (APP_OBJECT_CACHE (source), result, &error);
  if (self->object == NULL)
    show_error (self, error);
  else if (self->object_cache != NULL)
    on_settled (self);
}

/* Keeping */

static void
on_kept (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiPartDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObjectEntry) entry =
      app_object_cache_put_finish (APP_OBJECT_CACHE (source), result, &error);
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));

  if (entry == NULL)
    {
      show_error (self, error);
      return;
    }
  g_autofree char *name =
      g_strdup_printf ("%s/%s", store_object_entry_get_facts (entry)->store,
                       store_object_entry_get_facts (entry)->id);
  if (parent != NULL)
    gtk_widget_activate_action (GTK_WIDGET (parent), "win.show-result", "s", name);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* Where it comes from. */
static char *
dup_name (UiPartDialog *self)
{
  const char *path = gtk_editable_get_text (self->path);
  const char *from = gtk_editable_get_text (self->from);
  const char *to = gtk_editable_get_text (self->to);

  if (from[0] != '\0' || to[0] != '\0')
    return g_strdup_printf ("%s[%s:%s]", path, from, to);
  return path[0] != '\0' ? g_strdup (path) : NULL;
}

static void
keep (GtkWidget *widget, const char *action, GVariant *parameter)
{
  UiPartDialog *self = UI_PART_DIALOG (widget);
  g_autoptr (StoreObject) part = store_object_copy (self->part, NULL);
  g_autofree char *name = dup_name (self);

  gtk_widget_action_set_enabled (widget, "part.keep", FALSE);
  app_object_cache_put_async (self->object_cache, part, name, on_kept, g_object_ref (self));
}

/* The object */

UI_DEFINE_DISPOSE (UiPartDialog, ui_part_dialog)
{
  stop (self);
}

UI_DEFINE_CLASS (UiPartDialog, ui_part_dialog)
{
  g_type_ensure (UI_TYPE_VALUE_VIEW);
  ui_template_set_dialog (widget_class, "ui/objects/ui-part-dialog.ui");
  ui_template_hold (widget_class, UiPartDialog, object_cache, settings, object, part);
  G_OBJECT_CLASS (klass)->dispose = ui_part_dialog_dispose;
  ui_template_bind_children (widget_class, UiPartDialog, path, from, to, stack, value, problem,
                             facts);
  ui_template_bind_callbacks (widget_class, on_edited);
  gtk_widget_class_install_action (widget_class, "part.keep", NULL, keep);
}

static void
ui_part_dialog_init (UiPartDialog *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "part.keep", FALSE);
}

GtkWindow *
ui_part_dialog_new (GtkWidget      *near,
                    AppObjectCache *object_cache,
                    AppSettings    *settings,
                    AppReference   *reference)
{
  g_return_val_if_fail (GTK_IS_WIDGET (near), NULL);
  g_return_val_if_fail (APP_IS_OBJECT_CACHE (object_cache), NULL);
  g_return_val_if_fail (reference != NULL, NULL);

  UiPartDialog *self = g_object_new (UI_TYPE_PART_DIALOG, "transient-for",
                                     gtk_widget_get_root (near), NULL);

  self->object_cache = g_object_ref (object_cache);
  self->settings = g_object_ref (settings);
  gtk_editable_set_text (self->path, reference->path);
  gtk_editable_set_position (self->path, -1);
  g_clear_handle_id (&self->settle, g_source_remove);
  app_object_cache_get_async (object_cache, reference->store, reference->id, NULL, on_read,
                              g_object_ref (self));
  return GTK_WINDOW (self);
}
