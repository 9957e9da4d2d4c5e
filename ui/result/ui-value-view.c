/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-value-view.h"
#include "app-object-content.h"
#include "app-visible-text.h"
#include "app-yaml.h"
#include "mcp-property.h"
#include "ui-content-view.h"
#include "ui-copy.h"
#include "ui-hex-view.h"
#include "ui-lines-view.h"
#include "ui-markdown-view.h"
#include "ui-table-view.h"
#include "ui-template.h"
#include "ui-tree-view.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

struct _UiValueView
{
  GtkWidget parent_instance;

  StoreObject  *object;   /* (nullable) */
  StoreObject  *kept;     /* (nullable): that the value is in, for references to a part of it */
  GListModel   *sessions; /* (nullable) (element-type AppSession) */
  int           height;   /* pixels at most; 0 where it fills its place */
  gboolean      inside;   /* of a block of a result */
  AppTreeLimits limits;
  AppTableShape shape; /* of the table, once it was shown */
  AppViewKind   kinds;
  AppViewKind   kind;
  GHashTable   *chosen;  /* the kind that a person chose among the same kinds */
  AppViewKind   ready;   /* those whose view has what it shows; of those that share a view one */
  GCancellable *loading; /* (nullable) */
  AppViewKind   loaded;  /* that is loading, or was loaded last */
  gboolean      whole;   /* also of what is made as far as it is seen */
  GCancellable *copying; /* (nullable) */

  GtkStack *stack;
  /* borrowed; each is made when it is first shown */
  UiContentView  *content;
  UiMarkdownView *markdown;
  UiTableView    *table;
  UiTreeView     *tree;
  UiHexView      *hex;
  UiLinesView    *lines;

  GtkLabel  *end;
  GtkWidget *more;
  GtkWidget *foot;
};

enum {
  PROP_KINDS = 1,
  PROP_KIND,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiValueView, ui_value_view, GTK_TYPE_WIDGET)

/* They share a view. */
#define LINES_KINDS (APP_VIEW_MARKUP | APP_VIEW_TEXT | APP_VIEW_YAML | APP_VIEW_RAW)
/* Of a text that is made for the view: made within a few frames, and more than one reads. */
#define MADE_BYTES (1024u * 1024u)

static void
stop (GCancellable **cancellable)
{
  g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

/* What shows it */

/* Makes the view where there is none. @place: the field that has it */
static void
turn_to (UiValueView *self, gpointer place, GType type)
{
  GtkWidget **view = place;

  if (*view == NULL)
    {
      *view = g_object_new (type, NULL);
      gtk_stack_add_child (self->stack, *view);
      if (self->height > 0)
        ui_widget_set_max_height (
            *view, ui_widget_find (*view, GTK_TYPE_SCROLLED_WINDOW, FALSE), self->height);
    }
  gtk_stack_set_visible_child (self->stack, *view);
}

/* Showing */

/* Says where what is shown ends. */
static void
show_end (UiValueView *self, gsize n_shown, gboolean complete)
{
  g_autofree char *size = app_visible_text_size (n_shown);
  /* Translators: a size, for example "The first 1.0 MB" */
  g_autofree char *text = g_strdup_printf (_ ("The first %s"), size);

  gtk_label_set_text (self->end, complete ? "" : text);
  gtk_widget_set_visible (self->more, !complete);
  gtk_widget_set_visible (self->foot, !complete);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "value.show-all", !complete && !self->whole);
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiValueView) self = data;
  gboolean complete;
  g_autoptr (GBytes) text = app_view_kind_load_text_finish (result, &complete, NULL);

  if (text == NULL || self->stack == NULL)
    return;
  g_clear_object (&self->loading);
  if (self->loaded == APP_VIEW_RENDERED)
    ui_markdown_view_set_text (self->markdown, text);
  else
    {
      ui_lines_view_set_text (self->lines, text);
      show_end (self, g_bytes_get_size (text), complete);
    }
  self->ready |= self->loaded;
}

static void
load_text (UiValueView *self)
{
  stop (&self->loading);
  if ((self->ready & self->kind) != 0)
    return;
  self->loaded = self->kind;
  self->loading = g_cancellable_new ();
  app_view_kind_load_text_async (self->object, self->kind,
                                 self->whole ? APP_YAML_MAX_BYTES : MADE_BYTES, self->loading,
                                 on_loaded, g_object_ref (self));
}

static void
show_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiValueView *self = UI_VALUE_VIEW (widget);

  gtk_widget_action_set_enabled (widget, "value.show-all", FALSE);
  self->whole = TRUE;
  self->ready &= ~self->kind;
  load_text (self);
}

static void
show_rendered (UiValueView *self)
{
  turn_to (self, &self->markdown, UI_TYPE_MARKDOWN_VIEW);
  load_text (self);
}

static void
show_lines (UiValueView *self)
{
  turn_to (self, &self->lines, UI_TYPE_LINES_VIEW);
  ui_lines_view_set_label (self->lines, self->kind == APP_VIEW_RAW    ? _ ("Raw Result")
                                        : self->kind == APP_VIEW_YAML ? _ ("Result as YAML")
                                                                      : _ ("Result as Text"));
  ui_lines_view_set_markup (self->lines, self->kind == APP_VIEW_MARKUP);
  /* One of them must not be taken for the other. */
  if ((self->ready & self->kind) == 0)
    {
      self->ready &= ~LINES_KINDS;
      self->whole = FALSE;
      ui_lines_view_set_lines (self->lines, NULL);
      show_end (self, 0, TRUE);
    }
  load_text (self);
}

static void
show_tree (UiValueView *self)
{
  turn_to (self, &self->tree, UI_TYPE_TREE_VIEW);
  if ((self->ready & APP_VIEW_TREE) != 0)
    return;
  self->ready |= APP_VIEW_TREE;
  g_autoptr (AppTreeNode) root =
      app_tree_node_new_root (store_object_get_value (self->object), NULL, &self->limits);
  ui_tree_view_set_root (self->tree, root);
  ui_tree_view_set_label (self->tree, _ ("Result as Tree"));
  ui_tree_view_set_object (self->tree, self->kept);
}

static void
show_table (UiValueView *self)
{
  turn_to (self, &self->table, UI_TYPE_TABLE_VIEW);
  if ((self->ready & APP_VIEW_TABLE) != 0)
    return;
  self->ready |= APP_VIEW_TABLE;
  if (!mcp_json_value_exists (self->shape.rows))
    self->shape = app_table_shape_find (store_object_get_value (self->object));
  ui_table_view_set_shape (self->table, &self->shape);
}

/* The person's choice, whatever is in the array. */
static void
show_array (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiValueView *self = UI_VALUE_VIEW (widget);
  McpJsonValue array = { store_object_get_value (self->object).document,
                         g_variant_get_uint32 (parameter) };

  self->shape = app_table_shape_of_array (array);
  self->ready &= ~APP_VIEW_TABLE;
  self->kinds |= APP_VIEW_TABLE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KINDS]);
  g_object_set (self, "kind", APP_VIEW_TABLE, NULL);
}

/* Returns: (transfer full) (nullable): of the server that the object is from */
static AppSession *
find_session (UiValueView *self)
{
  const char *server = store_object_get_server (self->object);
  guint       n = self->sessions != NULL ? g_list_model_get_n_items (self->sessions) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppSession) session = g_list_model_get_item (self->sessions, i);

      if (g_strcmp0 (app_session_get_name (session), server) == 0)
        return g_steal_pointer (&session);
    }
  return NULL;
}

static void
show_content (UiValueView *self)
{
  g_autoptr (AppSession) session = find_session (self);

  turn_to (self, &self->content, UI_TYPE_CONTENT_VIEW);
  if ((self->ready & APP_VIEW_CONTENT) != 0)
    return;
  self->ready |= APP_VIEW_CONTENT;
  g_autoptr (AppResult) result = app_object_content_new (self->object);
  ui_content_view_set_result (self->content, result, session, self->kept);
}

static void
show_hex (UiValueView *self)
{
  g_autoptr (GBytes) bytes = store_object_dup_bytes (self->object);

  turn_to (self, &self->hex, UI_TYPE_HEX_VIEW);
  if ((self->ready & APP_VIEW_HEX) == 0)
    ui_hex_view_set_bytes (self->hex, bytes);
  self->ready |= APP_VIEW_HEX;
}

static void
show (UiValueView *self)
{
  if ((self->kind & LINES_KINDS) == 0)
    {
      /* A text that is not whole says so again when one comes back to it. */
      if (gtk_widget_get_visible (self->more))
        self->ready &= ~LINES_KINDS;
      show_end (self, 0, TRUE);
    }
  if (self->kind == APP_VIEW_CONTENT)
    show_content (self);
  else if (self->kind == APP_VIEW_RENDERED)
    show_rendered (self);
  else if (self->kind == APP_VIEW_TABLE)
    show_table (self);
  else if (self->kind == APP_VIEW_TREE)
    show_tree (self);
  else if (self->kind == APP_VIEW_HEX)
    show_hex (self);
  else if (self->kind != APP_VIEW_NONE)
    show_lines (self);
}

static void
clear (UiValueView *self)
{
  stop (&self->loading);
  stop (&self->copying);
  self->ready = APP_VIEW_NONE;
  self->shape = (AppTableShape){ 0 };
  if (self->content != NULL)
    ui_content_view_set_result (self->content, NULL, NULL, NULL);
  if (self->table != NULL)
    ui_table_view_set_shape (self->table, &self->shape);
  if (self->tree != NULL)
    ui_tree_view_set_root (self->tree, NULL);
  if (self->tree != NULL)
    ui_tree_view_set_object (self->tree, NULL);
  if (self->markdown != NULL)
    ui_markdown_view_set_text (self->markdown, NULL);
  if (self->hex != NULL)
    ui_hex_view_set_bytes (self->hex, NULL);
  if (self->lines != NULL)
    ui_lines_view_set_lines (self->lines, NULL);
}

void
ui_value_view_set_kept (UiValueView *self, StoreObject *kept)
{
  g_return_if_fail (UI_IS_VALUE_VIEW (self));

  g_set_object (&self->kept, kept);
  if (self->tree != NULL)
    ui_tree_view_set_object (self->tree, kept);
}

void
ui_value_view_set_sessions (UiValueView *self, GListModel *sessions)
{
  g_return_if_fail (UI_IS_VALUE_VIEW (self));

  g_set_object (&self->sessions, sessions);
}

void
ui_value_view_set_inside (UiValueView *self, int height)
{
  g_return_if_fail (UI_IS_VALUE_VIEW (self));

  self->inside = TRUE;
  self->height = height;
  gtk_widget_set_vexpand (GTK_WIDGET (self), height <= 0);
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), height <= 0);
}

void
ui_value_view_set_object (UiValueView *self, StoreObject *object, AppTreeLimits limits)
{
  AppViewKind first;

  g_return_if_fail (UI_IS_VALUE_VIEW (self));

  clear (self);
  g_set_object (&self->object, object);
  g_set_object (&self->kept, object);
  self->limits = limits;
  self->kinds = app_view_kind_find (object, self->inside, &first);
  AppViewKind chosen = GPOINTER_TO_UINT (
      g_hash_table_lookup (self->chosen, GUINT_TO_POINTER (self->kinds)));
  self->kind = chosen != APP_VIEW_NONE ? chosen : first;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KINDS]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KIND]);
  show (self);
}

static void
ui_value_view_set_kind (UiValueView *self, guint kind)
{
  if (self->kind == kind || (self->kinds & kind) == 0)
    return;
  self->kind = kind;
  g_hash_table_insert (self->chosen, GUINT_TO_POINTER (self->kinds), GUINT_TO_POINTER (kind));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KIND]);
  show (self);
}

/* Copying */

static void
on_copy (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiValueView) self = data;
  gboolean complete;
  g_autoptr (GBytes) bytes = app_view_kind_load_text_finish (result, &complete, NULL);

  if (bytes == NULL || self->stack == NULL)
    return;
  g_clear_object (&self->copying);
  ui_copy_text (self, complete ? g_bytes_get_data (bytes, NULL) : NULL, g_bytes_get_size (bytes));
}

void
ui_value_view_copy (UiValueView *self, AppViewKind kind)
{
  g_return_if_fail (UI_IS_VALUE_VIEW (self));

  if (self->object == NULL)
    return;
  stop (&self->copying);
  self->copying = g_cancellable_new ();
  app_view_kind_load_text_async (self->object, kind, UI_COPY_MAX_BYTES, self->copying, on_copy,
                                 g_object_ref (self));
}

/* The class */

UI_DEFINE_DISPOSE (UiValueView, ui_value_view)
{
  stop (&self->loading);
  stop (&self->copying);
}

UI_DEFINE_CLASS (UiValueView, ui_value_view)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_KINDS] = { "kinds", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (UiValueView, kinds) },
    [PROP_KIND] = { "kind", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (UiValueView, kind),
                    .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (ui_value_view_set_kind) },
  };

  object_class->dispose = ui_value_view_dispose;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  ui_template_set_bin (widget_class, "ui/result/ui-value-view.ui");
  ui_template_own (widget_class, UiValueView, chosen, g_hash_table_unref);
  ui_template_hold (widget_class, UiValueView, object, kept, sessions);
  ui_template_bind_children (widget_class, UiValueView, stack, end, more, foot);
  gtk_widget_class_install_action (widget_class, "value.show-all", NULL, show_all);
  gtk_widget_class_install_action (widget_class, "value.show-table", "u", show_array);
}

static void
ui_value_view_init (UiValueView *self)
{
  self->chosen = g_hash_table_new (NULL, NULL);
  ui_template_init (self);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
}
