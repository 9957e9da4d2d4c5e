/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-list-frame.h"
#include "ui-banner.h"
#include "ui-page.h"
#include "ui-template.h"
#include "ui-toast.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "mcp-property.h"

#include "app-visible-text.h"

#include <glib/gi18n.h>

typedef struct
{
  AdwToastOverlay   *toasts;
  UiBanner          *banner; /* (nullable): borrowed: made for the first problem */
  GtkBox            *box;
  GtkStack          *stack;
  AdwLeaflet        *leaflet;
  GtkWidget         *detail; /* behind it the leaflet has its shadows */
  GtkWidget         *list_pane;
  GtkBox            *tools;
  GtkSearchEntry    *search;
  GtkLabel          *count;
  GtkStack          *states;
  GtkScrolledWindow *list;
  GtkLabel          *nothing;
} UiListFramePrivate;

enum {
  PROP_SEARCH_LABEL = 1,
  PROP_PLACEHOLDER,
  PROP_NOTHING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static GtkBuildableIface *parent_iface;

static void ui_list_frame_page_init (UiPageInterface *iface);
static void buildable_init (GtkBuildableIface *iface);

G_DEFINE_TYPE_WITH_CODE (UiListFrame,
                         ui_list_frame,
                         GTK_TYPE_WIDGET,
                         G_ADD_PRIVATE (UiListFrame)
                             G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, buildable_init)
                                 G_IMPLEMENT_INTERFACE (UI_TYPE_PAGE, ui_list_frame_page_init))

static UiListFramePrivate *
get_private (gpointer self)
{
  return ui_list_frame_get_instance_private (UI_LIST_FRAME (self));
}

/* What a page's template puts into it */

static void
add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  UiListFramePrivate *self = get_private (buildable);
  GtkWidget          *widget = GTK_IS_WIDGET (child) ? GTK_WIDGET (child) : NULL;

  if (type == NULL || widget == NULL)
    parent_iface->add_child (buildable, builder, child, type);
  else if (g_str_equal (type, "list"))
    gtk_scrolled_window_set_child (self->list, widget);
  else if (g_str_equal (type, "tool"))
    gtk_box_append (self->tools, widget);
  else if (g_str_equal (type, "state"))
    gtk_stack_add_named (self->states, widget,
                         gtk_buildable_get_buildable_id (GTK_BUILDABLE (child)));
  else if (g_str_equal (type, "below"))
    gtk_box_append (GTK_BOX (self->list_pane), widget);
  else if (g_str_equal (type, "detail"))
    adw_leaflet_append (self->leaflet, self->detail = widget);
  else if (g_str_equal (type, "empty"))
    gtk_stack_add_named (self->stack, widget, type);
  else if (g_str_equal (type, "top"))
    gtk_box_prepend (self->box, widget);
  else
    gtk_box_append (self->box, widget);
}

static void
buildable_init (GtkBuildableIface *iface)
{
  parent_iface = g_type_interface_peek_parent (iface);
  iface->add_child = add_child;
}

/* The search */

static void
on_stop_search (UiListFrame *self)
{
  ui_list_frame_clear_search (self);
  gtk_widget_child_focus (GTK_WIDGET (get_private (self)->list), GTK_DIR_TAB_FORWARD);
}

/* The list is below it. */
static gboolean
on_search_key (UiListFrame *self, guint key)
{
  return key == GDK_KEY_Down &&
         gtk_widget_child_focus (GTK_WIDGET (get_private (self)->list), GTK_DIR_TAB_FORWARD);
}

static void
set_search_label (UiListFrame *self, const char *label)
{
  ui_widget_name (get_private (self)->search, label);
}

static void
set_placeholder (UiListFrame *self, const char *text)
{
  g_object_set (get_private (self)->search, "placeholder-text", text, NULL);
}

static void
set_nothing (UiListFrame *self, const char *text)
{
  gtk_label_set_text (get_private (self)->nothing, text);
}

/* The page */

static gboolean
ui_list_frame_search (UiPage *page)
{
  GtkWidget *search = GTK_WIDGET (get_private (page)->search);

  return gtk_widget_get_mapped (search) && gtk_widget_grab_focus (search);
}

static gboolean
ui_list_frame_go_back (UiPage *page)
{
  AdwLeaflet *leaflet = get_private (page)->leaflet;

  return adw_leaflet_get_folded (leaflet) &&
         adw_leaflet_navigate (leaflet, ADW_NAVIGATION_DIRECTION_BACK);
}

static void
ui_list_frame_add_panes (UiPage *page, GPtrArray *panes)
{
  UiListFramePrivate *self = get_private (page);

  g_ptr_array_add (panes, self->list_pane);
  ui_page_add_panes (self->detail, panes);
}

static void
ui_list_frame_page_init (UiPageInterface *iface)
{
  iface->search = ui_list_frame_search;
  iface->go_back = ui_list_frame_go_back;
  iface->add_panes = ui_list_frame_add_panes;
}

/* The class */

/* GTK 4.8 can dispose of the template of the last class alone; the frame's goes with the widget. */
MCP_DEFINE_DISPOSE (UiListFrame, ui_list_frame)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
}

#define BIND(child) \
  gtk_widget_class_bind_template_child_private (widget_class, UiListFrame, child)

UI_DEFINE_CLASS (UiListFrame, ui_list_frame)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_SEARCH_LABEL] = { "search-label", G_TYPE_STRING, .flags = G_PARAM_WRITABLE,
                            .set = G_CALLBACK (set_search_label) },
    [PROP_PLACEHOLDER] = { "placeholder", G_TYPE_STRING, .flags = G_PARAM_WRITABLE,
                           .set = G_CALLBACK (set_placeholder) },
    [PROP_NOTHING] = { "nothing", G_TYPE_STRING, .flags = G_PARAM_WRITABLE,
                       .set = G_CALLBACK (set_nothing) },
  };

  G_OBJECT_CLASS (klass)->dispose = ui_list_frame_dispose;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
  g_type_ensure (UI_TYPE_WIDTH_BIN);
  ui_template_set_bin (widget_class, "ui/base/ui-list-frame.ui");
  BIND (toasts);
  BIND (box);
  BIND (stack);
  BIND (leaflet);
  BIND (list_pane);
  BIND (tools);
  BIND (search);
  BIND (count);
  BIND (states);
  BIND (list);
  BIND (nothing);
  ui_template_bind_callbacks (widget_class, on_stop_search, on_search_key);
}

static void
ui_list_frame_init (UiListFrame *self)
{
  ui_template_init (self);
}

void
ui_list_frame_show (gpointer self, gboolean empty, guint n, const char *state)
{
  UiListFramePrivate *private = get_private (self);

  gtk_stack_set_visible_child_name (private->stack, empty ? "empty" : "bin");
  gtk_stack_set_visible_child_name (private->states, state != NULL ? state
                                                     : n > 0       ? "list"
                                                                   : "nothing");
}

void
ui_list_frame_set_count (gpointer self, const char *text)
{
  ui_widget_show_text (get_private (self)->count, text);
}

void
ui_list_frame_show_problem (gpointer self, const char *problem)
{
  UiListFramePrivate *private = get_private (self);
  g_autofree char *line = app_visible_text_line (problem, 0);

  if (private->banner == NULL && problem != NULL)
    {
      private->banner = g_object_new (UI_TYPE_BANNER, NULL);
      gtk_box_prepend (private->box, GTK_WIDGET (private->banner));
    }
  if (problem != NULL)
    ui_banner_set_title (private->banner, line);
  if (private->banner != NULL)
    ui_banner_set_revealed (private->banner, problem != NULL);
}

AdwToast *
ui_list_frame_say (gpointer self, const char *text)
{
  return ui_toast_say (get_private (self)->toasts, text);
}

AdwToast *
ui_list_frame_say_deleted (gpointer self, const char *name, const char *undo)
{
  g_autofree char *text = g_strdup_printf (_ ("Deleted “%s”"), name);
  AdwToast        *toast = ui_list_frame_say (self, text);

  adw_toast_set_button_label (toast, _ ("Undo"));
  adw_toast_set_action_name (toast, undo);
  return toast;
}

void
ui_list_frame_show_detail (gpointer self)
{
  adw_leaflet_navigate (get_private (self)->leaflet, ADW_NAVIGATION_DIRECTION_FORWARD);
}

const char *
ui_list_frame_get_text (gpointer self)
{
  return gtk_editable_get_text (GTK_EDITABLE (get_private (self)->search));
}

void
ui_list_frame_clear_search (gpointer self)
{
  gtk_editable_set_text (GTK_EDITABLE (get_private (self)->search), "");
}

GtkSearchEntry *
ui_list_frame_get_search (gpointer self)
{
  return get_private (self)->search;
}

AdwLeaflet *
ui_list_frame_get_leaflet (gpointer self)
{
  return get_private (self)->leaflet;
}

GtkWidget *
ui_list_frame_get_list_pane (gpointer self)
{
  return get_private (self)->list_pane;
}
