/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-call-split.h"
#include "ui-layout.h"
#include "ui-settings.h"
#include "ui-template.h"
#include "ui-width-bin.h"
#include "mcp-property.h"

/* At the usual text size: a form that is comfortable, and what a result deserves beside it. */
#define FORM_WIDTH 340
#define RESULT_WIDTH 480
/* One above the other, a form that is too long gets this part of the height, and a result that
 * needs no more this height. */
#define FORM_PART 0.5
#define ENOUGH_HEIGHT 280
/* Less is no use to either. */
#define LEAST_WIDTH 280
#define LEAST_HEIGHT 150
/* For a line that says that there is no result yet. */
#define EMPTY_HEIGHT 64

struct _UiCallSplit
{
  GtkWidget parent_instance;

  GtkWidget  *form;   /* borrowed: they are the paned widget's */
  GtkWidget  *result; /* borrowed */
  UiWidthBin *bin;
  GtkPaned   *paned;
  gboolean    form_wanted;
  gboolean    folded;
  gboolean    has_result;
  gboolean    divided;  /* by the person, since the form is another one */
  gboolean    applying; /* what moves the division is not the person */
  int         needed;   /* by the form, at most, since it is another one */
};

enum {
  PROP_0,
  PROP_FORM,
  PROP_RESULT,
  PROP_FORM_SHOWN,
  PROP_LAYOUT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (UiCallSplit, ui_call_split, GTK_TYPE_WIDGET)

static gboolean
is_beside (UiCallSplit *self)
{
  return gtk_orientable_get_orientation (GTK_ORIENTABLE (self->paned)) ==
         GTK_ORIENTATION_HORIZONTAL;
}

/* What all of the form needs. A filter that hides rows takes nothing back. */
static int
measure_form (UiCallSplit *self, int width)
{
  int natural = 0;

  if (self->form != NULL && gtk_widget_get_visible (self->form))
    gtk_widget_measure (self->form, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
  self->needed = MAX (self->needed, natural);
  return self->needed;
}

/* The height that the form may have above a result. */
static int
get_most (UiCallSplit *self, int height)
{
  return self->has_result ? MAX ((int)(height * FORM_PART), height - ENOUGH_HEIGHT)
                          : height - EMPTY_HEIGHT;
}

/* Without a position GtkPaned divides by what its children ask for, which changes with them. A form
 * has what it needs, where there is room for a result below it. */
static void
apply_position (UiCallSplit *self, int width, int height)
{
  gboolean beside = is_beside (self);
  int      chosen = ui_settings_get_int (beside ? "form-width" : "form-height", -1);
  int      least = self->has_result ? LEAST_HEIGHT : EMPTY_HEIGHT;
  int      room = beside ? width - LEAST_WIDTH : height - least;
  int      needed = beside ? FORM_WIDTH : measure_form (self, width);
  int      position = needed;

  if (chosen > 0)
    position = chosen;
  else if (!beside)
    position = MIN (position, get_most (self, height));
  if (!beside && !self->has_result && !self->divided)
    position = MAX (position, needed);
  gtk_paned_set_position (self->paned, CLAMP (position, beside ? LEAST_WIDTH : LEAST_HEIGHT,
                                              MAX (room, LEAST_HEIGHT)));
}

gboolean
ui_call_split_fits (UiCallSplit *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  g_return_val_if_fail (UI_IS_CALL_SPLIT (self), FALSE);

  return is_beside (self) || measure_form (self, width) <= MAX ((int)(height * FORM_PART),
                                                                height - ENOUGH_HEIGHT);
}

/* As it is shown: where there is no room beside it, the form is above the result. */
static const char *
get_layout (UiCallSplit *self)
{
  const char *preset = ui_layout_get_preset (ui_layout_get_default ());

  return g_str_equal (preset, UI_LAYOUT_BESIDE) && !is_beside (self) ? UI_LAYOUT_STACKED : preset;
}

static void
set_layout (UiCallSplit *self, const char *layout)
{
  g_object_set (ui_layout_get_default (), "preset", layout, NULL);
}

static void
update (UiCallSplit *self)
{
  const char *preset = ui_layout_get_preset (ui_layout_get_default ());
  gboolean    beside = ui_width_bin_get_wide (self->bin) && g_str_equal (preset, UI_LAYOUT_BESIDE);
  gboolean    shown = self->form_wanted && !g_str_equal (preset, UI_LAYOUT_RESULT) &&
                   (beside || !self->folded);

  self->applying = TRUE;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned),
                                  beside ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  if (self->form != NULL && shown != gtk_widget_get_visible (self->form))
    {
      gtk_widget_set_visible (self->form, shown);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FORM_SHOWN]);
    }
  self->applying = FALSE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LAYOUT]);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
on_position_changed (UiCallSplit *self)
{
  if (self->applying || !gtk_widget_get_mapped (GTK_WIDGET (self->paned)))
    return;
  self->divided = TRUE;
  ui_settings_set_int (is_beside (self) ? "form-width" : "form-height",
                       gtk_paned_get_position (self->paned));
}

static void
ui_call_split_measure (GtkWidget     *widget,
                       GtkOrientation orientation,
                       int            for_size,
                       int           *minimum,
                       int           *natural,
                       int           *minimum_baseline,
                       int           *natural_baseline)
{
  gtk_widget_measure (GTK_WIDGET (UI_CALL_SPLIT (widget)->bin), orientation, for_size, minimum,
                      natural, minimum_baseline, natural_baseline);
}

static GtkSizeRequestMode
ui_call_split_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ui_call_split_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UiCallSplit *self = UI_CALL_SPLIT (widget);

  self->applying = TRUE;
  apply_position (self, width, height);
  gtk_widget_allocate (GTK_WIDGET (self->bin), width, height, baseline, NULL);
  self->applying = FALSE;
}

static void
set_form (UiCallSplit *self, GtkWidget *form)
{
  self->form = form;
  gtk_paned_set_start_child (self->paned, form);
  gtk_widget_set_size_request (form, LEAST_WIDTH, LEAST_HEIGHT);
}

static void
set_result (UiCallSplit *self, GtkWidget *result)
{
  self->result = result;
  gtk_paned_set_end_child (self->paned, result);
  gtk_widget_set_size_request (result, LEAST_WIDTH, EMPTY_HEIGHT);
}

MCP_DEFINE_DISPOSE (UiCallSplit, ui_call_split)
{
  self->form = self->result = NULL;
  if (self->bin != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->bin));
  self->bin = NULL;
}

UI_DEFINE_CLASS (UiCallSplit, ui_call_split)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_FORM] = { "form", GTK_TYPE_WIDGET, .offset = G_STRUCT_OFFSET (UiCallSplit, form),
                    .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_form) },
    [PROP_RESULT] = { "result", GTK_TYPE_WIDGET, .offset = G_STRUCT_OFFSET (UiCallSplit, result),
                      .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_result) },
    [PROP_FORM_SHOWN] = { "form-shown", G_TYPE_BOOLEAN,
                          G_CALLBACK (ui_call_split_get_form_shown) },
    [PROP_LAYOUT] = { "layout", G_TYPE_STRING, G_CALLBACK (get_layout), .flags = G_PARAM_WRITABLE,
                      .set = G_CALLBACK (set_layout) },
  };

  G_OBJECT_CLASS (klass)->dispose = ui_call_split_dispose;
  widget_class->measure = ui_call_split_measure;
  widget_class->size_allocate = ui_call_split_size_allocate;
  widget_class->get_request_mode = ui_call_split_get_request_mode;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
}

static void
ui_call_split_init (UiCallSplit *self)
{
  self->form_wanted = TRUE;
  self->paned = GTK_PANED (gtk_paned_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_paned_set_resize_start_child (self->paned, FALSE);
  gtk_paned_set_shrink_start_child (self->paned, FALSE);
  gtk_paned_set_shrink_end_child (self->paned, FALSE);
  self->bin = g_object_new (UI_TYPE_WIDTH_BIN, "threshold", FORM_WIDTH + RESULT_WIDTH, "child",
                            self->paned, NULL);
  gtk_widget_set_parent (GTK_WIDGET (self->bin), GTK_WIDGET (self));
  ui_connect (self->paned, "notify::position", on_position_changed, self);
  ui_connect (self->bin, "notify::wide", update, self);
  ui_connect (ui_layout_get_default (), "notify::preset", update, self);
  update (self);
}

void
ui_call_split_set_form_wanted (UiCallSplit *self, gboolean wanted)
{
  g_return_if_fail (UI_IS_CALL_SPLIT (self));

  self->form_wanted = wanted;
  self->divided = FALSE;
  self->needed = 0;
  update (self);
}

void
ui_call_split_set_folded (UiCallSplit *self, gboolean folded)
{
  g_return_if_fail (UI_IS_CALL_SPLIT (self));

  self->folded = folded;
  update (self);
}

void
ui_call_split_set_has_result (UiCallSplit *self, gboolean has_result)
{
  g_return_if_fail (UI_IS_CALL_SPLIT (self));

  self->has_result = has_result;
  gtk_widget_set_size_request (self->result, LEAST_WIDTH,
                               has_result ? LEAST_HEIGHT : EMPTY_HEIGHT);
}

gboolean
ui_call_split_get_form_shown (UiCallSplit *self)
{
  g_return_val_if_fail (UI_IS_CALL_SPLIT (self), FALSE);
  return self->form != NULL && gtk_widget_get_visible (self->form);
}
