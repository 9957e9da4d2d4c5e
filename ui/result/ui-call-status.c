/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-call-status.h"
#include "ui-style.h"
#include "ui-template.h"
#include "app-object-name.h"
#include "app-token-count.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#define MESSAGE_CHARACTERS 300

struct _UiCallStatus
{
  AdwBin parent_instance;

  AppCall       *call;
  AppTokenCount *count; /* of its result */

  GtkImage       *icon;
  GtkSpinner     *spinner;
  GtkLabel       *text;
  GtkWidget      *cancel;
  GtkWidget      *progress_box;
  GtkProgressBar *progress;
  GtkLabel       *message;
};

G_DEFINE_FINAL_TYPE (UiCallStatus, ui_call_status, ADW_TYPE_BIN)

static const char *const classes[] = { "state-ready", "state-failed", "state-waiting", NULL };

static void
show_icon (UiCallStatus *self)
{
  const char *icon = "content-loading-symbolic";
  const char *class_name = NULL;

  switch (app_call_get_state (self->call))
    {
    case APP_CALL_DONE:
      icon = app_call_is_good (self->call) ? "emblem-ok-symbolic" : "dialog-warning-symbolic";
      class_name = app_call_is_good (self->call) ? "state-ready" : "state-failed";
      break;
    case APP_CALL_FAILED:
      icon = "dialog-error-symbolic";
      class_name = "state-failed";
      break;
    case APP_CALL_CANCELLED:
    case APP_CALL_DECLINED:
      icon = "process-stop-symbolic";
      break;
    case APP_CALL_NEEDS_APPROVAL:
      icon = "security-medium-symbolic";
      break;
    case APP_CALL_PREPARED:
    case APP_CALL_RUNNING:
    case APP_CALL_CANCELLING:
    default:
      break;
    }
  gtk_image_set_from_icon_name (self->icon, icon);
  ui_style_swap_class (GTK_WIDGET (self->icon), classes, class_name);
}

/* What is shown of an earlier run is not taken for something new. */
static void
append_past_time (UiCallStatus *self, GString *line)
{
  gint64 sent = app_call_get_past_time (self->call);

  if (sent != 0)
    {
      g_autofree char *time = app_visible_text_time (sent, g_get_real_time ());

      g_string_append_printf (line, " · %s", time);
    }
}

static void
append_note (GString *note, const char *text)
{
  if (note->len > 0)
    g_string_append (note, " · ");
  g_string_append (note, text);
}

/* "Result 3 · object · 1,345 bytes · ≈ 120 tokens" */
static void
show_tooltip (UiCallStatus *self)
{
  guint64          size = self->call != NULL ? app_call_get_result_size (self->call) : 0;
  StoreObject     *object = self->call != NULL ? app_call_get_object (self->call) : NULL;
  g_autofree char *exact = g_strdup_printf (
      ngettext ("%'" PRIu64 " byte", "%'" PRIu64 " bytes", size), size);
  g_autofree char *name = object != NULL ? app_object_name_dup (object) : NULL;
  g_autofree char *type = object != NULL ? app_object_name_dup_type (object) : NULL;
  g_autofree char *tokens = NULL;
  g_autoptr (GString) tip = g_string_new (name);

  g_object_get (self->count, "words", &tokens, NULL);
  if (type != NULL)
    append_note (tip, type);
  append_note (tip, exact);
  if (tokens[0] != '\0')
    append_note (tip, tokens);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->text), size > 0 ? tip->str : NULL);
}

static void
show_object (UiCallStatus *self)
{
  app_token_count_set_object (self->count,
                              self->call != NULL ? app_call_get_object (self->call) : NULL);
  show_tooltip (self);
}

static void
show_text (UiCallStatus *self)
{
  gboolean         running = app_call_is_running (self->call);
  g_autofree char *elapsed = app_visible_text_duration (app_call_get_elapsed (self->call));
  g_autoptr (GString) line = g_string_new (NULL);

  g_string_append (line, app_call_get_state_name (self->call));
  if (elapsed[0] != '\0' && app_call_get_elapsed (self->call) > 0)
    g_string_append_printf (line, " · %s", elapsed);
  if (!running && app_call_get_result_size (self->call) > 0)
    {
      g_autofree char *size = app_visible_text_size (app_call_get_result_size (self->call));
      g_string_append_printf (line, " · %s", size);
    }
  append_past_time (self, line);
  gtk_label_set_text (self->text, line->str);
}

/* How far, how fast, how long still: as much of it as can be said. */
static void
append_pace (UiCallStatus *self, GString *note)
{
  AppProgress *said = app_call_get_progress (self->call);
  double       progress = said->last.value;
  double       total = said->total;
  double       rate = app_progress_get_rate (said, g_get_monotonic_time ());
  gint64       remaining = app_progress_get_remaining (said, g_get_monotonic_time ());

  if (progress >= 0)
    {
      g_autofree char *value = total > 0 ? g_strdup_printf ("%'.15g / %'.15g", progress, total)
                                         : g_strdup_printf ("%'.15g", progress);
      append_note (note, value);
    }
  if (rate > 0)
    {
      gboolean         whole = rate >= 100 && rate < 1e9;
      g_autofree char *number = g_strdup_printf (whole ? "%'.0f" : "%.3g", rate);
      /* Translators: so many in a second */
      g_autofree char *pace = g_strdup_printf (_ ("%s/s"), number);
      append_note (note, pace);
    }
  if (remaining >= 0)
    {
      g_autofree char *duration = app_visible_text_seconds (MAX (1, remaining / G_USEC_PER_SEC));
      /* Translators: %s is a duration, such as "12 s" */
      g_autofree char *left = g_strdup_printf (_ ("about %s left"), duration);
      append_note (note, left);
    }
}

static void
show_progress (UiCallStatus *self)
{
  AppProgress *said = app_call_get_progress (self->call);
  double       progress = said->last.value;
  double       total = said->total;
  gboolean     running = app_call_is_running (self->call);

  gtk_widget_set_visible (self->progress_box, running);
  if (!running)
    return;
  g_autofree char *message = app_visible_text_line (said->message, MESSAGE_CHARACTERS);
  g_autoptr (GString) note = g_string_new (message);
  if (total > 0 && progress >= 0)
    gtk_progress_bar_set_fraction (self->progress, CLAMP (progress / total, 0.0, 1.0));
  else
    gtk_progress_bar_pulse (self->progress);
  append_pace (self, note);
  gtk_label_set_text (self->message, note->str);
  gtk_widget_set_visible (GTK_WIDGET (self->message), note->len > 0);
}

static void
update (UiCallStatus *self)
{
  gboolean running = self->call != NULL && app_call_is_running (self->call);

  if (self->call == NULL)
    return;
  gtk_spinner_set_spinning (self->spinner, running);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), running);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), !running);
  gtk_widget_set_visible (self->cancel, running);
  gtk_widget_set_sensitive (self->cancel,
                            app_call_get_state (self->call) != APP_CALL_CANCELLING);
  show_icon (self);
  show_text (self);
  show_object (self);
  show_progress (self);
}

static void
on_elapsed (UiCallStatus *self)
{
  show_text (self);
  show_progress (self);
}

static void
on_cancel (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiCallStatus *self = UI_CALL_STATUS (widget);

  if (self->call != NULL && app_call_is_running (self->call))
    app_call_cancel (self->call);
}

UI_DEFINE_CLASS (UiCallStatus, ui_call_status)
{
  ui_template_set (widget_class, "ui/result/ui-call-status.ui");
  ui_template_hold (widget_class, UiCallStatus, call, count);
  ui_template_bind_children (widget_class, UiCallStatus, icon, spinner, text, cancel, progress_box,
                             progress, message);
  gtk_widget_class_install_action (widget_class, "call.cancel", NULL, on_cancel);
}

static void
ui_call_status_init (UiCallStatus *self)
{
  ui_template_init (self);
  self->count = app_token_count_new ();
  ui_connect (self->count, "notify::words", show_tooltip, self);
}

void
ui_call_status_set_call (UiCallStatus *self, AppCall *call)
{
  g_return_if_fail (UI_IS_CALL_STATUS (self));
  g_return_if_fail (call == NULL || APP_IS_CALL (call));

  if (self->call == call)
    return;
  if (self->call != NULL)
    g_signal_handlers_disconnect_by_data (self->call, self);
  g_set_object (&self->call, call);
  if (call != NULL)
    {
      static const char *live[] = { "notify::elapsed", "notify::progress" };
      ui_connect (call, "notify::state", update, self);
      ui_connect (call, "notify::object", show_object, self);
      for (guint i = 0; i < G_N_ELEMENTS (live); i++)
        ui_connect (call, live[i], on_elapsed, self);
    }
  update (self);
}
