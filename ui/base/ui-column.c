/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-column.h"
#include "mcp-property.h"

#include "mcp-object.h"

#define MARGIN 12
#define MARGIN_TOP 18
#define MARGIN_BOTTOM 24

struct _UiColumn
{
  AdwBin parent_instance;

  GtkBox  *box; /* (nullable): borrowed */
  int      width;
  int      spacing;
  gboolean centered;
};

enum {
  PROP_WIDTH = 1,
  PROP_SPACING,
  PROP_CENTERED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static GtkBuildableIface *parent_iface;

/* What is there before the box is the page itself. */
static void
add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  UiColumn *self = UI_COLUMN (buildable);

  if (self->box != NULL && GTK_IS_WIDGET (child) && type == NULL)
    gtk_box_append (self->box, GTK_WIDGET (child));
  else
    parent_iface->add_child (buildable, builder, child, type);
}

static void
buildable_init (GtkBuildableIface *iface)
{
  parent_iface = g_type_interface_peek_parent (iface);
  iface->add_child = add_child;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (UiColumn,
                               ui_column,
                               ADW_TYPE_BIN,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, buildable_init))

static void
ui_column_constructed (GObject *object)
{
  UiColumn  *self = UI_COLUMN (object);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *clamp = adw_clamp_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, self->spacing);

  G_OBJECT_CLASS (ui_column_parent_class)->constructed (object);
  self->box = GTK_BOX (box);
  gtk_widget_set_margin_start (box, MARGIN);
  gtk_widget_set_margin_end (box, MARGIN);
  gtk_widget_set_margin_top (box, self->centered ? MARGIN_BOTTOM : MARGIN_TOP);
  gtk_widget_set_margin_bottom (box, MARGIN_BOTTOM);
  gtk_widget_set_valign (box, self->centered ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL);
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), self->width);
  adw_clamp_set_child (ADW_CLAMP (clamp), box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), clamp);
  gtk_widget_set_hexpand (scroller, TRUE);
  gtk_widget_set_vexpand (scroller, TRUE);
  adw_bin_set_child (ADW_BIN (self), scroller);
}

MCP_DEFINE_CLASS (UiColumn, ui_column)
{
  const GParamFlags once = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY;
  const McpProperty rows[N_PROPS] = {
    [PROP_WIDTH] = { "width", G_TYPE_INT, .offset = G_STRUCT_OFFSET (UiColumn, width),
                     .flags = once },
    [PROP_SPACING] = { "spacing", G_TYPE_INT, .offset = G_STRUCT_OFFSET (UiColumn, spacing),
                       .flags = once },
    [PROP_CENTERED] = { "centered", G_TYPE_BOOLEAN, .offset = G_STRUCT_OFFSET (UiColumn, centered),
                        .flags = once },
  };

  object_class->constructed = ui_column_constructed;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

MCP_DEFINE_INIT (UiColumn, ui_column)
