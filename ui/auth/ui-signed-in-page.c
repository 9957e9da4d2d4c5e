/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-signed-in-page.h"
#include "ui-question.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-sign-out.h"
#include "app-visible-text.h"
#include "store-sign-in.h"

#include <glib/gi18n.h>

#define MAX_NAME 80
#define MAX_LINE 200
#define ENTRY_DATA "ui-entry"

struct _UiSignedInPage
{
  AdwPreferencesPage parent_instance;

  AppWorkspace *workspace;
  GListModel   *entries; /* of StoreSignIn */
  GPtrArray    *left;    /* (nullable): of StoreSignIn, while everything is signed out of */

  GtkListBox *list;
  GtkWidget  *everywhere;
};

UI_DEFINE_TEMPLATE (UiSignedInPage, ui_signed_in_page, ADW_TYPE_PREFERENCES_PAGE)

static void
say (UiSignedInPage *self, const char *text)
{
  GtkWidget       *page = GTK_WIDGET (self);
  GtkWidget       *window = gtk_widget_get_ancestor (page, ADW_TYPE_PREFERENCES_WINDOW);
  g_autofree char *line = app_visible_text_line (text, MAX_LINE);
  g_autofree char *title = g_markup_escape_text (line, -1);

  if (window != NULL)
    adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (window), adw_toast_new (title));
}

static void sign_out_of_next (UiSignedInPage *self);

static void
on_signed_out (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiSignedInPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!app_sign_out_finish (APP_WORKSPACE (object), result, &error))
    say (self, error->message);
  else if (self->left == NULL)
    say (self, _ ("Signed out"));
  if (self->left != NULL)
    sign_out_of_next (self);
}

static void
sign_out (UiSignedInPage *self, StoreSignIn *entry)
{
  app_sign_out_async (self->workspace, entry, NULL, on_signed_out, g_object_ref (self));
}

/* One after the other: each takes its turn with the keyring. */
static void
sign_out_of_next (UiSignedInPage *self)
{
  if (self->left->len == 0)
    {
      g_clear_pointer (&self->left, g_ptr_array_unref);
      gtk_widget_set_sensitive (self->everywhere, TRUE);
      say (self, _ ("Signed out"));
      return;
    }
  g_autoptr (StoreSignIn) entry = g_ptr_array_steal_index (self->left, 0);
  sign_out (self, entry);
}

static void
on_row_clicked (GtkButton *button, UiSignedInPage *self)
{
  gtk_widget_set_sensitive (GTK_WIDGET (button), FALSE);
  sign_out (self, g_object_get_data (G_OBJECT (button), ENTRY_DATA));
}

static void
on_response (UiSignedInPage *self, const char *response)
{
  if (!g_str_equal (response, "sign-out") || self->left != NULL)
    return;
  self->left = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < g_list_model_get_n_items (self->entries); i++)
    g_ptr_array_add (self->left, g_list_model_get_item (self->entries, i));
  gtk_widget_set_sensitive (self->everywhere, FALSE);
  sign_out_of_next (self);
}

static void
ask (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_question_ask (widget, _ ("Sign Out Everywhere?"),
                   _ ("All tokens are revoked where the servers let one, and deleted. The servers "
                      "stay in your list."),
                   "sign-out", _ ("_Sign Out"), ADW_RESPONSE_DESTRUCTIVE, G_CALLBACK (on_response),
                   widget);
}

/* Rows */

/* "anna@example.org · files:read · 3 March" */
static char *
dup_subtitle (const StoreSignInParts *parts)
{
  g_autoptr (GDateTime) when = g_date_time_new_from_unix_local (parts->when);
  g_autofree char *date = when != NULL ? g_date_time_format (when, "%x %H:%M") : NULL;
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  if (parts->account != NULL)
    g_ptr_array_add (words, (char *)parts->account);
  g_ptr_array_add (words, (char *)parts->issuer);
  if (parts->scopes != NULL && parts->scopes[0] != '\0')
    g_ptr_array_add (words, (char *)parts->scopes);
  if (!parts->active)
    g_ptr_array_add (words, _ ("signed out, the client is still registered"));
  if (date != NULL)
    g_ptr_array_add (words, date);
  g_ptr_array_add (words, NULL);
  g_autofree char *text = g_strjoinv (" · ", (char **)words->pdata);
  return app_visible_text_line (text, MAX_LINE);
}

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  const StoreSignInParts *parts = store_sign_in_get (item);
  GtkWidget              *row = adw_action_row_new ();
  GtkWidget              *button = gtk_button_new_with_label (_ ("Sign Out"));
  g_autofree char        *name = app_visible_text_line (
             parts->name != NULL && parts->name[0] != '\0' ? parts->name : parts->server, MAX_NAME);
  g_autofree char *subtitle = dup_subtitle (parts);
  g_autofree char *markup = g_markup_escape_text (subtitle, -1);
  /* Translators: %s is a server */
  g_autofree char *label = g_strdup_printf (_ ("Sign out of %s"), name);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), markup);
  gtk_widget_set_tooltip_text (row, parts->server);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  ui_widget_name (button, label);
  g_object_set_data_full (G_OBJECT (button), ENTRY_DATA, g_object_ref (item), g_object_unref);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_row_clicked), data, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return row;
}

static void
update (UiSignedInPage *self)
{
  gtk_widget_set_visible (self->everywhere, g_list_model_get_n_items (self->entries) > 1);
}

/* The object */

MCP_DEFINE_DISPOSE (UiSignedInPage, ui_signed_in_page)
{
  g_clear_object (&self->workspace);
  g_clear_object (&self->entries);
  g_clear_pointer (&self->left, g_ptr_array_unref);
}

UI_DEFINE_CLASS (UiSignedInPage, ui_signed_in_page)
{
  G_OBJECT_CLASS (klass)->dispose = ui_signed_in_page_dispose;

  ui_template_set (widget_class, "ui/auth/ui-signed-in-page.ui");
  ui_template_bind_children (widget_class, UiSignedInPage, list, everywhere);
  gtk_widget_class_install_action (widget_class, "accounts.sign-out-everywhere", NULL, ask);
}

void
ui_signed_in_page_set_workspace (UiSignedInPage *self, AppWorkspace *workspace)
{
  g_return_if_fail (UI_IS_SIGNED_IN_PAGE (self));
  g_return_if_fail (APP_IS_WORKSPACE (workspace) && self->workspace == NULL);

  self->workspace = g_object_ref (workspace);
  self->entries = g_object_ref (G_LIST_MODEL (app_workspace_get_sign_ins (workspace)));
  gtk_list_box_bind_model (self->list, self->entries, create_row, self, NULL);
  ui_connect (self->entries, "items-changed", update, self);
  update (self);
}
