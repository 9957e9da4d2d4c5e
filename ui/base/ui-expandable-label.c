/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-expandable-label.h"

#include "ui-template.h"

#include <glib/gi18n.h>

struct _UiExpandableLabel
{
  GtkWidget parent_instance;

  int   lines;
  guint check;

  GtkWidget *label;
  GtkWidget *more;
};

enum {
  PROP_0,
  PROP_LINES,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiExpandableLabel, ui_expandable_label, GTK_TYPE_WIDGET)

static gboolean
is_open (UiExpandableLabel *self)
{
  return gtk_label_get_ellipsize (GTK_LABEL (self->label)) == PANGO_ELLIPSIZE_NONE;
}

static void
set_open (UiExpandableLabel *self, gboolean open)
{
  gtk_label_set_lines (GTK_LABEL (self->label), open ? -1 : self->lines);
  gtk_label_set_ellipsize (GTK_LABEL (self->label),
                           open ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
  gtk_button_set_label (GTK_BUTTON (self->more), open ? _ ("Less") : _ ("More"));
}

static void
on_more (UiExpandableLabel *self)
{
  set_open (self, !is_open (self));
}

static void
check_more (gpointer data)
{
  UiExpandableLabel *self = data;
  PangoLayout       *layout = gtk_label_get_layout (GTK_LABEL (self->label));

  self->check = 0;
  gtk_widget_set_visible (self->more, is_open (self) || pango_layout_is_ellipsized (layout));
}

static void
ui_expandable_label_measure (GtkWidget     *widget,
                             GtkOrientation orientation,
                             int            for_size,
                             int           *minimum,
                             int           *natural,
                             int           *minimum_baseline,
                             int           *natural_baseline)
{
  UiExpandableLabel *self = UI_EXPANDABLE_LABEL (widget);
  int                button_minimum = 0, button_natural = 0;

  gtk_widget_measure (self->label, orientation, for_size, minimum, natural, NULL, NULL);
  if (gtk_widget_get_visible (self->more))
    gtk_widget_measure (self->more, orientation, -1, &button_minimum, &button_natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MAX (*minimum, button_minimum);
      *natural = MAX (*natural, button_natural);
      return;
    }
  *minimum += button_minimum;
  *natural += button_natural;
}

/* Whether the text is cut is known once it has a width, and changes with it. */
static void
ui_expandable_label_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UiExpandableLabel *self = UI_EXPANDABLE_LABEL (widget);
  GtkAllocation      place = { 0, 0, width, height };
  int                button_height = 0, button_width = 0;

  if (gtk_widget_get_visible (self->more))
    {
      gtk_widget_measure (self->more, GTK_ORIENTATION_VERTICAL, -1, NULL, &button_height, NULL,
                          NULL);
      gtk_widget_measure (self->more, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &button_width, NULL,
                          NULL);
    }
  place.height = MAX (0, height - button_height);
  gtk_widget_size_allocate (self->label, &place, -1);
  if (button_height > 0)
    {
      place = (GtkAllocation){ 0, place.height, MIN (button_width, width), button_height };
      gtk_widget_size_allocate (self->more, &place, -1);
    }
  if (self->check == 0)
    self->check = g_idle_add_once (check_more, self);
}

static GtkSizeRequestMode
ui_expandable_label_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ui_expandable_label_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  UiExpandableLabel *self = UI_EXPANDABLE_LABEL (object);

  switch (id)
    {
    case PROP_LINES:
      self->lines = (int)g_value_get_uint (value);
      set_open (self, FALSE);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

MCP_DEFINE_DISPOSE (UiExpandableLabel, ui_expandable_label)
{
  g_clear_handle_id (&self->check, g_source_remove);
  g_clear_pointer (&self->label, gtk_widget_unparent);
  g_clear_pointer (&self->more, gtk_widget_unparent);
}

UI_DEFINE_CLASS (UiExpandableLabel, ui_expandable_label)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = ui_expandable_label_set_property;
  object_class->dispose = ui_expandable_label_dispose;
  widget_class->measure = ui_expandable_label_measure;
  widget_class->size_allocate = ui_expandable_label_size_allocate;
  widget_class->get_request_mode = ui_expandable_label_get_request_mode;

  properties[PROP_LINES] = g_param_spec_uint ("lines", NULL, NULL, 1, 100, 2,
                                              G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS |
                                                  G_PARAM_CONSTRUCT);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
ui_expandable_label_init (UiExpandableLabel *self)
{
  self->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_label_set_yalign (GTK_LABEL (self->label), 0);
  gtk_label_set_wrap (GTK_LABEL (self->label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (self->label), TRUE);
  /* Whoever goes through a form by Tab goes from field to field; a label that can be selected and
   * cannot have the focus would keep them from going on. */
  gtk_widget_set_focusable (self->label, FALSE);
  gtk_widget_set_can_focus (self->label, FALSE);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));

  self->more = gtk_button_new_with_label (_ ("More"));
  gtk_widget_add_css_class (self->more, "flat");
  gtk_widget_add_css_class (self->more, "brief-more");
  gtk_widget_set_visible (self->more, FALSE);
  g_signal_connect_swapped (self->more, "clicked", G_CALLBACK (on_more), self);
  gtk_widget_set_parent (self->more, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
ui_expandable_label_set_text (UiExpandableLabel *self, const char *text)
{
  g_return_if_fail (UI_IS_EXPANDABLE_LABEL (self));
  g_return_if_fail (text != NULL);

  gtk_label_set_text (GTK_LABEL (self->label), text);
  gtk_widget_set_visible (GTK_WIDGET (self), text[0] != '\0');
}
