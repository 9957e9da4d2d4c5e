/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-block-view.h"
#include "app-block-file.h"
#include "mcp-property.h"
#include "ui-expandable-label.h"
#include "ui-card-view.h"
#include "ui-copy.h"
#include "ui-file-chooser.h"
#include "ui-limits.h"
#include "ui-template.h"
#include "ui-value-view.h"
#include "app-visible-text.h"
#include "ui-image-block.h"
#include "ui-lines-view.h"
#include "ui-widget.h"
#include "ui-wrap.h"

#include <glib/gi18n.h>
#include <string.h>

/* UiTextBlock: the text of a block: a short one in one piece that can be selected, a long one by
 * its beginning, with a button that opens all of it as a list of lines. */

/* Text that is shown at once; laying out more holds up a frame. */
#define UI_TEXT_BLOCK_BYTES (8u * 1024u)
/* Up to this much is shown at once all the same, as a list of lines: it makes what is in sight. */
#define UI_TEXT_BLOCK_LISTED_BYTES (256u * 1024u)
/* A longer line is shown in pieces, as a list has them. */
#define UI_TEXT_BLOCK_LINE_BYTES 4096u

#define UI_TYPE_TEXT_BLOCK (ui_text_block_get_type ())
G_DECLARE_FINAL_TYPE (UiTextBlock, ui_text_block, UI, TEXT_BLOCK, AdwBin)

struct _UiTextBlock
{
  AdwBin parent_instance;

  AppBlock     *block;
  int           height;
  GCancellable *loading;
  GtkWidget    *more; /* borrowed; while there is more */
};

MCP_DEFINE_ZEROED_TYPE (UiTextBlock, ui_text_block, ADW_TYPE_BIN)

static void
say_instead (UiTextBlock *self, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "secondary");
  gtk_widget_add_css_class (label, "block-note");
  self->more = NULL;
  adw_bin_set_child (ADW_BIN (self), label);
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiTextBlock) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) text = app_block_load_text_finish (APP_BLOCK (object), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->loading == NULL)
    return;
  g_clear_object (&self->loading);
  if (text == NULL)
    {
      say_instead (self, error->message);
      return;
    }
  GtkWidget *lines = ui_lines_view_new ();
  ui_lines_view_set_text (UI_LINES_VIEW (lines), text);
  ui_lines_view_set_max_height (UI_LINES_VIEW (lines), self->height);
  self->more = NULL;
  adw_bin_set_child (ADW_BIN (self), lines);
}

static gboolean
has_long_line (const char *text)
{
  const char *line = text;

  while (line != NULL)
    {
      const char *end = strchr (line, '\n');
      if ((end != NULL ? (gsize)(end - line) : strlen (line)) > UI_TEXT_BLOCK_LINE_BYTES)
        return TRUE;
      line = end != NULL ? end + 1 : NULL;
    }
  return FALSE;
}

static GtkWidget *
create_label (const char *text)
{
  g_autofree char *visible = app_visible_text_block (text, 0);
  GtkWidget       *label = gtk_label_new (visible);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  ui_wrap_literally (GTK_LABEL (label));
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (label), 8);
  ui_widget_name (label, _ ("Text of the result"));
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_add_css_class (label, "source");
  gtk_widget_add_css_class (label, "block-text");
  return label;
}

/* Opens the list of lines. */
static void
show_all_text (UiTextBlock *self)
{
  if (self->loading != NULL)
    return;
  self->loading = g_cancellable_new ();
  if (self->more != NULL)
    gtk_widget_set_sensitive (self->more, FALSE);
  app_block_load_text_async (self->block, self->loading, on_loaded, g_object_ref (self));
}

static GtkWidget *
create_more (UiTextBlock *self, gsize n_shown)
{
  g_autofree char *shown = app_visible_text_size (n_shown);
  g_autofree char *all = app_visible_text_size (app_block_get_size (self->block));
  /* Translators: sizes, for example "The first 16 kB of 3.1 MB" */
  g_autofree char *note = g_strdup_printf (_ ("The first %s of %s"), shown, all);
  GtkWidget       *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget       *label = gtk_label_new (note);
  GtkWidget       *button = gtk_button_new_with_label (_ ("Show All"));

  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "field-note");
  ui_connect (button, "clicked", show_all_text, self);
  gtk_widget_add_css_class (bar, "result-bar");
  gtk_box_append (GTK_BOX (bar), label);
  gtk_box_append (GTK_BOX (bar), button);
  return bar;
}

static void
show_beginning (UiTextBlock *self, const char *text, gboolean complete)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *label = create_label (text);

  if (self->height == 0)
    {
      GtkWidget *scroller = gtk_scrolled_window_new ();
      gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                      GTK_POLICY_AUTOMATIC);
      gtk_widget_set_vexpand (scroller, TRUE);
      gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), label);
      label = scroller;
    }
  gtk_box_append (GTK_BOX (box), label);
  if (!complete)
    {
      self->more = create_more (self, strlen (text));
      gtk_box_append (GTK_BOX (box), self->more);
    }
  adw_bin_set_child (ADW_BIN (self), box);
}

MCP_DEFINE_DISPOSE (UiTextBlock, ui_text_block)
{
  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  g_clear_object (&self->block);
}

static void
ui_text_block_class_init (UiTextBlockClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_text_block_dispose;
}

/* @height: pixels at most, where it is one of several; 0 where it fills its place */
static GtkWidget *
ui_text_block_new (AppBlock *block, int height)
{
  UiTextBlock     *self = g_object_new (UI_TYPE_TEXT_BLOCK, NULL);
  gboolean         complete = TRUE;
  g_autofree char *text = app_block_dup_text (block, UI_TEXT_BLOCK_BYTES, &complete);

  self->block = g_object_ref (block);
  self->height = height;
  if (text == NULL)
    say_instead (self, _ ("No text."));
  else if (text[0] == '\0' && complete)
    say_instead (self, _ ("Empty text."));
  else if (complete ? has_long_line (text)
                    : app_block_get_size (block) <= UI_TEXT_BLOCK_LISTED_BYTES)
    show_all_text (self);
  else if (has_long_line (text))
    {
      /* The beginning of it, in a length that is laid out within a frame. */
      g_autofree char *line = app_visible_text_line (text, UI_TEXT_BLOCK_LINE_BYTES / 4);
      show_beginning (self, line, FALSE);
    }
  else
    show_beginning (self, text, complete);
  return GTK_WIDGET (self);
}

/* UiSoundBlock: a sound of a result, which is played where the toolkit has something to play it
 * with, and only when the person says so. */

#define UI_TYPE_SOUND_BLOCK (ui_sound_block_get_type ())
G_DECLARE_FINAL_TYPE (UiSoundBlock, ui_sound_block, UI, SOUND_BLOCK, AdwBin)

struct _UiSoundBlock
{
  AdwBin parent_instance;

  AppBlock       *block;
  GCancellable   *loading;
  GtkMediaStream *stream;

  /* borrowed */
  GtkWidget *play;
  GtkWidget *open;
  GtkLabel  *note;
  GtkBox    *box;
};

G_DEFINE_FINAL_TYPE (UiSoundBlock, ui_sound_block, ADW_TYPE_BIN)

/* GTK has a stream that only fails where no player is installed. */
static gboolean
can_play (void)
{
  GIOExtensionPoint *point = g_io_extension_point_lookup ("gtk-media-file");
  GList             *players = point != NULL ? g_io_extension_point_get_extensions (point) : NULL;

  return players != NULL &&
         !g_str_equal (g_io_extension_get_name (players->data), "nomedia");
}

static void
say_of_sound (UiSoundBlock *self, const char *text)
{
  g_autofree char *line = app_visible_text_line (text, 300);
  gtk_label_set_text (self->note, line);
}

static void
on_stream_error (UiSoundBlock *self)
{
  const GError *error = gtk_media_stream_get_error (self->stream);

  if (error != NULL)
    say_of_sound (self, error->message);
}

static void
on_sound_data (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiSoundBlock) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = app_block_load_data_finish (APP_BLOCK (object), result, &error);

  if (self->block == NULL)
    return;
  g_clear_object (&self->loading);
  if (bytes == NULL)
    {
      say_of_sound (self, error->message);
      return;
    }
  g_autoptr (GInputStream) input = g_memory_input_stream_new_from_bytes (bytes);
  self->stream = gtk_media_file_new_for_input_stream (input);
  ui_connect (self->stream, "notify::error", on_stream_error, self);
  gtk_box_append (self->box, gtk_media_controls_new (self->stream));
  gtk_widget_set_visible (self->play, FALSE);
  gtk_media_stream_play (self->stream);
}

static void
on_play (UiSoundBlock *self)
{
  if (self->loading != NULL)
    return;
  self->loading = g_cancellable_new ();
  app_block_load_data_async (self->block, APP_BLOCK_MAX_SHOWN, self->loading, on_sound_data,
                             g_object_ref (self));
}

MCP_DEFINE_DISPOSE (UiSoundBlock, ui_sound_block)
{
  g_cancellable_cancel (self->loading);
  if (self->stream != NULL)
    gtk_media_stream_pause (self->stream);
  g_clear_object (&self->loading);
  g_clear_object (&self->stream);
  g_clear_object (&self->block);
}

static void
ui_sound_block_class_init (UiSoundBlockClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ui_sound_block_dispose;
}

static void
ui_sound_block_init (UiSoundBlock *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *note = gtk_label_new (NULL);

  self->box = GTK_BOX (box);
  self->note = GTK_LABEL (note);
  self->play = gtk_button_new_with_mnemonic (_ ("_Play"));
  self->open = gtk_button_new_with_mnemonic (_ ("_Open in Another App"));
  gtk_label_set_wrap (self->note, TRUE);
  gtk_label_set_xalign (self->note, 0);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->open), "block.open-elsewhere");
  gtk_widget_add_css_class (note, "secondary");
  gtk_widget_add_css_class (box, "block-note");
  ui_connect (self->play, "clicked", on_play, self);
  gtk_box_append (self->box, note);
  gtk_box_append (GTK_BOX (buttons), self->play);
  gtk_box_append (GTK_BOX (buttons), self->open);
  gtk_box_append (self->box, buttons);
  adw_bin_set_child (ADW_BIN (self), box);
}

static GtkWidget *
ui_sound_block_new (AppBlock *block)
{
  UiSoundBlock *self = g_object_new (UI_TYPE_SOUND_BLOCK, NULL);
  self->block = g_object_ref (block);
  gtk_widget_set_visible (self->play, can_play ());
  if (!can_play ())
    say_of_sound (self,
                  _ ("No media player for GTK is installed."));
  else
    gtk_widget_set_visible (GTK_WIDGET (self->note), FALSE);
  return GTK_WIDGET (self);
}

#define TITLE_CHARACTERS 100
#define URI_CHARACTERS 2000
#define DESCRIPTION_CHARACTERS 4000

struct _UiBlockView
{
  AdwBin parent_instance;

  AppBlock     *block;
  AppSession   *session; /* (nullable) */
  StoreObject  *kept;    /* (nullable) */
  gboolean      filling;
  GFile        *file;    /* (nullable): that it is saved into */
  gboolean      bare;    /* whoever shows it has the choice of the view, Copy and Save */
  GCancellable *loading; /* what is shown */

  GtkLabel          *title;
  GtkLabel          *facts;
  UiViewChoice      *choice;
  GtkWidget         *copy;
  GtkWidget         *elsewhere;
  GtkWidget         *save;
  GtkLabel          *uri;
  UiExpandableLabel *description;
  AdwBin            *body;
};

enum {
  PROP_BLOCK = 1,
  PROP_SESSION,
  PROP_KEPT,
  PROP_FILLING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

UI_DEFINE_TEMPLATE (UiBlockView, ui_block_view, ADW_TYPE_BIN)

static int
get_height (UiBlockView *self)
{
  return self->filling ? 0 : UI_BLOCK_VIEW_HEIGHT;
}

static gboolean
is_image (AppBlock *block)
{
  const char *type = app_block_get_media_type (block);

  return app_block_get_kind (block) == APP_BLOCK_IMAGE ||
         (app_block_get_kind (block) == APP_BLOCK_RESOURCE_BLOB && type != NULL &&
          g_ascii_strncasecmp (type, "image/", 6) == 0);
}

static gboolean
is_sound (AppBlock *block)
{
  const char *type = app_block_get_media_type (block);

  return app_block_get_kind (block) == APP_BLOCK_AUDIO ||
         (app_block_get_kind (block) == APP_BLOCK_RESOURCE_BLOB && type != NULL &&
          g_ascii_strncasecmp (type, "audio/", 6) == 0);
}

/* Not text. */
static gboolean
has_data (AppBlock *block)
{
  AppBlockKind kind = app_block_get_kind (block);

  return kind == APP_BLOCK_IMAGE || kind == APP_BLOCK_AUDIO || kind == APP_BLOCK_RESOURCE_BLOB;
}

static gboolean
has_text (AppBlock *block)
{
  AppBlockKind kind = app_block_get_kind (block);
  return kind == APP_BLOCK_TEXT || kind == APP_BLOCK_RESOURCE_TEXT;
}

/* The line that says what it is */

static void
append_fact (GString *facts, const char *fact)
{
  if (fact == NULL || fact[0] == '\0')
    return;
  g_autofree char *line = app_visible_text_line (fact, TITLE_CHARACTERS);
  if (facts->len > 0)
    g_string_append (facts, " · ");
  g_string_append (facts, line);
}

static void
show_head (UiBlockView *self)
{
  g_autofree char *title = app_visible_text_line (app_block_get_title (self->block),
                                                  TITLE_CHARACTERS);
  g_autofree char *size = app_visible_text_size (app_block_get_size (self->block));
  g_autofree char *annotations = app_block_dup_annotations (self->block);
  g_autofree char *uri = app_visible_text_line (app_block_get_uri (self->block), URI_CHARACTERS);
  g_autofree char *description =
      app_visible_text_block (app_block_get_description (self->block), DESCRIPTION_CHARACTERS);
  g_autoptr (GString) facts = g_string_new (NULL);
  AppBlockKind kind = app_block_get_kind (self->block);

  append_fact (facts, app_block_get_role (self->block));
  if (kind != APP_BLOCK_RESOURCE_LINK)
    append_fact (facts, size);
  append_fact (facts, annotations);
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->facts, facts->str);
  gtk_label_set_text (self->uri, uri);
  /* A URI that the title has whole is not said twice. */
  gtk_widget_set_visible (GTK_WIDGET (self->uri), strstr (title, uri) == NULL);
  ui_expandable_label_set_text (self->description, description);
  gtk_widget_set_visible (self->save, ui_block_view_can_save (self));
  /* An image is copied once there is one. */
  gtk_widget_set_visible (self->copy, !has_data (self->block));
}

/* The body */

static void
show_text (UiBlockView *self)
{
  adw_bin_set_child (self->body, ui_text_block_new (self->block, get_height (self)));
}

static void
show_note (UiBlockView *self, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "secondary");
  gtk_widget_add_css_class (label, "block-note");
  adw_bin_set_child (self->body, label);
}

/* @object: what it holds */
static void
show_value (UiBlockView *self, StoreObject *object)
{
  GtkWidget *view = g_object_new (UI_TYPE_VALUE_VIEW, NULL);

  ui_value_view_set_inside (UI_VALUE_VIEW (view), get_height (self));
  g_object_bind_property (view, "kinds", self->choice, "kinds", G_BINDING_SYNC_CREATE);
  g_object_bind_property (view, "kind", self->choice, "kind",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  ui_value_view_set_object (UI_VALUE_VIEW (view), object, ui_limits_of_session (self->session));
  ui_value_view_set_kept (UI_VALUE_VIEW (view), self->kept);
  adw_bin_set_child (self->body, view);
}

static void
on_tree (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiBlockView) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AppTreeNode) root = app_block_load_tree_finish (APP_BLOCK (object), result, &error);

  if (self->block == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->loading);
  /* Text that only looked like JSON is text. */
  if (root == NULL)
    {
      show_text (self);
      return;
    }
  g_autoptr (StoreObject) value =
      store_object_new_json (app_tree_node_get_value (root), NULL, NULL);
  show_value (self, value);
}

static GtkWidget *
create_spinner (void)
{
  GtkWidget *spinner = gtk_spinner_new ();

  gtk_spinner_set_spinning (GTK_SPINNER (spinner), TRUE);
  gtk_widget_set_size_request (spinner, 24, 24);
  gtk_widget_add_css_class (spinner, "block-note");
  return spinner;
}

static void
show_tree (UiBlockView *self)
{
  if (self->loading != NULL)
    return;
  self->loading = g_cancellable_new ();
  adw_bin_set_child (self->body, create_spinner ());
  app_block_load_tree_async (self->block, NULL, self->loading, on_tree, g_object_ref (self));
}

static void
on_rendered (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiBlockView) self = data;
  g_autoptr (GBytes) text = app_block_load_text_finish (APP_BLOCK (object), result, NULL);

  if (self->block == NULL || text == NULL)
    return;
  g_clear_object (&self->loading);
  g_autoptr (StoreObject) value = store_object_new_text (text, NULL, NULL);
  show_value (self, value);
}

/* A text that can be read otherwise than by its lines. */
static void
show_rendered (UiBlockView *self)
{
  self->loading = g_cancellable_new ();
  adw_bin_set_child (self->body, create_spinner ());
  app_block_load_text_async (self->block, self->loading, on_rendered, g_object_ref (self));
}

static void
on_data (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiBlockView) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = app_block_load_data_finish (APP_BLOCK (object), result, &error);

  if (self->block == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->loading);
  if (bytes == NULL)
    {
      show_note (self, error->message);
      return;
    }
  g_autoptr (StoreObject) value = store_object_new_blob (bytes, NULL, NULL);
  show_value (self, value);
}

static void
show_data (UiBlockView *self)
{
  self->loading = g_cancellable_new ();
  adw_bin_set_child (self->body, create_spinner ());
  app_block_load_data_async (self->block, APP_BLOCK_MAX_SHOWN, self->loading, on_data,
                             g_object_ref (self));
}

static void
add_button (GtkWidget *box, const char *label, const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (box), button);
}

/* A page of the web is for a browser first; the server may have it too. */
static void
show_link (UiBlockView *self)
{
  const char      *uri = app_block_get_uri (self->block);
  g_autofree char *scheme = uri != NULL ? g_uri_parse_scheme (uri) : NULL;
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_widget_add_css_class (box, "block-note");
  if (g_strcmp0 (scheme, "https") == 0 || g_strcmp0 (scheme, "http") == 0)
    add_button (box, _ ("Open in _Browser"), "block.open");
  add_button (box, _ ("_Read"), "block.read");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "block.read", uri != NULL);
  adw_bin_set_child (self->body, box);
}

static void
show_card (UiBlockView *self, AppObjectCard *card)
{
  GtkWidget *view = ui_card_view_new ();

  ui_card_view_set_max_height (UI_CARD_VIEW (view), get_height (self));
  ui_card_view_set_card (UI_CARD_VIEW (view), card, self->session);
  adw_bin_set_child (self->body, view);
}

static void
on_image_shown (UiBlockView *self)
{
  gtk_widget_set_visible (self->elsewhere, TRUE);
  gtk_widget_set_tooltip_text (self->copy, _ ("Copy Image"));
  gtk_widget_set_visible (self->copy, !self->bare);
}

static void
show_image (UiBlockView *self)
{
  GtkWidget *image = ui_image_block_new (self->block, get_height (self));

  ui_connect (image, "shown", on_image_shown, self);
  adw_bin_set_child (self->body, image);
}

static void
show_body (UiBlockView *self)
{
  AppObjectCard *card = app_block_get_card (self->block);

  if (card != NULL)
    show_card (self, card);
  else if (is_image (self->block))
    show_image (self);
  else if (is_sound (self->block))
    adw_bin_set_child (self->body, ui_sound_block_new (self->block));
  else if (has_text (self->block) && app_block_can_be_rendered (self->block))
    show_rendered (self);
  else if (has_text (self->block) && !app_block_looks_like_json (self->block))
    show_text (self);
  else if (app_block_get_kind (self->block) == APP_BLOCK_RESOURCE_LINK)
    show_link (self);
  else if (app_block_get_kind (self->block) == APP_BLOCK_RESOURCE_BLOB)
    show_data (self);
  else
    show_tree (self);
}

/* Saving into a file that the person chooses */

static void
show_error (UiBlockView *self, const char *title, const GError *error)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (root == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (root), title, error->message);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiBlockView) self = data;
  g_autoptr (GError) error = NULL;

  if (!g_file_replace_contents_finish (G_FILE (object), result, NULL, &error))
    show_error (self, _ ("Could Not Save"), error);
}

static void
on_saved_bytes (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiBlockView) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = has_data (self->block)
                                 ? app_block_load_data_finish (self->block, result, &error)
                                 : app_block_load_text_finish (self->block, result, &error);

  if (bytes == NULL)
    show_error (self, _ ("Could Not Save"), error);
  else
    g_file_replace_contents_bytes_async (self->file, bytes, NULL, FALSE,
                                         G_FILE_CREATE_REPLACE_DESTINATION, NULL, on_written,
                                         g_object_ref (self));
}

static void
on_chosen (gpointer object, GFile *file)
{
  UiBlockView *self = UI_BLOCK_VIEW (object);

  g_set_object (&self->file, file);
  if (has_data (self->block))
    app_block_load_data_async (self->block, 0, NULL, on_saved_bytes, g_object_ref (self));
  else
    app_block_load_text_async (self->block, NULL, on_saved_bytes, g_object_ref (self));
}

/* Actions */

static void
on_copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiBlockView     *self = UI_BLOCK_VIEW (widget);
  GtkWidget       *body = adw_bin_get_child (self->body);
  gboolean         complete = TRUE;
  g_autofree char *text = NULL;

  if (UI_IS_IMAGE_BLOCK (body) && ui_image_block_get_texture (UI_IMAGE_BLOCK (body)) != NULL)
    {
      gdk_clipboard_set_texture (gtk_widget_get_clipboard (widget),
                                 ui_image_block_get_texture (UI_IMAGE_BLOCK (body)));
      return;
    }
  if (app_block_get_kind (self->block) == APP_BLOCK_RESOURCE_LINK)
    text = g_strdup (app_block_get_uri (self->block));
  else
    text = app_block_dup_text (self->block, UI_COPY_MAX_BYTES, &complete);
  if (text == NULL)
    {
      text = mcp_json_value_dup_text (app_block_get_value (self->block));
      complete = TRUE;
    }
  if (text != NULL)
    ui_copy_text (widget, complete ? text : NULL, strlen (text));
}

static void
on_save (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiBlockView     *self = UI_BLOCK_VIEW (widget);
  const char      *folder = g_get_user_special_dir (G_USER_DIRECTORY_DOWNLOAD);
  g_autofree char *suggested = app_block_dup_file_name (self->block);
  g_autoptr (GFile) start =
      g_file_new_build_filename (folder != NULL ? folder : g_get_home_dir (), suggested, NULL);

  ui_file_chooser_ask (widget, _ ("Save"), GTK_FILE_CHOOSER_ACTION_SAVE, start, NULL, on_chosen,
                       widget);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiBlockView) self = data;
  g_autoptr (GError) error = NULL;

  if (!gtk_show_uri_full_finish (GTK_WINDOW (source), result, &error))
    show_error (self, _ ("Could Not Open"), error);
}

static void
on_file (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiBlockView) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = app_block_file_write_finish (APP_BLOCK (source), result, &error);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (file == NULL)
    {
      show_error (self, _ ("Could Not Open"), error);
      return;
    }
  g_autofree char *uri = g_file_get_uri (file);
  if (GTK_IS_WINDOW (root))
    gtk_show_uri_full (GTK_WINDOW (root), uri, GDK_CURRENT_TIME, NULL, on_opened,
                       g_object_ref (self));
}

static void
on_open_elsewhere (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiBlockView *self = UI_BLOCK_VIEW (widget);

  app_block_file_write_async (self->block, NULL, on_file, g_object_ref (self));
}

static void
on_read (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiBlockView *self = UI_BLOCK_VIEW (widget);

  if (app_block_get_uri (self->block) != NULL)
    g_signal_emit_by_name (self, "read-resource", app_block_get_uri (self->block));
}

static void
on_open (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  gtk_show_uri (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                app_block_get_uri (UI_BLOCK_VIEW (widget)->block), GDK_CURRENT_TIME);
}

/* The class */

static void
ui_block_view_constructed (GObject *object)
{
  UiBlockView *self = UI_BLOCK_VIEW (object);

  G_OBJECT_CLASS (ui_block_view_parent_class)->constructed (object);
  gtk_widget_set_vexpand (GTK_WIDGET (self->body), self->filling);
  show_head (self);
  show_body (self);
}

UI_DEFINE_CLASS (UiBlockView, ui_block_view)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY;
  const McpProperty rows[N_PROPS] = {
    [PROP_BLOCK] = { "block", APP_TYPE_BLOCK, .offset = G_STRUCT_OFFSET (UiBlockView, block),
                     .flags = flags },
    [PROP_SESSION] = { "session", APP_TYPE_SESSION,
                       .offset = G_STRUCT_OFFSET (UiBlockView, session), .flags = flags },
    [PROP_KEPT] = { "kept", STORE_TYPE_OBJECT, .offset = G_STRUCT_OFFSET (UiBlockView, kept),
                    .flags = flags },
    [PROP_FILLING] = { "filling", G_TYPE_BOOLEAN, .offset = G_STRUCT_OFFSET (UiBlockView, filling),
                       .flags = flags },
  };

  object_class->constructed = ui_block_view_constructed;

  mcp_property_install (object_class, rows, properties, N_PROPS);
  mcp_signal_new (klass, "read-resource", 1, G_TYPE_STRING);

  ui_template_ensure_types (UI_TYPE_EXPANDABLE_LABEL, UI_TYPE_VIEW_CHOICE);
  ui_template_set (widget_class, "ui/result/ui-block-view.ui");
  ui_template_hold (widget_class, UiBlockView, loading, block, session, kept, file);
  ui_template_bind_children (widget_class, UiBlockView, title, facts, choice, copy, elsewhere, save,
                             uri, description, body);
  gtk_widget_class_install_action (widget_class, "block.copy", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "block.save", NULL, on_save);
  gtk_widget_class_install_action (widget_class, "block.read", NULL, on_read);
  gtk_widget_class_install_action (widget_class, "block.open", NULL, on_open);
  gtk_widget_class_install_action (widget_class, "block.open-elsewhere", NULL, on_open_elsewhere);
}

GtkWidget *
ui_block_view_new (AppBlock *block, AppSession *session, StoreObject *kept, gboolean filling)
{
  g_return_val_if_fail (APP_IS_BLOCK (block), NULL);
  return g_object_new (UI_TYPE_BLOCK_VIEW, "block", block, "session", session, "kept", kept,
                       "filling", filling, NULL);
}

UiViewChoice *
ui_block_view_take_choice (UiBlockView *self)
{
  g_return_val_if_fail (UI_IS_BLOCK_VIEW (self), NULL);

  self->bare = TRUE;
  gtk_widget_set_visible (self->copy, FALSE);
  gtk_widget_set_visible (self->save, FALSE);
  ui_view_choice_hide (self->choice);
  return self->choice;
}

gboolean
ui_block_view_can_save (UiBlockView *self)
{
  g_return_val_if_fail (UI_IS_BLOCK_VIEW (self), FALSE);
  AppBlockKind kind = app_block_get_kind (self->block);
  return kind != APP_BLOCK_RESOURCE_LINK && kind != APP_BLOCK_STRUCTURED &&
         kind != APP_BLOCK_UNKNOWN;
}
