/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-inbox-link.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-wrap.h"
#include "app-visible-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#define MAX_FINDING 400
/* An address is shown whole, in its full height; only one that is longer than anybody reads is
 * scrolled. */
#define SCROLLED_BYTES 2000
#define SCROLLED_HEIGHT 160

struct _UiInboxLink
{
  GtkBox parent_instance;

  McpUrlReview *review;

  GtkLabel *host;
  GtkLabel *reads_as;
  GtkLabel *url;
  AdwBin   *url_place;
  GtkBox   *findings;
};

G_DEFINE_FINAL_TYPE (UiInboxLink, ui_inbox_link, GTK_TYPE_BOX)

static void
on_copy (UiInboxLink *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)),
                          self->review->url);
}

UI_DEFINE_CLASS (UiInboxLink, ui_inbox_link)
{
  ui_template_set (widget_class, "ui/inbox/ui-inbox-link.ui");
  ui_template_own (widget_class, UiInboxLink, review, mcp_url_review_unref);
  ui_template_bind_children (widget_class, UiInboxLink, host, reads_as, url, url_place, findings);
  ui_template_bind_callbacks (widget_class, on_copy);
}

static void
ui_inbox_link_init (UiInboxLink *self)
{
  ui_template_init (self);
  ui_wrap_literally (self->host);
}

static void
make_scroll (UiInboxLink *self)
{
  GtkWidget *label = g_object_ref (GTK_WIDGET (self->url));
  GtkWidget *scroller = gtk_scrolled_window_new ();

  adw_bin_set_child (self->url_place, NULL);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller), SCROLLED_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), label);
  adw_bin_set_child (self->url_place, scroller);
  g_object_unref (label);
}

/* The host stands out in the whole address: what is before and behind it is what deceives. */
static void
show_url (UiInboxLink *self)
{
  g_autofree char *text =
      app_visible_text_line (self->review->url, MCP_URL_REVIEW_MAX_BYTES);
  const char      *host = self->review->host;
  const char      *behind = strstr (text, "://");
  g_autofree char *lower = g_ascii_strdown (text, -1);
  const char      *found = NULL;
  PangoAttrList   *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, ui_wrap_attribute_new ());
  if (behind != NULL && host[0] != '\0')
    found = strstr (lower + (behind - text) + 3, host);
  if (found != NULL)
    {
      PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);
      PangoAttribute *line = pango_attr_underline_new (PANGO_UNDERLINE_SINGLE);

      bold->start_index = line->start_index = (guint)(found - lower);
      bold->end_index = line->end_index = (guint)(found - lower + strlen (host));
      pango_attr_list_insert (attributes, bold);
      pango_attr_list_insert (attributes, line);
    }
  if (strlen (text) > SCROLLED_BYTES)
    make_scroll (self);
  gtk_label_set_text (self->url, text);
  gtk_label_set_attributes (self->url, attributes);
  pango_attr_list_unref (attributes);
}

static void
add_line (UiInboxLink *self, const char *text, gboolean grave)
{
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget       *icon = gtk_image_new_from_icon_name (grave ? "dialog-error-symbolic"
                                                              : "dialog-warning-symbolic");
  g_autofree char *visible = app_visible_text_line (text, MAX_FINDING);
  GtkWidget       *label = gtk_label_new (visible);

  gtk_widget_add_css_class (icon, grave ? "state-failed" : "state-waiting");
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  ui_widget_set_ornament (icon);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (self->findings, box);
}

GtkWidget *
ui_inbox_link_new (McpUrlReview *url)
{
  g_return_val_if_fail (url != NULL, NULL);

  UiInboxLink     *self = g_object_new (UI_TYPE_INBOX_LINK, NULL);
  GPtrArray       *findings = url->findings;
  const char      *written = url->unicode_host;
  g_autofree char *host = app_visible_text_line (url->host, MAX_FINDING);

  self->review = mcp_url_review_ref (url);
  gtk_label_set_text (self->host, host[0] != '\0' ? host : _ ("No host"));
  if (written != NULL)
    {
      g_autofree char *visible = app_visible_text_line (written, MAX_FINDING);
      /* Translators: %s is a host name in letters that may look like others */
      g_autofree char *text = g_strdup_printf (_ ("Displayed as “%s”."), visible);

      gtk_label_set_text (self->reads_as, text);
      gtk_widget_set_visible (GTK_WIDGET (self->reads_as), TRUE);
    }
  show_url (self);
  if (!url->may_open)
    add_line (self, _ ("Cannot be opened: only complete http and https URLs are supported."),
              TRUE);
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    add_line (self, mcp_finding_get_text (g_ptr_array_index (findings, i)), FALSE);
  return GTK_WIDGET (self);
}
