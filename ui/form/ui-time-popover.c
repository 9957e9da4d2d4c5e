/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-time-popover.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-time-text.h"

#include <glib/gi18n.h>

#define MAX_PART 100000

struct _UiTimePopover
{
  GtkPopover parent_instance;

  AppField      *field;
  AppFieldFormat format;
  gboolean       syncing;

  GtkCalendar   *calendar;
  GtkWidget     *clock;
  GtkSpinButton *hour;
  GtkSpinButton *minute;
  GtkSpinButton *second;
  GtkDropDown   *offset;
  GtkGrid       *parts;
  GtkButton     *now;
  GtkSpinButton *part[APP_DURATION_N_PARTS]; /* borrowed; NULL for weeks */
};

G_DEFINE_FINAL_TYPE (UiTimePopover, ui_time_popover, GTK_TYPE_POPOVER)

static gboolean
wants_date (UiTimePopover *self)
{
  return self->format == APP_FORMAT_DATE || self->format == APP_FORMAT_DATE_TIME;
}

static gboolean
wants_time (UiTimePopover *self)
{
  return self->format == APP_FORMAT_TIME || self->format == APP_FORMAT_DATE_TIME;
}

/* A time whose schema only describes it in words is mostly "HH:MM". */
static gboolean
wants_offset (UiTimePopover *self)
{
  McpJsonValue format =
      mcp_json_value_get_member (app_field_get_info (self->field)->schema, "format");

  return self->format == APP_FORMAT_DATE_TIME || mcp_json_value_string_equals (format, "time");
}

/* What the text says; where it says nothing, now, to the minute. Returns: whether it says it */
static gboolean
read_time (UiTimePopover *self, AppTimeText *time)
{
  const char *text = app_field_get_text (self->field);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  gboolean known = app_time_text_parse (time, text);

  if (known && time->has_date >= wants_date (self) && time->has_time >= wants_time (self))
    return TRUE;
  app_time_text_set_moment (time, now, wants_date (self) && !time->has_date,
                            wants_time (self) && !time->has_time,
                            wants_offset (self) && !time->has_time);
  if (!known && wants_time (self))
    time->second = wants_offset (self) ? 0 : -1;
  return FALSE;
}

static void
write_time (UiTimePopover *self, AppTimeText *time)
{
  time->has_date &= wants_date (self);
  time->has_time &= wants_time (self);
  g_autofree char *text = app_time_text_print (time);
  app_field_set_text (self->field, text);
}

/* The offset of this machine at the time that is shown. */
static char *
dup_local_offset (const AppTimeText *time)
{
  g_autoptr (GDateTime) moment = NULL;

  if (time->has_date)
    moment = g_date_time_new_local (time->year, time->month, time->day, time->hour,
                                    time->minute, 0);
  if (moment == NULL)
    moment = g_date_time_new_now_local ();
  return app_time_text_dup_offset (moment);
}

static guint
find_offset (UiTimePopover *self, const char *offset)
{
  GListModel *model = gtk_drop_down_get_model (self->offset);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GtkStringObject) item = g_list_model_get_item (model, i);
      if (g_ascii_strcasecmp (gtk_string_object_get_string (item), offset) == 0)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

static void
add_offset (UiTimePopover *self, const char *offset)
{
  if (find_offset (self, offset) == GTK_INVALID_LIST_POSITION)
    gtk_string_list_append (GTK_STRING_LIST (gtk_drop_down_get_model (self->offset)), offset);
}

/* Ours on that day, UTC, what the text has, and none. */
static void
fill_offsets (UiTimePopover *self, const AppTimeText *time)
{
  g_autofree char *ours = dup_local_offset (time);
  g_autoptr (GtkStringList) offsets = gtk_string_list_new (NULL);

  gtk_drop_down_set_model (self->offset, G_LIST_MODEL (offsets));
  add_offset (self, ours);
  add_offset (self, "Z");
  add_offset (self, time->offset);
  add_offset (self, "");
  gtk_drop_down_set_selected (self->offset, find_offset (self, time->offset));
}

static void
bind_offset (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  const char *offset = gtk_string_object_get_string (gtk_list_item_get_item (item));
  const char *label = offset;

  if (offset[0] == '\0')
    label = _ ("No offset");
  else if (g_ascii_strcasecmp (offset, "Z") == 0)
    label = _ ("UTC");
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), label);
}

static void
setup_offset (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (item, gtk_label_new (NULL));
}

static void
show_time (UiTimePopover *self)
{
  AppTimeText time;

  read_time (self, &time);
  self->syncing = TRUE;
  if (time.has_date)
    {
      g_autoptr (GDateTime) day =
          g_date_time_new_local (time.year, time.month, time.day, 12, 0, 0);
      gtk_calendar_select_day (self->calendar, day);
    }
  if (time.has_time)
    {
      gtk_spin_button_set_value (self->hour, time.hour);
      gtk_spin_button_set_value (self->minute, time.minute);
      gtk_spin_button_set_value (self->second, MAX (0, time.second));
      fill_offsets (self, &time);
    }
  self->syncing = FALSE;
}

static void
show_duration (UiTimePopover *self)
{
  AppDurationText duration;

  app_duration_text_parse (&duration, app_field_get_text (self->field));
  duration.parts[APP_DURATION_DAYS] += 7 * duration.parts[APP_DURATION_WEEKS];
  self->syncing = TRUE;
  for (guint i = 0; i < APP_DURATION_N_PARTS; i++)
    if (self->part[i] != NULL)
      gtk_spin_button_set_value (self->part[i], duration.parts[i]);
  self->syncing = FALSE;
}

static void
on_day (UiTimePopover *self)
{
  g_autoptr (GDateTime) day = gtk_calendar_get_date (self->calendar);
  AppTimeText time;

  if (self->syncing)
    return;
  read_time (self, &time);
  app_time_text_set_moment (&time, day, TRUE, FALSE, FALSE);
  write_time (self, &time);
  /* A day is all that there is to choose. */
  if (!wants_time (self))
    gtk_popover_popdown (GTK_POPOVER (self));
}

/* GTK 4.8 says nothing where the day that is chosen has the number of the one before: today's, or
 * the same of another month. */
static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, UiTimePopover *self)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self->calendar), x, y, GTK_PICK_DEFAULT);

  if (picked != NULL && gtk_widget_has_css_class (picked, "day-number"))
    on_day (self);
}

static void
on_clock (UiTimePopover *self)
{
  GtkStringObject *offset = gtk_drop_down_get_selected_item (self->offset);
  int              second = gtk_spin_button_get_value_as_int (self->second);
  AppTimeText      time;

  if (self->syncing)
    return;
  read_time (self, &time);
  time.hour = gtk_spin_button_get_value_as_int (self->hour);
  time.minute = gtk_spin_button_get_value_as_int (self->minute);
  if (second != MAX (0, time.second))
    {
      time.second = second;
      time.fraction[0] = '\0';
    }
  if (offset != NULL)
    g_strlcpy (time.offset, gtk_string_object_get_string (offset), sizeof time.offset);
  write_time (self, &time);
}

static void
on_part (UiTimePopover *self)
{
  AppDurationText duration = { 0 };

  if (self->syncing)
    return;
  for (guint i = 0; i < APP_DURATION_N_PARTS; i++)
    if (self->part[i] != NULL)
      duration.parts[i] = (guint)gtk_spin_button_get_value_as_int (self->part[i]);
  g_autofree char *text = app_duration_text_print (&duration);
  app_field_set_text (self->field, text);
}

static void
on_now (UiTimePopover *self)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  AppTimeText time;

  read_time (self, &time);
  app_time_text_set_moment (&time, now, wants_date (self), wants_time (self),
                            time.offset[0] != '\0' || wants_offset (self));
  if (wants_time (self) && !wants_offset (self))
    time.second = -1;
  write_time (self, &time);
  gtk_popover_popdown (GTK_POPOVER (self));
}

/* Two digits, as clocks have them. */
static gboolean
on_output (GtkSpinButton *spin)
{
  g_autofree char *text = g_strdup_printf ("%02d", gtk_spin_button_get_value_as_int (spin));

  gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

static GtkSpinButton *
add_clock (UiTimePopover *self, const char *name, int last)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (0, last, 1);

  g_object_set (spin, "orientation", GTK_ORIENTATION_VERTICAL, "width-chars", 2,
                "max-width-chars", 2, "numeric", TRUE, "wrap", TRUE, NULL);
  ui_widget_name (spin, name);
  g_signal_connect (spin, "output", G_CALLBACK (on_output), NULL);
  ui_connect (spin, "value-changed", on_clock, self);
  if (self->hour != NULL)
    gtk_widget_insert_before (gtk_label_new (":"), self->clock, GTK_WIDGET (self->offset));
  gtk_widget_insert_before (spin, self->clock, GTK_WIDGET (self->offset));
  return GTK_SPIN_BUTTON (spin);
}

static void
add_part (UiTimePopover *self, guint part, const char *name, int column, int row)
{
  GtkWidget *label = gtk_label_new (name);
  GtkWidget *spin = gtk_spin_button_new_with_range (0, MAX_PART, 1);

  self->part[part] = GTK_SPIN_BUTTON (spin);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 4);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  ui_widget_name (spin, name);
  ui_connect (spin, "value-changed", on_part, self);
  gtk_grid_attach (self->parts, label, column, row, 1, 1);
  gtk_grid_attach (self->parts, spin, column + 1, row, 1, 1);
}

static void
add_parts (UiTimePopover *self)
{
  add_part (self, APP_DURATION_DAYS, _ ("Days"), 0, 0);
  add_part (self, APP_DURATION_HOURS, _ ("Hours"), 0, 1);
  add_part (self, APP_DURATION_MINUTES, _ ("Minutes"), 0, 2);
  add_part (self, APP_DURATION_SECONDS, _ ("Seconds"), 0, 3);
  add_part (self, APP_DURATION_YEARS, _ ("Years"), 0, 4);
  add_part (self, APP_DURATION_MONTHS, _ ("Months"), 0, 5);
}

static void
ui_time_popover_show (GtkWidget *widget)
{
  UiTimePopover *self = UI_TIME_POPOVER (widget);

  if (self->format == APP_FORMAT_DURATION)
    show_duration (self);
  else
    show_time (self);
  GTK_WIDGET_CLASS (ui_time_popover_parent_class)->show (widget);
}

UI_DEFINE_CLASS (UiTimePopover, ui_time_popover)
{
  widget_class->show = ui_time_popover_show;
  ui_template_set (widget_class, "ui/form/ui-time-popover.ui");
  ui_template_hold (widget_class, UiTimePopover, field);
  ui_template_bind_children (widget_class, UiTimePopover, calendar, clock, offset, parts, now);
  ui_template_bind_callbacks (widget_class, on_day, on_pressed, on_clock, on_now);
}

static void
ui_time_popover_init (UiTimePopover *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  self->syncing = TRUE;
  ui_template_init (self);
  self->hour = add_clock (self, _ ("Hour"), 23);
  self->minute = add_clock (self, _ ("Minute"), 59);
  self->second = add_clock (self, _ ("Second"), 60);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_offset), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_offset), NULL);
  gtk_drop_down_set_factory (self->offset, factory);
  self->syncing = FALSE;
}

GtkWidget *
ui_time_popover_new (AppField *field, AppFieldFormat format)
{
  UiTimePopover *self = g_object_new (UI_TYPE_TIME_POPOVER, NULL);

  g_return_val_if_fail (APP_IS_FIELD (field), NULL);

  self->field = g_object_ref (field);
  self->format = format;
  gtk_widget_set_visible (GTK_WIDGET (self->calendar), wants_date (self));
  gtk_widget_set_visible (self->clock, wants_time (self));
  gtk_widget_set_visible (GTK_WIDGET (self->parts), format == APP_FORMAT_DURATION);
  gtk_widget_set_visible (GTK_WIDGET (self->now), format != APP_FORMAT_DURATION);
  gtk_button_set_label (self->now, wants_time (self) ? _ ("Now") : _ ("Today"));
  if (format == APP_FORMAT_DURATION)
    add_parts (self);
  return GTK_WIDGET (self);
}
