/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-inbox-card.h"
#include "ui-finding-button.h"
#include "ui-inbox-folders.h"
#include "ui-inbox-form.h"
#include "ui-inbox-link.h"
#include "ui-inbox-sampling.h"
#include "ui-page.h"
#include "ui-source-view.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* A paragraph or two; a longer message is in the JSON as it came. */
#define MAX_MESSAGE 2000
#define MAX_LINE 200

struct _UiInboxCard
{
  GtkBox parent_instance;

  AppInboxItem *item;
  GtkWidget    *content; /* (nullable): borrowed: of the item's kind */
  GtkWidget    *before;  /* (nullable) (weak): what had the focus before it asked */
  gboolean      warned;  /* the form's problems are listed: the button sends anyway */
  gboolean      is_due;  /* takes the focus as soon as it is on screen */

  GtkImage        *icon;
  GtkLabel        *title;
  GtkLabel        *place;
  UiFindingButton *findings;
  GtkToggleButton *raw;
  GtkLabel        *message;
  UiSourceView    *source;
  AdwBin          *body;
  GtkLabel        *error;
  GtkWidget       *dismiss;
  GtkLabel        *hint;
  GtkWidget       *again;
  GtkButton       *accept;
};

UI_DEFINE_PAGE (UiInboxCard, ui_inbox_card, GTK_TYPE_BOX)

static void
show_error (UiInboxCard *self, const char *text)
{
  g_autofree char *visible = app_visible_text_line (text, MAX_MESSAGE);

  ui_widget_show_text (self->error, visible);
}

static gboolean
can_open (UiInboxCard *self)
{
  McpUrlReview *url = app_inbox_item_get_url (self->item);

  return url != NULL && url->may_open;
}

/* What the button does, and what is missing where it cannot. */
static const char *
describe (UiInboxCard *self, const char **hint)
{
  AppFolderList *folders = app_inbox_item_get_folders (self->item);

  *hint = "";
  switch (app_inbox_item_get_kind (self->item))
    {
    case APP_INBOX_PAGE:
      if (!can_open (self))
        return _ ("Open in Browser");
      if (!app_inbox_item_is_opened (self->item))
        return _ ("Open in Browser");
      *hint = app_inbox_item_is_visited (self->item) ? _ ("The server reports completion.")
                                                     : _ ("The page is open in your browser.");
      return _ ("Done");
    case APP_INBOX_SAMPLING:
      if (app_sampling_reply_is_empty (app_inbox_item_get_reply (self->item)))
        *hint = _ ("Empty response");
      return _ ("Send");
    case APP_INBOX_FOLDERS:
      return g_list_model_get_n_items (G_LIST_MODEL (folders)) > 0 ? _ ("Share Folders")
                                                                   : _ ("Share No Folders");
    case APP_INBOX_FORM:
    default:
      if (app_form_get_text_error (app_inbox_item_get_form (self->item)) != NULL)
        *hint = _ ("Invalid JSON");
      return self->warned ? _ ("Send Anyway") : _ ("Send");
    }
}

static gboolean
is_sendable (UiInboxCard *self)
{
  switch (app_inbox_item_get_kind (self->item))
    {
    case APP_INBOX_PAGE:
      return can_open (self);
    case APP_INBOX_SAMPLING:
      return !app_sampling_reply_is_empty (app_inbox_item_get_reply (self->item)) &&
             !(UI_IS_INBOX_SAMPLING (self->content) &&
               ui_inbox_sampling_is_writing (UI_INBOX_SAMPLING (self->content)));
    case APP_INBOX_FORM:
      return app_form_get_text_error (app_inbox_item_get_form (self->item)) == NULL;
    case APP_INBOX_FOLDERS:
    default:
      return TRUE;
    }
}

static void
update_buttons (UiInboxCard *self)
{
  const char *hint;
  const char *label = describe (self, &hint);

  gtk_button_set_label (self->accept, label);
  gtk_label_set_text (self->hint, hint);
  gtk_widget_set_visible (self->again, app_inbox_item_is_opened (self->item));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "inbox.accept", is_sendable (self));
}

static void
on_changed (UiInboxCard *self)
{
  AppForm *form = app_inbox_item_get_form (self->item);

  if (form != NULL && app_form_get_n_problems (form) == 0)
    self->warned = FALSE;
  show_error (self, NULL);
  update_buttons (self);
}

static void
on_raw (UiInboxCard *self)
{
  gboolean shown = gtk_toggle_button_get_active (self->raw);

  if (shown)
    ui_source_view_set_value (self->source, app_inbox_item_get_params (self->item));
  gtk_widget_set_visible (GTK_WIDGET (self->source), shown);
}

/* Answering */

static void
on_page_opened (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiInboxCard) self = data;
  g_autoptr (GError) error = NULL;

  if (g_app_info_launch_default_for_uri_finish (result, &error))
    {
      app_inbox_item_set_opened (self->item);
      return;
    }
  g_autofree char *text = g_strdup_printf (
      /* Translators: %s is an error message */
      _ ("Could not start the browser (%s). Copy the URL and open it yourself."),
      error->message);
  show_error (self, text);
  /* It can be done by hand. */
  app_inbox_item_set_opened (self->item);
}

static void
open_page (UiInboxCard *self)
{
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (self));
  g_autoptr (GdkAppLaunchContext) context = gdk_display_get_app_launch_context (display);

  if (!can_open (self))
    return;
  show_error (self, NULL);
  g_app_info_launch_default_for_uri_async (
      app_inbox_item_get_url (self->item)->url, G_APP_LAUNCH_CONTEXT (context),
      NULL, on_page_opened, g_object_ref (self));
}

static void
on_accept (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiInboxCard *self = UI_INBOX_CARD (widget);
  g_autoptr (AppInboxItem) item = g_object_ref (self->item);
  g_autoptr (UiInboxCard) alive = g_object_ref (self);
  g_autoptr (GError) error = NULL;

  if (!app_inbox_item_is_waiting (item))
    return;
  if (app_inbox_item_get_kind (item) == APP_INBOX_PAGE && !app_inbox_item_is_opened (item))
    {
      open_page (self);
      return;
    }
  if (app_inbox_item_accept (item, self->warned, &error))
    return;
  if (UI_IS_INBOX_FORM (self->content) &&
      g_error_matches (error, APP_ERROR, APP_ERROR_INVALID_INPUT))
    {
      self->warned = app_form_get_text_error (app_inbox_item_get_form (item)) == NULL;
      ui_inbox_form_show_problems (UI_INBOX_FORM (self->content));
      update_buttons (self);
      return;
    }
  show_error (self, error->message);
}

static void
on_decline (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_inbox_item_decline (UI_INBOX_CARD (widget)->item);
}

static void
on_dismiss (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_inbox_item_dismiss (UI_INBOX_CARD (widget)->item);
}

/* What is asked for on screen is not asked for once more by banners. */
static GListStore *
get_shown (void)
{
  static GListStore *shown;

  if (shown == NULL)
    shown = g_list_store_new (APP_TYPE_INBOX_ITEM);
  return shown;
}

static void
ui_inbox_card_map (GtkWidget *widget)
{
  UiInboxCard *self = UI_INBOX_CARD (widget);

  GTK_WIDGET_CLASS (ui_inbox_card_parent_class)->map (widget);
  g_list_store_append (get_shown (), self->item);
  if (self->is_due)
    ui_inbox_card_take_focus (self);
}

static void
ui_inbox_card_unmap (GtkWidget *widget)
{
  UiInboxCard *self = UI_INBOX_CARD (widget);
  guint        position;

  GTK_WIDGET_CLASS (ui_inbox_card_parent_class)->unmap (widget);
  if (g_list_store_find (get_shown (), self->item, &position))
    g_list_store_remove (get_shown (), position);
}

static void
on_answered (UiInboxCard *self)
{
  ui_widget_give_focus_back (GTK_WIDGET (self), &self->before);
}

static gboolean
ui_inbox_card_submit (UiPage *page)
{
  gtk_widget_activate_action (GTK_WIDGET (page), "inbox.accept", NULL);
  return TRUE;
}

static void
ui_inbox_card_page_init (UiPageInterface *iface)
{
  iface->submit = ui_inbox_card_submit;
}

UI_DEFINE_DISPOSE (UiInboxCard, ui_inbox_card)
{
  g_clear_weak_pointer (&self->before);
}

UI_DEFINE_CLASS (UiInboxCard, ui_inbox_card)
{
  G_OBJECT_CLASS (klass)->dispose = ui_inbox_card_dispose;
  widget_class->map = ui_inbox_card_map;
  widget_class->unmap = ui_inbox_card_unmap;

  ui_template_ensure_types (UI_TYPE_FINDING_BUTTON, UI_TYPE_SOURCE_VIEW);
  ui_template_set (widget_class, "ui/inbox/ui-inbox-card.ui");
  ui_template_hold (widget_class, UiInboxCard, item);
  ui_template_bind_children (widget_class, UiInboxCard, icon, title, place, findings, raw, message,
                             source, body, error, dismiss, hint, again, accept);
  ui_template_bind_callbacks (widget_class, on_raw, open_page);
  gtk_widget_class_install_action (widget_class, "inbox.accept", NULL, on_accept);
  gtk_widget_class_install_action (widget_class, "inbox.decline", NULL, on_decline);
  gtk_widget_class_install_action (widget_class, "inbox.dismiss", NULL, on_dismiss);
}

static void
ui_inbox_card_init (UiInboxCard *self)
{
  ui_template_init (self);
}

static GtkWidget *
create_content (UiInboxCard *self)
{
  AppInboxItem *item = self->item;

  switch (app_inbox_item_get_kind (item))
    {
    case APP_INBOX_PAGE:
      return ui_inbox_link_new (app_inbox_item_get_url (item));
    case APP_INBOX_SAMPLING:
      return ui_inbox_sampling_new (item);
    case APP_INBOX_FOLDERS:
      return ui_inbox_folders_new (app_inbox_item_get_folders (item));
    case APP_INBOX_FORM:
    default:
      return ui_inbox_form_new (app_inbox_item_get_form (item));
    }
}

static const char *
get_icon_name (AppInboxKind kind)
{
  switch (kind)
    {
    case APP_INBOX_PAGE:
      return "web-browser-symbolic";
    case APP_INBOX_SAMPLING:
      return "user-available-symbolic";
    case APP_INBOX_FOLDERS:
      return "folder-symbolic";
    case APP_INBOX_FORM:
    default:
      return "document-edit-symbolic";
    }
}

static void
show_message (UiInboxCard *self)
{
  const char      *text = app_inbox_item_get_message (self->item);
  g_autofree char *visible = app_visible_text_block (text, MAX_MESSAGE);

  if (app_inbox_item_get_kind (self->item) == APP_INBOX_FOLDERS)
    gtk_label_set_text (self->message,
                        _ ("Shares this list with the server. Does not grant access."));
  else
    gtk_label_set_text (self->message, visible);
  gtk_widget_set_visible (GTK_WIDGET (self->message),
                          gtk_label_get_text (self->message)[0] != '\0');
}

static void
follow (UiInboxCard *self)
{
  AppFolderList *folders = app_inbox_item_get_folders (self->item);

  ui_connect (self->item, "notify::waiting", on_answered, self);
  ui_connect (self->item, "notify::opened", update_buttons, self);
  ui_connect (self->item, "notify::visited", update_buttons, self);
  if (folders != NULL)
    ui_connect (folders, "items-changed", on_changed, self);
  if (UI_IS_INBOX_FORM (self->content) || UI_IS_INBOX_SAMPLING (self->content))
    ui_connect (self->content, "changed", on_changed, self);
}

GtkWidget *
ui_inbox_card_new (AppInboxItem *item)
{
  g_return_val_if_fail (APP_IS_INBOX_ITEM (item), NULL);

  UiInboxCard *self = g_object_new (UI_TYPE_INBOX_CARD, NULL);
  AppInboxKind kind = app_inbox_item_get_kind (item);

  self->item = g_object_ref (item);
  gtk_image_set_from_icon_name (self->icon, get_icon_name (kind));
  gtk_label_set_text (self->title, app_inbox_item_get_title (item));
  ui_widget_name (self, app_inbox_item_get_title (item));
  ui_finding_button_set_findings (self->findings, app_inbox_item_get_findings (item));
  gtk_widget_set_visible (GTK_WIDGET (self->raw),
                          mcp_json_value_exists (app_inbox_item_get_params (item)));
  show_message (self);
  self->content = create_content (self);
  adw_bin_set_child (self->body, self->content);
  gtk_widget_set_visible (self->dismiss, kind == APP_INBOX_FORM || kind == APP_INBOX_PAGE);
  follow (self);
  ui_inbox_card_update_time (self);
  update_buttons (self);
  return GTK_WIDGET (self);
}

MCP_DEFINE_GETTER (AppInboxItem *, UiInboxCard, ui_inbox_card, item)

GListModel *
ui_inbox_card_get_shown (void)
{
  return G_LIST_MODEL (get_shown ());
}

void
ui_inbox_card_take_focus (UiInboxCard *self)
{
  g_return_if_fail (UI_IS_INBOX_CARD (self));

  self->is_due = !gtk_widget_get_mapped (GTK_WIDGET (self));
  if (self->is_due)
    return;
  ui_widget_remember_focus (GTK_WIDGET (self), &self->before);
  ui_inbox_card_focus (self);
  /* With what is answered, the button that sends it. */
  ui_widget_scroll_to (GTK_WIDGET (self->accept));
  ui_widget_scroll_to (gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self))));
}

void
ui_inbox_card_focus (UiInboxCard *self)
{
  g_return_if_fail (UI_IS_INBOX_CARD (self));

  if (UI_IS_INBOX_SAMPLING (self->content))
    ui_inbox_sampling_focus (UI_INBOX_SAMPLING (self->content));
  else if (UI_IS_INBOX_FOLDERS (self->content))
    ui_inbox_folders_focus (UI_INBOX_FOLDERS (self->content));
  else if (!UI_IS_INBOX_FORM (self->content) ||
           !ui_inbox_form_focus (UI_INBOX_FORM (self->content)))
    gtk_widget_grab_focus (GTK_WIDGET (self->accept));
}

void
ui_inbox_card_update_time (UiInboxCard *self)
{
  g_return_if_fail (UI_IS_INBOX_CARD (self));

  gint64 waited = g_get_real_time () - app_inbox_item_get_time (self->item);
  gint64 seconds = MAX (waited / G_USEC_PER_SEC, 0);
  /* Translators: a number of seconds */
  g_autofree char *since = seconds < 60 ? g_strdup_printf (_ ("%d s"), (int)seconds)
                                        : app_visible_text_duration (seconds * G_USEC_PER_SEC);
  const char      *called = app_inbox_item_get_target (self->item);
  const char      *task = app_inbox_item_get_task_id (self->item);
  g_autofree char *target = app_visible_text_line (called != NULL ? called : task, MAX_LINE);
  g_autofree char *text =
      called != NULL
          /* Translators: the name of a tool, and how long ago, such as "12 s" */
          ? g_strdup_printf (_ ("for “%s” · %s ago"), target, since)
          : task != NULL
                ? g_strdup_printf (_ ("for task “%s” · %s ago"), target, since)
                : g_strdup_printf (_ ("%s ago"), since);

  gtk_label_set_text (self->place, text);
}
