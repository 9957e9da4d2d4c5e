/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-object-view.h"
#include "ui-file-chooser.h"
#include "ui-menu.h"
#include "ui-question.h"
#include "ui-reference-drag.h"
#include "ui-template.h"
#include "ui-value-view.h"
#include "ui-view-choice.h"
#include "ui-widget.h"
#include "app-object-name.h"
#include "app-token-count.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define MAX_LINE 200
/* What is read sooner shows no spinner. */
#define SPINNER_MS 200

struct _UiObjectView
{
  GtkWidget parent_instance;

  GActionGroup     *actions;
  AppObjectCache   *object_cache;
  AppSettings      *settings;
  StoreObjectEntry *entry;   /* (nullable) */
  StoreObject      *object;  /* (nullable): once it is read */
  GCancellable     *reading; /* (nullable) */
  guint             late;    /* source: it takes a while */
  const char       *waiting; /* (nullable): the action that needs what is being read */
  AppTokenCount    *count;   /* of the object */

  GtkMenuButton *menu_button;
  GtkLabel      *header;
  GtkLabel      *origin;
  GtkStack      *stack;
  UiValueView   *value;
  AdwStatusPage *problem;
};

G_DEFINE_FINAL_TYPE (UiObjectView, ui_object_view, GTK_TYPE_WIDGET)

#define HIDDEN "action-disabled"

static const UiMenuRow menu[] = {
  { UI_MENU_ITEM, N_ ("_Copy"), "object.copy" },
  { UI_MENU_ITEM, N_ ("Copy as _YAML"), "object.copy-yaml", HIDDEN },
  { UI_MENU_ITEM, N_ ("Copy Pa_th"), "object.copy-path" },
  { UI_MENU_ITEM, N_ ("Copy _Reference"), "object.copy-reference" },
  { UI_MENU_ITEM, N_ ("_Use as Argument…"), "object.use-reference" },
  { UI_MENU_ITEM, N_ ("Show P_art…"), "object.show-part" },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("Compare _With…"), "object.compare" },
  { UI_MENU_ITEM, N_ ("_Open in Second Pane"), "object.open-beside", HIDDEN },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("Re_name…"), "object.rename" },
  { UI_MENU_ITEM, N_ ("_Pin"), "object.pin", HIDDEN },
  { UI_MENU_ITEM, N_ ("Un_pin"), "object.unpin", HIDDEN },
  { UI_MENU_SUBMENU, N_ ("Object _Lifetime") },
  { UI_MENU_ITEM, N_ ("_Unlimited"), "object.expire(int64 0)" },
  { UI_MENU_ITEM, N_ ("10 _Minutes"), "object.expire(int64 600)" },
  { UI_MENU_ITEM, N_ ("1 _Hour"), "object.expire(int64 3600)" },
  { UI_MENU_ITEM, N_ ("1 _Day"), "object.expire(int64 86400)" },
  { UI_MENU_ITEM, N_ ("30 Da_ys"), "object.expire(int64 2592000)" },
  { UI_MENU_END },
  { UI_MENU_SECTION },
  { UI_MENU_ITEM, N_ ("_Save to File…"), "object.save" },
  { UI_MENU_ITEM, N_ ("_Delete"), "object.delete" },
};

static const StoreObjectFacts *
get_facts (UiObjectView *self)
{
  return self->entry != NULL ? store_object_entry_get_facts (self->entry) : NULL;
}

void
ui_object_view_enable (UiObjectView *self, const char *action, gboolean enabled)
{
  g_return_if_fail (UI_IS_OBJECT_VIEW (self));

  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), action)),
      enabled);
}

static void
show_facts (UiObjectView *self)
{
  const StoreObjectFacts *facts = get_facts (self);

  if (facts == NULL)
    return;
  g_autofree char *title = app_object_name_dup_for_entry (self->entry);
  g_autofree char *origin = app_object_name_dup_facts_line (facts);
  g_autofree char *tokens = NULL;

  g_object_get (self->count, "words", &tokens, NULL);
  g_autofree char *place = g_strdup_printf (tokens[0] != '\0' ? "%s/%s · %s" : "%s/%s",
                                            facts->store, facts->id, tokens);

  gtk_label_set_text (self->header, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->header), title);
  gtk_label_set_text (self->origin, origin);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->origin), place);
  ui_object_view_enable (self, "pin", !facts->pinned);
  ui_object_view_enable (self, "unpin", facts->pinned);
  ui_object_view_enable (self, "copy-yaml", facts->kind == STORE_OBJECT_JSON);
}

/* The value */

/* @object: (nullable) */
static void
show_value (UiObjectView *self, StoreObject *object)
{
  g_set_object (&self->object, object);
  app_token_count_set_object (self->count, object);
  ui_value_view_set_object (self->value, object, app_settings_get_tree_limits (self->settings));
  if (object != NULL)
    gtk_stack_set_visible_child_name (self->stack, "value");
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiObjectView) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StoreObject) object =
      app_object_cache_get_finish (APP_OBJECT_CACHE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->stack == NULL)
    return;
  g_clear_handle_id (&self->late, g_source_remove);
  g_clear_object (&self->reading);
  if (object == NULL)
    {
      g_autofree char *text = app_visible_text_line (error->message, MAX_LINE);
      g_autofree char *markup = g_markup_escape_text (text, -1);

      adw_status_page_set_description (self->problem, markup);
      gtk_stack_set_visible_child_name (self->stack, "problem");
      return;
    }
  show_value (self, object);
  if (self->waiting != NULL)
    g_action_group_activate_action (self->actions, g_steal_pointer (&self->waiting), NULL);
}

static gboolean
on_late (gpointer data)
{
  UiObjectView *self = data;

  self->late = 0;
  gtk_stack_set_visible_child_name (self->stack, "reading");
  return G_SOURCE_REMOVE;
}

static void
stop_reading (UiObjectView *self)
{
  g_clear_handle_id (&self->late, g_source_remove);
  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  self->waiting = NULL;
}

void
ui_object_view_set_up (UiObjectView   *self,
                       AppObjectCache *object_cache,
                       AppSettings    *settings,
                       GListModel     *sessions)
{
  g_return_if_fail (UI_IS_OBJECT_VIEW (self));

  self->object_cache = g_object_ref (object_cache);
  self->settings = g_object_ref (settings);
  self->count = app_token_count_new ();
  ui_connect (self->count, "notify::words", show_facts, self);
  ui_value_view_set_sessions (self->value, sessions);
}

void
ui_object_view_show (UiObjectView *self, StoreObjectEntry *entry)
{
  g_return_if_fail (UI_IS_OBJECT_VIEW (self));

  /* Another call only moves it down the list: what was opened in it stays open. */
  if (self->entry == entry)
    return;
  stop_reading (self);
  if (self->entry != NULL)
    g_signal_handlers_disconnect_by_data (self->entry, self);
  g_set_object (&self->entry, entry);
  show_value (self, NULL);
  gtk_widget_set_visible (gtk_widget_get_first_child (GTK_WIDGET (self)), entry != NULL);
  if (entry == NULL)
    return;
  ui_connect (entry, "notify::facts", show_facts, self);
  show_facts (self);
  const StoreObjectFacts *facts = get_facts (self);
  self->reading = g_cancellable_new ();
  self->late = g_timeout_add (SPINNER_MS, on_late, self);
  app_object_cache_get_async (self->object_cache, facts->store, facts->id, self->reading, on_read,
                              g_object_ref (self));
}

MCP_DEFINE_GETTER (StoreObjectEntry *, UiObjectView, ui_object_view, entry)
MCP_DEFINE_GETTER (GActionGroup *, UiObjectView, ui_object_view, actions)

GMenuModel *
ui_object_view_get_menu (UiObjectView *self)
{
  g_return_val_if_fail (UI_IS_OBJECT_VIEW (self), NULL);
  return gtk_menu_button_get_menu_model (self->menu_button);
}

/* Actions */

/* Who asks for something before the value is there gets it as soon as it is.
 * @action: static */
static gboolean
has_value (UiObjectView *self, const char *action)
{
  if (self->object == NULL && self->reading != NULL)
    self->waiting = action;
  return self->object != NULL;
}

static AppReference *
dup_reference (UiObjectView *self)
{
  const StoreObjectFacts *facts = get_facts (self);

  return facts != NULL ? app_reference_new_object (facts->store, facts->id, NULL) : NULL;
}

static void
copy_reference (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (AppReference) reference = dup_reference (data);

  ui_reference_drag_copy (data, reference);
}

static void
use_reference (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (AppReference) reference = dup_reference (data);

  ui_reference_drag_use (data, reference);
}

static void
show_part (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (AppReference) reference = dup_reference (data);

  if (reference != NULL)
    gtk_widget_activate_action (data, "win.show-part", "s", reference->text);
}

static void
copy_object (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (has_value (data, "copy"))
    ui_value_view_copy (((UiObjectView *)data)->value, APP_VIEW_RAW);
}

static void
copy_yaml (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (has_value (data, "copy-yaml"))
    ui_value_view_copy (((UiObjectView *)data)->value, APP_VIEW_YAML);
}

/* What the command line calls it. */
static void
copy_path (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const StoreObjectFacts *facts = get_facts (data);

  if (facts == NULL)
    return;
  g_autofree char *path = g_strdup_printf ("%s/%s", facts->store, facts->id);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (data), path);
}

static void
change (UiObjectView *self, StoreObjectChange change)
{
  if (self->entry != NULL)
    app_object_cache_change (self->object_cache, self->entry, &change);
}

static void
pin (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiObjectView           *self = data;
  const StoreObjectFacts *facts = get_facts (self);
  g_autofree char        *title =
      facts != NULL ? app_object_name_dup_for_entry (self->entry) : NULL;

  /* What it was called with is known only until the program ends. */
  change (self, (StoreObjectChange){ .pin = TRUE,
                                     .name = facts != NULL && facts->name == NULL &&
                                                     facts->tool != NULL
                                                 ? title
                                                 : NULL });
}

static void
unpin (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiObjectView           *self = data;
  const StoreObjectFacts *facts = get_facts (self);

  change (self, (StoreObjectChange){ .unpin = TRUE,
                                     .name = facts != NULL && app_object_name_is_of_call (facts)
                                                 ? ""
                                                 : NULL });
}

static void
expire (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gint64 seconds = g_variant_get_int64 (parameter);
  gint64 expires = seconds > 0 ? g_get_real_time () + seconds * G_USEC_PER_SEC
                               : STORE_OBJECT_NEVER;

  change (data, (StoreObjectChange){ .expires = expires });
}

static void
on_renamed (UiObjectView *self, const char *response, AdwMessageDialog *dialog)
{
  GtkEditable     *entry = GTK_EDITABLE (adw_message_dialog_get_extra_child (dialog));
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (entry)));

  if (g_str_equal (response, "rename"))
    change (self, (StoreObjectChange){ .name = name });
}

/* An empty name takes it away. */
static void
ask_for_name (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiObjectView           *self = data;
  const StoreObjectFacts *facts = get_facts (self);
  GtkRoot                *root = gtk_widget_get_root (data);
  AdwMessageDialog       *question;
  GtkWidget              *entry;

  if (facts == NULL || !GTK_IS_WINDOW (root))
    return;
  question = ui_question_ask (data, _ ("Rename Object"), NULL, "rename", _ ("_Rename"),
                              ADW_RESPONSE_SUGGESTED, G_CALLBACK (on_renamed), self);
  entry = gtk_entry_new ();
  g_autofree char *unnamed = app_object_name_dup_for_entry (self->entry);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), unnamed);
  gtk_editable_set_text (GTK_EDITABLE (entry), facts->name != NULL ? facts->name : "");
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_entry_set_max_length (GTK_ENTRY (entry), MAX_LINE);
  ui_widget_name (entry, _ ("Name"));
  adw_message_dialog_set_extra_child (question, entry);
  adw_message_dialog_set_default_response (question, "rename");
  gtk_widget_grab_focus (entry);
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiObjectView) self = data;
  g_autoptr (GError) error = NULL;

  if (!g_file_replace_contents_finish (G_FILE (source), result, NULL, &error) &&
      self->object_cache != NULL)
    g_signal_emit_by_name (self->object_cache, "failed", error);
}

static void
on_file (gpointer object, GFile *file)
{
  UiObjectView *self = UI_OBJECT_VIEW (object);

  if (self->object == NULL)
    return;
  g_autoptr (GBytes) bytes = store_object_dup_bytes (self->object);
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_REPLACE_DESTINATION,
                                       NULL, on_saved, g_object_ref (self));
}

static void
save (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (has_value (data, "save"))
    ui_file_chooser_ask (data, _ ("Save Object"), GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL,
                         on_file, data);
}

static void
delete_object (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiObjectView *self = data;

  if (self->entry != NULL)
    g_signal_emit_by_name (self, "delete", self->entry);
}

static void
compare (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiObjectView *self = data;

  if (self->entry != NULL)
    g_signal_emit_by_name (self, "compare", self->entry);
}

static void
open_beside (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiObjectView *self = data;

  if (self->entry != NULL)
    g_signal_emit_by_name (self, "open-beside", self->entry);
}

static const GActionEntry actions[] = {
  { "compare", compare },
  { "open-beside", open_beside },
  { "copy-path", copy_path },
  { "rename", ask_for_name },
  { "pin", pin },
  { "unpin", unpin },
  { "expire", expire, "x" },
  { "save", save },
  { "delete", delete_object },
  { "copy", copy_object },
  { "copy-yaml", copy_yaml },
  { "copy-reference", copy_reference },
  { "use-reference", use_reference },
  { "show-part", show_part },
};

/* The class */

UI_DEFINE_DISPOSE (UiObjectView, ui_object_view)
{
  stop_reading (self);
}

UI_DEFINE_CLASS (UiObjectView, ui_object_view)
{
  G_OBJECT_CLASS (klass)->dispose = ui_object_view_dispose;
  ui_template_ensure_types (UI_TYPE_VALUE_VIEW, UI_TYPE_VIEW_CHOICE);
  ui_template_set_bin (widget_class, "ui/objects/ui-object-view.ui");
  ui_template_hold (widget_class, UiObjectView, count, object, entry, settings, object_cache,
                    actions);
  ui_template_bind_children (widget_class, UiObjectView, menu_button, header, origin, stack, value,
                             problem);
  mcp_signal_new (klass, "compare", 1, STORE_TYPE_OBJECT_ENTRY);
  mcp_signal_new (klass, "delete", 1, STORE_TYPE_OBJECT_ENTRY);
  mcp_signal_new (klass, "open-beside", 1, STORE_TYPE_OBJECT_ENTRY);
}

static void
ui_object_view_init (UiObjectView *self)
{
  GSimpleActionGroup *group = g_simple_action_group_new ();
  g_autoptr (GMenuModel) model = ui_menu_new (menu, G_N_ELEMENTS (menu));

  ui_template_init (self);
  gtk_menu_button_set_menu_model (self->menu_button, model);
  self->actions = G_ACTION_GROUP (group);
  g_action_map_add_action_entries (G_ACTION_MAP (group), actions, G_N_ELEMENTS (actions), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "object", self->actions);
}
