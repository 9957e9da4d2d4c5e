/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-stream-text.h"
#include "app-visible-text.h"
#include "ui-template.h"
#include "ui-wrap.h"

#include <string.h>

struct _UiStreamText
{
  GtkWidget parent_instance;

  PangoLayout *layout; /* (nullable): made when it is measured */
  char        *text;
};

G_DEFINE_FINAL_TYPE (UiStreamText, ui_stream_text, GTK_TYPE_WIDGET)

static PangoLayout *
ensure_layout (UiStreamText *self)
{
  if (self->layout != NULL)
    return self->layout;
  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), self->text);
  pango_layout_set_wrap (self->layout, ui_wrap_choose (self->text));
  PangoAttrList *attributes = pango_attr_list_new ();
  pango_attr_list_insert (attributes, ui_wrap_attribute_new ());
  pango_layout_set_attributes (self->layout, attributes);
  pango_attr_list_unref (attributes);
  return self->layout;
}

static void
ui_stream_text_measure (GtkWidget     *widget,
                        GtkOrientation orientation,
                        int            for_size,
                        int           *minimum,
                        int           *natural,
                        int           *minimum_baseline,
                        int           *natural_baseline)
{
  PangoLayout *layout = ensure_layout (UI_STREAM_TEXT (widget));
  int          width, height;

  pango_layout_set_width (layout, orientation == GTK_ORIENTATION_VERTICAL && for_size >= 0
                                      ? for_size * PANGO_SCALE
                                      : -1);
  pango_layout_get_pixel_size (layout, &width, &height);
  *minimum = orientation == GTK_ORIENTATION_VERTICAL ? height : 0;
  *natural = orientation == GTK_ORIENTATION_VERTICAL ? height : width;
}

static GtkSizeRequestMode
ui_stream_text_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ui_stream_text_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PangoLayout *layout = ensure_layout (UI_STREAM_TEXT (widget));
  GdkRGBA      colour;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &colour);
  pango_layout_set_width (layout, gtk_widget_get_width (widget) * PANGO_SCALE);
  gtk_snapshot_append_layout (snapshot, layout, &colour);
}

/* Its font may be another. */
static void
ui_stream_text_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ui_stream_text_parent_class)->css_changed (widget, change);
  g_clear_object (&UI_STREAM_TEXT (widget)->layout);
  gtk_widget_queue_resize (widget);
}

MCP_DEFINE_FINALIZE (UiStreamText, ui_stream_text)
{
  g_clear_object (&self->layout);
  g_free (self->text);
}

UI_DEFINE_CLASS (UiStreamText, ui_stream_text)
{
  G_OBJECT_CLASS (klass)->finalize = ui_stream_text_finalize;
  widget_class->measure = ui_stream_text_measure;
  widget_class->get_request_mode = ui_stream_text_get_request_mode;
  widget_class->snapshot = ui_stream_text_snapshot;
  widget_class->css_changed = ui_stream_text_css_changed;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ui_stream_text_init (UiStreamText *self)
{
  self->text = g_strdup ("");
}

void
ui_stream_text_set_text (UiStreamText *self, const char *text)
{
  g_autofree char *visible = app_visible_text_block (text, 0);

  g_return_if_fail (UI_IS_STREAM_TEXT (self));

  if (g_str_equal (visible, self->text))
    return;
  g_free (self->text);
  self->text = g_steal_pointer (&visible);
  if (self->layout != NULL)
    {
      pango_layout_set_text (self->layout, self->text, -1);
      pango_layout_set_wrap (self->layout, ui_wrap_choose (self->text));
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
ui_stream_text_set_end (UiStreamText *self, const char *text, gsize n_bytes)
{
  gsize       length = strlen (text);
  const char *from = text + length - MIN (length, n_bytes);

  while (((guint8)*from & 0xc0) == 0x80)
    from++;
  ui_stream_text_set_text (self, from);
}
