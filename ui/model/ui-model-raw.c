/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-raw.h"
#include "app-model-exchange.h"
#include "app-json-text.h"
#include "ui-copy.h"
#include "ui-source-view.h"
#include "ui-template.h"
#include "ui-widget.h"

#include <glib/gi18n.h>
#include <string.h>

/* A body that is laid out in place. */
#define PRETTY_BYTES (1024u * 1024u)

struct _UiModelRaw
{
  AdwWindow parent_instance;

  AppModelController *controller; /* (nullable) */
  GCancellable       *asking;     /* (nullable): what the model reads */
  char               *read;       /* (nullable): that */

  GtkDropDown     *exchange;
  GtkToggleButton *request;
  GtkToggleButton *response;
  GtkToggleButton *reading;
  GtkToggleButton *pretty;
  GtkStack        *stack;
  GtkLabel        *summary;
  UiSourceView    *source;
  GtkFlowBox      *cells;
};

G_DEFINE_FINAL_TYPE (UiModelRaw, ui_model_raw, ADW_TYPE_WINDOW)

static AppModelExchange *
get_wire (UiModelRaw *self)
{
  return gtk_drop_down_get_selected_item (self->exchange);
}

/* Returns: (transfer none): what is shown, as it was */
static const char *
get_text (UiModelRaw *self)
{
  return gtk_toggle_button_get_active (self->request)
             ? app_model_exchange_get_request (get_wire (self))
             : app_model_exchange_get_response (get_wire (self));
}

/* Line and headers stay as they are; the body is laid out where it is JSON.
 * Returns: (transfer full) */
static char *
lay_out (const char *text)
{
  const char *body = strstr (text, "\n\n");

  if (body == NULL || strlen (body) > PRETTY_BYTES)
    return g_strdup (text);
  body += 2;
  g_autofree char *pretty = app_json_text_dup_pretty (body, -1);
  g_autofree char *head = g_strndup (text, (gsize)(body - text));
  return g_strconcat (head, pretty != NULL ? pretty : body, NULL);
}

/* What the model reads */

static gboolean
shows_reading (UiModelRaw *self)
{
  return gtk_toggle_button_get_active (self->reading);
}

static void
stop_asking (UiModelRaw *self)
{
  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiModelRaw) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = app_model_reading_finish (result, &error);

  /* Something else is shown meanwhile. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->source == NULL)
    return;
  g_clear_object (&self->asking);
  g_free (self->read);
  self->read = g_strdup (text != NULL ? text : error->message);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "raw.copy", text != NULL);
  ui_source_view_set_text (self->source, self->read, UI_SOURCE_PLAIN);
}

static void
show_reading (UiModelRaw *self)
{
  ui_source_view_set_text (self->source, _ ("Asking the server…"), UI_SOURCE_PLAIN);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "raw.copy", FALSE);
  if (self->controller == NULL)
    return;
  self->asking = g_cancellable_new ();
  app_model_controller_read_async (self->controller, get_wire (self), self->asking, on_read,
                                   g_object_ref (self));
}

static void
show (UiModelRaw *self)
{
  AppModelExchange *wire = get_wire (self);

  /* The template is not there yet. */
  if (self->source == NULL)
    return;
  gtk_stack_set_visible_child_name (self->stack, wire != NULL ? "exchange" : "empty");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "raw.copy", wire != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "raw.copy-curl",
                                 wire != NULL && *app_model_exchange_get_curl (wire) != '\0');
  if (wire == NULL)
    return;
  stop_asking (self);
  gtk_widget_set_sensitive (GTK_WIDGET (self->pretty), !shows_reading (self));
  gtk_label_set_text (self->summary, app_model_exchange_get_summary (wire));
  if (shows_reading (self))
    {
      show_reading (self);
      return;
    }
  g_autofree char *laid_out =
      gtk_toggle_button_get_active (self->pretty) ? lay_out (get_text (self)) : NULL;
  ui_source_view_set_text (self->source, laid_out != NULL ? laid_out : get_text (self),
                           UI_SOURCE_PLAIN);
}

static void
on_toggled (UiModelRaw *self, GParamSpec *pspec, GtkToggleButton *button)
{
  /* Of a group, the one that is switched on speaks for both. */
  if (gtk_toggle_button_get_active (button) || button == self->pretty)
    show (self);
}

/* Of a row of the list of exchanges. Returns: (transfer full) */
static char *
dup_title (GtkListItem *row, AppModelExchange *wire)
{
  return g_strdup (wire != NULL ? app_model_exchange_get_title (wire) : "");
}

/* Actions */

static void
on_copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiModelRaw *self = UI_MODEL_RAW (widget);
  const char *text = shows_reading (self) ? self->read : get_text (self);

  ui_copy_text (widget, text, strlen (text));
}

static void
on_copy_curl (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *curl = app_model_exchange_get_curl (get_wire (UI_MODEL_RAW (widget)));

  ui_copy_text (widget, curl, strlen (curl));
}

/* The class */

UI_DEFINE_DISPOSE (UiModelRaw, ui_model_raw)
{
  stop_asking (self);
}

UI_DEFINE_CLASS (UiModelRaw, ui_model_raw)
{
  G_OBJECT_CLASS (klass)->dispose = ui_model_raw_dispose;
  g_type_ensure (UI_TYPE_SOURCE_VIEW);
  ui_template_set_dialog (widget_class, "ui/model/ui-model-raw.ui");
  ui_template_own (widget_class, UiModelRaw, read, g_free);
  ui_template_hold (widget_class, UiModelRaw, controller);
  ui_template_bind_children (widget_class, UiModelRaw, cells, exchange, request, response, reading,
                             pretty, stack, summary, source);
  ui_template_bind_callbacks (widget_class, on_toggled, show, dup_title);
  gtk_widget_class_install_action (widget_class, "raw.copy", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "raw.copy-curl", NULL, on_copy_curl);
}

static void
ui_model_raw_init (UiModelRaw *self)
{
  ui_template_init_dialog (GTK_WIDGET (self));
  ui_widget_pass_focus (self->cells);
}

/* An answer is of the first request that made it; what came later is further down the list. */
static guint
find_exchange (GListModel *exchanges, guint turn)
{
  guint n = g_list_model_get_n_items (exchanges);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppModelExchange) wire = g_list_model_get_item (exchanges, i);

      if (app_model_exchange_get_turn (wire) >= turn)
        return i;
    }
  return n > 0 ? n - 1 : GTK_INVALID_LIST_POSITION;
}

GtkWindow *
ui_model_raw_present (GtkWidget          *near,
                      GListModel         *exchanges,
                      AppModelController *controller,
                      guint               turn)
{
  UiModelRaw *self;

  g_return_val_if_fail (GTK_IS_WIDGET (near), NULL);
  g_return_val_if_fail (G_IS_LIST_MODEL (exchanges), NULL);

  self = g_object_new (UI_TYPE_MODEL_RAW, "transient-for", gtk_widget_get_root (near), NULL);
  self->controller = controller != NULL ? g_object_ref (controller) : NULL;
  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (self->reading)), controller != NULL);
  gtk_drop_down_set_model (self->exchange, exchanges);
  gtk_drop_down_set_selected (self->exchange, find_exchange (exchanges, turn));
  show (self);
  gtk_window_present (GTK_WINDOW (self));
  return GTK_WINDOW (self);
}
