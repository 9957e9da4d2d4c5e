/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-form-view.h"
#include "ui-field-list.h"
#include "ui-field-row.h"
#include "ui-form-end.h"
#include "ui-form-marks.h"
#include "ui-json-completion.h"
#include "ui-json-text.h"
#include "ui-member-popover.h"
#include "ui-preset-view.h"
#include "ui-preset-group.h"
#include "ui-reference-mode.h"
#include "ui-resource-insertion.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-presets-form.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>

#define ERROR_CHARACTERS 400

/*
 * UiFormScroll: a form that gets shorter, because something below it grows, keeps the row in sight
 * that has the focus; so does one in which this row grows. The toolkit scrolls only when the focus
 * moves. Where a person scrolled away from the focus, nothing moves.
 */

typedef struct
{
  /* borrowed: this belongs to the window */
  GtkScrolledWindow *window;
  double             page; /* height before, in pixels */
  guint              tick; /* 0: none waits */

  GtkAdjustment *adjustment; /* owned */
} Scroll;

static void
scroll_free (gpointer data)
{
  Scroll *self = data;

  g_signal_handlers_disconnect_by_data (self->adjustment, self);
  g_object_unref (self->adjustment);
  g_free (self);
}

/* Where the row with the focus is in the whole form, in pixels. */
static gboolean
find_focus (Scroll *self, double *top, double *bottom)
{
  GtkWidget      *window = GTK_WIDGET (self->window);
  GtkRoot        *root = gtk_widget_get_root (window);
  GtkWidget      *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  graphene_rect_t bounds;

  if (focus == NULL || !gtk_widget_is_ancestor (focus, window))
    return FALSE;
  GtkWidget *row = gtk_widget_get_ancestor (focus, UI_TYPE_FIELD_ROW);
  /* A group can be longer than the page. */
  if (row == NULL || gtk_widget_get_height (row) > gtk_adjustment_get_page_size (self->adjustment))
    row = focus;
  GtkWidget *content = gtk_scrolled_window_get_child (self->window);
  if (GTK_IS_VIEWPORT (content))
    content = gtk_viewport_get_child (GTK_VIEWPORT (content));
  if (content == NULL || !gtk_widget_compute_bounds (row, content, &bounds))
    return FALSE;
  *top = bounds.origin.y;
  *bottom = *top + bounds.size.height;
  return TRUE;
}

static gboolean
show_focus (GtkWidget *window, GdkFrameClock *clock, gpointer data)
{
  Scroll *self = data;
  double  top;
  double  bottom;

  self->tick = 0;
  if (find_focus (self, &top, &bottom))
    gtk_adjustment_clamp_page (self->adjustment, top, bottom);
  return G_SOURCE_REMOVE;
}

static void
on_page_size (Scroll *self, GParamSpec *pspec, GtkAdjustment *adjustment)
{
  double before = self->page;
  double value = gtk_adjustment_get_value (adjustment);
  double top;
  double bottom;

  self->page = gtk_adjustment_get_page_size (adjustment);
  if (self->page >= before || self->tick != 0 || !find_focus (self, &top, &bottom) ||
      bottom < value || top >= value + before)
    return;
  /* This is told while widgets get their places: not before all have theirs. */
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->window), show_focus, self, NULL);
}

static void
on_upper (Scroll *self, GParamSpec *pspec, GtkAdjustment *adjustment)
{
  double value = gtk_adjustment_get_value (adjustment);
  double top;
  double bottom;

  if (self->tick == 0 && find_focus (self, &top, &bottom) && top >= value &&
      top < value + gtk_adjustment_get_page_size (adjustment))
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->window), show_focus, self, NULL);
}

/* @inside: in the scrolled window that holds the form. */
static void
ui_form_scroll_follow_focus (GtkWidget *inside)
{
  GtkWidget *window = gtk_widget_get_ancestor (inside, GTK_TYPE_SCROLLED_WINDOW);

  g_return_if_fail (window != NULL);

  Scroll *self = g_new0 (Scroll, 1);
  self->window = GTK_SCROLLED_WINDOW (window);
  self->adjustment = g_object_ref (gtk_scrolled_window_get_vadjustment (self->window));
  g_object_set_data_full (G_OBJECT (window), "form-scroll", self, scroll_free);
  g_signal_connect_swapped (self->adjustment, "notify::page-size", G_CALLBACK (on_page_size), self);
  g_signal_connect_swapped (self->adjustment, "notify::upper", G_CALLBACK (on_upper), self);
}

struct _UiFormView
{
  AdwBin parent_instance;

  AppForm    *form;
  AppPresets *presets;
  gboolean    typing;

  GtkWidget       *switcher;
  GtkWidget       *filter_bar;
  GtkEditable     *filter;
  GtkToggleButton *only_required;
  GtkStack        *stack;
  GtkWidget       *draft;
  AdwBin          *fields;
  GtkLabel        *nothing;
  UiPresetGroup   *preset_group;
  UiPresetView    *model;
  UiJsonText      *json;
  GtkWidget       *json_error_box;
  GtkLabel        *json_error;
  UiFormEnd       *end;
  GtkWidget       *notice;
  GtkLabel        *notice_text;
  UiFieldList     *list; /* borrowed; NULL where there is no form */

  UiJsonCompletion *completion; /* borrowed */
};

G_DEFINE_FINAL_TYPE (UiFormView, ui_form_view, ADW_TYPE_BIN)

static gboolean
shows_json (UiFormView *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "json") == 0;
}

static guint
count_fields (UiFormView *self)
{
  if (self->form == NULL)
    return 0;
  return g_list_model_get_n_items (app_field_get_children (app_form_get_root (self->form)));
}

/* The two views of one text */

static void
update_json (UiFormView *self)
{
  const char      *error = self->form != NULL ? app_form_get_text_error (self->form) : NULL;
  g_autofree char *reason = app_visible_text_line (error, ERROR_CHARACTERS);
  g_autofree char *line = error != NULL ? g_strdup_printf (_ ("Invalid JSON: %s"), reason)
                                        : g_strdup ("");

  if (!self->typing && self->form != NULL && shows_json (self))
    {
      g_autofree char *text = app_form_dup_json (self->form);
      ui_json_text_set_text (self->json, text);
    }
  if (self->form != NULL && shows_json (self))
    ui_form_marks_show (self->json, self->form);
  gtk_label_set_text (self->json_error, line);
  gtk_widget_set_visible (self->json_error_box, error != NULL);
  GtkWidget *view = ui_json_text_get_view (self->json);
  ui_widget_set_invalid (view, error != NULL);
  ui_widget_describe (view, line);
  gtk_widget_set_visible (self->draft, error != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->fields), error == NULL);
}

static void
on_page (UiFormView *self)
{
  /* The text is laid out for reading as long as nobody wrote it. */
  if (self->form != NULL && shows_json (self) && !app_form_is_modified (self->form))
    app_form_format_json (self->form);
  update_json (self);
  /* It filters rows, which only the form has. */
  gtk_widget_set_visible (
      self->filter_bar,
      g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "form") == 0 &&
          count_fields (self) > UI_FORM_VIEW_MANY_FIELDS);
}

static void
on_json_edited (UiFormView *self)
{
  g_autofree char *text = ui_json_text_dup_text (self->json);

  if (self->form == NULL)
    return;
  self->typing = TRUE;
  app_form_set_json (self->form, text);
  self->typing = FALSE;
  update_json (self);
}

static void
on_discard (UiFormView *self)
{
  if (self->form != NULL)
    app_form_discard_draft (self->form);
}

/* Finding a field */

static void
on_filter (UiFormView *self)
{
  if (self->list == NULL)
    return;
  guint left = ui_field_list_filter (self->list, gtk_editable_get_text (self->filter),
                                     gtk_toggle_button_get_active (self->only_required));
  gtk_widget_set_visible (GTK_WIDGET (self->fields), left > 0);
  if (left == 0)
    gtk_label_set_text (self->nothing, _ ("No argument matches."));
  gtk_widget_set_visible (GTK_WIDGET (self->nothing), left == 0);
}

static GPtrArray *
list_rows (UiFormView *self)
{
  GPtrArray *rows = g_ptr_array_new ();

  if (self->list != NULL && gtk_widget_get_visible (GTK_WIDGET (self->fields)))
    ui_field_list_append_rows (self->list, rows);
  return rows;
}

/* Enter goes on: to a new item in an array that is being typed, else to the next field. */
static void
focus_next (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiFormView *self = UI_FORM_VIEW (widget);
  GtkWidget  *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  GtkWidget  *row = focus != NULL ? gtk_widget_get_ancestor (focus, UI_TYPE_FIELD_ROW) : NULL;
  g_autoptr (GPtrArray) rows = list_rows (self);
  guint position;

  if (row == NULL)
    return;
  AppField  *field = ui_field_row_get_field (UI_FIELD_ROW (row));
  AppField  *array = app_field_get_place (field)->parent;
  GtkWidget *list = gtk_widget_get_ancestor (row, UI_TYPE_FIELD_LIST);
  guint      n_items = app_field_get_place (field)->item
                           ? g_list_model_get_n_items (app_field_get_children (array))
                           : 0;
  if (n_items > 0 && app_field_get_place (field)->position + 1 == n_items && list != NULL &&
      app_field_get_text (field)[0] != '\0' && app_field_can_add_item (array))
    ui_field_list_add_item (UI_FIELD_LIST (list));
  else if (g_ptr_array_find (rows, row, &position) && position + 1 < rows->len)
    ui_field_row_focus (g_ptr_array_index (rows, position + 1));
  else
    ui_form_end_focus (self->end);
}

/* Actions */

static void
on_problem (UiFormView *self, AppFormProblem *problem)
{
  if (problem == NULL)
    {
      gtk_stack_set_visible_child_name (self->stack, "form");
      ui_preset_group_focus (self->preset_group);
    }
  else
    ui_form_view_focus_field (self, problem->pointer);
}

static void
on_preset_changed (UiFormView *self, const char *path, const char *lexeme, gboolean secret)
{
  ui_form_end_update (self->end);
  ui_preset_view_refresh (self->model);
  g_signal_emit_by_name (self, "preset-changed", path, lexeme, secret);
}

static void
on_submit (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_form_view_submit (UI_FORM_VIEW (widget));
}

static void
on_reset (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiFormView *self = UI_FORM_VIEW (widget);

  if (self->form != NULL)
    app_form_reset (self->form);
  update_json (self);
}

static void
on_tidy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiFormView *self = UI_FORM_VIEW (widget);

  if (self->form != NULL && app_form_get_text_error (self->form) == NULL)
    app_form_format_json (self->form);
  gtk_stack_set_visible_child_name (self->stack, "json");
}

static void
on_add_member (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiFormView *self = UI_FORM_VIEW (widget);

  if (self->form != NULL)
    ui_member_popover_show (self->switcher, app_form_get_root (self->form));
}

static void
on_undo (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppForm *form = UI_FORM_VIEW (widget)->form;

  if (form == NULL || !app_form_undo (form))
    gtk_widget_error_bell (widget);
}

static void
on_redo (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppForm *form = UI_FORM_VIEW (widget)->form;

  if (form == NULL || !app_form_redo (form))
    gtk_widget_error_bell (widget);
}

/* What is pinned for the server */

/* The value moves from the form to the server: its other tools get it too. */
static void
on_pin (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppForm         *form = UI_FORM_VIEW (widget)->form;
  const char      *pointer = g_variant_get_string (parameter, NULL);
  AppField        *field = form != NULL ? app_form_find_field (form, pointer) : NULL;
  g_autofree char *path = field != NULL ? app_presets_dup_key_path (field) : NULL;
  g_autofree char *lexeme =
      field != NULL ? mcp_json_value_dup_text (app_field_get_value (field)) : NULL;

  if (path == NULL || lexeme == NULL)
    return;
  gboolean secret = app_field_get_info (field)->secret;
  app_field_clear (field);
  g_signal_emit_by_name (widget, "pin-changed", path, lexeme, secret);
}

/* And back, where the form has nothing there. */
static void
on_unpin (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AppForm         *form = UI_FORM_VIEW (widget)->form;
  AppPresets      *presets = UI_FORM_VIEW (widget)->presets;
  const char      *path = g_variant_get_string (parameter, NULL);
  AppPreset       *preset = presets != NULL ? app_presets_find_path (presets, path) : NULL;
  g_autofree char *lexeme =
      preset != NULL ? g_strdup (app_preset_get_info (preset)->lexeme) : NULL;
  AppField *field = form != NULL ? app_presets_find_field (form, path) : NULL;

  g_signal_emit_by_name (widget, "pin-changed", path, NULL, FALSE);
  if (field == NULL || app_field_get_state (field)->presence != APP_PRESENCE_ABSENT)
    return;
  if (lexeme != NULL)
    app_field_set_lexeme (field, lexeme);
  g_autofree char *pointer = app_field_dup_pointer (field);
  ui_form_view_focus_field (UI_FORM_VIEW (widget), pointer);
}

static void
on_show_presets (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_signal_emit_by_name (widget, "show-presets");
}

static void
on_focus_field (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ui_form_view_focus_field (UI_FORM_VIEW (widget), g_variant_get_string (parameter, NULL));
}

/* The class */

UI_DEFINE_DISPOSE (UiFormView, ui_form_view)
{
  self->list = NULL;
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  ui_template_bind_children (widget_class, UiFormView, switcher, filter_bar, filter, only_required,
                             stack, draft, fields, nothing, preset_group, model, json,
                             json_error_box, json_error, end, notice, notice_text);
  ui_template_bind_callbacks (widget_class, on_filter, ui_form_view_focus_first, on_page,
                              on_discard, on_preset_changed, on_json_edited, on_problem);
}

UI_DEFINE_CLASS (UiFormView, ui_form_view)
{
  static const struct
  {
    const char                 *name;
    const char                 *type; /* (nullable): of the parameter */
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "form.submit", NULL, on_submit },
    { "form.next", NULL, focus_next },
    { "form.focus-field", "s", on_focus_field },
    { "form.reset", NULL, on_reset },
    { "form.tidy", NULL, on_tidy },
    { "form.add-member", NULL, on_add_member },
    { "form.undo", NULL, on_undo },
    { "form.redo", NULL, on_redo },
    { "form.pin", "s", on_pin },
    { "form.unpin", "s", on_unpin },
    { "form.show-presets", NULL, on_show_presets },
  };

  G_OBJECT_CLASS (klass)->dispose = ui_form_view_dispose;

  mcp_signal_new (klass, "submit", 0);
  mcp_signal_new (klass, "attention", 0);
  mcp_signal_new (klass, "show-presets", 0);
  mcp_signal_new (klass, "pin-changed", 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_BOOLEAN);
  mcp_signal_new (klass, "preset-changed", 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_BOOLEAN);

  ui_field_row_add_feature (&ui_reference_feature);
  ui_field_row_add_feature (&ui_resource_feature);
  ui_template_ensure_types (UI_TYPE_FORM_END, UI_TYPE_JSON_TEXT, UI_TYPE_PRESET_GROUP,
                            UI_TYPE_PRESET_VIEW);
  ui_template_set (widget_class, "ui/call/ui-form-view.ui");
  ui_template_hold (widget_class, UiFormView, form, presets);
  bind_template (widget_class);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].type,
                                     actions[i].activate);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK,
                                       "form.submit", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Enter, GDK_CONTROL_MASK,
                                       "form.submit", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "form.undo",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "form.redo", NULL);
}

static void
ui_form_view_init (UiFormView *self)
{
  ui_template_init (self);
  ui_form_scroll_follow_focus (GTK_WIDGET (self->fields));
  ui_widget_name (ui_json_text_get_view (self->json), _ ("Arguments as JSON"));
  ui_json_text_set_own_undo (self->json, FALSE);
  self->completion = ui_json_completion_add (GTK_SOURCE_VIEW (ui_json_text_get_view (self->json)));
  update_json (self);
}

static void
on_fields_changed (UiFormView *self)
{
  guint n_fields = count_fields (self);

  gtk_widget_set_visible (GTK_WIDGET (self->fields), n_fields > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->nothing), n_fields == 0);
  if (n_fields == 0)
    gtk_label_set_text (self->nothing, _ ("No arguments to fill in."));
}

static void
show_form (UiFormView *self)
{
  AppField *root = app_form_get_root (self->form);

  self->list = UI_FIELD_LIST (ui_field_list_new (self->form, root));
  adw_bin_set_child (self->fields, GTK_WIDGET (self->list));
  ui_connect (app_field_get_children (root), "items-changed", on_fields_changed, self);
  ui_connect (self->form, "changed", update_json, self);
}

void
ui_form_view_set_form (UiFormView *self, AppForm *form)
{
  g_return_if_fail (UI_IS_FORM_VIEW (self));
  g_return_if_fail (form == NULL || APP_IS_FORM (form));

  if (self->form == form)
    return;
  if (self->form != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->form, self);
      g_signal_handlers_disconnect_by_data (
          app_field_get_children (app_form_get_root (self->form)), self);
    }
  self->list = NULL;
  adw_bin_set_child (self->fields, NULL);
  g_set_object (&self->form, form);
  ui_json_completion_set_form (self->completion, form);
  ui_form_end_set_form (self->end, form);
  ui_preset_view_forget (self->model);
  gtk_editable_set_text (self->filter, "");
  gtk_toggle_button_set_active (self->only_required, FALSE);
  const char *notice = form != NULL ? app_form_get_notice (form) : NULL;
  gtk_label_set_text (self->notice_text, notice != NULL ? notice : "");
  gtk_widget_set_visible (self->notice, notice != NULL);
  if (form != NULL)
    show_form (self);
  on_fields_changed (self);
  on_page (self);
  update_json (self);
}

void
ui_form_view_set_presets (UiFormView *self, AppPresets *presets)
{
  g_return_if_fail (UI_IS_FORM_VIEW (self));
  g_return_if_fail (presets == NULL || APP_IS_PRESETS (presets));

  if (self->presets == presets)
    return;
  g_set_object (&self->presets, presets);
  ui_preset_group_set_presets (self->preset_group, presets);
  ui_form_end_set_presets (self->end, presets);
  if (self->form != NULL && presets != NULL)
    app_form_set_provider (self->form, APP_FORM_PROVIDER (presets));
  ui_preset_view_show (self->model, self->form, presets);
}

void
ui_form_view_set_submit_label (UiFormView *self, const char *label)
{
  g_return_if_fail (UI_IS_FORM_VIEW (self));
  ui_form_end_set_label (self->end, label);
}

void
ui_form_view_set_busy (UiFormView *self, gboolean busy)
{
  g_return_if_fail (UI_IS_FORM_VIEW (self));

  ui_form_end_set_busy (self->end, busy);
}

void
ui_form_view_set_obstacle (UiFormView *self, const char *obstacle)
{
  g_return_if_fail (UI_IS_FORM_VIEW (self));
  ui_form_end_set_obstacle (self->end, obstacle);
}

void
ui_form_view_submit (UiFormView *self)
{
  g_return_if_fail (UI_IS_FORM_VIEW (self));

  if (self->form == NULL || ui_form_end_is_busy (self->end))
    return;
  if (ui_form_end_get_obstacle (self->end) != NULL)
    {
      g_signal_emit_by_name (self, "attention");
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  if (app_form_get_text_error (self->form) != NULL)
    {
      g_signal_emit_by_name (self, "attention");
      gtk_stack_set_visible_child_name (self->stack, "json");
      gtk_widget_grab_focus (ui_json_text_get_view (self->json));
      return;
    }
  app_form_set_attempted (self->form, TRUE);
  if (ui_form_end_warn (self->end))
    {
      g_signal_emit_by_name (self, "attention");
      g_autoptr (AppFormProblem) first =
          g_list_model_get_item (app_form_get_problems (self->form), 0);
      on_problem (self, first);
      return;
    }
  g_signal_emit_by_name (self, "submit");
}

void
ui_form_view_focus_first (UiFormView *self)
{
  g_return_if_fail (UI_IS_FORM_VIEW (self));

  g_autoptr (GPtrArray) rows = list_rows (self);
  if (shows_json (self))
    gtk_widget_grab_focus (ui_json_text_get_view (self->json));
  else if (rows->len > 0)
    ui_field_row_focus (g_ptr_array_index (rows, 0));
  else
    ui_form_end_focus (self->end);
}

/* Opens from the outside in: a row is made by the list that it is in. */
static UiFieldRow *
reveal_row (UiFormView *self, AppField *field)
{
  AppField *parent = app_field_get_place (field)->parent;

  if (parent == NULL || self->list == NULL)
    return NULL;
  if (app_field_get_place (field)->branch)
    return reveal_row (self, parent);
  if (app_field_get_place (parent)->parent == NULL)
    return ui_field_list_find_row (self->list, field);
  UiFieldRow *outer = reveal_row (self, parent);
  if (outer == NULL || ui_field_row_get_list (outer) == NULL)
    return outer;
  ui_field_row_set_expanded (outer, TRUE);
  return ui_field_list_find_row (UI_FIELD_LIST (ui_field_row_get_list (outer)), field);
}

gboolean
ui_form_view_focus_field (UiFormView *self, const char *pointer)
{
  g_return_val_if_fail (UI_IS_FORM_VIEW (self), FALSE);
  g_return_val_if_fail (pointer != NULL, FALSE);

  AppField   *field = self->form != NULL ? app_form_find_field (self->form, pointer) : NULL;
  UiFieldRow *row = field != NULL ? reveal_row (self, field) : NULL;
  if (row == NULL)
    return FALSE;
  gtk_stack_set_visible_child_name (self->stack, "form");
  /* A row that a filter hides cannot take the focus. */
  if (!gtk_widget_get_child_visible (GTK_WIDGET (row)))
    {
      gtk_editable_set_text (self->filter, "");
      gtk_toggle_button_set_active (self->only_required, FALSE);
      on_filter (self);
    }
  ui_field_row_focus (row);
  return TRUE;
}
