/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-link-question.h"
#include "app-visible-text.h"
#include "mcp-url-review.h"
#include "ui-question.h"

#include <glib/gi18n.h>

/* Of an address that is asked about. */
#define ADDRESS_CHARACTERS 400u

static void
on_response (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  if (g_str_equal (response, "open"))
    gtk_show_uri (gtk_window_get_transient_for (GTK_WINDOW (dialog)), data, GDK_CURRENT_TIME);
}

/* The address, and what makes it suspicious. Returns: (transfer full) */
static char *
dup_question (McpUrlReview *review)
{
  g_autofree char *url = app_visible_text_line (review->url, ADDRESS_CHARACTERS);
  g_autofree char *host = app_visible_text_line (review->host, ADDRESS_CHARACTERS);
  g_autoptr (GString) text = g_string_new (url);

  if (host[0] != '\0')
    {
      g_string_append (text, "\n\n");
      /* Translators: %s is a host name such as "example.org" */
      g_string_append_printf (text, _ ("Host: %s"), host);
    }
  for (guint i = 0; review->findings != NULL && i < review->findings->len; i++)
    {
      g_autofree char *finding = app_visible_text_line (
          mcp_finding_get_text (g_ptr_array_index (review->findings, i)), ADDRESS_CHARACTERS);
      g_string_append_printf (text, "\n\n%s", finding);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
ui_link_question_ask (GtkWidget *near, const char *target)
{
  AdwMessageDialog *dialog;

  g_return_if_fail (GTK_IS_WIDGET (near));
  g_return_if_fail (target != NULL);

  GtkRoot *root = gtk_widget_get_root (near);
  if (!GTK_IS_WINDOW (root))
    return;
  g_autoptr (McpUrlReview) review = mcp_url_review_new (target);
  g_autofree char *question = dup_question (review);
  dialog = ui_question_ask (near, _ ("Open Link?"), question, "open", _ ("_Open in Browser"),
                            ADW_RESPONSE_DEFAULT, NULL, NULL);
  adw_message_dialog_set_response_enabled (dialog, "open", review->may_open);
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), g_strdup (target),
                         (GClosureNotify)(void (*) (void))g_free, 0);
}
