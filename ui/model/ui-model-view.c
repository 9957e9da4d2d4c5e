/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-model-view.h"
#include "mcp-property.h"
#include "ui-model-call-card.h"
#include "ui-model-raw.h"
#include "ui-model-row-head.h"
#include "ui-model-row.h"
#include "ui-case-window.h"
#include "ui-copy.h"
#include "ui-page.h"
#include "ui-template.h"
#include "app-markdown.h"

#include <string.h>

/* Rows that are there at once, as many more as it takes to fill the view; rows that are made in one
 * turn of the main loop before them, and how many of these; then scrolling brings more. */
#define FIRST_ROWS 8u
#define FILL_ROWS 4u
#define MORE_ROWS 4u
#define READY_ROWS 40u
/* Rows that are made together where one goes to what is before them. */
#define EARLIER_ROWS 30u
/* Rows of a conversation that goes on: beyond MOST those at the beginning are let go of, to KEPT.
 * All that there are are drawn with each frame, seen or not: with a hundred a frame takes 5 ms,
 * with forty 2 ms. */
#define MOST_ROWS 120u
#define KEPT_ROWS 60u
/* Pixels from the end that are still the end. */
#define NEAR_END 24
/* Pixels from the end where a button leads back to it. */
#define AWAY 120

struct _UiModelView
{
  GtkWidget parent_instance;

  AppModelController *controller; /* (nullable) */
  GListModel         *blocks;     /* (nullable) */
  guint               first;      /* block of the first row */
  guint               n_rows;
  gboolean            follows; /* the end */
  gboolean            moving;  /* the position is changed here, not by the person */
  guint               tick;
  guint               fill;
  GtkWidget          *anchor;   /* (nullable): a row that stays where it is seen */
  int                 anchor_y; /* where it was */

  GtkScrolledWindow *scroller;
  GtkWidget         *column;
  GtkListBox        *list;
  GtkWidget         *end;
};

enum {
  PROP_CONTROLLER = 1,
  PROP_BLOCKS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

UI_DEFINE_PAGE (UiModelView, ui_model_view, GTK_TYPE_WIDGET)

static GtkAdjustment *
get_adjustment (UiModelView *self)
{
  return gtk_scrolled_window_get_vadjustment (self->scroller);
}

static GtkWidget *
get_row (UiModelView *self, guint position)
{
  return GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, (int)position));
}

static double
get_end (UiModelView *self)
{
  GtkAdjustment *adjustment = get_adjustment (self);

  return gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);
}

/* Where it is: the position is set in the frame in which the rows change, before they are laid out,
 * so that nothing is drawn at a wrong place first. */

static void
move_to (UiModelView *self, double value, double upper)
{
  GtkAdjustment *adjustment = get_adjustment (self);
  double         page = gtk_adjustment_get_page_size (adjustment);
  double         fitting = MAX (0, MIN (value, upper - page));

  self->moving = TRUE;
  gtk_adjustment_configure (adjustment, fitting, 0, MAX (upper, page),
                            gtk_adjustment_get_step_increment (adjustment),
                            gtk_adjustment_get_page_increment (adjustment), page);
  /* A row that got the focus is on its way into sight; only this stops it. */
  gtk_adjustment_set_value (adjustment, fitting);
  self->moving = FALSE;
}

static void
insert_rows (UiModelView *self, guint position, guint n, int at)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppModelBlock) block = g_list_model_get_item (self->blocks, position + i);

      gtk_list_box_insert (self->list, ui_model_row_new (block), at + (int)i);
      self->n_rows++;
    }
}

/* @n: at most so many, of those that have no row yet */
static void
prepend_rows (UiModelView *self, guint n)
{
  n = MIN (n, self->first);
  self->first -= n;
  insert_rows (self, self->first, n, 0);
}

/* Pixels of the rows before @row, as they will be. */
static int
measure_before (UiModelView *self, GtkWidget *row)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self->list));
  int sum = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->list));
       child != NULL && child != row; child = gtk_widget_get_next_sibling (child))
    {
      int height = 0;

      if (gtk_widget_get_visible (child))
        gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
      sum += height;
    }
  return sum;
}

static int
measure_column (UiModelView *self)
{
  int height = 0;

  gtk_widget_measure (self->column, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (self->column),
                      &height, NULL, NULL, NULL);
  return height;
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiModelView *self = UI_MODEL_VIEW (widget);

  self->tick = 0;
  if (gtk_widget_get_width (GTK_WIDGET (self->list)) <= 0)
    return G_SOURCE_REMOVE;
  int height = measure_column (self);
  while (self->follows && self->first > 0 && height < gtk_widget_get_height (widget))
    {
      prepend_rows (self, FILL_ROWS);
      height = measure_column (self);
    }
  if (self->follows)
    move_to (self, height, height);
  else if (self->anchor != NULL)
    move_to (self,
             gtk_adjustment_get_value (get_adjustment (self)) +
                 measure_before (self, self->anchor) - self->anchor_y,
             height);
  g_clear_weak_pointer (&self->anchor);
  return G_SOURCE_REMOVE;
}

static void
queue_move (UiModelView *self)
{
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

/* The first row that is seen stays where it is, whatever comes or goes above it. */
static void
drop_anchor (UiModelView *self)
{
  double         top = gtk_adjustment_get_value (get_adjustment (self));
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (self->list, (int)top);

  if (self->anchor != NULL || row == NULL)
    return;
  self->anchor_y = measure_before (self, GTK_WIDGET (row));
  g_set_weak_pointer (&self->anchor, GTK_WIDGET (row));
}

static void
set_follows (UiModelView *self, gboolean follows)
{
  self->follows = follows;
  gtk_widget_set_visible (
      self->end,
      !follows && get_end (self) - gtk_adjustment_get_value (get_adjustment (self)) > AWAY);
}

static void
on_changed (UiModelView *self)
{
  if (self->follows && gtk_adjustment_get_value (get_adjustment (self)) < get_end (self))
    queue_move (self);
  set_follows (self, self->follows);
}

/* Rows */

static void
remove_rows (UiModelView *self, guint at, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gtk_list_box_remove (self->list, get_row (self, at));
      self->n_rows--;
    }
}

static void
add_earlier (UiModelView *self, guint n)
{
  if (self->first == 0)
    return;
  /* While the end is followed, too: one may scroll before these are laid out. */
  drop_anchor (self);
  prepend_rows (self, n);
  queue_move (self);
}

static gboolean
on_fill (gpointer data)
{
  UiModelView *self = data;

  add_earlier (self, MORE_ROWS);
  if (self->first > 0 && self->n_rows < READY_ROWS)
    return G_SOURCE_CONTINUE;
  self->fill = 0;
  return G_SOURCE_REMOVE;
}

static void
queue_fill (UiModelView *self)
{
  if (self->fill == 0 && self->first > 0)
    self->fill = g_idle_add_full (G_PRIORITY_LOW, on_fill, self, NULL);
}

/* The list itself does not know it while the window is not active.
 * Returns: (nullable): the row that has the focus in it */
static GtkWidget *
find_focus (UiModelView *self)
{
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  while (focus != NULL && gtk_widget_get_parent (focus) != GTK_WIDGET (self->list))
    focus = gtk_widget_get_parent (focus);
  return focus;
}

/* Only while the end is followed: nobody reads what goes. The focus goes to the end, too. */
static void
trim (UiModelView *self)
{
  GtkWidget *focus = find_focus (self);
  guint      n = self->n_rows > MOST_ROWS ? self->n_rows - KEPT_ROWS : 0;

  if (!self->follows || n == 0)
    return;
  self->moving = TRUE;
  if (focus != NULL && gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (focus)) < (int)n)
    gtk_widget_grab_focus (get_row (self, self->n_rows - 1));
  remove_rows (self, 0, n);
  self->first += n;
  self->moving = FALSE;
}

static void
show_all (UiModelView *self)
{
  guint n = self->blocks != NULL ? g_list_model_get_n_items (self->blocks) : 0;

  remove_rows (self, 0, self->n_rows);
  g_clear_weak_pointer (&self->anchor);
  self->first = n - MIN (n, FIRST_ROWS);
  if (self->blocks != NULL)
    insert_rows (self, self->first, n - self->first, 0);
  set_follows (self, TRUE);
  queue_move (self);
  queue_fill (self);
}

/* Whoever said something wants to see it. */
static void
follow_what_is_said (UiModelView *self, guint position, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppModelBlock) block = g_list_model_get_item (self->blocks, position + i);

      if (app_model_block_get_kind (block) == APP_MODEL_BLOCK_HEAD &&
          app_model_block_is_person (block))
        set_follows (self, TRUE);
    }
}

static void
on_items_changed (GListModel *blocks, guint position, guint n_removed, guint n_added, gpointer data)
{
  UiModelView *self = data;

  if (position < self->first || self->n_rows == 0 || (position == 0 && n_removed >= self->n_rows))
    {
      show_all (self);
      return;
    }
  remove_rows (self, position - self->first, n_removed);
  insert_rows (self, position, n_added, (int)(position - self->first));
  follow_what_is_said (self, position, n_added);
  trim (self);
  queue_move (self);
}

static void
on_moved (UiModelView *self)
{
  GtkAdjustment *adjustment = get_adjustment (self);
  double         value = gtk_adjustment_get_value (adjustment);

  if (self->moving)
    return;
  set_follows (self, value >= get_end (self) - NEAR_END);
  if (value < gtk_adjustment_get_page_size (adjustment))
    queue_fill (self);
}

/* Turns */

static gboolean
is_head (GtkWidget *row)
{
  return app_model_block_get_kind (ui_model_row_get_block (UI_MODEL_ROW (row))) ==
         APP_MODEL_BLOCK_HEAD;
}

static void
go_to (UiModelView *self, GtkWidget *row)
{
  double x = 0, y = 0;

  set_follows (self, FALSE);
  gtk_widget_grab_focus (row);
  gtk_widget_translate_coordinates (row, GTK_WIDGET (self->list), 0, 0, &x, &y);
  gtk_adjustment_set_value (get_adjustment (self), y);
}

/* Returns: the row that has the focus, or the first that is seen */
static GtkWidget *
find_current (UiModelView *self)
{
  GtkWidget *focus = find_focus (self);
  double     top = gtk_adjustment_get_value (get_adjustment (self));

  if (focus != NULL)
    return focus;
  return GTK_WIDGET (gtk_list_box_get_row_at_y (self->list, (int)top));
}

static void
on_next_turn (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiModelView *self = UI_MODEL_VIEW (widget);
  GtkWidget   *row = find_current (self);

  while (row != NULL && (row = gtk_widget_get_next_sibling (row)) != NULL)
    if (is_head (row))
      {
        go_to (self, row);
        return;
      }
  gtk_widget_error_bell (widget);
}

static void
on_previous_turn (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiModelView *self = UI_MODEL_VIEW (widget);
  GtkWidget   *row = find_current (self);
  GtkWidget   *before = row;

  while (before != NULL && (before = gtk_widget_get_prev_sibling (before)) != NULL)
    if (is_head (before))
      {
        go_to (self, before);
        return;
      }
  if (row == NULL || self->first == 0)
    {
      gtk_widget_error_bell (widget);
      return;
    }
  add_earlier (self, EARLIER_ROWS);
  go_to (self, gtk_widget_get_prev_sibling (row));
}

/* Returns: (nullable): the card of the call that asks */
static UiModelCallCard *
find_question (UiModelView *self)
{
  for (guint i = self->n_rows; i > 0; i--)
    {
      GtkWidget *child =
          gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (get_row (self, i - 1)));

      if (UI_IS_MODEL_CALL_CARD (child) &&
          ui_model_call_card_is_asking (UI_MODEL_CALL_CARD (child)))
        return UI_MODEL_CALL_CARD (child);
    }
  return NULL;
}

gboolean
ui_model_view_answer (UiModelView *self, gboolean agreed)
{
  g_return_val_if_fail (UI_IS_MODEL_VIEW (self), FALSE);

  UiModelCallCard *card = find_question (self);
  return card != NULL && ui_model_call_card_answer (card, agreed);
}

static void
on_end (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiModelView     *self = UI_MODEL_VIEW (widget);
  UiModelCallCard *card = find_question (self);

  if (card != NULL)
    ui_model_call_card_focus_question (card);
  else if (self->n_rows > 0)
    gtk_widget_grab_focus (get_row (self, self->n_rows - 1));
  gtk_adjustment_set_value (get_adjustment (self), get_end (self));
  set_follows (self, TRUE);
  queue_move (self);
}

static void
on_stay (GtkWidget *widget, const char *name, GVariant *parameter)
{
  set_follows (UI_MODEL_VIEW (widget), FALSE);
}

/* Copying */

static void
append_source (GString *text, AppModelBlock *block)
{
  g_autofree char *source = app_model_block_dup_source (block);

  if (text->len > 0)
    g_string_append (text, "\n\n");
  g_string_append (text, source);
}

static void
on_copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiModelView *self = UI_MODEL_VIEW (widget);
  GtkWidget   *row = find_focus (self);
  g_autoptr (GString) text = g_string_new (NULL);

  if (row == NULL)
    {
      gtk_widget_error_bell (widget);
      return;
    }
  append_source (text, ui_model_row_get_block (UI_MODEL_ROW (row)));
  ui_copy_text (widget, text->str, text->len);
}

/* Returns: (transfer full): what follows the head, up to the next one */
static char *
dup_message (UiModelView *self, guint turn)
{
  gboolean within = FALSE;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (self->blocks); i++)
    {
      g_autoptr (AppModelBlock) block = g_list_model_get_item (self->blocks, i);

      if (app_model_block_get_kind (block) == APP_MODEL_BLOCK_HEAD)
        within = app_model_block_get_turn (block) == turn;
      else if (within && app_model_block_get_kind (block) != APP_MODEL_BLOCK_NOTICE)
        append_source (text, block);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
on_copy_turn (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *text = dup_message (UI_MODEL_VIEW (widget), g_variant_get_uint32 (parameter));

  ui_copy_text (widget, text, strlen (text));
}

static void
on_rendered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UiModelView) self = user_data;
  g_autoptr (AppMarkdown) markdown = app_markdown_load_finish (result, NULL);

  if (markdown == NULL)
    gtk_widget_error_bell (GTK_WIDGET (self));
  else
    ui_copy_text (self, app_markdown_get_text (markdown),
                  strlen (app_markdown_get_text (markdown)));
}

static void
on_copy_turn_text (GtkWidget *widget, const char *name, GVariant *parameter)
{
  char *text = dup_message (UI_MODEL_VIEW (widget), g_variant_get_uint32 (parameter));
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));

  app_markdown_load_async (bytes, NULL, on_rendered, g_object_ref (widget));
}

static void
on_copy_turn_json (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *text = app_model_controller_dup_transcript (
      UI_MODEL_VIEW (widget)->controller, g_variant_get_uint32 (parameter), TRUE);

  ui_copy_text (widget, text, strlen (text));
}

static void
on_show_plain (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiModelView *self = UI_MODEL_VIEW (widget);
  guint        turn = g_variant_get_uint32 (parameter);
  gboolean     within = FALSE;
  gboolean     plain = FALSE;

  set_follows (self, FALSE);
  for (guint i = 0; i < g_list_model_get_n_items (self->blocks); i++)
    {
      g_autoptr (AppModelBlock) block = g_list_model_get_item (self->blocks, i);

      if (app_model_block_get_kind (block) == APP_MODEL_BLOCK_HEAD)
        {
          within = app_model_block_get_turn (block) == turn;
          plain = !app_model_block_is_plain (block);
        }
      if (within)
        app_model_block_set_plain (block, plain);
    }
}

/* Returns: (nullable): the row of the head where versions part, made if it was let go of */
static GtkWidget *
find_fork (UiModelView *self, guint turn)
{
  for (;;)
    {
      for (guint i = 0; i < self->n_rows; i++)
        {
          GtkWidget          *row = get_row (self, i);
          const AppModelFork *fork =
              app_model_block_get_fork (ui_model_row_get_block (UI_MODEL_ROW (row)));

          if (fork != NULL && fork->turn == turn)
            return row;
        }
      if (self->first == 0)
        return NULL;
      add_earlier (self, FIRST_ROWS);
    }
}

/* The head is another one; who goes from version to version stays where they were. */
static void
on_show_other (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiModelView *self = UI_MODEL_VIEW (widget);
  guint        turn;
  int          step;

  g_variant_get (parameter, "(ui)", &turn, &step);
  if (!app_model_controller_show_other (self->controller, turn, step))
    {
      gtk_widget_error_bell (widget);
      return;
    }
  set_follows (self, FALSE);
  GtkWidget *row = find_fork (self, turn);
  if (row != NULL)
    ui_model_row_head_focus_fork (UI_MODEL_ROW_HEAD (row), step);
}

/* What is done with the controller */

static void
on_edit (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiModelView     *self = UI_MODEL_VIEW (widget);
  guint            turn = g_variant_get_uint32 (parameter);
  g_autofree char *said = app_model_controller_dup_said (self->controller, turn);

  if (said != NULL)
    g_signal_emit_by_name (self, "edit", turn, said);
}

static void
on_ask_again (GtkWidget *widget, const char *name, GVariant *parameter)
{
  app_model_controller_ask_again (UI_MODEL_VIEW (widget)->controller,
                                  g_variant_get_uint32 (parameter));
}

static void
on_raw (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiModelView *self = UI_MODEL_VIEW (widget);

  ui_model_raw_present (widget, app_model_controller_get_exchanges (self->controller),
                        self->controller, g_variant_get_uint32 (parameter));
}

static void
on_measure (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppModelController *controller = UI_MODEL_VIEW (widget)->controller;
  guint               turn = g_variant_get_uint32 (parameter);
  g_autofree char    *said = app_model_controller_dup_said (controller, turn);

  /* What a model did is measured by what the person said before it. */
  while (said == NULL && turn > 0)
    said = app_model_controller_dup_said (controller, --turn);
  ui_case_window_present (widget, controller, said != NULL ? turn : G_MAXUINT);
}

static void
on_stop (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiModelView *self = UI_MODEL_VIEW (widget);

  if (!ui_model_view_answer (self, FALSE))
    app_model_controller_stop (self->controller);
}

static void
on_state (UiModelView *self)
{
  gboolean has = self->controller != NULL;
  gboolean ready =
      has && app_model_controller_get_state (self->controller) == APP_MODEL_STATE_READY;
  gboolean answering = has && app_model_controller_is_answering (self->controller);
  const struct
  {
    const char *action;
    gboolean    enabled;
  } actions[] = {
    { "bench.edit", ready },
    { "bench.ask-again", ready },
    { "bench.show-other", has && !answering },
    { "bench.copy-turn-json", has },
    { "bench.raw", has },
    { "bench.measure", has },
    { "bench.stop", answering }, /* Escape is somebody else's while there is nothing to stop. */
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i].action, actions[i].enabled);
}

/* What is shown */

static void
set_blocks (UiModelView *self, GListModel *blocks)
{
  if (self->blocks != NULL)
    g_signal_handlers_disconnect_by_data (self->blocks, self);
  g_set_object (&self->blocks, blocks);
  if (blocks != NULL)
    g_signal_connect (blocks, "items-changed", G_CALLBACK (on_items_changed), self);
  show_all (self);
}

void
ui_model_view_set_controller (UiModelView *self, AppModelController *controller)
{
  g_return_if_fail (UI_IS_MODEL_VIEW (self));
  g_return_if_fail (controller == NULL || APP_IS_MODEL_CONTROLLER (controller));

  if (self->controller == controller)
    return;
  if (self->controller != NULL)
    g_signal_handlers_disconnect_by_data (self->controller, self);
  g_set_object (&self->controller, controller);
  if (controller != NULL)
    ui_connect (controller, "notify::state", on_state, self);
  set_blocks (self, controller != NULL ? app_model_controller_get_blocks (controller) : NULL);
  on_state (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CONTROLLER]);
}

static gboolean
ui_model_view_focus (UiPage *page)
{
  return gtk_widget_activate_action (GTK_WIDGET (page), "bench.end", NULL);
}

/* Whoever comes here from elsewhere comes to the question, or to what was said last. */
static gboolean
enter (GtkWidget *widget, GtkDirectionType direction)
{
  gboolean tab = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;

  if (tab && gtk_widget_get_focus_child (widget) == NULL && UI_MODEL_VIEW (widget)->n_rows > 0)
    return gtk_widget_activate_action (widget, "bench.end", NULL);
  return GTK_WIDGET_CLASS (ui_model_view_parent_class)->focus (widget, direction);
}

static void
ui_model_view_page_init (UiPageInterface *iface)
{
  iface->focus = ui_model_view_focus;
}

/* The class */

UI_DEFINE_DISPOSE (UiModelView, ui_model_view)
{
  g_clear_handle_id (&self->fill, g_source_remove);
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  g_clear_weak_pointer (&self->anchor);
  if (self->scroller != NULL)
    g_signal_handlers_disconnect_by_data (get_adjustment (self), self);
}

static void
add_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "bench.next-turn", NULL, on_next_turn);
  gtk_widget_class_install_action (widget_class, "bench.previous-turn", NULL, on_previous_turn);
  gtk_widget_class_install_action (widget_class, "bench.end", NULL, on_end);
  gtk_widget_class_install_action (widget_class, "bench.stay", NULL, on_stay);
  gtk_widget_class_install_action (widget_class, "bench.copy", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "bench.copy-turn", "u", on_copy_turn);
  gtk_widget_class_install_action (widget_class, "bench.copy-turn-text", "u", on_copy_turn_text);
  gtk_widget_class_install_action (widget_class, "bench.copy-turn-json", "u", on_copy_turn_json);
  gtk_widget_class_install_action (widget_class, "bench.show-plain", "u", on_show_plain);
  gtk_widget_class_install_action (widget_class, "bench.show-other", "(ui)", on_show_other);
  gtk_widget_class_install_action (widget_class, "bench.edit", "u", on_edit);
  gtk_widget_class_install_action (widget_class, "bench.ask-again", "u", on_ask_again);
  gtk_widget_class_install_action (widget_class, "bench.raw", "u", on_raw);
  gtk_widget_class_install_action (widget_class, "bench.measure", "u", on_measure);
  gtk_widget_class_install_action (widget_class, "bench.stop", NULL, on_stop);
}

UI_DEFINE_CLASS (UiModelView, ui_model_view)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_CONTROLLER] = { "controller", APP_TYPE_MODEL_CONTROLLER,
                          .offset = G_STRUCT_OFFSET (UiModelView, controller),
                          .flags = G_PARAM_WRITABLE,
                          .set = G_CALLBACK (ui_model_view_set_controller) },
    [PROP_BLOCKS] = { "blocks", G_TYPE_LIST_MODEL, .offset = G_STRUCT_OFFSET (UiModelView, blocks),
                      .flags = G_PARAM_WRITABLE, .set = G_CALLBACK (set_blocks) },
  };

  object_class->dispose = ui_model_view_dispose;
  widget_class->focus = enter;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  mcp_signal_new (klass, "edit", 2, G_TYPE_UINT, G_TYPE_STRING);

  ui_template_set_bin (widget_class, "ui/model/ui-model-view.ui");
  ui_template_hold (widget_class, UiModelView, controller, blocks);
  ui_template_bind_children (widget_class, UiModelView, scroller, column, list, end);
  add_actions (widget_class);
}

static void
ui_model_view_init (UiModelView *self)
{
  self->follows = TRUE;
  ui_template_init (self);
  ui_connect (get_adjustment (self), "changed", on_changed, self);
  ui_connect (get_adjustment (self), "value-changed", on_moved, self);
  on_state (self);
}
