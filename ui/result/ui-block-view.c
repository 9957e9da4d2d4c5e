/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-block-view.h"
#include "ui-expandable-label.h"
#include "ui-card-view.h"
#include "ui-image-block.h"
#include "ui-limits.h"
#include "ui-save.h"
#include "ui-sound-block.h"
#include "ui-template.h"
#include "ui-text-block.h"
#include "ui-tree-view.h"
#include "app-visible-text.h"
#include "app-session.h"

#include <glib/gi18n.h>

#define TITLE_CHARACTERS 100
#define URI_CHARACTERS 2000
#define DESCRIPTION_CHARACTERS 4000
/* A copy of a block; more is saved instead. */
#define COPY_BYTES (16u * 1024u * 1024u)

struct _UiBlockView
{
  AdwBin parent_instance;

  AppBlock     *block;
  AppCall      *call;
  gboolean      filling;
  GCancellable *loading; /* the tree */

  GtkLabel          *title;
  GtkLabel          *facts;
  GtkToggleButton   *as_text;
  GtkWidget         *copy;
  GtkWidget         *save;
  GtkLabel          *uri;
  UiExpandableLabel *description;
  AdwBin            *body;
};

enum {
  PROP_0,
  PROP_BLOCK,
  PROP_CALL,
  PROP_FILLING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiBlockView, ui_block_view, ADW_TYPE_BIN)

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
  gtk_widget_set_visible (GTK_WIDGET (self->uri), uri[0] != '\0');
  ui_expandable_label_set_text (self->description, description);
  gtk_widget_set_visible (self->save, kind != APP_BLOCK_RESOURCE_LINK &&
                                          kind != APP_BLOCK_STRUCTURED &&
                                          kind != APP_BLOCK_UNKNOWN);
  gtk_widget_set_visible (self->copy, kind != APP_BLOCK_IMAGE && kind != APP_BLOCK_AUDIO &&
                                          kind != APP_BLOCK_RESOURCE_BLOB);
}

/* The body */

static void
show_text (UiBlockView *self)
{
  adw_bin_set_child (self->body, ui_text_block_new (self->block, get_height (self)));
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
  gtk_widget_set_visible (GTK_WIDGET (self->as_text), root != NULL && has_text (self->block));
  if (root == NULL)
    {
      show_text (self);
      return;
    }
  GtkWidget *tree = ui_tree_view_new ();
  ui_tree_view_set_max_height (UI_TREE_VIEW (tree), get_height (self));
  ui_tree_view_set_root (UI_TREE_VIEW (tree), root);
  ui_tree_view_set_object (UI_TREE_VIEW (tree),
                           self->call != NULL ? app_call_get_object (self->call) : NULL);
  adw_bin_set_child (self->body, tree);
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
  AppTreeLimits limits = ui_limits_of_call (self->call);
  self->loading = g_cancellable_new ();
  adw_bin_set_child (self->body, create_spinner ());
  app_block_load_tree_async (self->block, &limits, self->loading, on_tree, g_object_ref (self));
}

static void
on_as_text (UiBlockView *self)
{
  if (gtk_toggle_button_get_active (self->as_text))
    show_text (self);
  else
    show_tree (self);
}

static void
show_link (UiBlockView *self)
{
  GtkWidget *button = gtk_button_new_with_label (_ ("Read"));

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "block.read");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_set_sensitive (button, app_block_get_uri (self->block) != NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (box, "block-note");
  gtk_box_append (GTK_BOX (box), button);
  adw_bin_set_child (self->body, box);
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

static void
show_card (UiBlockView *self, AppObjectCard *card)
{
  g_autoptr (AppSession) session = self->call != NULL ? app_call_dup_session (self->call) : NULL;
  GtkWidget *view = ui_card_view_new ();

  ui_card_view_set_max_height (UI_CARD_VIEW (view), get_height (self));
  ui_card_view_set_card (UI_CARD_VIEW (view), card,
                         session != NULL ? APP_SESSION (session) : NULL);
  adw_bin_set_child (self->body, view);
}

static void
show_body (UiBlockView *self)
{
  AppObjectCard *card = app_block_get_card (self->block);

  if (card != NULL)
    show_card (self, card);
  else if (is_image (self->block))
    adw_bin_set_child (self->body, ui_image_block_new (self->block, get_height (self)));
  else if (is_sound (self->block))
    adw_bin_set_child (self->body, ui_sound_block_new (self->block));
  else if (has_text (self->block) && !app_block_looks_like_json (self->block))
    show_text (self);
  else if (app_block_get_kind (self->block) == APP_BLOCK_RESOURCE_LINK)
    show_link (self);
  else if (app_block_get_kind (self->block) == APP_BLOCK_RESOURCE_BLOB)
    show_note (self, _ ("Binary data. It can be saved."));
  else
    show_tree (self);
}

/* Actions */

static void
on_copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiBlockView     *self = UI_BLOCK_VIEW (widget);
  g_autofree char *text = NULL;

  if (app_block_get_kind (self->block) == APP_BLOCK_RESOURCE_LINK)
    text = g_strdup (app_block_get_uri (self->block));
  else
    text = app_block_dup_text (self->block, COPY_BYTES, NULL);
  if (text == NULL)
    text = mcp_json_value_dup_text (app_block_get_value (self->block));
  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
on_save (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_save_block (widget, UI_BLOCK_VIEW (widget)->block);
}

static void
on_read (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiBlockView *self = UI_BLOCK_VIEW (widget);

  if (app_block_get_uri (self->block) != NULL)
    g_signal_emit_by_name (self, "read-resource", app_block_get_uri (self->block));
}

/* The class */

static void
ui_block_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  UiBlockView *self = UI_BLOCK_VIEW (object);

  switch (id)
    {
    case PROP_BLOCK:
      self->block = g_value_dup_object (value);
      break;
    case PROP_CALL:
      self->call = g_value_dup_object (value);
      break;
    case PROP_FILLING:
      self->filling = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
ui_block_view_constructed (GObject *object)
{
  UiBlockView *self = UI_BLOCK_VIEW (object);

  G_OBJECT_CLASS (ui_block_view_parent_class)->constructed (object);
  gtk_widget_set_vexpand (GTK_WIDGET (self->body), self->filling);
  show_head (self);
  show_body (self);
}

static void
ui_block_view_dispose (GObject *object)
{
  UiBlockView *self = UI_BLOCK_VIEW (object);

  if (self->loading != NULL)
    g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  ui_template_dispose (object);
  g_clear_object (&self->block);
  g_clear_object (&self->call);
}

static void
ui_block_view_class_init (UiBlockViewClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass   *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS | G_PARAM_CONSTRUCT_ONLY;

  object_class->set_property = ui_block_view_set_property;
  object_class->constructed = ui_block_view_constructed;
  object_class->dispose = ui_block_view_dispose;

  properties[PROP_BLOCK] = g_param_spec_object ("block", NULL, NULL, APP_TYPE_BLOCK, flags);
  properties[PROP_CALL] = g_param_spec_object ("call", NULL, NULL, APP_TYPE_CALL, flags);
  properties[PROP_FILLING] = g_param_spec_boolean ("filling", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  ui_signal_new (klass, "read-resource", 1, G_TYPE_STRING);

  g_type_ensure (UI_TYPE_EXPANDABLE_LABEL);
  ui_template_set (widget_class, "ui/result/ui-block-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UiBlockView, title);
  gtk_widget_class_bind_template_child (widget_class, UiBlockView, facts);
  gtk_widget_class_bind_template_child (widget_class, UiBlockView, as_text);
  gtk_widget_class_bind_template_child (widget_class, UiBlockView, copy);
  gtk_widget_class_bind_template_child (widget_class, UiBlockView, save);
  gtk_widget_class_bind_template_child (widget_class, UiBlockView, uri);
  gtk_widget_class_bind_template_child (widget_class, UiBlockView, description);
  gtk_widget_class_bind_template_child (widget_class, UiBlockView, body);
  gtk_widget_class_bind_template_callback (widget_class, on_as_text);
  gtk_widget_class_install_action (widget_class, "block.copy", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "block.save", NULL, on_save);
  gtk_widget_class_install_action (widget_class, "block.read", NULL, on_read);
}

static void
ui_block_view_init (UiBlockView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ui_block_view_new (AppBlock *block, AppCall *call, gboolean filling)
{
  g_return_val_if_fail (APP_IS_BLOCK (block), NULL);
  return g_object_new (UI_TYPE_BLOCK_VIEW, "block", block, "call", call, "filling", filling, NULL);
}

AppBlock *
ui_block_view_get_block (UiBlockView *self)
{
  g_return_val_if_fail (UI_IS_BLOCK_VIEW (self), NULL);
  return self->block;
}

gboolean
ui_block_view_is_ready (UiBlockView *self)
{
  g_return_val_if_fail (UI_IS_BLOCK_VIEW (self), FALSE);
  return self->loading == NULL;
}
