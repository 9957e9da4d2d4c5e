/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-difference-view.h"
#include "app-line-comparison.h"
#include "ui-diff-view.h"
#include "ui-template.h"
#include "ui-value-view.h"
#include "ui-width-bin.h"

#include <glib/gi18n.h>

struct _UiDifferenceView
{
  GtkWidget parent_instance;

  GCancellable *comparing; /* (nullable): lines */
  gboolean      whole;     /* whether both texts were chosen */

  UiWidthBin    *bin;
  GtkWidget     *bar;
  GtkLabel      *words;
  GtkStack      *ways;
  UiDiffView    *lines;
  GtkOrientable *sides;
  GtkStack      *before_stack;
  UiValueView   *before;
  GtkStack      *after_stack;
  UiValueView   *after;
};

G_DEFINE_FINAL_TYPE (UiDifferenceView, ui_difference_view, GTK_TYPE_WIDGET)

static void
stop (UiDifferenceView *self)
{
  g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
}

static void
on_compared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiDifferenceView) self = data;
  g_autofree char *words = NULL;
  g_autoptr (GListModel) lines = app_line_comparison_run_finish (result, &words, NULL);

  if (lines == NULL || self->ways == NULL)
    return;
  g_clear_object (&self->comparing);
  gtk_label_set_text (self->words, words);
  ui_diff_view_set_lines (self->lines, lines);
  gtk_widget_set_visible (GTK_WIDGET (self->lines), TRUE);
}

static void
compare_lines (UiDifferenceView *self, AppDifference *difference)
{
  gboolean fits = app_line_comparison_fits (difference);

  stop (self);
  ui_diff_view_set_lines (self->lines, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->lines), FALSE);
  gtk_label_set_text (self->words, _ ("Comparing…"));
  /* What is turned to while there is no choice is nobody's choice. */
  gtk_widget_set_visible (self->bar, FALSE);
  gtk_stack_set_visible_child_name (self->ways, fits && !self->whole ? "lines" : "values");
  gtk_widget_set_visible (self->bar, fits);
  if (!fits)
    return;
  self->comparing = g_cancellable_new ();
  app_line_comparison_run_async (difference, self->comparing, on_compared, g_object_ref (self));
}

static void
on_turned (UiDifferenceView *self)
{
  if (gtk_widget_get_visible (self->bar))
    self->whole = g_strcmp0 (gtk_stack_get_visible_child_name (self->ways), "values") == 0;
}

/* @object: (nullable) */
static void
show_value (GtkStack *stack, UiValueView *view, StoreObject *object, AppTreeLimits limits)
{
  ui_value_view_set_object (view, object, limits);
  gtk_stack_set_visible_child_name (stack, object != NULL ? "value" : "none");
}

void
ui_difference_view_set (UiDifferenceView *self, AppDifference *difference, AppTreeLimits limits)
{
  g_return_if_fail (UI_IS_DIFFERENCE_VIEW (self));
  g_return_if_fail (APP_IS_DIFFERENCE (difference));

  show_value (self->before_stack, self->before, app_difference_get_before (difference), limits);
  show_value (self->after_stack, self->after, app_difference_get_after (difference), limits);
  compare_lines (self, difference);
}

static void
update_orientation (UiDifferenceView *self)
{
  gtk_orientable_set_orientation (self->sides, ui_width_bin_get_wide (self->bin)
                                                   ? GTK_ORIENTATION_HORIZONTAL
                                                   : GTK_ORIENTATION_VERTICAL);
}

UI_DEFINE_DISPOSE (UiDifferenceView, ui_difference_view)
{
  stop (self);
}

UI_DEFINE_CLASS (UiDifferenceView, ui_difference_view)
{
  G_OBJECT_CLASS (klass)->dispose = ui_difference_view_dispose;
  ui_template_ensure_types (UI_TYPE_DIFF_VIEW, UI_TYPE_VALUE_VIEW, UI_TYPE_WIDTH_BIN);
  ui_template_set_bin (widget_class, "ui/objects/ui-difference-view.ui");
  ui_template_bind_children (widget_class, UiDifferenceView, bin, bar, words, ways, lines, sides,
                             before_stack, before, after_stack, after);
  ui_template_bind_callbacks (widget_class, on_turned, update_orientation);
}

static void
ui_difference_view_init (UiDifferenceView *self)
{
  ui_template_init (self);
  update_orientation (self);
}
