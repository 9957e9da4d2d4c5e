/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-help-window.h"
#include "app-guide.h"
#include "ui-markdown-view.h"
#include "ui-template.h"
#include "ui-widget.h"

struct _UiHelpWindow
{
  AdwWindow parent_instance;

  AdwLeaflet     *leaflet;
  GtkWidget      *list_page;
  GtkListBox     *list;
  GtkWidget      *text_page;
  AdwWindowTitle *text_title;
  UiMarkdownView *text;
};

G_DEFINE_FINAL_TYPE (UiHelpWindow, ui_help_window, ADW_TYPE_WINDOW)

/* What F1 opens. A window that is not listed has the chapter of what it was opened from. */
static const struct
{
  const char *page;
  const char *chapter;
} pages[] = {
  { "home", "first-five-minutes" },
  { "server", "first-five-minutes" },
  { "overview", "first-five-minutes" },
  { "tools", "forms" },
  { "resources", "forms" },
  { "prompts", "forms" },
  { "tasks", "server-requests" },
  { "inbox", "server-requests" },
  { "checks", "checks-and-export" },
  { "export", "checks-and-export" },
  { "log", "activity-and-log" },
  { "activity", "activity-and-log" },
  { "composer", "activity-and-log" },
  { "objects", "objects-and-references" },
  { "saved-calls", "saved-calls" },
  { "playground", "playground" },
  { "applications", "applications" },
  { "UiAuthWindow", "authorization" },
  { "UiClientsDialog", "applications" },
  { "UiImportDialog", "applications" },
  { "UiShareDialog", "applications" },
  { "UiProviderDialog", "playground" },
  { "UiReferenceDialog", "objects-and-references" },
};

const char *
ui_help_window_find_chapter (const char *page)
{
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    if (g_str_equal (pages[i].page, page))
      return app_guide_find (pages[i].chapter);
  return NULL;
}

/* The text */

static void
on_selected (UiHelpWindow *self, GtkListBoxRow *row)
{
  if (row == NULL)
    return;
  const char      *chapter = app_guide_get_chapters ()[gtk_list_box_row_get_index (row)];
  g_autofree char *title = app_guide_dup_title (chapter);
  g_autoptr (GBytes) whole = app_guide_read (chapter);
  gsize heading = strlen ("# ") + strlen (title) + strlen ("\n");
  g_autoptr (GBytes) text =
      g_bytes_new_from_bytes (whole, heading, g_bytes_get_size (whole) - heading);

  adw_window_title_set_title (self->text_title, title);
  gtk_window_set_title (GTK_WINDOW (self), title);
  ui_widget_name (ui_widget_find (self->text, GTK_TYPE_TEXT_VIEW, FALSE), title);
  ui_markdown_view_set_text (self->text, text);
}

static void
show_text (UiHelpWindow *self)
{
  adw_leaflet_set_visible_child (self->leaflet, self->text_page);
  gtk_widget_child_focus (GTK_WIDGET (self->text), GTK_DIR_TAB_FORWARD);
}

static void
show_chapter (UiHelpWindow *self, const char *chapter)
{
  const char *const *chapters = app_guide_get_chapters ();

  for (int i = 0; chapters[i] != NULL; i++)
    if (g_str_equal (chapters[i], chapter))
      gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, i));
  show_text (self);
}

static gboolean
on_link (UiHelpWindow *self, const char *target)
{
  const char *chapter = app_guide_find (target);

  if (chapter != NULL)
    show_chapter (self, chapter);
  return chapter != NULL;
}

/* Tab goes through headings and links before it leaves the text. */
static gboolean
on_key (UiHelpWindow *self, guint key, guint code, GdkModifierType state)
{
  if ((key != GDK_KEY_Tab && key != GDK_KEY_ISO_Left_Tab) || (state & GDK_CONTROL_MASK) != 0)
    return GDK_EVENT_PROPAGATE;
  return ui_markdown_view_move (self->text, (state & GDK_SHIFT_MASK) == 0);
}

/* The list */

static void
fill_list (UiHelpWindow *self)
{
  for (const char *const *chapters = app_guide_get_chapters (); *chapters != NULL; chapters++)
    {
      g_autofree char *title = app_guide_dup_title (*chapters);
      GtkWidget       *row = gtk_list_box_row_new ();
      GtkWidget       *label = gtk_label_new (title);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
      ui_widget_name (row, title);
      gtk_list_box_append (self->list, row);
    }
}

static void
go_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiHelpWindow *self = UI_HELP_WINDOW (widget);

  adw_leaflet_set_visible_child (self->leaflet, self->list_page);
  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_selected_row (self->list)));
}

/* The object */

UI_DEFINE_CLASS (UiHelpWindow, ui_help_window)
{
  ui_template_ensure_types (UI_TYPE_MARKDOWN_VIEW);
  ui_template_set_dialog (widget_class, "ui/help/ui-help-window.ui");
  ui_template_bind_children (widget_class, UiHelpWindow, leaflet, list_page, list, text_page,
                             text_title, text);
  ui_template_bind_callbacks (widget_class, on_selected, on_link, on_key, show_text);
  gtk_widget_class_install_action (widget_class, "help.back", NULL, go_back);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK, "help.back", NULL);
}

static void
ui_help_window_init (UiHelpWindow *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
  fill_list (self);
  gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, 0));
}

static UiHelpWindow *
find_window (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (UI_IS_HELP_WINDOW (window))
        return UI_HELP_WINDOW (window); /* GTK holds it */
    }
  return g_object_new (UI_TYPE_HELP_WINDOW, NULL);
}

void
ui_help_window_present (GtkWindow *parent, const char *chapter)
{
  UiHelpWindow *self = find_window ();

  /* A modal dialog would keep every click and key from a window that is not. */
  gtk_window_set_modal (GTK_WINDOW (self), gtk_window_get_modal (parent));
  gtk_window_set_transient_for (GTK_WINDOW (self), parent);
  if (chapter != NULL)
    show_chapter (self, chapter);
  gtk_window_present (GTK_WINDOW (self));
}
