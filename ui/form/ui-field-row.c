/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-row.h"
#include "ui-adaptive-box.h"
#include "ui-field-controls.h"
#include "ui-field-head.h"
#include "ui-field-list.h"
#include "ui-field-menu.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-field-warning.h"
#include "app-json-text.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

#define TITLE_CHARACTERS 200
#define ERROR_CHARACTERS 500
/* Someone who stops typing wants to know; someone who types does not. */
#define PAUSE_MS 800
#define TRANSITION_MS 150
/* Groups in groups that are open at first */
#define OPEN_DEPTH 3u

struct _UiFieldRow
{
  AdwPreferencesRow parent_instance;

  AppForm  *form;
  AppField *field;
  gboolean  grouped;
  gboolean  visited;
  guint     pause;
  guint     growing; /* source: another editor, for a text that has outgrown its entry */

  GtkWidget   *disclosure;
  GtkLabel    *number;
  UiFieldHead *head;
  GtkLabel    *summary;
  AdwBin      *trailing;
  GtkBox      *tools;
  AdwBin      *menu_place;
  AdwBin      *below;
  AdwBin      *instead;
  GtkWidget   *error_box;
  GtkLabel    *error;
  GtkRevealer *revealer;

  /* borrowed; NULL where there is none */
  GtkWidget     *editor;
  GtkWidget     *present; /* the check box of an optional object */
  GtkWidget     *list;
  GtkMenuButton *menu;
  gboolean       syncing;
};

/* What rooms above add to every row */
static const UiFieldFeature *features[4];
static guint                 n_features;

G_DEFINE_FINAL_TYPE (UiFieldRow, ui_field_row, ADW_TYPE_PREFERENCES_ROW)

static gboolean
is_variant (UiFieldRow *self)
{
  return app_field_get_info (self->field)->kind == APP_FIELD_VARIANT;
}

static gboolean
is_one_line (UiFieldRow *self)
{
  return app_field_get_place (self->field)->item && !app_field_get_place (self->field)->fixed &&
         !self->grouped && !is_variant (self);
}

static void
update_error (UiFieldRow *self)
{
  gboolean         told = self->visited || app_form_is_attempted (self->form);
  const char      *error = told ? app_field_get_error (self->field) : NULL;
  g_autofree char *warning = error == NULL && (told || app_field_get_place (self->field)->extra)
                                 ? app_field_dup_warning (self->field)
                                 : NULL;
  const char      *shown = error != NULL ? error : warning;
  g_autofree char *text = app_visible_text_line (shown, ERROR_CHARACTERS);

  gtk_label_set_text (self->error, text);
  gtk_widget_set_visible (self->error_box, shown != NULL);
  ui_widget_set_class (self->error_box, "doubtful", warning != NULL);
  if (self->editor != NULL)
    ui_field_editor_show_error (UI_FIELD_EDITOR (self->editor), shown != NULL ? text : NULL,
                                error != NULL);
  ui_widget_set_class (self, "wrong", error != NULL);
}

static void
set_visited (UiFieldRow *self)
{
  g_clear_handle_id (&self->pause, g_source_remove);
  self->visited = TRUE;
  update_error (self);
}

static void
on_focus_left (UiFieldRow *self)
{
  if (app_field_get_state (self->field)->presence != APP_PRESENCE_ABSENT)
    set_visited (self);
}

static void
on_pause (gpointer data)
{
  UiFieldRow *self = data;

  self->pause = 0;
  set_visited (self);
}

/* Not at once: the entry is still at work when its text changes. */
static void
grow (gpointer data)
{
  UiFieldRow *self = data;
  GtkWidget  *entry = ui_field_editor_get_control (UI_FIELD_EDITOR (self->editor));
  GtkWidget  *bin = gtk_widget_get_parent (self->editor);
  GtkRoot    *root = gtk_widget_get_root (entry);
  GtkWidget  *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  /* Not by the state flags: the window need not be the active one. */
  gboolean    focused = focus != NULL && gtk_widget_is_ancestor (focus, entry);
  int         position = gtk_editable_get_position (GTK_EDITABLE (entry));
  GtkTextIter cursor;

  self->growing = 0;
  self->editor = ui_field_editor_new (self->field);
  gtk_widget_set_hexpand (self->editor, TRUE);
  adw_bin_set_child (ADW_BIN (bin), self->editor);
  update_error (self);
  GtkWidget *view = ui_field_editor_get_control (UI_FIELD_EDITOR (self->editor));
  if (!focused || !GTK_IS_TEXT_VIEW (view))
    return;
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  gtk_text_buffer_get_iter_at_offset (buffer, &cursor, position);
  gtk_text_buffer_place_cursor (buffer, &cursor);
  gtk_widget_grab_focus (view);
}

static void
on_text (UiFieldRow *self)
{
  if (self->growing == 0 && self->editor != NULL &&
      ui_field_editor_is_outgrown (UI_FIELD_EDITOR (self->editor)))
    self->growing = g_idle_add_once (grow, self);
  if (self->visited || app_form_is_attempted (self->form))
    update_error (self);
  if (self->visited)
    return;
  g_clear_handle_id (&self->pause, g_source_remove);
  self->pause = g_timeout_add_once (PAUSE_MS, on_pause, self);
}

/* The row's own title names it in lists of problems and for assistive technology. */
static void
update_title (UiFieldRow *self)
{
  g_autofree char *title =
      app_visible_text_line (app_field_get_place (self->field)->label, TITLE_CHARACTERS);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  ui_widget_name (self, title[0] != '\0' ? title : _ ("(no name)"));
  if (is_one_line (self))
    {
      g_autofree char *number =
          g_strdup_printf ("%u", app_field_get_place (self->field)->position + 1);
      gtk_label_set_text (self->number, number);
    }
}

static void
update_state (UiFieldRow *self)
{
  AppFieldPresence presence = app_field_get_state (self->field)->presence;

  if (!self->grouped)
    return;
  const char *summary = app_field_get_state (self->field)->summary;
  if (presence == APP_PRESENCE_ABSENT)
    summary = self->present != NULL ? "" : _ ("Not set");
  gtk_label_set_text (self->summary, summary);
  gtk_widget_set_visible (GTK_WIDGET (self->summary),
                          summary[0] != '\0' && !ui_field_row_get_expanded (self));
  if (self->present != NULL)
    {
      self->syncing = TRUE;
      gtk_check_button_set_active (GTK_CHECK_BUTTON (self->present),
                                   presence != APP_PRESENCE_ABSENT);
      self->syncing = FALSE;
    }
}

static void
on_present (UiFieldRow *self)
{
  if (self->syncing)
    return;
  if (gtk_check_button_get_active (GTK_CHECK_BUTTON (self->present)))
    {
      app_field_set_empty (self->field);
      ui_field_row_set_expanded (self, TRUE);
    }
  else
    app_field_clear (self->field);
}

static void
on_disclosure (UiFieldRow *self)
{
  if (self->grouped && adw_bin_get_child (self->instead) == NULL)
    ui_field_row_set_expanded (self, !ui_field_row_get_expanded (self));
}

static void
build_head (UiFieldRow *self)
{
  ui_field_head_set_field (self->head, self->field);
  gtk_widget_set_visible (GTK_WIDGET (self->head), !is_one_line (self));
  gtk_widget_set_visible (GTK_WIDGET (self->number), is_one_line (self));
  update_title (self);
}

static void
show_beside (UiFieldRow *self, GtkWidget *control)
{
  adw_bin_set_child (self->trailing, control);
  gtk_widget_set_visible (GTK_WIDGET (self->trailing), TRUE);
}

static GtkWidget *
create_include (UiFieldRow *self)
{
  GtkWidget  *check = gtk_check_button_new_with_label (_ ("Include"));
  const char *title = adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self));
  /* Translators: a check box; %s is the name of an argument */
  g_autofree char *name = g_strdup_printf (_ ("Include %s"), title);

  gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
  ui_widget_name (check, name);
  ui_connect (check, "toggled", on_present, self);
  return check;
}

/* What has to be sent is open at first, as far as a schema that contains itself allows. */
static gboolean
is_open_at_first (UiFieldRow *self)
{
  const AppFieldPlace *place = app_field_get_place (self->field);

  return place->required && !place->item && place->depth <= OPEN_DEPTH;
}

static void
build_group (UiFieldRow *self)
{
  const AppFieldPlace *place = app_field_get_place (self->field);

  gtk_widget_set_visible (self->disclosure, TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->revealer), TRUE);
  ui_widget_name (self->disclosure, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self)));
  ui_widget_set_expanded (self->disclosure, FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "group");
  if (app_field_get_info (self->field)->kind == APP_FIELD_OBJECT && !place->required &&
      !place->item)
    {
      self->present = create_include (self);
      show_beside (self, self->present);
    }
  if (!is_open_at_first (self))
    return;
  gtk_revealer_set_transition_duration (self->revealer, 0);
  ui_field_row_set_expanded (self, TRUE);
  gtk_revealer_set_transition_duration (self->revealer, TRANSITION_MS);
}

static void
build_control (UiFieldRow *self)
{
  self->editor = ui_field_editor_new (self->field);
  if (is_one_line (self))
    {
      gtk_widget_set_hexpand (self->editor, TRUE);
      gtk_widget_add_css_class (GTK_WIDGET (self), "item");
      show_beside (self, self->editor);
    }
  else if (ui_field_editor_is_wide (self->field))
    {
      if (is_variant (self))
        {
          show_beside (self, ui_field_variant_get_picker (UI_FIELD_VARIANT (self->editor)));
          /* It has its own, where it shows a form. */
          gtk_widget_set_margin_top (GTK_WIDGET (self->below), 0);
        }
      gtk_widget_set_hexpand (self->editor, TRUE);
      adw_bin_set_child (self->below, self->editor);
      gtk_widget_set_visible (GTK_WIDGET (self->below), TRUE);
      gtk_widget_set_valign (GTK_WIDGET (self->tools), GTK_ALIGN_START);
      /* Beside a menu of forms there is room for the whole button. */
      if (!is_variant (self))
        gtk_widget_add_css_class (GTK_WIDGET (self->tools), "top");
    }
  else
    show_beside (self, self->editor);
}

/* The menu */

static void
add_feature_items (GMenu *menu, AppField *field)
{
  for (guint i = 0; i < n_features; i++)
    features[i]->add_items (menu, field);
}

/* The menu has no focus of its own to give back. */
static void
on_menu_toggled (UiFieldRow *self, GtkToggleButton *button)
{
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (!gtk_toggle_button_get_active (button) && focus != NULL &&
      gtk_widget_is_ancestor (focus, GTK_WIDGET (self->menu)))
    ui_field_row_focus (self);
}

static void
add_menu (UiFieldRow *self)
{
  GtkWidget *menu = ui_field_menu_new (self->field, add_feature_items);

  self->menu = GTK_MENU_BUTTON (menu);
  ui_connect (gtk_widget_get_first_child (menu), "toggled", on_menu_toggled, self);
  /* Tab ends at a row of a list where it finds nothing. */
  if (app_field_get_info (self->field)->kind == APP_FIELD_CONST &&
      app_field_get_place (self->field)->required)
    gtk_widget_set_focusable (gtk_widget_get_first_child (menu), TRUE);
  adw_bin_set_child (self->menu_place, menu);
}

/* Before the entry, whose own menu has nothing that keys do not do. */
static gboolean
on_key (UiFieldRow *self, guint key, guint code, GdkModifierType state)
{
  GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();
  GtkRoot        *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget      *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (!((key == GDK_KEY_F10 && modifiers == GDK_SHIFT_MASK) ||
        (key == GDK_KEY_Menu && modifiers == 0)) ||
      focus == NULL || gtk_widget_get_ancestor (focus, UI_TYPE_FIELD_ROW) != GTK_WIDGET (self))
    return FALSE;
  gtk_menu_button_popup (self->menu);
  return TRUE;
}

/* Actions of a row */

static AppField *
field_of (GtkWidget *row)
{
  return ui_field_row_get_field (UI_FIELD_ROW (row));
}

/* What a field can do by itself. */
static const struct
{
  const char *name;
  void (*act) (AppField *field);
} plain_actions[] = {
  { "field.clear", app_field_clear },
  { "field.remove", app_field_clear },
  { "field.set-null", app_field_set_null },
  { "field.set-empty", app_field_set_empty },
  { "field.use-default", app_field_use_default },
};

static void
on_plain_action (GtkWidget *row, const char *name, GVariant *parameter)
{
  /* Where the focus is in a form of the value, that form would stay to be typed in. */
  if (is_variant (UI_FIELD_ROW (row)))
    ui_field_row_focus (UI_FIELD_ROW (row));
  for (guint i = 0; i < G_N_ELEMENTS (plain_actions); i++)
    if (strcmp (plain_actions[i].name, name) == 0)
      plain_actions[i].act (field_of (row));
}

/* A line break where the cursor is; the row then shows a text of several lines. */
static void
on_add_line (GtkWidget *row, const char *name, GVariant *parameter)
{
  GtkWidget     *editor = ui_field_row_get_editor (UI_FIELD_ROW (row));
  UiFieldEditor *entry = UI_IS_FIELD_ENTRY (editor) ? UI_FIELD_EDITOR (editor) : NULL;

  if (entry == NULL || app_field_get_info (field_of (row))->kind != APP_FIELD_STRING ||
      app_field_get_info (field_of (row))->secret)
    return;
  GtkEditable *text = GTK_EDITABLE (ui_field_editor_get_control (entry));
  int          position = gtk_editable_get_position (text);
  gtk_editable_insert_text (text, "\n", 1, &position);
  gtk_editable_set_position (text, position);
}

static void
on_format_json (GtkWidget *row, const char *name, GVariant *parameter)
{
  g_autofree char *pretty = app_json_text_dup_pretty (app_field_get_text (field_of (row)), -1);

  if (pretty != NULL && app_json_text_is_structured (pretty))
    app_field_set_text (field_of (row), pretty);
}

static void
on_duplicate (GtkWidget *row, const char *name, GVariant *parameter)
{
  if (app_field_get_place (field_of (row))->item && !app_field_get_place (field_of (row))->fixed)
    app_field_duplicate (field_of (row));
}

/* Items keep their place and pass their values on: the focus follows the value that moved. */
static void
on_move (GtkWidget *row, const char *name, GVariant *parameter)
{
  int        step = g_str_has_suffix (name, "-up") ? -1 : 1;
  AppField  *field = field_of (row);
  AppField  *array = app_field_get_place (field)->parent;
  guint      position = app_field_get_place (field)->position;
  GtkWidget *list = gtk_widget_get_ancestor (row, UI_TYPE_FIELD_LIST);

  if (position == G_MAXUINT || app_field_get_place (field)->fixed || array == NULL ||
      list == NULL || (step < 0 && position == 0))
    return;
  guint target = step < 0 ? position - 1 : position + 1;
  if (target >= g_list_model_get_n_items (app_field_get_children (array)))
    return;
  app_field_move (field, target);
  ui_field_list_focus_position (UI_FIELD_LIST (list), target);
}

static void
on_clipboard_text (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiFieldRow) row = data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (object), result, NULL);

  if (text == NULL)
    return;
  app_field_add_lines (ui_field_row_get_field (row), text);
  if (gtk_widget_get_root (GTK_WIDGET (row)) != NULL)
    ui_field_row_set_expanded (row, TRUE);
}

static void
on_add_lines (GtkWidget *row, const char *name, GVariant *parameter)
{
  if (app_field_get_info (field_of (row))->kind == APP_FIELD_ARRAY)
    gdk_clipboard_read_text_async (gtk_widget_get_clipboard (row), NULL, on_clipboard_text,
                                   g_object_ref (row));
}

static void
install_actions (GtkWidgetClass *row_class)
{
  static const struct
  {
    const char                 *name;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "field.duplicate", on_duplicate },
    { "field.add-line", on_add_line },
    { "field.format-json", on_format_json },
    { "field.move-up", on_move },
    { "field.move-down", on_move },
    { "field.add-lines", on_add_lines },
  };

  for (guint i = 0; i < G_N_ELEMENTS (plain_actions); i++)
    gtk_widget_class_install_action (row_class, plain_actions[i].name, NULL, on_plain_action);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (row_class, actions[i].name, NULL, actions[i].activate);
  gtk_widget_class_add_binding_action (row_class, GDK_KEY_Up, GDK_ALT_MASK, "field.move-up", NULL);
  gtk_widget_class_add_binding_action (row_class, GDK_KEY_Down, GDK_ALT_MASK, "field.move-down",
                                       NULL);
  gtk_widget_class_add_binding_action (row_class, GDK_KEY_Return, GDK_SHIFT_MASK, "field.add-line",
                                       NULL);
  gtk_widget_class_add_binding_action (row_class, GDK_KEY_d, GDK_CONTROL_MASK, "field.use-default",
                                       NULL);
}

UI_DEFINE_DISPOSE (UiFieldRow, ui_field_row)
{
  g_clear_handle_id (&self->pause, g_source_remove);
  g_clear_handle_id (&self->growing, g_source_remove);
  self->editor = NULL;
  self->present = NULL;
  self->list = NULL;
}

MCP_DEFINE_FINALIZE (UiFieldRow, ui_field_row)
{
  g_clear_object (&self->form);
  g_clear_object (&self->field);
}

UI_DEFINE_CLASS (UiFieldRow, ui_field_row)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ui_field_row_dispose;
  object_class->finalize = ui_field_row_finalize;

  ui_template_ensure_types (UI_TYPE_ADAPTIVE_BOX, UI_TYPE_FIELD_HEAD);
  ui_template_set (widget_class, "ui/form/ui-field-row.ui");
  ui_template_bind_children (widget_class, UiFieldRow, disclosure, number, head, summary, trailing,
                             tools, menu_place, below, instead, error_box, error, revealer);
  ui_template_bind_callbacks (widget_class, on_disclosure, on_focus_left, on_key);
  install_actions (widget_class);
}

static void
ui_field_row_init (UiFieldRow *self)
{
  /* A server's words are never markup; this has to be said before the first of them is set. */
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (self), FALSE);
  ui_template_init (self);
}

void
ui_field_row_add_feature (const UiFieldFeature *feature)
{
  g_return_if_fail (n_features < G_N_ELEMENTS (features));

  features[n_features++] = feature;
  feature->install (GTK_WIDGET_CLASS (g_type_class_ref (UI_TYPE_FIELD_ROW)));
}

GtkWidget *
ui_field_row_new (AppForm *form, AppField *field)
{
  g_return_val_if_fail (APP_IS_FORM (form), NULL);
  g_return_val_if_fail (APP_IS_FIELD (field), NULL);
  UiFieldRow *self = g_object_new (UI_TYPE_FIELD_ROW, NULL);

  self->form = g_object_ref (form);
  self->field = g_object_ref (field);
  self->grouped = ui_field_editor_has_rows (self->field);
  build_head (self);
  if (self->grouped)
    build_group (self);
  else
    build_control (self);
  add_menu (self);
  for (guint i = 0; i < n_features; i++)
    if (features[i]->attach != NULL)
      features[i]->attach (self);
  ui_connect (self->field, "notify::error", update_error, self);
  ui_connect (self->field, "notify::text", on_text, self);
  ui_connect (self->field, "notify::presence", update_state, self);
  ui_connect (self->field, "notify::summary", update_state, self);
  ui_connect (self->field, "notify::label", update_title, self);
  ui_connect (self->form, "notify::attempted", update_error, self);
  update_state (self);
  update_error (self);
  return GTK_WIDGET (self);
}

MCP_DEFINE_GETTER (AppField *, UiFieldRow, ui_field_row, field)

static gboolean
has_words (const char *text, const char *words)
{
  if (text == NULL)
    return FALSE;
  g_autofree char *folded = g_utf8_casefold (text, -1);
  return strstr (folded, words) != NULL;
}

gboolean
ui_field_row_matches (UiFieldRow *self, const char *words)
{
  g_return_val_if_fail (UI_IS_FIELD_ROW (self), FALSE);

  if (words == NULL || words[0] == '\0')
    return TRUE;
  g_autofree char *folded = g_utf8_casefold (words, -1);
  return has_words (app_field_get_place (self->field)->label, folded) ||
         has_words (app_field_get_place (self->field)->key, folded) ||
         has_words (app_field_get_info (self->field)->description, folded);
}

GtkWidget *
ui_field_row_get_list (UiFieldRow *self)
{
  g_return_val_if_fail (UI_IS_FIELD_ROW (self), NULL);

  if (self->list == NULL && self->grouped)
    {
      self->list = ui_field_list_new (self->form, self->field);
      gtk_widget_set_margin_top (self->list, 9);
      gtk_revealer_set_child (self->revealer, self->list);
    }
  if (is_variant (self) && self->editor != NULL)
    return ui_field_variant_get_list (UI_FIELD_VARIANT (self->editor));
  return self->list;
}

void
ui_field_row_set_expanded (UiFieldRow *self, gboolean expanded)
{
  g_return_if_fail (UI_IS_FIELD_ROW (self));

  if (!self->grouped || expanded == ui_field_row_get_expanded (self))
    return;
  if (expanded)
    ui_field_row_get_list (self);
  gtk_revealer_set_reveal_child (self->revealer, expanded);
  ui_widget_set_class (self, "expanded", expanded);
  ui_widget_set_expanded (self->disclosure, expanded);
  update_state (self);
}

gboolean
ui_field_row_get_expanded (UiFieldRow *self)
{
  g_return_val_if_fail (UI_IS_FIELD_ROW (self), FALSE);
  if (is_variant (self))
    return ui_field_row_get_list (self) != NULL;
  return gtk_revealer_get_reveal_child (self->revealer);
}

void
ui_field_row_focus (UiFieldRow *self)
{
  g_return_if_fail (UI_IS_FIELD_ROW (self));

  /* The whole row: the toolkit stops at the control, below the name. */
  ui_widget_scroll_to (GTK_WIDGET (self));
  for (guint i = 0; i < n_features; i++)
    if (features[i]->focus != NULL && features[i]->focus (self))
      return;

  /* The first thing to do in an array without items; Return would only fold it. */
  if (self->list != NULL && ui_field_row_get_expanded (self) &&
      ui_field_list_focus_add (UI_FIELD_LIST (self->list)))
    return;
  GtkWidget *target = self->disclosure;
  if (self->editor != NULL)
    target = ui_field_editor_get_control (UI_FIELD_EDITOR (self->editor));
  /* What is typed goes on where it ended; a selection would be lost by one key. */
  if (GTK_IS_EDITABLE (target))
    {
      gtk_text_grab_focus_without_selecting (
          GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (target))));
      gtk_editable_set_position (GTK_EDITABLE (target), -1);
    }
  else if (!gtk_widget_grab_focus (target))
    gtk_widget_child_focus (self->editor != NULL ? self->editor : GTK_WIDGET (self),
                            GTK_DIR_TAB_FORWARD);
}

MCP_DEFINE_GETTER (GtkWidget *, UiFieldRow, ui_field_row, editor)

MCP_DEFINE_GETTER (GtkBox *, UiFieldRow, ui_field_row, tools)

void
ui_field_row_show_instead (UiFieldRow *self, GtkWidget *content)
{
  g_return_if_fail (UI_IS_FIELD_ROW (self));
  g_return_if_fail (content == NULL || GTK_IS_WIDGET (content));

  adw_bin_set_child (self->instead, content);
  gtk_widget_set_visible (GTK_WIDGET (self->instead), content != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->below),
                          content == NULL && adw_bin_get_child (self->below) != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->trailing),
                          content == NULL && adw_bin_get_child (self->trailing) != NULL);
  gtk_widget_set_visible (self->disclosure, content == NULL && self->grouped);
  gtk_widget_set_visible (GTK_WIDGET (self->revealer), content == NULL && self->grouped);
}
