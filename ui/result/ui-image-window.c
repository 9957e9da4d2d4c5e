/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-image-window.h"
#include "ui-template.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define ZOOM_STEP 1.25
#define MIN_ZOOM 0.05
/* A pixel that is seen as a square; a surface beyond that is larger than GTK draws. */
#define MAX_ZOOM 16.0
#define MAX_SIDE 16000.0

#define UI_TYPE_IMAGE_WINDOW (ui_image_window_get_type ())
G_DECLARE_FINAL_TYPE (UiImageWindow, ui_image_window, UI, IMAGE_WINDOW, AdwWindow)

struct _UiImageWindow
{
  AdwWindow parent_instance;

  GdkTexture *texture;
  double      zoom; /* 0 where it fits the window */

  AdwWindowTitle    *title;
  GtkScrolledWindow *scroller;
  GtkPicture        *picture;
};

G_DEFINE_FINAL_TYPE (UiImageWindow, ui_image_window, ADW_TYPE_WINDOW)

/* How large it is shown now. */
static double
get_zoom (UiImageWindow *self)
{
  double width = gdk_texture_get_width (self->texture);
  double height = gdk_texture_get_height (self->texture);

  if (self->zoom > 0)
    return self->zoom;
  return MIN (1, MIN (gtk_widget_get_width (GTK_WIDGET (self->scroller)) / width,
                      gtk_widget_get_height (GTK_WIDGET (self->scroller)) / height));
}

static void
show_zoom (UiImageWindow *self)
{
  int    width = gdk_texture_get_width (self->texture);
  int    height = gdk_texture_get_height (self->texture);
  double zoom = self->zoom;

  gtk_picture_set_content_fit (self->picture,
                               zoom > 0 ? GTK_CONTENT_FIT_FILL : GTK_CONTENT_FIT_SCALE_DOWN);
  gtk_widget_set_halign (GTK_WIDGET (self->picture), zoom > 0 ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL);
  gtk_widget_set_valign (GTK_WIDGET (self->picture), zoom > 0 ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL);
  gtk_widget_set_size_request (GTK_WIDGET (self->picture), zoom > 0 ? (int)(width * zoom) : -1,
                               zoom > 0 ? (int)(height * zoom) : -1);
  g_autofree char *size =
      zoom > 0 ? g_strdup_printf (_ ("%d × %d pixels · %.0f %%"), width, height, zoom * 100)
               : g_strdup_printf (_ ("%d × %d pixels"), width, height);
  adw_window_title_set_subtitle (self->title, size);
}

static void
set_zoom (UiImageWindow *self, double zoom)
{
  double side = MAX (gdk_texture_get_width (self->texture),
                     gdk_texture_get_height (self->texture));

  self->zoom = CLAMP (zoom, MIN_ZOOM, MAX (1, MIN (MAX_ZOOM, MAX_SIDE / side)));
  show_zoom (self);
}

static void
zoom_in (GtkWidget *widget, const char *name, GVariant *parameter)
{
  set_zoom (UI_IMAGE_WINDOW (widget), get_zoom (UI_IMAGE_WINDOW (widget)) * ZOOM_STEP);
}

static void
zoom_out (GtkWidget *widget, const char *name, GVariant *parameter)
{
  set_zoom (UI_IMAGE_WINDOW (widget), get_zoom (UI_IMAGE_WINDOW (widget)) / ZOOM_STEP);
}

static void
zoom_own (GtkWidget *widget, const char *name, GVariant *parameter)
{
  set_zoom (UI_IMAGE_WINDOW (widget), 1);
}

static void
zoom_fit (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UI_IMAGE_WINDOW (widget)->zoom = 0;
  show_zoom (UI_IMAGE_WINDOW (widget));
}

static void
copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (widget), UI_IMAGE_WINDOW (widget)->texture);
}

static gboolean
on_scroll (GtkEventController *controller, double dx, double dy, UiImageWindow *self)
{
  if ((gtk_event_controller_get_current_event_state (controller) & GDK_CONTROL_MASK) == 0)
    return GDK_EVENT_PROPAGATE;
  set_zoom (self, get_zoom (self) * (dy < 0 ? ZOOM_STEP : 1 / ZOOM_STEP));
  return GDK_EVENT_STOP;
}

UI_DEFINE_CLASS (UiImageWindow, ui_image_window)
{
  static const struct
  {
    guint           key;
    GdkModifierType modifiers;
    const char     *action;
  } keys[] = {
    { GDK_KEY_plus, 0, "image.zoom-in" },
    { GDK_KEY_KP_Add, 0, "image.zoom-in" },
    { GDK_KEY_equal, 0, "image.zoom-in" },
    { GDK_KEY_minus, 0, "image.zoom-out" },
    { GDK_KEY_KP_Subtract, 0, "image.zoom-out" },
    { GDK_KEY_1, 0, "image.zoom-own" },
    { GDK_KEY_0, 0, "image.zoom-fit" },
    { GDK_KEY_c, GDK_CONTROL_MASK, "image.copy" },
    { GDK_KEY_Escape, 0, "window.close" },
  };

  ui_template_set (widget_class, "ui/result/ui-image-window.ui");
  ui_template_hold (widget_class, UiImageWindow, texture);
  ui_template_bind_children (widget_class, UiImageWindow, title, scroller, picture);
  gtk_widget_class_install_action (widget_class, "image.zoom-in", NULL, zoom_in);
  gtk_widget_class_install_action (widget_class, "image.zoom-out", NULL, zoom_out);
  gtk_widget_class_install_action (widget_class, "image.zoom-own", NULL, zoom_own);
  gtk_widget_class_install_action (widget_class, "image.zoom-fit", NULL, zoom_fit);
  gtk_widget_class_install_action (widget_class, "image.copy", NULL, copy);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, NULL);
}

static void
ui_image_window_init (UiImageWindow *self)
{
  GtkEventController *wheel =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL |
                                       GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);

  ui_template_init (self);
  gtk_event_controller_set_propagation_phase (wheel, GTK_PHASE_CAPTURE);
  g_signal_connect (wheel, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self->scroller), wheel);
}

void
ui_image_window_present (GtkWidget *parent, GdkTexture *texture, const char *title)
{
  g_return_if_fail (GTK_IS_WIDGET (parent));
  g_return_if_fail (GDK_IS_TEXTURE (texture));

  GtkRoot       *root = gtk_widget_get_root (parent);
  UiImageWindow *self = g_object_new (UI_TYPE_IMAGE_WINDOW, "transient-for",
                                      GTK_IS_WINDOW (root) ? root : NULL, "title", title, NULL);
  self->texture = g_object_ref (texture);
  adw_window_title_set_title (self->title, title);
  gtk_picture_set_paintable (self->picture, GDK_PAINTABLE (texture));
  gtk_picture_set_alternative_text (self->picture, title);
  show_zoom (self);
  gtk_window_present (GTK_WINDOW (self));
}
