/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-pick-list.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"
#include "mcp-property.h"

#include <glib/gi18n.h>
#include <string.h>

#define TEXT_CHARACTERS 120
#define MARK_CHARACTERS 40
/* Rows at once; beyond that a person searches, among all. */
#define MAX_ROWS 200u
#define PICKED_DATA "picked"
#define GROUP_DATA "group"

struct _UiPickList
{
  GtkWidget parent_instance;

  guint n;    /* rows that there are */
  char *note; /* (nullable) */

  GtkSearchEntry *search;
  GtkListBox     *list;
  GtkLabel       *rest;
};

enum {
  PROP_SEARCH_LABEL = 1,
  PROP_LIST_LABEL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiPickList, ui_pick_list, GTK_TYPE_WIDGET)

const char *
ui_pick_list_get_words (UiPickList *self)
{
  g_return_val_if_fail (UI_IS_PICK_LIST (self), "");
  return gtk_editable_get_text (GTK_EDITABLE (self->search));
}

gboolean
ui_pick_list_finds (UiPickList *self, const char *text)
{
  g_autofree char *words = g_utf8_casefold (ui_pick_list_get_words (self), -1);
  g_autofree char *folded = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return folded != NULL && strstr (folded, words) != NULL;
}

void
ui_pick_list_fill (UiPickList *self)
{
  g_autofree char *more = NULL;

  g_return_if_fail (UI_IS_PICK_LIST (self));

  ui_widget_clear (self->list);
  self->n = 0;
  g_signal_emit_by_name (self, "searched");
  if (self->n > MAX_ROWS)
    more = g_strdup_printf (ngettext ("%u more. Type to search.", "%u more. Type to search.",
                                      self->n - MAX_ROWS),
                            self->n - MAX_ROWS);
  ui_widget_show_text (self->rest, more != NULL ? more : self->note);
}

void
ui_pick_list_reset (UiPickList *self)
{
  g_return_if_fail (UI_IS_PICK_LIST (self));

  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  ui_pick_list_fill (self);
}

void
ui_pick_list_set_note (UiPickList *self, const char *note)
{
  g_return_if_fail (UI_IS_PICK_LIST (self));
  g_free (self->note);
  self->note = g_strdup (note);
}

void
ui_pick_list_add (UiPickList    *self,
                  const char    *title,
                  const char    *subtitle,
                  const char    *mark,
                  const char    *group,
                  gpointer       data,
                  GDestroyNotify free_data)
{
  g_return_if_fail (UI_IS_PICK_LIST (self));

  if (self->n++ >= MAX_ROWS)
    {
      free_data (data);
      return;
    }
  GtkWidget       *row = adw_action_row_new ();
  g_autofree char *name = app_visible_text_line (title, TEXT_CHARACTERS);
  g_autofree char *line = app_visible_text_line (subtitle, TEXT_CHARACTERS);

  /* A server's words are never markup. */
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), line);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  if (mark != NULL)
    {
      g_autofree char *shown = app_visible_text_line (mark, MARK_CHARACTERS);
      GtkWidget       *label = gtk_label_new (shown);

      gtk_widget_add_css_class (label, "field-note");
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (label), MARK_CHARACTERS / 2);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
    }
  g_object_set_data_full (G_OBJECT (row), PICKED_DATA, data, free_data);
  g_object_set_data_full (G_OBJECT (row), GROUP_DATA, g_strdup (group), g_free);
  gtk_list_box_append (self->list, row);
}

static void
update_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  const char *group = g_object_get_data (G_OBJECT (row), GROUP_DATA);
  const char *last = before != NULL ? g_object_get_data (G_OBJECT (before), GROUP_DATA) : NULL;
  GtkWidget  *header = NULL;

  if (g_strcmp0 (group, last) != 0)
    {
      g_autofree char *line = app_visible_text_line (group, TEXT_CHARACTERS);

      header = gtk_label_new (line);
      gtk_label_set_xalign (GTK_LABEL (header), 0);
      gtk_label_set_ellipsize (GTK_LABEL (header), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (header, "heading");
      gtk_widget_add_css_class (header, "group-heading");
    }
  gtk_list_box_row_set_header (row, header);
}

static void
on_row_activated (UiPickList *self, GtkListBoxRow *row)
{
  g_signal_emit_by_name (self, "picked", g_object_get_data (G_OBJECT (row), PICKED_DATA));
}

static void
on_search_activate (UiPickList *self)
{
  GtkListBoxRow *row;

  /* The entry tells of what was typed only after a pause. */
  ui_pick_list_fill (self);
  row = gtk_list_box_get_row_at_index (self->list, 0);
  if (row != NULL)
    on_row_activated (self, row);
}

static gboolean
ui_pick_list_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (UI_PICK_LIST (widget)->search));
}

static void
set_search_label (UiPickList *self, const char *label)
{
  g_object_set (self->search, "placeholder-text", label, NULL);
  ui_widget_name (self->search, label);
}

static void
set_list_label (UiPickList *self, const char *label)
{
  ui_widget_name (self->list, label);
}

UI_DEFINE_CLASS (UiPickList, ui_pick_list)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_SEARCH_LABEL] = { "search-label", G_TYPE_STRING, .flags = G_PARAM_WRITABLE,
                            .set = G_CALLBACK (set_search_label) },
    [PROP_LIST_LABEL] = { "list-label", G_TYPE_STRING, .flags = G_PARAM_WRITABLE,
                          .set = G_CALLBACK (set_list_label) },
  };

  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
  widget_class->grab_focus = ui_pick_list_grab_focus;
  mcp_signal_new (klass, "searched", 0);
  mcp_signal_new (klass, "picked", 1, G_TYPE_POINTER);
  ui_template_set_bin (widget_class, "ui/base/ui-pick-list.ui");
  ui_template_own (widget_class, UiPickList, note, g_free);
  ui_template_bind_children (widget_class, UiPickList, search, list, rest);
  ui_template_bind_callbacks (widget_class, ui_pick_list_fill, on_row_activated,
                              on_search_activate);
}

static void
ui_pick_list_init (UiPickList *self)
{
  ui_template_init (self);
  gtk_list_box_set_header_func (self->list, update_header, NULL, NULL);
}
