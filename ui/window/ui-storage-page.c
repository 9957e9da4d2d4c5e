/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-storage-page.h"
#include "ui-spin-row.h"
#include "ui-question.h"
#include "ui-template.h"
#include "app-object-cache.h"
#include "app-storage.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MEGABYTE 1000000
/* Somebody who holds a button down means the last number. */
#define SETTLE_MS 600

struct _UiStoragePage
{
  AdwPreferencesPage parent_instance;

  AppStorage     *storage;
  AppObjectCache *object_cache;
  gboolean        updating;
  guint           settle;         /* source: the limits of the history are told */
  guint           settle_results; /* source: those of the results are */

  AdwComboRow  *store;
  AdwActionRow *kept;
  UiSpinRow    *max_results;
  UiSpinRow    *max_megabytes;
  UiSpinRow    *lifetime;
  AdwActionRow *elsewhere;
  GtkWidget    *move;
  AdwEntryRow  *address;
  AdwEntryRow  *password;
  AdwActionRow *status;
  GtkWidget    *test;
  AdwActionRow *recorded;
  UiSpinRow    *days;
  UiSpinRow    *megabytes;
};

UI_DEFINE_TEMPLATE (UiStoragePage, ui_storage_page, ADW_TYPE_PREFERENCES_PAGE)

/* In the order of the list. */
static const char *const stores[] = { "sqlite", "redis", "memory" };

static void
say (UiStoragePage *self, const char *text)
{
  GtkWidget       *page = GTK_WIDGET (self);
  GtkWidget       *window = gtk_widget_get_ancestor (page, ADW_TYPE_PREFERENCES_WINDOW);
  g_autofree char *line = app_visible_text_line (text, 0);
  g_autofree char *title = g_markup_escape_text (line, -1);

  if (window != NULL)
    adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (window), adw_toast_new (title));
}

static void
set_subtitle (AdwActionRow *row, const char *text)
{
  g_autofree char *line = app_visible_text_line (text, 0);
  g_autofree char *markup = g_markup_escape_text (line, -1);

  adw_action_row_set_subtitle (row, markup);
}

/* Results */

/* They come with the list of the file. */
static void
show_result_limits (UiStoragePage *self)
{
  guint   count;
  guint64 bytes;

  if (self->settle_results != 0)
    return;
  app_storage_get_result_limits (self->storage, &count, &bytes);
  self->updating = TRUE;
  ui_spin_row_set_value (self->max_results, count);
  ui_spin_row_set_value (self->max_megabytes, (double)(bytes / MEGABYTE));
  self->updating = FALSE;
}

static gboolean
on_results_settled (gpointer data)
{
  UiStoragePage *self = data;

  self->settle_results = 0;
  app_storage_set_result_limits (
      self->storage, (guint)ui_spin_row_get_value (self->max_results),
      (guint64)ui_spin_row_get_value (self->max_megabytes) * MEGABYTE);
  return G_SOURCE_REMOVE;
}

static void
on_result_limits_changed (UiStoragePage *self)
{
  if (self->storage == NULL || self->updating)
    return;
  g_clear_handle_id (&self->settle_results, g_source_remove);
  self->settle_results = g_timeout_add (SETTLE_MS, on_results_settled, self);
}

static void
update_results (UiStoragePage *self)
{
  guint            n = app_object_cache_get_n (self->object_cache);
  guint            n_elsewhere = app_storage_count_elsewhere (self->storage);
  g_autofree char *size = app_visible_text_size (app_object_cache_get_size (self->object_cache));
  g_autofree char *all =
      g_strdup_printf (ngettext ("%'u result · %s", "%'u results · %s", n), n, size);
  guint            n_evicted = app_object_cache_get_evicted (self->object_cache);
  g_autofree char *evicted = g_strdup_printf (
      ngettext ("%s · %'u removed since the start", "%s · %'u removed since the start", n_evicted),
      all, n_evicted);
  g_autofree char *others = g_strdup_printf (
      ngettext ("%'u result is kept elsewhere", "%'u results are kept elsewhere", n_elsewhere),
      n_elsewhere);

  set_subtitle (self->kept, n_evicted > 0 ? evicted : all);
  set_subtitle (self->elsewhere, others);
  gtk_widget_set_visible (GTK_WIDGET (self->elsewhere), n_elsewhere > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "storage.delete-results", n > 0);
  show_result_limits (self);
}

static void
update_store (UiStoragePage *self)
{
  const char *store = app_storage_get_store (self->storage);

  self->updating = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (stores); i++)
    if (g_str_equal (stores[i], store))
      adw_combo_row_set_selected (self->store, i);
  self->updating = FALSE;
  update_results (self);
}

static void
on_store_chosen (UiStoragePage *self)
{
  guint chosen = adw_combo_row_get_selected (self->store);

  if (self->storage != NULL && !self->updating && chosen < G_N_ELEMENTS (stores))
    g_object_set (self->storage, "store", stores[chosen], NULL);
}

static void
on_moved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiStoragePage) self = data;
  g_autoptr (GError) error = NULL;
  guint            moved;
  gboolean         well = app_storage_move_finish (APP_STORAGE (source), result, &moved, &error);
  g_autofree char *text =
      g_strdup_printf (ngettext ("%'u result was moved", "%'u results were moved", moved), moved);

  if (self->storage == NULL)
    return;
  gtk_widget_set_sensitive (self->move, TRUE);
  say (self, well ? text : error->message);
}

static void
move (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiStoragePage *self = UI_STORAGE_PAGE (widget);

  gtk_widget_set_sensitive (self->move, FALSE);
  app_storage_move_async (self->storage, NULL, on_moved, g_object_ref (self));
}

/* Questions */

static void
on_answer (UiStoragePage *self, const char *response)
{
  if (g_str_equal (response, "delete"))
    app_storage_delete_all (self->storage);
}

static void
ask_to_delete (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_question_ask (
      widget, _ ("Delete All Results?"),
      _ ("The results of all servers, the pinned ones too, are deleted for good."), "delete",
      _ ("_Delete"), ADW_RESPONSE_DESTRUCTIVE, G_CALLBACK (on_answer), widget);
}

/* Redis */

static void
update_address (UiStoragePage *self)
{
  const char *address = app_storage_get_redis_url (self->storage);

  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (self->address)), address))
    gtk_editable_set_text (GTK_EDITABLE (self->address), address);
}

static void
update_status (UiStoragePage *self)
{
  g_autofree char *status = NULL;

  g_object_get (self->storage, "status", &status, NULL);
  set_subtitle (self->status, status);
  gtk_widget_set_visible (GTK_WIDGET (self->status), status != NULL);
}

static void
on_address_applied (UiStoragePage *self)
{
  g_autofree char *address =
      g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->address))));

  g_object_set (self->storage, "redis-url", address, NULL);
  update_address (self);
}

static void
on_password_set (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiStoragePage) self = data;
  g_autoptr (GError) error = NULL;
  gboolean well = app_storage_set_password_finish (APP_STORAGE (source), result, &error);

  if (self->storage == NULL)
    return;
  say (self, well ? _ ("The password is in the keyring") : error->message);
  /* It is not shown again. */
  if (well)
    gtk_editable_set_text (GTK_EDITABLE (self->password), "");
}

static void
on_password_applied (UiStoragePage *self)
{
  app_storage_set_password_async (self->storage,
                                  gtk_editable_get_text (GTK_EDITABLE (self->password)), NULL,
                                  on_password_set, g_object_ref (self));
}

static void
on_tested (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiStoragePage) self = data;
  g_autoptr (GError) error = NULL;
  gboolean well = app_storage_test_finish (APP_STORAGE (source), result, &error);

  if (self->storage == NULL)
    return;
  gtk_widget_set_sensitive (self->test, TRUE);
  say (self, well ? _ ("The Redis server can be used") : error->message);
}

static void
test (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiStoragePage *self = UI_STORAGE_PAGE (widget);

  gtk_widget_set_sensitive (self->test, FALSE);
  app_storage_test_async (self->storage, NULL, on_tested, g_object_ref (self));
}

/* The history */

static void
on_measured (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiStoragePage) self = data;
  g_autoptr (GError) error = NULL;
  AppHistorySize size;

  if (!app_storage_measure_finish (APP_STORAGE (source), result, &size, &error))
    {
      if (self->storage != NULL)
        set_subtitle (self->recorded, error->message);
      return;
    }
  if (self->storage == NULL)
    return;
  g_autofree char *bytes = app_visible_text_size (size.bytes);
  g_autofree char *text = g_strdup_printf (
      ngettext ("%'u entry · %s", "%'u entries · %s", (gulong)size.n), (guint)size.n, bytes);
  set_subtitle (self->recorded, text);
  self->updating = TRUE;
  ui_spin_row_set_value (self->days, size.max_days);
  ui_spin_row_set_value (self->megabytes, (double)(size.max_bytes / MEGABYTE));
  self->updating = FALSE;
}

static gboolean
on_settled (gpointer data)
{
  UiStoragePage *self = data;

  self->settle = 0;
  app_storage_set_history_limits (
      self->storage, (guint)ui_spin_row_get_value (self->days),
      (guint64)ui_spin_row_get_value (self->megabytes) * MEGABYTE);
  return G_SOURCE_REMOVE;
}

static void
on_limits_changed (UiStoragePage *self)
{
  if (self->storage == NULL || self->updating)
    return;
  g_clear_handle_id (&self->settle, g_source_remove);
  self->settle = g_timeout_add (SETTLE_MS, on_settled, self);
}

/* The class */

void
ui_storage_page_set_workspace (UiStoragePage *self, AppWorkspace *workspace)
{
  g_return_if_fail (UI_IS_STORAGE_PAGE (self));
  g_return_if_fail (self->storage == NULL);

  self->storage = g_object_ref (app_workspace_get_storage (workspace));
  self->object_cache = g_object_ref (app_workspace_get_object_cache (workspace));
  ui_connect (self->object_cache, "changed", update_results, self);
  ui_connect (self->object_cache, "evicted", update_results, self);
  ui_connect (self->storage, "notify::store", update_store, self);
  ui_connect (self->storage, "notify::redis-url", update_address, self);
  ui_connect (self->storage, "notify::status", update_status, self);
  g_object_bind_property (self->storage, "lifetime", self->lifetime, "value",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  update_store (self);
  update_address (self);
  update_status (self);
  app_storage_measure_async (self->storage, NULL, on_measured, g_object_ref (self));
}

UI_DEFINE_DISPOSE (UiStoragePage, ui_storage_page)
{
  /* What was typed last counts. */
  if (self->settle != 0)
    {
      g_source_remove (self->settle);
      on_settled (self);
    }
  if (self->settle_results != 0)
    {
      g_source_remove (self->settle_results);
      on_results_settled (self);
    }
}

UI_DEFINE_CLASS (UiStoragePage, ui_storage_page)
{
  ui_template_set (widget_class, "ui/window/ui-storage-page.ui");
  ui_template_hold (widget_class, UiStoragePage, storage, object_cache);
  G_OBJECT_CLASS (klass)->dispose = ui_storage_page_dispose;
  ui_template_bind_children (widget_class, UiStoragePage, store, kept, elsewhere, max_results,
                             max_megabytes, lifetime, move, address, password, status, test,
                             recorded, days, megabytes);
  ui_template_bind_callbacks (widget_class, on_store_chosen, on_address_applied,
                              on_password_applied, on_limits_changed, on_result_limits_changed);
  gtk_widget_class_install_action (widget_class, "storage.move", NULL, move);
  gtk_widget_class_install_action (widget_class, "storage.test", NULL, test);
  gtk_widget_class_install_action (widget_class, "storage.delete-results", NULL, ask_to_delete);
}
