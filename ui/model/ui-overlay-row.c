/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-overlay-row.h"
#include "ui-template.h"
#include "ui-text-area.h"
#include "ui-widget.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

#define MAX_OWN 2000
#define MAX_NAME 120
#define MIN_HEIGHT 36
#define MAX_HEIGHT 160

struct _UiOverlayRow
{
  AdwPreferencesRow parent_instance;

  AppOverlayField *field;
  UiTextArea      *area; /* borrowed */

  GtkLabel  *title;
  GtkButton *reset;
  GtkFrame  *frame;
  GtkLabel  *own;
  GtkLabel  *problem;
};

UI_DEFINE_TEMPLATE (UiOverlayRow, ui_overlay_row, ADW_TYPE_PREFERENCES_ROW)

static const struct
{
  const char *title;
  const char *note; /* what an empty text means */
} kinds[] = {
  [APP_OVERLAY_DESCRIPTION] = { N_ ("Description"), N_ ("None") },
  [APP_OVERLAY_VALUES] = { N_ ("Values"), N_ ("Any: write one a line to allow only those") },
  [APP_OVERLAY_DEFAULT] = { N_ ("Default"), N_ ("None") },
};

static void
show_state (UiOverlayRow *self)
{
  gboolean         changed = app_overlay_field_is_changed (self->field);
  const char      *problem = app_overlay_field_get_problem (self->field);
  GtkTextView     *view = ui_text_area_get_view (self->area);
  const char      *own = app_overlay_field_get_own (self->field);
  g_autofree char *shown = app_visible_text_block (own, MAX_OWN);
  /* Translators: %s is what a server says of its tool */
  g_autofree char *line = *own != '\0' ? g_strdup_printf (_ ("The server says: %s"), shown)
                                       : g_strdup (_ ("The server has no description"));

  gtk_widget_set_visible (GTK_WIDGET (self->reset), changed);
  ui_widget_show_text (self->own, changed ? line : NULL);
  ui_widget_show_text (self->problem, problem);
  ui_widget_describe (view, problem != NULL ? problem : "");
  ui_widget_set_invalid (view, problem != NULL);
  ui_widget_set_class (self, "wrong", problem != NULL);
  ui_widget_set_class (self->title, "accent", changed);
}

static void
show_text (UiOverlayRow *self)
{
  g_autofree char *shown = ui_text_area_dup_text (self->area);

  if (g_strcmp0 (shown, app_overlay_field_get_text (self->field)) != 0)
    ui_text_area_set_text (self->area, app_overlay_field_get_text (self->field));
}

static void
on_edited (UiTextArea *area, UiOverlayRow *self)
{
  g_autofree char *text = ui_text_area_dup_text (area);

  app_overlay_field_set_text (self->field, text);
}

/* What is reset has no button any more: the focus goes to its text. */
static void
on_reset (UiOverlayRow *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (ui_text_area_get_view (self->area)));
  app_overlay_field_reset (self->field);
}

static gboolean
ui_overlay_row_grab_focus (GtkWidget *widget)
{
  UiOverlayRow *self = UI_OVERLAY_ROW (widget);

  return gtk_widget_grab_focus (GTK_WIDGET (ui_text_area_get_view (self->area)));
}

UI_DEFINE_CLASS (UiOverlayRow, ui_overlay_row)
{
  widget_class->grab_focus = ui_overlay_row_grab_focus;
  ui_template_set (widget_class, "ui/model/ui-overlay-row.ui");
  ui_template_hold (widget_class, UiOverlayRow, field);
  ui_template_bind_children (widget_class, UiOverlayRow, title, reset, frame, own, problem);
  ui_template_bind_callbacks (widget_class, on_reset);
}

/* "Description of search_papers": alone, "Description" would be there many times. */
static void
name_parts (UiOverlayRow *self)
{
  const char      *title = _ (kinds[app_overlay_field_get_kind (self->field)].title);
  g_autofree char *place =
      app_visible_text_line (app_overlay_field_get_place (self->field), MAX_NAME);
  /* Translators: what is edited, such as “Description”, then the name of an argument */
  g_autofree char *name =
      *place != '\0' ? g_strdup_printf (_ ("%s of %s"), title, place) : g_strdup (title);
  /* Translators: %s is such as “Description of city” */
  g_autofree char *reset = g_strdup_printf (_ ("Reset %s"), name);

  ui_widget_name (ui_text_area_get_view (self->area), name);
  ui_widget_name (self->reset, reset);
}

GtkWidget *
ui_overlay_row_new (AppOverlayField *field)
{
  g_return_val_if_fail (APP_IS_OVERLAY_FIELD (field), NULL);

  UiOverlayRow *self = g_object_new (UI_TYPE_OVERLAY_ROW, NULL);

  self->field = g_object_ref (field);
  self->area = UI_TEXT_AREA (ui_text_area_new (NULL));
  ui_text_area_set_heights (self->area, MIN_HEIGHT, MAX_HEIGHT);
  ui_text_area_set_note (self->area, _ (kinds[app_overlay_field_get_kind (field)].note));
  gtk_frame_set_child (self->frame, GTK_WIDGET (self->area));
  gtk_label_set_text (self->title, _ (kinds[app_overlay_field_get_kind (field)].title));
  name_parts (self);
  g_signal_connect_object (self->area, "edited", G_CALLBACK (on_edited), self, 0);
  ui_connect (field, "notify::text", show_text, self);
  ui_connect (field, "notify::changed", show_state, self);
  ui_connect (field, "notify::problem", show_state, self);
  show_text (self);
  show_state (self);
  return GTK_WIDGET (self);
}
