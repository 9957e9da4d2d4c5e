/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The parts of a drop-down have no functions that lead to them: they are looked for by type. */

#include "ui-choice-search.h"
#include "ui-widget.h"

#include <string.h>

typedef struct
{
  /* borrowed: they live as long as the drop-down, which owns this */
  GtkDropDown        *drop_down;
  GtkPopover         *popover;
  GtkEditable        *entry;
  GtkWidget          *list;
  GtkSingleSelection *marked; /* of those that are found */
  GtkStringFilter    *filter;
} Search;

/* Returns: (transfer none) (nullable) */
static GtkWidget *
find_part (GtkWidget *widget, GType type)
{
  GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (widget), type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_part (child, type);
  return found;
}

static char *
dup_name (Search *self, gpointer item)
{
  g_auto (GValue) value = G_VALUE_INIT;

  if (item == NULL ||
      !gtk_expression_evaluate (gtk_drop_down_get_expression (self->drop_down), item, &value))
    return g_strdup ("");
  return g_strdup (g_value_get_string (&value));
}

/* As the filter compares. */
static char *
dup_folded (const char *text)
{
  g_autofree char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);
  return g_utf8_casefold (normal != NULL ? normal : "", -1);
}

static void
mark (Search *self, guint position)
{
  gtk_single_selection_set_selected (self->marked, position);
  g_autofree char *name = dup_name (self, gtk_single_selection_get_selected_item (self->marked));
  ui_widget_describe (self->entry, name);
  if (position != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", position);
}

/* What is called so, else what begins so, else the first. */
static guint
find_best (Search *self, const char *text)
{
  GListModel      *found = G_LIST_MODEL (self->marked);
  guint            n_found = g_list_model_get_n_items (found);
  g_autofree char *wanted = dup_folded (text);
  guint            best = n_found > 0 ? 0 : GTK_INVALID_LIST_POSITION;
  gboolean         begins = FALSE;

  for (guint i = 0; i < n_found; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (found, i);
      g_autofree char *name = dup_name (self, item);
      g_autofree char *folded = dup_folded (name);

      if (strcmp (folded, wanted) == 0)
        return i;
      if (begins || !g_str_has_prefix (folded, wanted))
        continue;
      best = i;
      begins = TRUE;
    }
  return best;
}

static void
on_text (GtkEditable *entry, Search *self)
{
  const char *text = gtk_editable_get_text (entry);

  gtk_string_filter_set_search (self->filter, text);
  /* Closing empties the entry; a row that was clicked is only read from the mark after that. */
  if (!gtk_widget_get_visible (GTK_WIDGET (self->popover)))
    return;
  mark (self, text[0] != '\0' ? find_best (self, text)
                              : gtk_drop_down_get_selected (self->drop_down));
}

static void
on_shown (GtkWidget *popover, Search *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  on_text (self->entry, self);
}

static void
choose (Search *self)
{
  gpointer    item = gtk_single_selection_get_selected_item (self->marked);
  GListModel *all = gtk_drop_down_get_model (self->drop_down);

  for (guint i = 0; item != NULL && i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (GObject) choice = g_list_model_get_item (all, i);

      if ((gpointer)choice != item)
        continue;
      gtk_popover_popdown (self->popover);
      gtk_drop_down_set_selected (self->drop_down, i);
      return;
    }
  gtk_widget_error_bell (GTK_WIDGET (self->entry));
}

static void
move (Search *self, int step)
{
  guint n_found = g_list_model_get_n_items (G_LIST_MODEL (self->marked));
  guint position = gtk_single_selection_get_selected (self->marked);

  if (n_found == 0)
    return;
  if (position == GTK_INVALID_LIST_POSITION)
    mark (self, step > 0 ? 0 : n_found - 1);
  else if (step > 0 ? position + 1 < n_found : position > 0)
    mark (self, step > 0 ? position + 1 : position - 1);
}

static gboolean
on_key (Search *self, guint key, guint code, GdkModifierType modifiers)
{
  if ((modifiers & gtk_accelerator_get_default_mod_mask ()) != 0)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      move (self, 1);
      return TRUE;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      move (self, -1);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      choose (self);
      return TRUE;
    case GDK_KEY_Escape:
      if (gtk_editable_get_text (self->entry)[0] != '\0')
        gtk_editable_set_text (self->entry, "");
      else
        gtk_popover_popdown (self->popover);
      return TRUE;
    default:
      return FALSE;
    }
}

/* Returns: (transfer none) (nullable): what filters the choices of the list */
static GtkStringFilter *
find_filter (GtkSingleSelection *marked)
{
  GListModel *found = marked != NULL ? gtk_single_selection_get_model (marked) : NULL;
  GtkFilter  *filter = GTK_IS_FILTER_LIST_MODEL (found)
                           ? gtk_filter_list_model_get_filter (GTK_FILTER_LIST_MODEL (found))
                           : NULL;
  return GTK_IS_STRING_FILTER (filter) ? GTK_STRING_FILTER (filter) : NULL;
}

void
ui_choice_search_attach (GtkDropDown *drop_down)
{
  g_return_if_fail (GTK_IS_DROP_DOWN (drop_down));

  GtkWidget          *popover = find_part (GTK_WIDGET (drop_down), GTK_TYPE_POPOVER);
  GtkWidget          *entry = popover != NULL ? find_part (popover, GTK_TYPE_SEARCH_ENTRY) : NULL;
  GtkWidget          *list = popover != NULL ? find_part (popover, GTK_TYPE_LIST_VIEW) : NULL;
  GtkSelectionModel  *model = list != NULL ? gtk_list_view_get_model (GTK_LIST_VIEW (list)) : NULL;
  GtkSingleSelection *marked =
      GTK_IS_SINGLE_SELECTION (model) ? GTK_SINGLE_SELECTION (model) : NULL;
  GtkStringFilter *filter = find_filter (marked);

  /* A toolkit that is made otherwise keeps its own way. */
  if (entry == NULL || filter == NULL)
    return;
  Search             *self = g_new0 (Search, 1);
  GtkEventController *keys = gtk_event_controller_key_new ();
  *self = (Search){ drop_down, GTK_POPOVER (popover), GTK_EDITABLE (entry), list, marked, filter };
  gtk_string_filter_set_match_mode (filter, GTK_STRING_FILTER_MATCH_MODE_SUBSTRING);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (entry, keys);
  g_signal_connect (entry, "changed", G_CALLBACK (on_text), self);
  g_signal_connect_after (popover, "show", G_CALLBACK (on_shown), self);
  g_object_set_data_full (G_OBJECT (entry), "choice-search", self, g_free);
}
