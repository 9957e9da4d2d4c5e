/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-share-dialog.h"

#include "app-client-note.h"
#include "app-visible-text.h"
#include "ui-copy.h"
#include "ui-file-chooser.h"
#include "ui-note-list.h"
#include "ui-settings.h"
#include "ui-source-view.h"
#include "ui-template.h"
#include "ui-toast.h"
#include "ui-widget.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_NAME 120

struct _UiShareDialog
{
  AdwWindow parent_instance;

  StoreProfile       *profile;
  GListModel         *tools; /* (nullable) */
  GListStore         *notes;
  const AppShareKind *kind; /* (nullable) */
  char               *text; /* (nullable): what is shown, and copied */

  AdwToastOverlay *toasts;
  AdwLeaflet      *leaflet;
  GtkWidget       *list_page;
  AdwWindowTitle  *list_title;
  GtkListBox      *list;
  GtkWidget       *text_page;
  AdwWindowTitle  *text_title;
  GtkLabel        *description;
  GtkStack        *stack;
  UiSourceView    *source;
  AdwStatusPage   *failure;
  UiNoteList      *note_list;
};

G_DEFINE_FINAL_TYPE (UiShareDialog, ui_share_dialog, ADW_TYPE_WINDOW)

/* A row stands where its kind does. */
static const AppShareKind *
get_kind (GtkListBoxRow *row)
{
  return app_share_get_kinds ()[gtk_list_box_row_get_index (row)];
}

/* The text */

static void
show_failure (UiShareDialog *self, const GError *error)
{
  g_autofree char *visible = app_visible_text_line (error->message, 0);
  g_autofree char *markup = g_markup_escape_text (visible, -1);

  adw_status_page_set_description (self->failure, markup);
  gtk_stack_set_visible_child_name (self->stack, "failure");
}

static void
show_kind (UiShareDialog *self, const AppShareKind *kind)
{
  AppShareOptions options = { .tools = kind->needs_tools ? self->tools : NULL };
  g_autoptr (GError) error = NULL;

  self->kind = kind;
  g_free (self->text);
  self->text = app_share_dup_text (kind, self->profile, &options, self->notes, &error);
  adw_window_title_set_title (self->text_title, kind->title);
  adw_window_title_set_subtitle (self->text_title, app_share_get_group_title (kind->group));
  gtk_label_set_text (self->description, kind->description);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "share.copy", self->text != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "share.save", self->text != NULL);
  if (self->text == NULL)
    {
      show_failure (self, error);
      return;
    }
  ui_source_view_set_language (self->source, kind->language);
  ui_source_view_set_text (self->source, self->text, UI_SOURCE_RAW);
  gtk_stack_set_visible_child_name (self->stack, "text");
}

static void
on_selected (UiShareDialog *self, GtkListBoxRow *row)
{
  if (row == NULL)
    return;
  show_kind (self, get_kind (row));
  ui_settings_set_string ("share-kind", self->kind->id);
}

static void
on_activated (UiShareDialog *self, GtkListBoxRow *row)
{
  if (adw_leaflet_get_folded (self->leaflet))
    adw_leaflet_set_visible_child (self->leaflet, self->text_page);
}

static void
copy_text (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiShareDialog *self = UI_SHARE_DIALOG (widget);

  if (self->text == NULL)
    return;
  ui_copy_text (self->source, self->text, strlen (self->text));
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Copied")));
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiShareDialog) self = data;
  g_autoptr (GError) error = NULL;

  if (!g_file_replace_contents_finish (G_FILE (object), result, NULL, &error) &&
      self->toasts != NULL)
    ui_toast_say (self->toasts, error->message);
}

static void
on_file (gpointer object, GFile *file)
{
  UiShareDialog *self = object;

  if (self->text == NULL)
    return;
  g_autoptr (GBytes) bytes = g_bytes_new (self->text, strlen (self->text));
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_REPLACE_DESTINATION,
                                       NULL, on_written, g_object_ref (self));
}

static void
save_text (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiShareDialog *self = UI_SHARE_DIALOG (widget);

  if (self->text == NULL)
    return;
  g_autoptr (GFile) start = g_file_new_build_filename (g_get_home_dir (), self->kind->file_name,
                                                       NULL);
  ui_file_chooser_ask (widget, _ ("Save As"), GTK_FILE_CHOOSER_ACTION_SAVE, start, NULL, on_file,
                       self);
}

/* The list */

static void
add_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  AppShareGroup group = get_kind (row)->group;
  GtkWidget    *label;

  if (before != NULL && get_kind (before)->group == group)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  label = gtk_label_new (app_share_get_group_title (group));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_set_margin_top (label, before != NULL ? 18 : 6);
  gtk_widget_set_margin_bottom (label, 6);
  gtk_widget_set_margin_start (label, 12);
  gtk_list_box_row_set_header (row, label);
}

static GtkWidget *
create_row (const AppShareKind *kind)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *label = gtk_label_new (kind->title);
  /* Several groups have a “Cursor”. */
  g_autofree char *name =
      g_strdup_printf ("%s, %s", kind->title, app_share_get_group_title (kind->group));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  ui_widget_name (row, name);
  return row;
}

/* The kind that was looked at the last time, else the first. */
static void
fill_list (UiShareDialog *self)
{
  g_autofree char *last = ui_settings_get_string ("share-kind", "");
  GtkWidget       *chosen = NULL;

  for (const AppShareKind *const *kinds = app_share_get_kinds (); *kinds != NULL; kinds++)
    {
      GtkWidget *row = create_row (*kinds);

      gtk_list_box_append (self->list, row);
      if (chosen == NULL || g_str_equal ((*kinds)->id, last))
        chosen = row;
    }
  gtk_list_box_select_row (self->list, GTK_LIST_BOX_ROW (chosen));
  gtk_widget_grab_focus (chosen);
}

static void
go_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiShareDialog *self = UI_SHARE_DIALOG (widget);

  if (!adw_leaflet_get_folded (self->leaflet) ||
      adw_leaflet_get_visible_child (self->leaflet) == self->list_page)
    gtk_window_close (GTK_WINDOW (self));
  else
    adw_leaflet_set_visible_child (self->leaflet, self->list_page);
}

/* The object */

static void
ui_share_dialog_dispose (GObject *object)
{
  UiShareDialog *self = UI_SHARE_DIALOG (object);

  ui_template_dispose (object);
  self->toasts = NULL;
  g_clear_object (&self->profile);
  g_clear_object (&self->tools);
  g_clear_object (&self->notes);
}

static void
ui_share_dialog_finalize (GObject *object)
{
  g_free (UI_SHARE_DIALOG (object)->text);
  G_OBJECT_CLASS (ui_share_dialog_parent_class)->finalize (object);
}

UI_DEFINE_CLASS (UiShareDialog, ui_share_dialog)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ui_share_dialog_dispose;
  object_class->finalize = ui_share_dialog_finalize;

  ui_template_ensure_types (UI_TYPE_SOURCE_VIEW, UI_TYPE_NOTE_LIST);
  ui_template_set (widget_class, "ui/clients/ui-share-dialog.ui");
  ui_template_bind_children (widget_class, UiShareDialog, toasts, leaflet, list_page, list_title,
                             list, text_page, text_title, description, stack, source, failure,
                             note_list);
  ui_template_bind_callbacks (widget_class, on_selected, on_activated);
  gtk_widget_class_install_action (widget_class, "share.copy", NULL, copy_text);
  gtk_widget_class_install_action (widget_class, "share.save", NULL, save_text);
  gtk_widget_class_install_action (widget_class, "share.back", NULL, go_back);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "share.back", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK, "share.back",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK, "share.save",
                                       NULL);
}

static void
ui_share_dialog_init (UiShareDialog *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
  self->notes = g_list_store_new (APP_TYPE_CLIENT_NOTE);
  ui_note_list_set_notes (self->note_list, G_LIST_MODEL (self->notes));
  gtk_list_box_set_header_func (self->list, add_header, NULL, NULL);
}

UiShareDialog *
ui_share_dialog_new (GtkWindow *parent, StoreProfile *profile, GListModel *tools)
{
  g_return_val_if_fail (STORE_IS_PROFILE (profile), NULL);
  g_return_val_if_fail (tools == NULL || G_IS_LIST_MODEL (tools), NULL);

  UiShareDialog   *self = g_object_new (UI_TYPE_SHARE_DIALOG, "transient-for", parent, NULL);
  g_autofree char *name = app_visible_text_line (store_profile_get_name (profile), MAX_NAME);

  self->profile = g_object_ref (profile);
  g_set_object (&self->tools, tools);
  adw_window_title_set_subtitle (self->list_title, name);
  fill_list (self);
  return self;
}
