/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-comparison-dialog.h"
#include "ui-difference-row.h"
#include "ui-difference-view.h"
#include "ui-template.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_LINE 200
/* Of the list, as it is first shown; what is under it has the rest. */
#define MAX_ROWS 5
#define ROW_HEIGHT 56

struct _UiComparisonDialog
{
  AdwWindow parent_instance;

  AppSettings        *settings;
  UiComparisonMatches matches;   /* (nullable) */
  GObject            *own;       /* (nullable) */
  char               *own_name;  /* (nullable) */
  GCancellable       *comparing; /* (nullable) */
  GtkSingleSelection *selection; /* of differences */

  AdwWindowTitle   *heading;
  GtkWidget        *back;
  GtkStack         *stack;
  GtkSearchEntry   *search;
  GtkListView      *choice;
  AdwStatusPage    *problem;
  AdwStatusPage    *equal;
  GtkLabel         *before_name;
  GtkLabel         *before_facts;
  GtkLabel         *after_name;
  GtkLabel         *after_facts;
  GtkLabel         *count;
  GtkPaned         *paned;
  GtkListView      *list;
  UiDifferenceView *detail;
};

G_DEFINE_FINAL_TYPE (UiComparisonDialog, ui_comparison_dialog, ADW_TYPE_WINDOW)

/* The choice */

static gboolean
is_other (gpointer item, gpointer data)
{
  UiComparisonDialog *self = data;

  return item != (gpointer)self->own &&
         (self->matches == NULL ||
          self->matches (item, gtk_editable_get_text (GTK_EDITABLE (self->search))));
}

static void
show_choice (UiComparisonDialog *self)
{
  GListModel *items = G_LIST_MODEL (gtk_list_view_get_model (self->choice));
  gboolean    any = g_list_model_get_n_items (items) > 0;

  gtk_widget_set_visible (self->back, FALSE);
  adw_window_title_set_title (self->heading, _ ("Compare With"));
  adw_window_title_set_subtitle (self->heading, self->own_name);
  gtk_stack_set_visible_child_name (self->stack, any ? "choice" : "nothing");
  gtk_widget_grab_focus (GTK_WIDGET (self->choice));
}

void
ui_comparison_dialog_set_filter (UiComparisonDialog *self, UiComparisonMatches matches)
{
  g_return_if_fail (UI_IS_COMPARISON_DIALOG (self));

  self->matches = matches;
  gtk_widget_set_visible (GTK_WIDGET (self->search), matches != NULL);
}

static void
on_search (UiComparisonDialog *self)
{
  GtkSelectionModel  *rows = gtk_list_view_get_model (self->choice);
  GtkFilterListModel *others =
      GTK_FILTER_LIST_MODEL (gtk_single_selection_get_model (GTK_SINGLE_SELECTION (rows)));

  gtk_filter_changed (gtk_filter_list_model_get_filter (others), GTK_FILTER_CHANGE_DIFFERENT);
}

void
ui_comparison_dialog_ask (UiComparisonDialog *self,
                          GObject            *own,
                          const char         *own_name,
                          GListModel         *items,
                          GtkListItemFactory *factory)
{
  g_return_if_fail (UI_IS_COMPARISON_DIALOG (self));
  g_return_if_fail (G_IS_LIST_MODEL (items));

  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (is_other, self, NULL));

  g_set_object (&self->own, own);
  g_free (self->own_name);
  self->own_name = app_visible_text_line (own_name, MAX_LINE);
  GtkFilterListModel *others = gtk_filter_list_model_new (g_object_ref (items), filter);
  g_autoptr (GtkSingleSelection) rows = gtk_single_selection_new (G_LIST_MODEL (others));
  gtk_list_view_set_factory (self->choice, factory);
  gtk_list_view_set_model (self->choice, GTK_SELECTION_MODEL (rows));
  show_choice (self);
}

static void
on_chosen (UiComparisonDialog *self, guint position)
{
  GListModel *items = G_LIST_MODEL (gtk_list_view_get_model (self->choice));
  g_autoptr (GObject) item = g_list_model_get_item (items, position);

  if (item != NULL)
    g_signal_emit_by_name (self, "chosen", item);
}

static void
on_edge (UiComparisonDialog *self, GtkPositionType edge)
{
  if (edge == GTK_POS_BOTTOM)
    g_signal_emit_by_name (self, "more");
}

static void
stop (UiComparisonDialog *self)
{
  g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
}

static void
go_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiComparisonDialog *self = UI_COMPARISON_DIALOG (widget);

  stop (self);
  if (self->own != NULL)
    show_choice (self);
}

/* What came of it */

static void
show_side (GtkLabel *name_label, GtkLabel *facts_label, const char *sign, UiComparisonSide side)
{
  g_autofree char *name = app_visible_text_line (side.name, MAX_LINE);
  g_autofree char *facts = app_visible_text_line (side.facts, MAX_LINE);
  g_autofree char *signed_name = g_strconcat (sign, " ", name, NULL);

  gtk_label_set_text (name_label, signed_name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (name_label), name);
  gtk_label_set_text (facts_label, facts);
  gtk_widget_set_tooltip_text (GTK_WIDGET (facts_label), facts);
  g_free (side.name);
  g_free (side.facts);
}

GCancellable *
ui_comparison_dialog_begin (UiComparisonDialog *self,
                            UiComparisonSide    before,
                            UiComparisonSide    after)
{
  g_return_val_if_fail (UI_IS_COMPARISON_DIALOG (self), NULL);

  /* Translators: two results that are compared */
  g_autofree char *both = g_strdup_printf (_ ("%s and %s"), before.name, after.name);
  g_autofree char *subtitle = app_visible_text_line (both, MAX_LINE);

  stop (self);
  self->comparing = g_cancellable_new ();
  show_side (self->before_name, self->before_facts, "−", before);
  show_side (self->after_name, self->after_facts, "+", after);
  gtk_widget_set_visible (self->back, self->own != NULL);
  adw_window_title_set_title (self->heading, _ ("Compare"));
  adw_window_title_set_subtitle (self->heading, subtitle);
  gtk_stack_set_visible_child_name (self->stack, "busy");
  return self->comparing;
}

static void
show_count (UiComparisonDialog *self, guint n, gboolean has_more)
{
  g_autofree char *text =
      has_more ? g_strdup_printf (_ ("More than %'u differences: these are the first"), n)
               : g_strdup_printf (ngettext ("%'u difference", "%'u differences", n), n);

  gtk_label_set_text (self->count, text);
}

void
ui_comparison_dialog_end (UiComparisonDialog *self, AppComparison *comparison, GError *error)
{
  g_return_if_fail (UI_IS_COMPARISON_DIALOG (self));

  g_autoptr (GError) own = error;

  if (self->stack == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->comparing);
  if (comparison == NULL)
    {
      g_autofree char *text = app_visible_text_line (error->message, MAX_LINE);
      g_autofree char *markup = g_markup_escape_text (text, -1);

      adw_status_page_set_description (self->problem, markup);
      gtk_stack_set_visible_child_name (self->stack, "problem");
      return;
    }
  GListModel *all = app_comparison_get_differences (comparison);
  guint       n = g_list_model_get_n_items (all);

  if (n == 0 && !app_comparison_has_more (comparison))
    {
      gtk_stack_set_visible_child_name (self->stack, "equal");
      return;
    }
  show_count (self, n, app_comparison_has_more (comparison));
  gtk_paned_set_position (self->paned, MIN ((int)n, MAX_ROWS) * ROW_HEIGHT);
  gtk_single_selection_set_model (self->selection, all);
  gtk_stack_set_visible_child_name (self->stack, "differences");
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

static void
show_selected (UiComparisonDialog *self)
{
  AppDifference *difference = gtk_single_selection_get_selected_item (self->selection);

  if (difference != NULL && self->stack != NULL)
    ui_difference_view_set (self->detail, difference,
                            app_settings_get_tree_limits (self->settings));
}

/* The class */

static void
setup_row (GtkListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (item, ui_difference_row_new ());
}

static void
bind_row (GtkListItemFactory *factory, GtkListItem *item)
{
  ui_difference_row_set (UI_DIFFERENCE_ROW (gtk_list_item_get_child (item)),
                         gtk_list_item_get_item (item));
}

UI_DEFINE_DISPOSE (UiComparisonDialog, ui_comparison_dialog)
{
  stop (self);
  /* Its filter asks for what is compared. */
  if (self->choice != NULL)
    gtk_list_view_set_model (self->choice, NULL);
}

UI_DEFINE_CLASS (UiComparisonDialog, ui_comparison_dialog)
{
  G_OBJECT_CLASS (klass)->dispose = ui_comparison_dialog_dispose;
  g_type_ensure (UI_TYPE_DIFFERENCE_VIEW);
  gtk_widget_class_install_action (widget_class, "comparison.back", NULL, go_back);
  ui_template_set_dialog (widget_class, "ui/objects/ui-comparison-dialog.ui");
  ui_template_own (widget_class, UiComparisonDialog, own_name, g_free);
  ui_template_hold (widget_class, UiComparisonDialog, selection, own, settings);
  ui_template_bind_children (widget_class, UiComparisonDialog, heading, back, stack, search, choice,
                             problem, equal, before_name, before_facts, after_name, after_facts,
                             count, paned, list, detail);
  ui_template_bind_callbacks (widget_class, on_chosen, on_edge, on_search);
  mcp_signal_new (klass, "chosen", 1, G_TYPE_OBJECT);
  mcp_signal_new (klass, "more", 0);
}

static void
ui_comparison_dialog_init (UiComparisonDialog *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  ui_template_init_dialog (GTK_WIDGET (self));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  self->selection = gtk_single_selection_new (NULL);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  ui_connect (self->selection, "notify::selected-item", show_selected, self);
  adw_status_page_set_description (
      self->equal, _ ("The order of members and the spelling of numbers do not count."));
}

UiComparisonDialog *
ui_comparison_dialog_new (GtkWidget *near, AppSettings *settings)
{
  g_return_val_if_fail (GTK_IS_WIDGET (near), NULL);
  g_return_val_if_fail (APP_IS_SETTINGS (settings), NULL);

  UiComparisonDialog *self = g_object_new (UI_TYPE_COMPARISON_DIALOG, "transient-for",
                                           gtk_widget_get_root (near), NULL);

  self->settings = g_object_ref (settings);
  return self;
}
