/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Run while building: draws the icons at the sizes in which the window shows them, so that the
 * first frame does not wait for an SVG reader to be loaded. GTK still takes the SVG for any other
 * size or scale.
 *
 * A symbolic icon becomes what GTK calls NAME.symbolic.png: of every pixel only the opacity counts
 * (colours would stand for "success", "warning" and "error", which these icons do not have). */

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <stdlib.h>
#include <string.h>

static void
strip_colours (GdkPixbuf *pixbuf)
{
  guchar *pixels = gdk_pixbuf_get_pixels (pixbuf);
  int     stride = gdk_pixbuf_get_rowstride (pixbuf);

  for (int y = 0; y < gdk_pixbuf_get_height (pixbuf); y++)
    for (int x = 0; x < gdk_pixbuf_get_width (pixbuf); x++)
      memset (pixels + y * stride + x * 4, 0, 3);
}

int
main (int argc, char *argv[])
{
  g_autoptr (GError) error = NULL;

  if (argc != 4)
    {
      g_printerr ("Usage: %s FROM.svg SIZE TO.png\n", argv[0]);
      return EXIT_FAILURE;
    }
  int size = atoi (argv[2]);
  g_autoptr (GdkPixbuf) pixbuf =
      gdk_pixbuf_new_from_file_at_scale (argv[1], size, size, TRUE, &error);
  if (pixbuf == NULL)
    {
      g_printerr ("%s: %s (is librsvg's loader for GdkPixbuf installed?)\n", argv[1],
                  error->message);
      return EXIT_FAILURE;
    }
  if (g_str_has_suffix (argv[3], ".symbolic.png"))
    {
      if (!gdk_pixbuf_get_has_alpha (pixbuf) || gdk_pixbuf_get_n_channels (pixbuf) != 4)
        {
          g_printerr ("%s: nothing of it is transparent\n", argv[1]);
          return EXIT_FAILURE;
        }
      strip_colours (pixbuf);
    }
  if (!gdk_pixbuf_save (pixbuf, argv[3], "png", &error, NULL))
    {
      g_printerr ("%s: %s\n", argv[3], error->message);
      return EXIT_FAILURE;
    }
  return EXIT_SUCCESS;
}
