/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-lines-view.h"
#include "mcp-property.h"
#include "ui-line-row.h"
#include "ui-line-selection.h"
#include "ui-page.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <glib/gi18n.h>

/* Joining this much takes no time that is seen; more goes to a worker. */
#define COPY_IN_PLACE (256u * 1024u)
/* Looking through this much takes no time that is seen; the next turn goes on from there. */
#define FIND_IN_PLACE (32u * 1024u * 1024u)

struct _UiLinesView
{
  GtkWidget parent_instance;

  AppTextLines    *lines;
  GBytes          *text; /* while its lines are not known */
  UiLineSelection *selection;
  GCancellable    *copying;
  GCancellable    *indexing;
  GtkWidget       *popover;
  int              digits; /* of the largest number */

  GMenuModel        *menu;
  GtkScrolledWindow *scroller;
  GtkListView       *list;
  GtkRevealer       *finder;
  GtkSearchEntry    *needle;
  GtkLabel          *found;
};

enum {
  PROP_LINES = 1,
  PROP_LABEL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void ui_lines_view_page_init (UiPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (UiLinesView,
                               ui_lines_view,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (UI_TYPE_PAGE, ui_lines_view_page_init))

/* Copying */

static void
on_joined (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), NULL);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (object)), text);
}

static void
join_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GPtrArray *pieces = data;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < pieces->len; i++)
    {
      gsize       length;
      const char *piece = g_bytes_get_data (pieces->pdata[i], &length);
      if (i > 0)
        g_string_append_c (text, '\n');
      g_string_append_len (text, piece, (gssize)length);
    }
  g_task_return_pointer (task, g_utf8_make_valid (text->str, (gssize)text->len), g_free);
}

static void
stop_copying (UiLinesView *self)
{
  if (self->copying != NULL)
    g_cancellable_cancel (self->copying);
  g_clear_object (&self->copying);
}

static void
stop_indexing (UiLinesView *self)
{
  if (self->indexing != NULL)
    g_cancellable_cancel (self->indexing);
  g_clear_object (&self->indexing);
  g_clear_pointer (&self->text, g_bytes_unref);
}

/* @pieces: (transfer full): of GBytes */
static void
copy_pieces (UiLinesView *self, GPtrArray *pieces)
{
  gsize length = 0;

  for (guint i = 0; i < pieces->len; i++)
    length += g_bytes_get_size (pieces->pdata[i]);
  stop_copying (self);
  self->copying = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, self->copying, on_joined, NULL);
  g_task_set_source_tag (task, copy_pieces);
  g_task_set_task_data (task, pieces, (GDestroyNotify)g_ptr_array_unref);
  if (length <= COPY_IN_PLACE)
    join_in_worker (task, self, pieces, self->copying);
  else
    g_task_run_in_thread (task, join_in_worker);
}

static GPtrArray *
new_pieces (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
}

static void
copy_lines (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiLinesView *self = UI_LINES_VIEW (widget);
  g_autoptr (GtkBitset) selected =
      gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  GtkBitsetIter iter;
  guint         row;

  if (!gtk_bitset_iter_init_first (&iter, selected, &row))
    return;
  GPtrArray *pieces = new_pieces ();
  guint      first = row, count = 1;
  while (gtk_bitset_iter_next (&iter, &row))
    {
      if (row == first + count)
        {
          count++;
          continue;
        }
      g_ptr_array_add (pieces, app_text_lines_dup_rows (self->lines, first, count));
      first = row;
      count = 1;
    }
  g_ptr_array_add (pieces, app_text_lines_dup_rows (self->lines, first, count));
  copy_pieces (self, pieces);
}

static void
copy_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiLinesView *self = UI_LINES_VIEW (widget);

  GBytes *text = self->lines != NULL ? app_text_lines_get_text (self->lines) : self->text;
  if (text == NULL)
    return;
  GPtrArray *pieces = new_pieces ();
  g_ptr_array_add (pieces, g_bytes_ref (text));
  copy_pieces (self, pieces);
}

static void
on_selection_changed (UiLinesView *self)
{
  g_autoptr (GtkBitset) selected =
      gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lines.copy", !gtk_bitset_is_empty (selected));
}

/* The menu */

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y, UiLinesView *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover),
                               &(GdkRectangle){ (int)x, (int)y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
show_menu (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiLinesView    *self = UI_LINES_VIEW (widget);
  GtkWidget      *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  GdkRectangle    at = { 24, 24, 1, 1 };
  graphene_rect_t bounds;

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->list)) &&
      gtk_widget_compute_bounds (focus, widget, &bounds))
    at = (GdkRectangle){ (int)bounds.origin.x + 24, (int)bounds.origin.y, 1,
                         (int)bounds.size.height };
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &at);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

/* Rows */

static void
setup_row (GtkListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (item, ui_line_row_new ());
}

static void
bind_row (GtkListItemFactory *factory, GtkListItem *item, UiLinesView *self)
{
  AppTextLine *line = gtk_list_item_get_item (item);
  GtkWidget   *row = gtk_list_item_get_child (item);
  const char  *text = app_text_line_get_text (line);

  ui_line_row_set_line (UI_LINE_ROW (row), text,
                        app_text_line_is_continued (line) ? 0 : app_text_line_get_number (line),
                        self->digits);
  ui_widget_name (gtk_widget_get_parent (row), text[0] != '\0' ? text : _ ("Empty line"));
}

static void
show_lines (UiLinesView *self, AppTextLines *lines)
{
  if (!g_set_object (&self->lines, lines) && self->selection != NULL)
    return;
  self->digits = 1;
  for (guint n = lines != NULL ? app_text_lines_get_n_lines (lines) : 0; n >= 10; n /= 10)
    self->digits++;
  g_clear_object (&self->selection);
  self->selection = ui_line_selection_new (lines != NULL ? G_LIST_MODEL (lines) : NULL);
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (on_selection_changed),
                           self, G_CONNECT_SWAPPED);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  on_selection_changed (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lines.copy-all", lines != NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LINES]);
}

static void
ui_lines_view_dispose (GObject *object)
{
  UiLinesView *self = UI_LINES_VIEW (object);

  stop_copying (self);
  stop_indexing (self);
  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  ui_template_dispose (object);
  self->popover = NULL;
  g_clear_object (&self->selection);
  g_clear_object (&self->lines);
}

/* Finding */

static void
show_found (UiLinesView *self, guint row)
{
  g_autofree char *line = g_strdup_printf (_ ("row %u"), row + 1);

  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), row, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", row);
  gtk_label_set_text (self->found, line);
}

/* From @start to the end, then from the beginning. */
static void
find_from (UiLinesView *self, guint start)
{
  const char *needle = gtk_editable_get_text (GTK_EDITABLE (self->needle));
  guint       row = 0;

  gtk_label_set_text (self->found, "");
  if (needle[0] == '\0' || self->lines == NULL)
    return;
  if (app_text_lines_find (self->lines, needle, start, FIND_IN_PLACE, &row) ||
      (start > 0 && app_text_lines_find (self->lines, needle, 0, FIND_IN_PLACE, &row)))
    show_found (self, row);
  else
    gtk_label_set_text (self->found, _ ("not found"));
}

static void
find_first (UiLinesView *self)
{
  find_from (self, 0);
}

static void
find_next (UiLinesView *self)
{
  g_autoptr (GtkBitset) selected =
      gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  find_from (self, gtk_bitset_is_empty (selected) ? 0 : gtk_bitset_get_maximum (selected) + 1);
}

static void
stop_finding (UiLinesView *self)
{
  gtk_revealer_set_reveal_child (self->finder, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

static gboolean
ui_lines_view_search (UiPage *page)
{
  UiLinesView *self = UI_LINES_VIEW (page);

  gtk_revealer_set_reveal_child (self->finder, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->needle));
  gtk_editable_select_region (GTK_EDITABLE (self->needle), 0, -1);
  return TRUE;
}

static void
ui_lines_view_page_init (UiPageInterface *iface)
{
  iface->search = ui_lines_view_search;
}

static void
ui_lines_view_class_init (UiLinesViewClass *klass)
{
  GObjectClass         *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass       *widget_class = GTK_WIDGET_CLASS (klass);
  const GdkModifierType both = GDK_CONTROL_MASK | GDK_SHIFT_MASK;
  const McpProperty     rows[N_PROPS] = {
        [PROP_LINES] = { "lines", APP_TYPE_TEXT_LINES,
                         .offset = G_STRUCT_OFFSET (UiLinesView, lines), .flags = G_PARAM_WRITABLE,
                         .set = G_CALLBACK (ui_lines_view_set_lines) },
        [PROP_LABEL] = { "label", G_TYPE_STRING, .flags = G_PARAM_WRITABLE,
                         .set = G_CALLBACK (ui_lines_view_set_label) },
  };

  object_class->dispose = ui_lines_view_dispose;

  mcp_property_install (object_class, rows, properties, N_PROPS);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/result/ui-lines-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UiLinesView, menu);
  gtk_widget_class_bind_template_child (widget_class, UiLinesView, scroller);
  gtk_widget_class_bind_template_child (widget_class, UiLinesView, list);
  gtk_widget_class_bind_template_child (widget_class, UiLinesView, finder);
  gtk_widget_class_bind_template_child (widget_class, UiLinesView, needle);
  gtk_widget_class_bind_template_child (widget_class, UiLinesView, found);
  gtk_widget_class_bind_template_callback (widget_class, find_first);
  gtk_widget_class_bind_template_callback (widget_class, find_next);
  gtk_widget_class_bind_template_callback (widget_class, stop_finding);
  gtk_widget_class_install_action (widget_class, "lines.copy", NULL, copy_lines);
  gtk_widget_class_install_action (widget_class, "lines.copy-all", NULL, copy_all);
  gtk_widget_class_install_action (widget_class, "lines.menu", NULL, show_menu);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "lines.copy",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, both, "lines.copy-all", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "lines.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "lines.menu",
                                       NULL);
}

static void
ui_lines_view_init (UiLinesView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  /* A widget of its own does not pass on that its child expands. */
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  self->digits = 1;
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  gtk_list_view_set_factory (self->list, factory);

  self->popover = gtk_popover_menu_new_from_model (self->menu);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  GtkGesture *secondary = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (secondary));
  ui_lines_view_set_lines (self, NULL);
}

GtkWidget *
ui_lines_view_new (void)
{
  return g_object_new (UI_TYPE_LINES_VIEW, NULL);
}

void
ui_lines_view_set_lines (UiLinesView *self, AppTextLines *lines)
{
  g_return_if_fail (UI_IS_LINES_VIEW (self));
  g_return_if_fail (lines == NULL || APP_IS_TEXT_LINES (lines));

  stop_indexing (self);
  show_lines (self, lines);
}

static void
on_indexed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiLinesView) self = data;
  g_autoptr (AppTextLines) lines = app_text_lines_new_finish (result, NULL);

  if (lines == NULL || self->list == NULL)
    return;
  stop_indexing (self);
  show_lines (self, lines);
}

void
ui_lines_view_set_text (UiLinesView *self, GBytes *text)
{
  g_return_if_fail (UI_IS_LINES_VIEW (self));

  ui_lines_view_set_lines (self, NULL);
  if (text == NULL)
    return;
  if (g_bytes_get_size (text) <= APP_TEXT_IN_PLACE)
    {
      g_autoptr (AppTextLines) lines = app_text_lines_new (text);
      show_lines (self, lines);
      return;
    }
  self->text = g_bytes_ref (text);
  self->indexing = g_cancellable_new ();
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lines.copy-all", TRUE);
  app_text_lines_new_async (text, self->indexing, on_indexed, g_object_ref (self));
}

void
ui_lines_view_set_label (UiLinesView *self, const char *label)
{
  g_return_if_fail (UI_IS_LINES_VIEW (self));
  ui_widget_name (self->list, label != NULL ? label : _ ("Text by lines"));
}

void
ui_lines_view_set_max_height (UiLinesView *self, int height)
{
  g_return_if_fail (UI_IS_LINES_VIEW (self));

  gtk_scrolled_window_set_propagate_natural_height (self->scroller, height > 0);
  gtk_scrolled_window_set_max_content_height (self->scroller, height > 0 ? height : -1);
  gtk_widget_set_vexpand (GTK_WIDGET (self->scroller), height <= 0);
  gtk_widget_set_vexpand (GTK_WIDGET (self), height <= 0);
}

GtkSelectionModel *
ui_lines_view_get_rows (UiLinesView *self)
{
  g_return_val_if_fail (UI_IS_LINES_VIEW (self), NULL);
  return GTK_SELECTION_MODEL (self->selection);
}
