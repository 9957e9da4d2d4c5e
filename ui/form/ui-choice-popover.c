/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-choice-popover.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define LABEL_CHARACTERS 200
/* Longer lists can be searched. */
#define MAX_UNSEARCHED 12u
/* A longer label is cut in its middle; its tooltip has all of it. */
#define MIN_WIDTH 280
#define MAX_WIDTH 480
/* Characters that fit into the narrowest popover. */
#define SHORT_LABEL 28
/* Of a row, beside its label: margins, and a mark or a tick. */
#define ROW_WIDTH 72

struct _UiChoicePopover
{
  GtkPopover parent_instance;

  gboolean         several;
  UiChoiceIsChosen is_chosen;
  gpointer         owner;
  GListModel      *options; /* owned */
  GPtrArray       *bound;   /* the GtkListItem of each row that shows something */

  GtkWidget          *search;
  GtkLabel           *count;
  GtkScrolledWindow  *scroller;
  GtkWidget          *list;
  GtkSingleSelection *marked; /* of those that are found */
  GtkFilterListModel *found;
  GtkStringFilter    *filter;
};

G_DEFINE_FINAL_TYPE (UiChoicePopover, ui_choice_popover, GTK_TYPE_POPOVER)

char *
ui_choice_dup_label (const AppFieldOption *option, guint max)
{
  return app_visible_text_line (option->label[0] != '\0' ? option->label : "“”", max);
}

/* How many there are */

static guint
count_options (GListModel *options)
{
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (options); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);
      n += option->lexeme[0] != '\0' ? 1 : 0;
    }
  return n;
}

static guint
count_chosen (UiChoicePopover *self)
{
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (self->options); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (self->options, i);
      n += self->is_chosen (self->owner, option) ? 1 : 0;
    }
  return n;
}

static void
update_count (UiChoicePopover *self)
{
  guint            n = count_options (self->options);
  gboolean         searched = gtk_editable_get_text (GTK_EDITABLE (self->search))[0] != '\0';
  g_autofree char *text = NULL;

  g_autofree char *chosen = NULL;

  if (searched)
    /* Translators: 11 of 300 options have what is searched for */
    text = g_strdup_printf (ngettext ("%'u of %'u option", "%'u of %'u options", n),
                            count_options (G_LIST_MODEL (self->found)), n);
  else if (self->several || n > MAX_UNSEARCHED)
    text = g_strdup_printf (ngettext ("%'u option", "%'u options", n), n);
  if (self->several)
    chosen = g_strdup_printf (_ ("%'u selected"), count_chosen (self));
  g_autofree char *both =
      g_strjoin (chosen != NULL ? " · " : "", text != NULL ? text : "", chosen, NULL);
  ui_widget_show_text (self->count, both);
}

/* Rows */

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item, UiChoicePopover *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *label =
      g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, NULL);
  GtkWidget *description =
      g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END, NULL);
  GtkWidget *mark = self->several ? gtk_check_button_new ()
                                  : gtk_image_new_from_icon_name ("object-select-symbolic");

  gtk_widget_add_css_class (description, "secondary");
  gtk_widget_add_css_class (description, "small");
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_can_target (mark, FALSE);
  gtk_widget_set_focusable (mark, FALSE);
  gtk_box_append (GTK_BOX (texts), label);
  gtk_box_append (GTK_BOX (texts), description);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_insert_child_after (GTK_BOX (box), mark, self->several ? NULL : texts);
  /* The row says what is chosen. */
  ui_widget_set_ornament (mark);
  g_object_set_data (G_OBJECT (box), "label", label);
  g_object_set_data (G_OBJECT (box), "description", description);
  g_object_set_data (G_OBJECT (box), "mark", mark);
  gtk_list_item_set_child (item, box);
}

static void
show_chosen (UiChoicePopover *self, GtkListItem *item)
{
  AppFieldOption  *option = gtk_list_item_get_item (item);
  GtkWidget       *box = gtk_list_item_get_child (item);
  GtkWidget       *mark = g_object_get_data (G_OBJECT (box), "mark");
  g_autofree char *label = ui_choice_dup_label (option, LABEL_CHARACTERS);
  gboolean         chosen = self->is_chosen (self->owner, option);
  g_autofree char *spoken = chosen ? g_strdup_printf (_ ("%s, selected"), label)
                                   : g_strdup (label);

  if (self->several)
    gtk_check_button_set_active (GTK_CHECK_BUTTON (mark), chosen);
  else
    gtk_widget_set_opacity (mark, chosen ? 1 : 0);
  /* The list's row has no name of its own at this toolkit's floor. */
  ui_widget_name (gtk_widget_get_parent (box), spoken);
  ui_widget_name (mark, label);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, UiChoicePopover *self)
{
  AppFieldOption  *option = gtk_list_item_get_item (item);
  GtkWidget       *box = gtk_list_item_get_child (item);
  g_autofree char *label = ui_choice_dup_label (option, LABEL_CHARACTERS);
  g_autofree char *description = app_visible_text_line (option->description, LABEL_CHARACTERS);
  g_autofree char *both = description[0] != '\0'
                              ? g_strdup_printf ("%s\n%s", label, description)
                              : g_strdup (label);

  gtk_label_set_text (g_object_get_data (G_OBJECT (box), "label"), label);
  ui_widget_show_text (g_object_get_data (G_OBJECT (box), "description"), description);
  /* What is short is read in its row. */
  gboolean is_short = description[0] == '\0' && g_utf8_strlen (label, -1) <= SHORT_LABEL;
  ui_tooltip_set (box, is_short ? NULL : both);
  g_ptr_array_add (self->bound, item);
  show_chosen (self, item);
}

static void
unbind_row (GtkSignalListItemFactory *factory, GtkListItem *item, UiChoicePopover *self)
{
  g_ptr_array_remove_fast (self->bound, item);
}

/* Choosing */

static void
pick (UiChoicePopover *self, guint position)
{
  g_autoptr (AppFieldOption) option =
      g_list_model_get_item (G_LIST_MODEL (self->marked), position);

  if (option == NULL)
    {
      gtk_widget_error_bell (self->search);
      return;
    }
  if (!self->several)
    gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit_by_name (self, "picked", option);
}

static void
on_activate (UiChoicePopover *self, guint position)
{
  pick (self, position);
}

static void
mark (UiChoicePopover *self, guint position)
{
  g_autoptr (AppFieldOption) option =
      g_list_model_get_item (G_LIST_MODEL (self->marked), position);
  g_autofree char *name =
      option != NULL ? ui_choice_dup_label (option, LABEL_CHARACTERS) : g_strdup ("");

  gtk_single_selection_set_selected (self->marked, position);
  ui_widget_describe (self->search, name);
  if (option != NULL)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", position);
}

static void
move (UiChoicePopover *self, int step)
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

/* As the filter compares. */
static char *
dup_folded (const char *text)
{
  g_autofree char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);
  return g_utf8_casefold (normal != NULL ? normal : "", -1);
}

/* What is called so, else what begins so, else the first. */
static guint
find_best (UiChoicePopover *self, const char *text)
{
  guint            n_found = g_list_model_get_n_items (G_LIST_MODEL (self->marked));
  g_autofree char *wanted = dup_folded (text);
  guint            best = n_found > 0 ? 0 : GTK_INVALID_LIST_POSITION;
  gboolean         begins = FALSE;

  for (guint i = 0; i < n_found; i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (G_LIST_MODEL (self->marked), i);
      g_autofree char *folded = dup_folded (option->label);

      if (strcmp (folded, wanted) == 0)
        return i;
      if (begins || !g_str_has_prefix (folded, wanted))
        continue;
      best = i;
      begins = TRUE;
    }
  return best;
}

static guint
find_chosen (UiChoicePopover *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->marked)); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (G_LIST_MODEL (self->marked), i);
      if (self->is_chosen (self->owner, option))
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

static void
on_text (UiChoicePopover *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));

  gtk_string_filter_set_search (self->filter, text);
  update_count (self);
  mark (self, text[0] != '\0' ? find_best (self, text) : find_chosen (self));
}

static gboolean
on_key (UiChoicePopover *self, guint key, guint code, GdkModifierType modifiers)
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
      pick (self, gtk_single_selection_get_selected (self->marked));
      return TRUE;
    case GDK_KEY_Escape:
      if (gtk_editable_get_text (GTK_EDITABLE (self->search))[0] != '\0')
        gtk_editable_set_text (GTK_EDITABLE (self->search), "");
      else
        gtk_popover_popdown (GTK_POPOVER (self));
      return TRUE;
    default:
      return FALSE;
    }
}

/* As wide as the longest label: the list itself knows only the rows that it has made. */
static void
fit_width (UiChoicePopover *self)
{
  g_autofree char *longest = g_strdup ("");
  glong            n_longest = 0;
  int              width = 0;

  for (guint i = 0; i < g_list_model_get_n_items (self->options); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (self->options, i);
      g_autofree char *label = ui_choice_dup_label (option, LABEL_CHARACTERS);
      glong            n = g_utf8_strlen (label, -1);

      if (n <= n_longest)
        continue;
      n_longest = n;
      g_free (longest);
      longest = g_steal_pointer (&label);
    }
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), longest);
  pango_layout_get_pixel_size (layout, &width, NULL);
  gtk_widget_set_size_request (GTK_WIDGET (self->scroller),
                               CLAMP (width + ROW_WIDTH, MIN_WIDTH, MAX_WIDTH), -1);
}

/* A list that is not searched has the focus in the row that is chosen, or in the first. */
static void
focus_row (UiChoicePopover *self)
{
  guint wanted = find_chosen (self);

  for (guint i = 0; i < self->bound->len; i++)
    {
      GtkListItem *item = g_ptr_array_index (self->bound, i);
      guint        position = gtk_list_item_get_position (item);

      if (position == (wanted == GTK_INVALID_LIST_POSITION ? 0 : wanted))
        gtk_widget_grab_focus (gtk_widget_get_parent (gtk_list_item_get_child (item)));
    }
}

static void
on_shown (UiChoicePopover *self)
{
  gboolean searched = count_options (self->options) > MAX_UNSEARCHED;

  gtk_widget_set_visible (self->search, searched);
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  fit_width (self);
  on_text (self);
  if (searched)
    gtk_widget_grab_focus (self->search);
  else
    focus_row (self);
}

MCP_DEFINE_FINALIZE (UiChoicePopover, ui_choice_popover)
{
  g_ptr_array_unref (self->bound);
}

UI_DEFINE_CLASS (UiChoicePopover, ui_choice_popover)
{
  G_OBJECT_CLASS (klass)->finalize = ui_choice_popover_finalize;
  mcp_signal_new (klass, "picked", 1, APP_TYPE_FIELD_OPTION);

  g_type_ensure (APP_TYPE_FIELD_OPTION);
  ui_template_set (widget_class, "ui/form/ui-choice-popover.ui");
  ui_template_hold (widget_class, UiChoicePopover, options);
  ui_template_bind_children (widget_class, UiChoicePopover, search, count, scroller, list, marked,
                             found, filter);
  ui_template_bind_callbacks (widget_class, setup_row, bind_row, unbind_row, on_activate, on_text,
                              on_key, on_shown);
}

static void
ui_choice_popover_init (UiChoicePopover *self)
{
  self->bound = g_ptr_array_new ();
  ui_template_init (self);
}

GtkWidget *
ui_choice_popover_new (GListModel      *options,
                       gboolean         several,
                       UiChoiceIsChosen is_chosen,
                       gpointer         owner)
{
  g_return_val_if_fail (G_IS_LIST_MODEL (options), NULL);
  g_return_val_if_fail (is_chosen != NULL, NULL);
  UiChoicePopover *self = g_object_new (UI_TYPE_CHOICE_POPOVER, NULL);

  self->options = g_object_ref (options);
  self->several = several;
  self->is_chosen = is_chosen;
  self->owner = owner;
  gtk_filter_list_model_set_model (self->found, options);
  return GTK_WIDGET (self);
}

void
ui_choice_popover_refresh (UiChoicePopover *self)
{
  g_return_if_fail (UI_IS_CHOICE_POPOVER (self));

  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  for (guint i = 0; i < self->bound->len; i++)
    show_chosen (self, g_ptr_array_index (self->bound, i));
  update_count (self);
}
