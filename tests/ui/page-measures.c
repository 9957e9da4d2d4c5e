/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "page-measures.h"

#include <adwaita.h>

#include <math.h>
#include <string.h>

/* A single pixel may belong to something beside the text. */
#define FEWEST_PIXELS 4
/* Linked buttons share a pixel. */
#define MAX_SHARED 2
/* What a widget is called when no one named it */
#define NAMELESS "^$|^(Gtk|Adw|Ui)[A-Z]\\w*$"
#define MAX_TEXT 40

typedef struct
{
  GtkWidget        *widget;
  GtkAccessibleRole role;
  graphene_rect_t   box;     /* in the window */
  graphene_rect_t   shows;   /* the part of it that can be seen */
  gboolean          is_read; /* assistive technology is told of it */
  gboolean          floats;  /* lies over the page, as what calls for an answer does */
  gboolean          scrolls; /* lies in a place that is scrolled from side to side */
  gboolean          moves;   /* lies in a place that is scrolled up and down */
} Item;

struct _PageMeasures
{
  GtkWidget  *window;
  const char *place;
  GPtrArray  *found;
  GArray     *items; /* of Item */
};

static void G_GNUC_PRINTF (2, 3)
    find (PageMeasures *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list          arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_ptr_array_add (self->found, g_strdup_printf ("%s: %s", self->place, text));
}

/* Walking */

static gboolean
is_hidden (GtkWidget *widget)
{
  GtkAccessible   *node = GTK_ACCESSIBLE (widget);
  g_autofree char *other = NULL;

  if (!gtk_test_accessible_has_state (node, GTK_ACCESSIBLE_STATE_HIDDEN))
    return FALSE;
  other = gtk_test_accessible_check_state (node, GTK_ACCESSIBLE_STATE_HIDDEN, TRUE);
  return other == NULL;
}

static gboolean
scrolls_sideways (GtkWidget *widget)
{
  GtkAdjustment *across;
  GtkPolicyType  policy;

  if (!GTK_IS_SCROLLED_WINDOW (widget))
    return FALSE;
  across = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (widget));
  gtk_scrolled_window_get_policy (GTK_SCROLLED_WINDOW (widget), &policy, NULL);
  /* External and never: nothing that a person could drag */
  return policy != GTK_POLICY_NEVER && policy != GTK_POLICY_EXTERNAL &&
         gtk_adjustment_get_upper (across) > gtk_adjustment_get_page_size (across);
}

static gboolean
scrolls_down (GtkWidget *widget)
{
  GtkPolicyType policy = GTK_POLICY_NEVER;

  if (GTK_IS_SCROLLED_WINDOW (widget))
    gtk_scrolled_window_get_policy (GTK_SCROLLED_WINDOW (widget), NULL, &policy);
  return policy != GTK_POLICY_NEVER;
}

static gboolean
clips (GtkWidget *widget)
{
  return GTK_IS_SCROLLED_WINDOW (widget) || gtk_widget_get_overflow (widget) == GTK_OVERFLOW_HIDDEN;
}

/* What is scrolled away is left out with all that is in it. */
static void
walk (PageMeasures *self, GtkWidget *widget, const Item *parent)
{
  Item item = { widget, gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)) };

  if (!gtk_widget_get_mapped (widget) || !gtk_widget_get_child_visible (widget) ||
      (GTK_IS_NATIVE (widget) && widget != self->window) ||
      !gtk_widget_compute_bounds (widget, self->window, &item.box) ||
      !graphene_rect_intersection (&item.box, &parent->shows, &item.shows) ||
      item.shows.size.width <= 0 || item.shows.size.height <= 0)
    return;
  item.is_read = parent->is_read && item.role != GTK_ACCESSIBLE_ROLE_NONE &&
                 item.role != GTK_ACCESSIBLE_ROLE_PRESENTATION && !is_hidden (widget);
  item.floats = parent->floats || gtk_widget_has_css_class (widget, "floating");
  item.scrolls = parent->scrolls || scrolls_sideways (widget);
  item.moves = parent->moves || scrolls_down (widget);
  g_array_append_val (self->items, item);

  Item above = item;
  if (!clips (widget))
    above.shows = parent->shows;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    walk (self, child, &above);
}

PageMeasures *
page_measures_new (GtkWidget *window, const char *place, GPtrArray *found)
{
  PageMeasures *self = g_new0 (PageMeasures, 1);
  Item          root = { .is_read = TRUE };

  self->window = window;
  self->place = place;
  self->found = found;
  self->items = g_array_new (FALSE, FALSE, sizeof (Item));
  g_assert_true (gtk_widget_compute_bounds (window, window, &root.shows));
  walk (self, window, &root);
  return self;
}

void
page_measures_free (PageMeasures *self)
{
  g_array_unref (self->items);
  g_free (self);
}

static const Item *
get_item (PageMeasures *self, guint index)
{
  return &g_array_index (self->items, Item, index);
}

guint
page_measures_hash (GtkWidget *window)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autoptr (PageMeasures) self = page_measures_new (window, "", found);
  guint hash = self->items->len;

  for (guint i = 0; i < self->items->len; i++)
    {
      const Item *item = get_item (self, i);
      const float sides[] = { item->box.origin.x, item->box.origin.y, item->box.size.width,
                              item->box.size.height };

      for (guint side = 0; side < G_N_ELEMENTS (sides); side++)
        hash = hash * 31 + (guint)(int)sides[side];
    }
  return hash;
}

/* Contrast */

static double
get_luminance (guint32 colour)
{
  static const double weights[] = { 0.0722, 0.7152, 0.2126 };
  double              sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (weights); i++)
    {
      double part = (colour >> (8 * i) & 0xff) / 255.0;
      sum += weights[i] * (part <= 0.04045 ? part / 12.92 : pow ((part + 0.055) / 1.055, 2.4));
    }
  return sum;
}

double
page_measures_get_ratio (guint32 one, guint32 other)
{
  double a = get_luminance (one);
  double b = get_luminance (other);

  return (MAX (a, b) + 0.05) / (MIN (a, b) + 0.05);
}

typedef struct
{
  double ratio;
  guint  count;
} Shade;

static int
compare_shades (gconstpointer a, gconstpointer b)
{
  const Shade *one = a;
  const Shade *other = b;

  return (one->ratio < other->ratio) - (one->ratio > other->ratio);
}

double
page_measures_get_contrast (GHashTable *colours)
{
  g_autoptr (GArray) shades = g_array_new (FALSE, FALSE, sizeof (Shade));
  GHashTableIter iter;
  gpointer       colour, count;
  gpointer       behind = NULL;
  guint          most = 0;
  guint          seen = 0;

  g_hash_table_iter_init (&iter, colours);
  while (g_hash_table_iter_next (&iter, &colour, &count))
    if (GPOINTER_TO_UINT (count) > most)
      {
        behind = colour;
        most = GPOINTER_TO_UINT (count);
      }
  g_hash_table_iter_init (&iter, colours);
  while (g_hash_table_iter_next (&iter, &colour, &count))
    if (colour != behind)
      {
        Shade shade = { page_measures_get_ratio (GPOINTER_TO_UINT (colour), GPOINTER_TO_UINT (behind)),
                        GPOINTER_TO_UINT (count) };
        g_array_append_val (shades, shade);
      }
  g_array_sort (shades, compare_shades);
  for (guint i = 0; i < shades->len; i++)
    {
      seen += g_array_index (shades, Shade, i).count;
      if (seen >= FEWEST_PIXELS)
        return g_array_index (shades, Shade, i).ratio;
    }
  return 0;
}

typedef struct
{
  guint32        *pixels;
  int             width;
  int             height;
  graphene_rect_t box; /* of the window, in its own coordinates */
} Picture;

/* What was drawn last */
static void
take_picture (GtkWidget *window, Picture *picture)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (window);
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  g_assert_true (gtk_widget_compute_bounds (window, window, &picture->box));
  picture->width = gdk_paintable_get_intrinsic_width (paintable);
  picture->height = gdk_paintable_get_intrinsic_height (paintable);
  gdk_paintable_snapshot (paintable, snapshot, picture->width, picture->height);
  g_autoptr (GskRenderNode) node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  g_autoptr (GdkTexture) texture = gsk_renderer_render_texture (
      gtk_native_get_renderer (GTK_NATIVE (window)), node,
      &GRAPHENE_RECT_INIT (0, 0, (float)picture->width, (float)picture->height));
  picture->pixels = g_new (guint32, (gsize)picture->width * (gsize)picture->height);
  gdk_texture_download (texture, (guchar *)picture->pixels, (gsize)picture->width * 4);
}

/* @box: in the coordinates of the window. Returns: (transfer full) */
static GHashTable *
count_colours (const Picture *picture, const graphene_rect_t *box)
{
  GHashTable *colours = g_hash_table_new (NULL, NULL);
  int         left = (int)floorf (box->origin.x - picture->box.origin.x);
  int         top = (int)floorf (box->origin.y - picture->box.origin.y);
  int         right = MIN (left + (int)ceilf (box->size.width), picture->width);
  int         bottom = MIN (top + (int)ceilf (box->size.height), picture->height);

  for (int y = MAX (top, 0); y < bottom; y++)
    for (int x = MAX (left, 0); x < right; x++)
      {
        gpointer colour = GUINT_TO_POINTER (picture->pixels[y * picture->width + x] & 0xffffff);
        guint    count = GPOINTER_TO_UINT (g_hash_table_lookup (colours, colour));

        g_hash_table_insert (colours, colour, GUINT_TO_POINTER (count + 1));
      }
  return colours;
}

static char *
dup_text (GtkWidget *widget)
{
  const char *text = GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget))
                     : GTK_IS_INSCRIPTION (widget)
                         ? gtk_inscription_get_text (GTK_INSCRIPTION (widget))
                         : NULL;

  return g_utf8_substring (text != NULL ? text : "", 0,
                           MIN (MAX_TEXT, g_utf8_strlen (text != NULL ? text : "", -1)));
}

static gboolean
is_text (const Item *item)
{
  return GTK_IS_LABEL (item->widget) || GTK_IS_INSCRIPTION (item->widget);
}

void
page_measures_find_pale (PageMeasures *self)
{
  Picture picture;

  take_picture (self->window, &picture);
  for (guint i = 0; i < self->items->len; i++)
    {
      const Item *item = get_item (self, i);

      /* A placeholder is not read: it is gone as soon as there is a text. */
      if (!item->is_read || !is_text (item) || !gtk_widget_is_sensitive (item->widget) ||
          item->shows.size.height < item->box.size.height)
        continue;
      g_autoptr (GHashTable) colours = count_colours (&picture, &item->shows);
      g_autofree char *text = dup_text (item->widget);
      double           contrast = page_measures_get_contrast (colours);
      if (contrast > 0 && contrast < PAGE_MEASURES_CONTRAST)
        find (self, "“%s” has %.2f : 1", text, contrast);
    }
  g_free (picture.pixels);
}

/* Sizes */

/* Parts of a text may be smaller than what is around them. */
static double
get_smallest (GtkLabel *label)
{
  PangoLayoutIter *iter = pango_layout_get_iter (gtk_label_get_layout (label));
  double           smallest = PAGE_MEASURES_FONT_SIZE;

  do
    {
      PangoLayoutRun *run = pango_layout_iter_get_run_readonly (iter);

      if (run == NULL)
        continue;
      PangoFontDescription *font =
          pango_font_describe_with_absolute_size (run->item->analysis.font);
      smallest = MIN (smallest, (double)pango_font_description_get_size (font) / PANGO_SCALE);
      pango_font_description_free (font);
    }
  while (pango_layout_iter_next_run (iter));
  pango_layout_iter_free (iter);
  return smallest;
}

void
page_measures_find_small (PageMeasures *self)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      const Item *item = get_item (self, i);

      if (!item->is_read || !GTK_IS_LABEL (item->widget))
        continue;
      double           size = get_smallest (GTK_LABEL (item->widget));
      g_autofree char *text = dup_text (item->widget);
      if (size < PAGE_MEASURES_FONT_SIZE)
        find (self, "“%s” is %.1f pixels high", text, size);
    }
}

/* Names */

static gboolean
is_control (GtkAccessibleRole role)
{
  switch (role)
    {
    case GTK_ACCESSIBLE_ROLE_BUTTON:
    case GTK_ACCESSIBLE_ROLE_CHECKBOX:
    case GTK_ACCESSIBLE_ROLE_SWITCH:
    case GTK_ACCESSIBLE_ROLE_RADIO:
    case GTK_ACCESSIBLE_ROLE_TEXT_BOX:
    case GTK_ACCESSIBLE_ROLE_SEARCH_BOX:
    case GTK_ACCESSIBLE_ROLE_SPIN_BUTTON:
    case GTK_ACCESSIBLE_ROLE_COMBO_BOX:
    case GTK_ACCESSIBLE_ROLE_MENU_ITEM:
    case GTK_ACCESSIBLE_ROLE_MENU_ITEM_CHECKBOX:
    case GTK_ACCESSIBLE_ROLE_MENU_ITEM_RADIO:
    case GTK_ACCESSIBLE_ROLE_SLIDER:
    case GTK_ACCESSIBLE_ROLE_TAB:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
needs_name (GtkAccessibleRole role)
{
  switch (role)
    {
    case GTK_ACCESSIBLE_ROLE_LIST:
    case GTK_ACCESSIBLE_ROLE_LIST_BOX:
    case GTK_ACCESSIBLE_ROLE_GRID:
    case GTK_ACCESSIBLE_ROLE_TABLE:
    case GTK_ACCESSIBLE_ROLE_TREE_GRID:
    case GTK_ACCESSIBLE_ROLE_DIALOG:
    case GTK_ACCESSIBLE_ROLE_WINDOW:
    case GTK_ACCESSIBLE_ROLE_ALERT:
    case GTK_ACCESSIBLE_ROLE_ALERT_DIALOG:
      return TRUE;
    default:
      return is_control (role);
    }
}

/* Of the node alone. Returns: (transfer full) (nullable) */
static char *
dup_label (GtkAccessible *node)
{
  if (!gtk_test_accessible_has_property (node, GTK_ACCESSIBLE_PROPERTY_LABEL))
    return NULL;
  /* The check answers with the value where it differs from what was expected. */
  return gtk_test_accessible_check_property (node, GTK_ACCESSIBLE_PROPERTY_LABEL, "\x01");
}

/* What GTK tells assistive technology: the node's own label, then those of what labels it, or, where
 * there is none, the name of its class. Returns: (transfer full) */
static char *
dup_name (GtkWidget *widget)
{
  GtkAccessible *node = GTK_ACCESSIBLE (widget);
  g_autoptr (GString) name = g_string_new (NULL);
  g_autofree char *own = dup_label (node);
  g_autofree char *labels = NULL;
  gboolean         is_named = own != NULL;

  g_string_append (name, is_named ? own : "");
  if (gtk_test_accessible_has_relation (node, GTK_ACCESSIBLE_RELATION_LABELLED_BY))
    labels = gtk_test_accessible_check_relation (node, GTK_ACCESSIBLE_RELATION_LABELLED_BY, node, NULL);
  /* Each is “Class<address>”. */
  for (const char *at = labels; at != NULL && (at = strchr (at, '<')) != NULL; at++)
    {
      gpointer         label = (gpointer)(guintptr)g_ascii_strtoull (at + 1, NULL, 16);
      g_autofree char *text = dup_label (label);

      if (text == NULL)
        continue;
      g_string_append_printf (name, "%s%s", name->len > 0 ? " " : "", text);
      is_named = TRUE;
    }
  return g_strdup (is_named ? name->str : G_OBJECT_TYPE_NAME (widget));
}

/* “_Cancel Cancel”, “Add a server Add a Server” */
static gboolean
is_said_twice (const char *name)
{
  g_auto (GStrv) plain = g_strsplit (name, "_", -1);
  g_autofree char *joined = g_strjoinv ("", plain);
  g_autofree char *folded = g_utf8_casefold (joined, -1);
  g_auto (GStrv) words = g_strsplit (g_strstrip (folded), " ", -1);
  guint half = g_strv_length (words) / 2;

  if (half == 0 || g_strv_length (words) % 2 != 0)
    return FALSE;
  for (guint i = 0; i < half; i++)
    if (!g_str_equal (words[i], words[half + i]))
      return FALSE;
  return TRUE;
}

static char *
dup_path (GtkWidget *widget)
{
  g_autoptr (GString) path = g_string_new (NULL);

  for (GtkWidget *above = gtk_widget_get_parent (widget); above != NULL;
       above = gtk_widget_get_parent (above))
    {
      g_string_append_printf (path, "%s%s", path->len > 0 ? " in " : "", G_OBJECT_TYPE_NAME (above));
      if (g_str_has_prefix (G_OBJECT_TYPE_NAME (above), "Ui"))
        break;
    }
  return g_string_free (g_steal_pointer (&path), FALSE);
}

void
page_measures_find_nameless (PageMeasures *self)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      const Item *item = get_item (self, i);
      const char *type = G_OBJECT_TYPE_NAME (item->widget);
      gboolean    needed = needs_name (item->role);

      if (!item->is_read || (!needed && item->role != GTK_ACCESSIBLE_ROLE_LIST_ITEM))
        continue;
      g_autofree char *name = dup_name (item->widget);
      g_autofree char *path = dup_path (item->widget);
      if (needed && g_regex_match_simple (NAMELESS, name, 0, 0))
        find (self, "a %s without a name in %s", type, path);
      else if (is_said_twice (name))
        find (self, "%s “%s” says its name twice in %s", type, name, path);
      else if (is_control (item->role) && name[0] == '_')
        find (self, "%s “%s” says its mnemonic in %s", type, name, path);
    }
}

/* Roles */

static gboolean
says_nothing (GtkAccessibleRole role)
{
  switch (role)
    {
    case GTK_ACCESSIBLE_ROLE_WIDGET:
    case GTK_ACCESSIBLE_ROLE_GENERIC:
    case GTK_ACCESSIBLE_ROLE_GROUP:
    case GTK_ACCESSIBLE_ROLE_NONE:
    case GTK_ACCESSIBLE_ROLE_PRESENTATION:
      return TRUE;
    default:
      return FALSE;
    }
}

void
page_measures_find_wrong_roles (PageMeasures *self)
{
  /* A scrolled window is a scroll pane to assistive technology, whatever its role is here. */
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self->window));

  for (guint i = 0; i < self->items->len; i++)
    {
      const Item      *item = get_item (self, i);
      g_autofree char *path = dup_path (item->widget);

      if (item->is_read && item->widget == focus && says_nothing (item->role) &&
          !GTK_IS_SCROLLED_WINDOW (item->widget))
        find (self, "the focus is on a %s in %s", G_OBJECT_TYPE_NAME (item->widget), path);
    }
}

/* Places */

/* What floats may lie over what is scrolled, and over nothing that stays where it is. */
static gboolean
may_cover (const Item *one, const Item *other)
{
  return (one->floats && !other->floats && other->moves) ||
         (other->floats && !one->floats && one->moves);
}

static gboolean
overlap (const Item *one, const Item *other)
{
  GtkWidget      *row = gtk_widget_get_ancestor (one->widget, ADW_TYPE_ENTRY_ROW);
  graphene_rect_t both;

  /* It has its title twice, one of them unseen. */
  if (row != NULL && gtk_widget_is_ancestor (other->widget, row))
    return FALSE;
  return !may_cover (one, other) &&
         graphene_rect_intersection (&one->shows, &other->shows, &both) &&
         both.size.width > MAX_SHARED && both.size.height > MAX_SHARED &&
         !gtk_widget_is_ancestor (other->widget, one->widget);
}

static gboolean
is_read_control (const Item *item)
{
  return item->is_read && is_control (item->role);
}

static gboolean
is_read_text (const Item *item)
{
  g_autofree char *text = is_text (item) ? dup_text (item->widget) : NULL;

  return text != NULL && text[0] != '\0';
}

/* In reading order, what is below another widget comes after it. */
static void
find_overlaps (PageMeasures *self, gboolean (*counts) (const Item *item))
{
  g_autoptr (GPtrArray) some = g_ptr_array_new ();

  for (guint i = 0; i < self->items->len; i++)
    if (counts (get_item (self, i)))
      g_ptr_array_add (some, (gpointer)get_item (self, i));
  for (guint i = 0; i < some->len; i++)
    for (guint j = i + 1; j < some->len; j++)
      if (overlap (some->pdata[i], some->pdata[j]))
        {
          const Item      *one = some->pdata[i];
          const Item      *other = some->pdata[j];
          g_autofree char *name = dup_name (one->widget);
          g_autofree char *other_name = dup_name (other->widget);

          find (self, "%s “%s” and %s “%s” overlap", G_OBJECT_TYPE_NAME (one->widget), name,
                G_OBJECT_TYPE_NAME (other->widget), other_name);
        }
}

void
page_measures_find_misplaced (PageMeasures *self)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      const Item *item = get_item (self, i);

      if (!is_read_control (item) || item->scrolls ||
          item->shows.size.width >= item->box.size.width - 0.5)
        continue;
      g_autofree char *name = dup_name (item->widget);
      find (self, "%s “%s” is cut at a side: %g of %g shows", G_OBJECT_TYPE_NAME (item->widget), name,
            item->shows.size.width, item->box.size.width);
    }
  find_overlaps (self, is_read_text);
  find_overlaps (self, is_read_control);
}
