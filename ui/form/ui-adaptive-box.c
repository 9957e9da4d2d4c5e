/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-adaptive-box.h"
#include "ui-template.h"

#define SPACING 9
#define GAP 6
/* A text beside something does not get narrower than this to make room. */
#define MIN_TEXT_WIDTH 150

struct _UiAdaptiveBox
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (UiAdaptiveBox, ui_adaptive_box, GTK_TYPE_WIDGET)

static GtkWidget *
find_visible (GtkWidget *child)
{
  while (child != NULL && !gtk_widget_should_layout (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

/* NULL where there is none to be seen. */
static GtkWidget *
get_first (UiAdaptiveBox *self)
{
  return find_visible (gtk_widget_get_first_child (GTK_WIDGET (self)));
}

static GtkWidget *
get_second (UiAdaptiveBox *self)
{
  GtkWidget *first = get_first (self);

  return first != NULL ? find_visible (gtk_widget_get_next_sibling (first)) : NULL;
}

static int
get_width (GtkWidget *widget, gboolean natural)
{
  int minimum, wished;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &wished, NULL, NULL);
  return natural ? wished : minimum;
}

static void
get_height (GtkWidget *widget, int width, int *minimum, int *natural)
{
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, width, minimum, natural, NULL, NULL);
}

/* What is left for the first one beside the second; -1 where that is too little. */
static int
get_room (UiAdaptiveBox *self, int width)
{
  GtkWidget *first = get_first (self);
  int        room = width - SPACING - get_width (get_second (self), TRUE);
  int        needed = MAX (get_width (first, FALSE),
                           MIN (get_width (first, TRUE), MIN_TEXT_WIDTH));

  return room >= needed ? room : -1;
}

static void
measure_width (UiAdaptiveBox *self, int *minimum, int *natural)
{
  GtkWidget *second = get_second (self);

  *minimum = get_width (get_first (self), FALSE);
  *natural = get_width (get_first (self), TRUE);
  if (second == NULL)
    return;
  *minimum = MAX (*minimum, get_width (second, FALSE));
  *natural += SPACING + get_width (second, TRUE);
}

static void
measure_height (UiAdaptiveBox *self, int width, int *minimum, int *natural)
{
  GtkWidget *second = get_second (self);
  int        room = width < 0 || second == NULL ? width : get_room (self, width);
  int        second_minimum, second_natural;

  if (second == NULL)
    {
      get_height (get_first (self), width, minimum, natural);
      return;
    }
  if (width >= 0 && room < 0)
    {
      get_height (get_first (self), width, minimum, natural);
      get_height (second, width, &second_minimum, &second_natural);
      *minimum += GAP + second_minimum;
      *natural += GAP + second_natural;
      return;
    }
  get_height (get_first (self), room, minimum, natural);
  get_height (second, width < 0 ? -1 : width - SPACING - room, &second_minimum, &second_natural);
  *minimum = MAX (*minimum, second_minimum);
  *natural = MAX (*natural, second_natural);
}

static void
ui_adaptive_box_measure (GtkWidget     *widget,
                         GtkOrientation orientation,
                         int            for_size,
                         int           *minimum,
                         int           *natural,
                         int           *minimum_baseline,
                         int           *natural_baseline)
{
  UiAdaptiveBox *self = UI_ADAPTIVE_BOX (widget);

  if (get_first (self) == NULL)
    *minimum = *natural = 0;
  else if (orientation == GTK_ORIENTATION_HORIZONTAL)
    measure_width (self, minimum, natural);
  else
    measure_height (self, for_size, minimum, natural);
}

static void
place (GtkWidget *widget, int x, int y, int width, int height)
{
  if (gtk_widget_get_direction (gtk_widget_get_parent (widget)) == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (gtk_widget_get_parent (widget)) - x - width;
  gtk_widget_size_allocate (widget, &(GtkAllocation){ x, y, width, height }, -1);
}

/* Not by "valign": GTK would measure labels for a height, which they are not good at. */
static void
place_in_middle (GtkWidget *widget, int x, int width, int height)
{
  int minimum, natural;

  get_height (widget, width, &minimum, &natural);
  natural = MIN (natural, height);
  place (widget, x, (height - natural) / 2, width, natural);
}

static void
ui_adaptive_box_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UiAdaptiveBox *self = UI_ADAPTIVE_BOX (widget);
  GtkWidget     *first = get_first (self);
  GtkWidget     *second = get_second (self);
  int            minimum, natural;

  if (first == NULL)
    return;
  if (second == NULL)
    {
      place_in_middle (first, 0, width, height);
      return;
    }
  int room = get_room (self, width);
  if (room >= 0)
    {
      /* A text follows the first; other things stand at the end. */
      if (GTK_IS_LABEL (second))
        room = MIN (room, get_width (first, TRUE));
      place_in_middle (first, 0, room, height);
      place_in_middle (second, room + SPACING, width - room - SPACING, height);
      return;
    }
  /* Below, it takes the width if it can make use of it. */
  get_height (first, width, &minimum, &natural);
  place (first, 0, 0, width, natural);
  int second_width = gtk_widget_compute_expand (second, GTK_ORIENTATION_HORIZONTAL)
                         ? width
                         : MIN (width, get_width (second, TRUE));
  place (second, 0, natural + GAP, second_width, MAX (0, height - natural - GAP));
}

static GtkSizeRequestMode
ui_adaptive_box_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

MCP_DEFINE_DISPOSE (UiAdaptiveBox, ui_adaptive_box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
}

UI_DEFINE_CLASS (UiAdaptiveBox, ui_adaptive_box)
{
  G_OBJECT_CLASS (klass)->dispose = ui_adaptive_box_dispose;
  widget_class->measure = ui_adaptive_box_measure;
  widget_class->size_allocate = ui_adaptive_box_size_allocate;
  widget_class->get_request_mode = ui_adaptive_box_get_request_mode;
}

static void
ui_adaptive_box_init (UiAdaptiveBox *self)
{
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
}
