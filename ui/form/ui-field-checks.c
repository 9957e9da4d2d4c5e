/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-controls.h"
#include "ui-widget.h"
#include "app-field-choices.h"
#include "app-form.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define LABEL_CHARACTERS 80
#define BUTTON_CHARACTERS 400
#define LIST_HEIGHT 280
/* More are put behind a button. */
#define MAX_SHOWN 10u

struct _UiFieldChecks
{
  UiFieldEditor parent_instance;

  GListModel *choices; /* of the schema */
  GListStore *offered; /* those, and what else is in the array */

  /* borrowed; one or the other */
  GtkFlowBox    *box;
  GtkMenuButton *button;
  GtkLabel      *chosen;
  GtkListView   *list;  /* NULL until it is opened */
  GPtrArray     *bound; /* the GtkListItem of each row that shows something */
};

G_DEFINE_FINAL_TYPE (UiFieldChecks, ui_field_checks, UI_TYPE_FIELD_EDITOR)

static AppField *
get_field (UiFieldChecks *self)
{
  return ui_field_editor_get_field (UI_FIELD_EDITOR (self));
}

static char *
dup_label (AppFieldOption *option)
{
  char *label = app_visible_text_line (option->label, LABEL_CHARACTERS);

  if (label[0] != '\0')
    return label;
  g_free (label);
  return g_strdup ("“”");
}

/* A few: marks */

static void
on_toggled (GtkCheckButton *check, UiFieldChecks *self)
{
  AppFieldOption *option = g_object_get_data (G_OBJECT (check), "option");

  if (!ui_field_editor_is_syncing (UI_FIELD_EDITOR (self)))
    app_field_choices_set (get_field (self), option->lexeme,
                           gtk_check_button_get_active (check));
}

static void
add_check (UiFieldChecks *self, AppFieldOption *option)
{
  g_autofree char *label = dup_label (option);
  GtkWidget       *check = gtk_check_button_new_with_label (label);
  GtkWidget       *child = gtk_flow_box_child_new ();

  g_object_set_data_full (G_OBJECT (check), "option", g_object_ref (option), g_object_unref);
  g_signal_connect_object (check, "toggled", G_CALLBACK (on_toggled), self, 0);
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), check);
  /* The mark is what has the focus, not what it is in. */
  gtk_widget_set_focusable (child, FALSE);
  gtk_flow_box_append (self->box, child);
}

static void
build_box (UiFieldChecks *self)
{
  GtkWidget *box = gtk_flow_box_new ();

  self->box = GTK_FLOW_BOX (box);
  gtk_flow_box_set_selection_mode (self->box, GTK_SELECTION_NONE);
  gtk_flow_box_set_homogeneous (self->box, TRUE);
  gtk_flow_box_set_max_children_per_line (self->box, 3);
  gtk_flow_box_set_column_spacing (self->box, 12);
  gtk_widget_add_css_class (box, "field-checks");
  ui_field_editor_set_control (UI_FIELD_EDITOR (self), box, box);
}

static void
sync_box (UiFieldChecks *self)
{
  guint n_shown = 0;

  while (gtk_flow_box_get_child_at_index (self->box, (int)n_shown) != NULL)
    n_shown++;
  /* Those of the schema stay; behind them is what else the array has. */
  for (guint i = g_list_model_get_n_items (self->choices); n_shown > i; n_shown--)
    gtk_flow_box_remove (self->box, GTK_WIDGET (gtk_flow_box_get_child_at_index (
                                        self->box, (int)n_shown - 1)));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->offered)); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (G_LIST_MODEL (self->offered), i);
      if (i >= n_shown)
        add_check (self, option);
      GtkFlowBoxChild *child = gtk_flow_box_get_child_at_index (self->box, (int)i);
      gtk_check_button_set_active (
          GTK_CHECK_BUTTON (gtk_flow_box_child_get_child (child)),
          app_field_choices_have (get_field (self), option->lexeme));
    }
}

/* Many: a list behind a button */

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *check = gtk_check_button_new ();

  gtk_widget_set_focusable (check, FALSE);
  gtk_widget_set_can_target (check, FALSE);
  gtk_list_item_set_child (item, check);
}

static void
show_choice (UiFieldChecks *self, GtkListItem *item)
{
  AppFieldOption  *option = gtk_list_item_get_item (item);
  GtkWidget       *check = gtk_list_item_get_child (item);
  g_autofree char *label = dup_label (option);
  gboolean         active =
      app_field_choices_have (get_field (self), option->lexeme);
  g_autofree char *spoken = active ? g_strdup_printf (_ ("%s, chosen"), label) : g_strdup (label);

  gtk_check_button_set_label (GTK_CHECK_BUTTON (check), label);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), active);
  ui_widget_name (gtk_widget_get_parent (check), spoken);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, UiFieldChecks *self)
{
  g_ptr_array_add (self->bound, item);
  show_choice (self, item);
}

static void
unbind_row (GtkSignalListItemFactory *factory, GtkListItem *item, UiFieldChecks *self)
{
  g_ptr_array_remove_fast (self->bound, item);
}

static void
on_row_activated (UiFieldChecks *self, guint position)
{
  GtkSelectionModel *model = gtk_list_view_get_model (self->list);
  g_autoptr (AppFieldOption) option = g_list_model_get_item (G_LIST_MODEL (model), position);

  if (option == NULL)
    return;
  const char *lexeme = option->lexeme;
  app_field_choices_set (get_field (self), lexeme,
                         !app_field_choices_have (get_field (self), lexeme));
}

static GtkWidget *
create_list (UiFieldChecks *self, GtkWidget *search)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkExpression      *label = gtk_property_expression_new (APP_TYPE_FIELD_OPTION, NULL, "label");
  GtkFilter          *filter = GTK_FILTER (gtk_string_filter_new (label));
  GtkFilterListModel *filtered =
      gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->offered)), filter);
  GtkWidget *list = gtk_list_view_new (
      GTK_SELECTION_MODEL (gtk_single_selection_new (G_LIST_MODEL (filtered))), NULL);

  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_row), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_row), self, 0);
  gtk_list_view_set_factory (GTK_LIST_VIEW (list), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (list), TRUE);
  g_object_bind_property (search, "text", filter, "search", G_BINDING_DEFAULT);
  g_signal_connect_object (list, "activate", G_CALLBACK (on_row_activated), self,
                           G_CONNECT_SWAPPED);
  ui_widget_name (list, _ ("Choices"));
  self->list = GTK_LIST_VIEW (list);
  return list;
}

static void
on_search_activate (UiFieldChecks *self)
{
  on_row_activated (self, 0);
}

/* Down goes from the search into the list. */
static gboolean
on_search_key (UiFieldChecks *self, guint key)
{
  return (key == GDK_KEY_Down || key == GDK_KEY_KP_Down) &&
         gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD);
}

static GtkWidget *
create_popover (UiFieldChecks *self)
{
  GtkWidget          *popover = gtk_popover_new ();
  GtkWidget          *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget          *search = gtk_search_entry_new ();
  GtkWidget          *scroller = gtk_scrolled_window_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  ui_widget_name (search, _ ("Find a choice"));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller), LIST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), create_list (self, search));
  g_signal_connect_object (search, "activate", G_CALLBACK (on_search_activate), self,
                           G_CONNECT_SWAPPED);
  /* Esc ends the search first, which is all that there is. */
  g_signal_connect_object (search, "stop-search", G_CALLBACK (gtk_menu_button_popdown),
                           self->button, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_search_key), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (search, keys);
  gtk_box_append (GTK_BOX (box), search);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_widget_add_css_class (popover, "menu");
  gtk_widget_add_css_class (popover, "field-checks");
  return popover;
}

/* Made when it is opened first. */
static void
on_open (GtkMenuButton *button, gpointer data)
{
  if (gtk_menu_button_get_popover (button) == NULL)
    gtk_menu_button_set_popover (button, create_popover (data));
}

static void
build_button (UiFieldChecks *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *label = gtk_label_new (NULL);

  self->button = GTK_MENU_BUTTON (button);
  self->chosen = GTK_LABEL (label);
  gtk_label_set_ellipsize (self->chosen, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->chosen, 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_menu_button_set_child (self->button, label);
  gtk_menu_button_set_always_show_arrow (self->button, TRUE);
  /* A menu button keeps its content in the middle; a text begins at the left. */
  gtk_widget_set_halign (gtk_widget_get_parent (label), GTK_ALIGN_FILL);
  gtk_widget_add_css_class (button, "field-checks-button");
  gtk_menu_button_set_create_popup_func (self->button, on_open, self, NULL);
  ui_field_editor_set_control (UI_FIELD_EDITOR (self), button, button);
}

static void
sync_button (UiFieldChecks *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->offered)); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (G_LIST_MODEL (self->offered), i);
      g_autofree char *label = dup_label (option);

      if (!app_field_choices_have (get_field (self), option->lexeme))
        continue;
      n++;
      if (text->len < BUTTON_CHARACTERS)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", label);
    }
  if (n == 0)
    {
      g_autofree char *note = ui_field_editor_dup_empty_note (get_field (self));
      gtk_label_set_text (self->chosen, note);
      ui_field_editor_set_remark (UI_FIELD_EDITOR (self), note);
      return;
    }
  g_autofree char *line = n > 1 ? g_strdup_printf ("%u: %s", n, text->str) : g_strdup (text->str);
  gtk_label_set_text (self->chosen, line);
  ui_field_editor_set_remark (UI_FIELD_EDITOR (self), line);
}

static void
ui_field_checks_build (UiFieldEditor *editor)
{
  UiFieldChecks *self = UI_FIELD_CHECKS (editor);

  self->choices = app_field_choices_new (get_field (self));
  self->offered = g_list_store_new (APP_TYPE_FIELD_OPTION);
  for (guint i = 0; i < g_list_model_get_n_items (self->choices); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (self->choices, i);
      g_list_store_append (self->offered, option);
    }
  if (g_list_model_get_n_items (self->choices) > MAX_SHOWN)
    build_button (self);
  else
    build_box (self);
  /* One choice for another is the same number of items. */
  g_signal_connect_object (app_field_get_place (get_field (self))->form, "changed",
                           G_CALLBACK (ui_field_editor_sync), self, G_CONNECT_SWAPPED);
}

static void
ui_field_checks_sync (UiFieldEditor *editor)
{
  UiFieldChecks *self = UI_FIELD_CHECKS (editor);
  guint          n_choices = g_list_model_get_n_items (self->choices);
  g_autoptr (GPtrArray) others =
      app_field_choices_list_others (get_field (self), self->choices);

  while (g_list_model_get_n_items (G_LIST_MODEL (self->offered)) > n_choices)
    g_list_store_remove (self->offered,
                         g_list_model_get_n_items (G_LIST_MODEL (self->offered)) - 1);
  for (guint i = 0; i < others->len; i++)
    {
      const char *lexeme = g_ptr_array_index (others, i);
      g_autoptr (AppFieldOption) other = app_field_option_new (lexeme, NULL, lexeme);
      g_list_store_append (self->offered, other);
    }
  if (self->box != NULL)
    sync_box (self);
  else
    sync_button (self);
  for (guint i = 0; i < self->bound->len; i++)
    show_choice (self, g_ptr_array_index (self->bound, i));
}

static void
ui_field_checks_dispose (GObject *object)
{
  UI_FIELD_CHECKS (object)->list = NULL;
  G_OBJECT_CLASS (ui_field_checks_parent_class)->dispose (object);
}

static void
ui_field_checks_finalize (GObject *object)
{
  UiFieldChecks *self = UI_FIELD_CHECKS (object);

  g_clear_object (&self->choices);
  g_clear_object (&self->offered);
  g_ptr_array_unref (self->bound);
  G_OBJECT_CLASS (ui_field_checks_parent_class)->finalize (object);
}

static void
ui_field_checks_class_init (UiFieldChecksClass *klass)
{
  UiFieldEditorClass *editor_class = UI_FIELD_EDITOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ui_field_checks_dispose;
  G_OBJECT_CLASS (klass)->finalize = ui_field_checks_finalize;
  editor_class->build = ui_field_checks_build;
  editor_class->sync = ui_field_checks_sync;
}

static void
ui_field_checks_init (UiFieldChecks *self)
{
  self->bound = g_ptr_array_new ();
}
