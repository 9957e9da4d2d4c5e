/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-reference-mode.h"
#include "ui-reference-editor.h"
#include "ui-template.h"
#include "ui-tooltip.h"
#include "ui-widget.h"
#include "app-form-references.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>

/* Where the row keeps it. */
#define ROW_DATA "reference-mode"

typedef struct
{
  UiFieldRow *row;
  GtkWidget  *button; /* (nullable): made when it is offered first */
  gboolean    wanted; /* the person switched it on; there may be no reference yet */
  gboolean    syncing;
  char       *before; /* (nullable): what the value was */
} Mode;

static AppField *
get_field (Mode *mode)
{
  return ui_field_row_get_field (mode->row);
}

static AppReferences *
get_references (AppField *field)
{
  AppForm *form = app_field_get_place (field)->form;

  return form != NULL ? app_form_references_get_known (form) : NULL;
}

static void
mode_free (gpointer data)
{
  Mode *mode = data;

  g_free (mode->before);
  g_free (mode);
}

static void
on_toggled (GtkToggleButton *button, Mode *mode)
{
  if (mode->syncing)
    return;
  gtk_widget_activate_action (GTK_WIDGET (mode->row),
                              gtk_toggle_button_get_active (button) ? "field.use-reference"
                                                                    : "field.use-value",
                              NULL);
}

static GtkWidget *
create_button (Mode *mode)
{
  GtkWidget       *button = gtk_toggle_button_new_with_label ("@");
  g_autofree char *label =
      app_visible_text_line (app_field_get_place (get_field (mode))->label, 100);
  /* Translators: %s is the name of an argument */
  g_autofree char *name = g_strdup_printf (_ ("Use a result as %s"), label);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  ui_tooltip_set (button, _ ("Use a Result as the Value"));
  ui_widget_name (button, name);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  gtk_widget_add_css_class (button, "reference-button");
  g_signal_connect (button, "toggled", G_CALLBACK (on_toggled), mode);
  return button;
}

static void
update_button (Mode *mode, gboolean shown)
{
  if (mode->button == NULL && (shown || app_form_references_offers (get_field (mode))))
    {
      mode->button = create_button (mode);
      gtk_box_prepend (ui_field_row_get_tools (mode->row), mode->button);
    }
  if (mode->button == NULL)
    return;
  gtk_widget_set_visible (mode->button, shown || app_form_references_offers (get_field (mode)));
  mode->syncing = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (mode->button), shown);
  mode->syncing = FALSE;
}

static GtkWidget *
get_editor (Mode *mode)
{
  return g_object_get_data (G_OBJECT (mode->row), "reference-editor");
}

static void
update (Mode *mode)
{
  gboolean shown = mode->wanted || app_form_references_get (get_field (mode)) != NULL;

  if (shown && get_editor (mode) == NULL)
    {
      GtkWidget *editor = ui_reference_editor_new (get_field (mode));

      g_object_set_data (G_OBJECT (mode->row), "reference-editor", editor);
      ui_field_row_show_instead (mode->row, editor);
    }
  else if (!shown && get_editor (mode) != NULL)
    {
      g_object_set_data (G_OBJECT (mode->row), "reference-editor", NULL);
      ui_field_row_show_instead (mode->row, NULL);
    }
  update_button (mode, shown);
}

static Mode *
get_mode (GtkWidget *row)
{
  return g_object_get_data (G_OBJECT (row), ROW_DATA);
}

/* A value that came from elsewhere (undo, JSON) is shown as what it is; an emptied reference is
 * still being typed. */
static void
on_reference (GtkWidget *row)
{
  Mode     *mode = get_mode (row);
  AppField *field = get_field (mode);

  if (app_form_references_get (field) == NULL &&
      app_field_get_state (field)->presence != APP_PRESENCE_ABSENT)
    mode->wanted = FALSE;
  update (mode);
}

static void
on_offered (GtkWidget *row)
{
  update (get_mode (row));
}

static void
on_use_reference (GtkWidget *row, const char *name, GVariant *parameter)
{
  Mode *mode = get_mode (row);

  if (mode == NULL)
    return;
  AppField *field = get_field (mode);
  if (!mode->wanted && app_form_references_get (field) == NULL)
    {
      g_free (mode->before);
      mode->before = mcp_json_value_dup_text (app_field_get_value (field));
    }
  mode->wanted = TRUE;
  update (mode);
  ui_reference_editor_focus (UI_REFERENCE_EDITOR (get_editor (mode)));
}

/* Back to what the value was before; text that was the reference is none by itself. */
static void
on_use_value (GtkWidget *row, const char *name, GVariant *parameter)
{
  Mode *mode = get_mode (row);

  if (mode == NULL)
    return;
  AppField *field = get_field (mode);
  mode->wanted = FALSE;
  if (app_form_references_get (field) != NULL)
    {
      if (mode->before != NULL)
        app_field_set_lexeme (field, mode->before);
      else if (app_field_get_place (field)->item)
        app_field_set_empty (field);
      else
        app_field_clear (field);
    }
  g_clear_pointer (&mode->before, g_free);
  update (mode);
  ui_field_row_focus (mode->row);
}

/* The value itself in the place of the reference, to be changed by hand. */
static void
on_put_value_in (GtkWidget *row, const char *name, GVariant *parameter)
{
  Mode         *mode = get_mode (row);
  AppReference *reference = mode != NULL ? app_form_references_get (get_field (mode)) : NULL;

  if (reference == NULL || reference->kind != APP_REFERENCE_OBJECT)
    return;
  g_autoptr (AppSession) session = app_references_dup_session (get_references (get_field (mode)));
  g_autofree char *json = app_references_resolve (session, reference, NULL);
  if (json == NULL)
    return;
  mode->wanted = FALSE;
  app_field_set_lexeme (get_field (mode), json);
  update (mode);
}

static void
use_reference (Mode *mode, AppReference *reference)
{
  AppField *field = get_field (mode);

  if (app_form_references_get (field) == NULL)
    {
      g_free (mode->before);
      mode->before = mcp_json_value_dup_text (app_field_get_value (field));
    }
  app_form_references_set (field, reference);
  update (mode);
}

/* From the clipboard: a reference that was copied, or one that is written out. */

static void
on_text_read (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiFieldRow) row = data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (object), result, NULL);
  g_autoptr (AppReference) reference =
      text != NULL ? app_reference_parse (g_strstrip (text)) : NULL;
  Mode *mode = get_mode (GTK_WIDGET (row));

  if (reference != NULL && mode != NULL)
    use_reference (mode, reference);
}

static void
on_paste_reference (GtkWidget *row, const char *name, GVariant *parameter)
{
  if (get_mode (row) != NULL)
    gdk_clipboard_read_text_async (gtk_widget_get_clipboard (row), NULL, on_text_read,
                                   g_object_ref (row));
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, Mode *mode)
{
  AppReference *reference = g_value_get_boxed (value);

  if (reference == NULL)
    return FALSE;
  use_reference (mode, reference);
  return TRUE;
}

static void
install (GtkWidgetClass *row_class)
{
  gtk_widget_class_install_action (row_class, "field.use-reference", NULL, on_use_reference);
  gtk_widget_class_install_action (row_class, "field.use-value", NULL, on_use_value);
  gtk_widget_class_install_action (row_class, "field.put-value-in", NULL, on_put_value_in);
  gtk_widget_class_install_action (row_class, "field.paste-reference", NULL, on_paste_reference);
  gtk_widget_class_add_binding_action (row_class, GDK_KEY_o, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "field.use-reference", NULL);
}

static void
attach (UiFieldRow *row)
{
  g_return_if_fail (UI_IS_FIELD_ROW (row));

  AppField *field = ui_field_row_get_field (row);
  if (get_references (field) == NULL || app_field_get_place (field)->parent == NULL)
    return;
  Mode *mode = g_new0 (Mode, 1);
  mode->row = row;
  g_object_set_data_full (G_OBJECT (row), ROW_DATA, mode, mode_free);
  GtkDropTarget *target = gtk_drop_target_new (APP_TYPE_REFERENCE, GDK_ACTION_COPY);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), mode);
  gtk_widget_add_controller (GTK_WIDGET (row), GTK_EVENT_CONTROLLER (target));
  ui_connect (field, "notify::reference", on_reference, row);
  ui_connect (get_references (field), "notify::everywhere", on_offered, row);
  update (mode);
}

static void
add_items (GMenu *menu, AppField *field)
{
  AppReference *reference = app_form_references_get (field);

  if (get_references (field) == NULL || app_field_get_place (field)->parent == NULL)
    return;
  if (reference == NULL)
    g_menu_append (menu, _ ("Insert _Result…"), "field.use-reference");
  else
    g_menu_append (menu, _ ("Enter a _Value"), "field.use-value");
  if (reference != NULL && reference->kind == APP_REFERENCE_OBJECT)
    g_menu_append (menu, _ ("_Replace with Value"), "field.put-value-in");
  g_menu_append (menu, _ ("_Paste Reference"), "field.paste-reference");
}

static gboolean
focus (UiFieldRow *row)
{
  Mode      *mode = get_mode (GTK_WIDGET (row));
  GtkWidget *editor = mode != NULL ? get_editor (mode) : NULL;

  if (editor != NULL)
    ui_reference_editor_focus (UI_REFERENCE_EDITOR (editor));
  return editor != NULL;
}

const UiFieldFeature ui_reference_feature = { install, attach, add_items, focus };
