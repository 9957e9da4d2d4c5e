/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-lint-page.h"
#include "ui-finding-row.h"
#include "ui-lint-row.h"
#include "ui-page.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "app-lint-groups.h"
#include "app-linter.h"
#include "mcp-definition.h"

#include <glib/gi18n.h>

#define N_LEVELS 3

struct _UiLintPage
{
  AdwBin parent_instance;

  AppLinter          *linter;
  AppLintGroups      *groups; /* (nullable) */
  GtkSingleSelection *selection;

  UiWidthBin      *bin;
  GtkBox          *bar;
  GtkSearchEntry  *search;
  GtkBox          *levels;
  GtkWidget       *toggles[N_LEVELS]; /* by McpFindingLevel */
  GtkToggleButton *by_rule;
  GtkWidget       *copy;
  GtkLabel        *summary;
  GtkStack        *stack;
  GtkSpinner      *spinner;
  AdwStatusPage   *none;
  GtkListView     *list;
};

UI_DEFINE_PAGE (UiLintPage, ui_lint_page, ADW_TYPE_BIN)

static void
apply_orientation (UiLintPage *self)
{
  gboolean wide = ui_width_bin_get_wide (self->bin);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->bar), wide ? GTK_ORIENTATION_HORIZONTAL
                                                                   : GTK_ORIENTATION_VERTICAL);
  /* The words beside them say the same, and need the room where text is large. */
  for (guint level = 0; level < N_LEVELS; level++)
    {
      GtkWidget *content = gtk_button_get_child (GTK_BUTTON (self->toggles[level]));
      gtk_widget_set_visible (gtk_widget_get_first_child (content), wide);
    }
}

/* What is hidden is told: nothing found is good news only where all is shown. */
static void
show_none (UiLintPage *self, AppLint *lint)
{
  gboolean searched = gtk_editable_get_text (GTK_EDITABLE (self->search))[0] != '\0';
  guint    hidden = 0;

  for (guint level = 0; level < N_LEVELS; level++)
    if (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->toggles[level])))
      hidden += app_lint_count (lint, (McpFindingLevel)level);
  g_autofree char *text = g_strdup_printf (
      ngettext ("%u issue is hidden by the severity filter.",
                "%u issues are hidden by the severity filter.", hidden),
      hidden);
  adw_status_page_set_title (self->none,
                             searched ? _ ("No Matches") : _ ("No Issues of This Severity"));
  adw_status_page_set_description (self->none, hidden > 0 ? text : NULL);
}

static void
update_stack (UiLintPage *self)
{
  AppLint    *lint = app_linter_get_lint (self->linter);
  guint       n = self->groups != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->groups)) : 0;
  gboolean    any = lint != NULL && (g_list_model_get_n_items (G_LIST_MODEL (lint)) > 0 ||
                                  app_lint_get_tools (lint)->len > 0);
  const char *name = "list";

  if (lint == NULL)
    name = "loading";
  else if (!any)
    name = "clean";
  else if (n == 0)
    {
      show_none (self, lint);
      name = "none";
    }
  gtk_spinner_set_spinning (self->spinner, lint == NULL);
  gtk_widget_set_sensitive (self->copy, n > 0);
  gtk_stack_set_visible_child_name (self->stack, name);
}

static void
filter (UiLintPage *self)
{
  guint levels = 0;

  for (guint level = 0; level < N_LEVELS; level++)
    if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->toggles[level])))
      levels |= 1u << level;
  if (self->groups != NULL)
    app_lint_groups_set_filter (self->groups, levels,
                                gtk_editable_get_text (GTK_EDITABLE (self->search)));
  update_stack (self);
}

/* "52 tools, ≈ 6,314 tokens" */
static void
show_summary (UiLintPage *self, AppLint *lint)
{
  guint            n = lint != NULL ? app_lint_get_tools (lint)->len : 0;
  g_autofree char *tools = g_strdup_printf (ngettext ("%u tool", "%u tools", n), n);
  g_autofree char *text =
      /* Translators: "52 tools", a number of tokens of a language model */
      g_strdup_printf (_ ("%s cost about %'u tokens per request"), tools,
                       lint != NULL ? app_lint_get_tokens (lint) : 0);

  gtk_label_set_text (self->summary, n > 0 ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->summary), n > 0);
  for (guint level = 0; level < N_LEVELS; level++)
    {
      guint            count = lint != NULL ? app_lint_count (lint, (McpFindingLevel)level) : 0;
      g_autofree char *label = app_lint_level_dup_count ((McpFindingLevel)level, count);
      GtkWidget       *content = gtk_button_get_child (GTK_BUTTON (self->toggles[level]));

      gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (content)), label);
      /* None of a kind is nothing that has to be seen. */
      ui_finding_row_mark (gtk_widget_get_first_child (content),
                           count > 0 ? (McpFindingLevel)level : MCP_FINDING_NOTE);
      ui_widget_name (self->toggles[level], label);
    }
}

static GListModel *
create_children (gpointer item, gpointer data)
{
  return APP_IS_LINT_GROUP (item) ? g_object_ref (G_LIST_MODEL (item)) : NULL;
}

static void
show_lint (UiLintPage *self)
{
  AppLint *lint = app_linter_get_lint (self->linter);

  g_clear_object (&self->groups);
  gtk_single_selection_set_model (self->selection, NULL);
  show_summary (self, lint);
  if (lint != NULL)
    {
      self->groups = gtk_toggle_button_get_active (self->by_rule)
                         ? app_lint_groups_new_by_rule (lint)
                         : app_lint_groups_new (lint);
      filter (self);
      g_autoptr (GtkTreeListModel) model = gtk_tree_list_model_new (
          G_LIST_MODEL (g_object_ref (self->groups)), FALSE, TRUE, create_children, NULL, NULL);
      gtk_single_selection_set_model (self->selection, G_LIST_MODEL (model));
    }
  update_stack (self);
}

static void
show_row (UiLintPage *self, GtkTreeListRow *row)
{
  g_autoptr (GObject) item = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
  McpDefinition *definition = NULL;

  if (APP_IS_LINT_GROUP (item))
    definition = app_lint_group_get_definition (APP_LINT_GROUP (item));
  else if (item != NULL)
    definition = app_lint_finding_get_definition (APP_LINT_FINDING (item));
  if (definition != NULL)
    g_signal_emit_by_name (self, "show-definition", definition);
}

static void
on_activate (UiLintPage *self, guint position)
{
  g_autoptr (GtkTreeListRow) row =
      g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  show_row (self, row);
}

static void
on_show_subject (GtkWidget *widget, gpointer data)
{
  GtkWidget       *page = gtk_widget_get_ancestor (widget, UI_TYPE_LINT_PAGE);
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_widget_get_first_child (widget));

  show_row (UI_LINT_PAGE (page), gtk_tree_expander_get_list_row (expander));
}

static void
on_copy (UiLintPage *self)
{
  g_autofree char *text = self->groups != NULL ? app_lint_groups_dup_text (self->groups) : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
on_search_stop (UiLintPage *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

/* Errors first; notes are many, and wait until they are wanted. */
static void
add_toggles (UiLintPage *self)
{
  for (int level = N_LEVELS - 1; level >= 0; level--)
    {
      GtkWidget  *button = gtk_toggle_button_new ();
      GtkWidget  *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
      const char *icon_name = ui_finding_row_get_icon ((McpFindingLevel)level);
      GtkWidget  *icon = gtk_image_new_from_icon_name (icon_name);

      ui_finding_row_mark (icon, (McpFindingLevel)level);
      gtk_box_append (GTK_BOX (content), icon);
      gtk_box_append (GTK_BOX (content), gtk_label_new (NULL));
      gtk_button_set_child (GTK_BUTTON (button), content);
      gtk_widget_add_css_class (button, "small-control");
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), level != MCP_FINDING_NOTE);
      ui_connect (button, "toggled", filter, self);
      gtk_box_append (self->levels, button);
      self->toggles[level] = button;
    }
}

static void
ui_lint_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ui_lint_page_parent_class)->map (widget);
  app_linter_ask (UI_LINT_PAGE (widget)->linter);
}

UI_DEFINE_DISPOSE (UiLintPage, ui_lint_page)
{
  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
}

static gboolean
ui_lint_page_search (UiPage *page)
{
  UiLintPage *self = UI_LINT_PAGE (page);

  gtk_widget_grab_focus (GTK_WIDGET (self->search));
  gtk_editable_select_region (GTK_EDITABLE (self->search), 0, -1);
  return TRUE;
}

static void
ui_lint_page_page_init (UiPageInterface *iface)
{
  iface->search = ui_lint_page_search;
}

UI_DEFINE_CLASS (UiLintPage, ui_lint_page)
{
  G_OBJECT_CLASS (klass)->dispose = ui_lint_page_dispose;
  widget_class->map = ui_lint_page_map;
  mcp_signal_new (klass, "show-definition", 1, MCP_TYPE_DEFINITION);

  ui_template_ensure_types (UI_TYPE_WIDTH_BIN, UI_TYPE_LINT_ROW);
  ui_template_set (widget_class, "ui/findings/ui-lint-page.ui");
  ui_template_hold (widget_class, UiLintPage, selection, groups, linter);
  ui_template_bind_children (widget_class, UiLintPage, bin, bar, search, levels, by_rule, copy,
                             summary, stack, spinner, none, list);
  ui_template_bind_callbacks (widget_class, apply_orientation, filter, show_lint, on_activate,
                              on_copy, on_search_stop, on_show_subject);
}

static void
ui_lint_page_init (UiLintPage *self)
{
  ui_template_init (self);
  add_toggles (self);
  apply_orientation (self);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self->list));
}

GtkWidget *
ui_lint_page_new (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  UiLintPage *self = g_object_new (UI_TYPE_LINT_PAGE, NULL);

  self->linter = g_object_ref (app_session_get_feature (session, APP_TYPE_LINTER));
  ui_connect (self->linter, "notify::lint", show_lint, self);
  show_lint (self);
  return GTK_WIDGET (self);
}
