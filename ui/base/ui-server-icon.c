/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-server-icon.h"
#include "mcp-property.h"
#include "ui-image-decoder.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-icons.h"

#include <adwaita.h>
#include <math.h>

#define DEFAULT_PIXELS 32
/* Of a selected row in the light and in the dark style, as WCAG 2.2 reckons luminance. */
#define LIGHT_LUMINANCE 0.79
#define DARK_LUMINANCE 0.042
/* What WCAG 2.2 asks of graphics. Light colours are made for a light ground all the same: there
 * only what is as good as white has a plate. */
#define LEAST_CONTRAST_DARK 3.0
#define LEAST_CONTRAST_LIGHT 1.5
/* Above this an icon has a ground of its own. */
#define OPAQUE 0.9
/* Larger ones are no icons, and counting their pixels would be seen. */
#define MAX_PLATE_PIXELS (512 * 512)

struct _UiServerIcon
{
  GtkWidget parent_instance;

  GtkImage     *image;
  AppSession   *session; /* (nullable) */
  McpJsonSlot   icons;
  GCancellable *cancellable; /* (nullable): of the one that is under way */
};

enum {
  PROP_0,
  PROP_PIXEL_SIZE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiServerIcon, ui_server_icon, GTK_TYPE_WIDGET)

static void
stop (UiServerIcon *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/* Of the 256 values of a colour: a power for each pixel of each icon of a list would be seen. */
static const double *
get_linear (void)
{
  static double table[256];
  static gsize  once;

  if (g_once_init_enter (&once))
    {
      for (guint i = 0; i < G_N_ELEMENTS (table); i++)
        table[i] = pow (i / 255.0, 2.2);
      g_once_init_leave (&once, 1);
    }
  return table;
}

/* Of a pixel, premultiplied as Cairo has it. */
static double
get_luminance (guint32 pixel, guint alpha)
{
  const double       *linear = get_linear ();
  static const double weights[] = { 0.0722, 0.7152, 0.2126 };
  double              sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (weights); i++)
    sum += weights[i] * linear[MIN ((pixel >> (8 * i) & 0xff) * 255 / alpha, 255)];
  return sum;
}

/* Whether a drawing, which has no ground of its own, is hard to see on the list's. */
static gboolean
needs_plate (GdkTexture *texture, gboolean dark)
{
  gsize n = (gsize)gdk_texture_get_width (texture) *
            (gsize)gdk_texture_get_height (texture);
  double ground = dark ? DARK_LUMINANCE : LIGHT_LUMINANCE;
  double covered = 0;
  double luminance = 0;

  if (n > MAX_PLATE_PIXELS)
    return FALSE;
  g_autofree guint32 *pixels = g_new (guint32, n);
  gdk_texture_download (texture, (guchar *)pixels, 4 * (gsize)gdk_texture_get_width (texture));
  for (gsize i = 0; i < n; i++)
    {
      guint alpha = pixels[i] >> 24;

      if (alpha == 0)
        continue;
      covered += alpha / 255.0;
      luminance += alpha / 255.0 * get_luminance (pixels[i], alpha);
    }
  if (covered == 0 || covered / (double)n > OPAQUE)
    return FALSE;
  luminance /= covered;
  return (MAX (luminance, ground) + 0.05) / (MIN (luminance, ground) + 0.05) <
         (dark ? LEAST_CONTRAST_DARK : LEAST_CONTRAST_LIGHT);
}

static void
update_plate (UiServerIcon *self, GdkTexture *texture)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  gboolean plate = needs_plate (texture, dark);

  ui_widget_set_class (self->image, "light-plate", plate && dark);
  ui_widget_set_class (self->image, "dark-plate", plate && !dark);
}

/* What is wrong with an icon is the server's; that one is not drawn, ours. */
static void
show_not_drawn (UiServerIcon *self, const GError *error)
{
  gtk_image_set_from_icon_name (self->image, "image-missing-symbolic");
  ui_widget_set_class (self->image, "light-plate", FALSE);
  ui_widget_set_class (self->image, "dark-plate", FALSE);
  ui_tooltip_set (GTK_WIDGET (self), error->message);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

/* Cancelled ones are of an icon that was shown before, or of a widget that is gone. */
static void
on_decoded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture =
      ui_image_decoder_decode_finish (UI_IMAGE_DECODER (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ||
      g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  UiServerIcon *self = UI_SERVER_ICON (data);
  g_clear_object (&self->cancellable);
  if (texture == NULL)
    {
      g_debug ("An icon could not be drawn: %s", error->message);
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT) ||
          g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
        show_not_drawn (self, error);
      return;
    }
  gtk_image_set_from_paintable (self->image, GDK_PAINTABLE (texture));
  update_plate (self, texture);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

/* On the screen, where a pixel may be several. */
static int
get_pixels (UiServerIcon *self)
{
  return gtk_image_get_pixel_size (self->image) *
         gtk_widget_get_scale_factor (GTK_WIDGET (self));
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
      app_icons_load_finish (APP_ICONS (source), result, &error);

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  UiServerIcon *self = UI_SERVER_ICON (data);
  if (bytes == NULL)
    {
      g_debug ("An icon was not loaded: %s", error->message);
      g_clear_object (&self->cancellable);
      return;
    }
  ui_image_decoder_decode_async (ui_image_decoder_get_default (), bytes, get_pixels (self),
                                 self->cancellable, on_decoded, self);
}

static void
load (UiServerIcon *self)
{
  stop (self);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  ui_tooltip_set (GTK_WIDGET (self), NULL);
  if (self->session == NULL || mcp_json_value_get_n_items (self->icons.value) == 0)
    return;
  self->cancellable = g_cancellable_new ();
  app_icons_load_async (app_session_get_feature (self->session, APP_TYPE_ICONS), self->icons.value,
                        (guint)get_pixels (self),
                        adw_style_manager_get_dark (adw_style_manager_get_default ()),
                        self->cancellable, on_loaded, self);
}

MCP_DEFINE_DISPOSE (UiServerIcon, ui_server_icon)
{
  stop (self);
  g_clear_object (&self->session);
  mcp_json_slot_clear (&self->icons);
  if (self->image != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->image));
  self->image = NULL;
}

static void
set_pixel_size (UiServerIcon *self, int pixels)
{
  gtk_image_set_pixel_size (self->image, pixels);
}

UI_DEFINE_CLASS (UiServerIcon, ui_server_icon)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_PIXEL_SIZE] = { "pixel-size", G_TYPE_INT, .flags = G_PARAM_WRITABLE,
                          .set = G_CALLBACK (set_pixel_size) },
  };

  G_OBJECT_CLASS (klass)->dispose = ui_server_icon_dispose;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  /* An ornament: the name beside it says what it is of. */
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ui_server_icon_init (UiServerIcon *self)
{
  self->image = GTK_IMAGE (gtk_image_new ());
  gtk_image_set_pixel_size (self->image, DEFAULT_PIXELS);
  gtk_widget_set_parent (GTK_WIDGET (self->image), GTK_WIDGET (self));
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
ui_server_icon_new (int pixels)
{
  return g_object_new (UI_TYPE_SERVER_ICON, "pixel-size", pixels, NULL);
}

void
ui_server_icon_show (UiServerIcon *self, AppSession *session, McpJsonValue icons)
{
  g_return_if_fail (UI_IS_SERVER_ICON (self));
  g_return_if_fail (session == NULL || APP_IS_SESSION (session));

  /* Most have none, and a list makes hundreds of rows. */
  if (mcp_json_value_get_n_items (icons) == 0)
    session = NULL;
  if (session == NULL && self->session == NULL)
    return;
  if (self->session == NULL)
    ui_connect (adw_style_manager_get_default (), "notify::dark", load, self);
  else if (session == NULL)
    g_signal_handlers_disconnect_by_func (adw_style_manager_get_default (), load, self);
  g_set_object (&self->session, session);
  mcp_json_slot_set (&self->icons, session != NULL ? icons : MCP_JSON_NO_VALUE);
  load (self);
}
