/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-field-editor.h"
#include "ui-field-controls.h"
#include "ui-field-suggestions.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-field-choices.h"
#include "app-field-format.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* What a screen reader reads out; a description of pages is not read to its end. */
#define SPOKEN_CHARACTERS 600
/* Choices with longer names get the whole width. */
#define NARROW_CHOICE_CHARACTERS 24

typedef struct
{
  AppField  *field;
  GtkWidget *control;
  gboolean   syncing;
  char      *error;
  char      *remark;
  char      *shown; /* of a control that says by its name what is chosen */
} UiFieldEditorPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (UiFieldEditor, ui_field_editor, ADW_TYPE_BIN)

void
ui_field_editor_sync (UiFieldEditor *self)
{
  g_return_if_fail (UI_IS_FIELD_EDITOR (self));

  UiFieldEditorPrivate *priv = ui_field_editor_get_instance_private (self);

  if (priv->control == NULL)
    return;
  priv->syncing = TRUE;
  UI_FIELD_EDITOR_GET_CLASS (self)->sync (self);
  priv->syncing = FALSE;
}

/* An item is named after its array too: "Item 3" alone says nothing to someone who hears it. */
static char *
dup_spoken_name (AppField *field)
{
  AppField        *parent = app_field_get_place (field)->parent;
  g_autofree char *label =
      app_visible_text_line (app_field_get_place (field)->label, SPOKEN_CHARACTERS);

  if (label[0] == '\0')
    return g_strdup (_ ("(no name)"));
  if (!app_field_get_place (field)->item || parent == NULL)
    return g_steal_pointer (&label);
  g_autofree char *outer =
      app_visible_text_line (app_field_get_place (parent)->label, SPOKEN_CHARACTERS);
  return g_strdup_printf ("%s, %s", outer, label);
}

static void
append_sentence (GString *text, const char *sentence)
{
  if (sentence == NULL || sentence[0] == '\0')
    return;
  g_autofree char *line = app_visible_text_line (sentence, SPOKEN_CHARACTERS);
  if (text->len > 0)
    g_string_append (text, ". ");
  g_string_append (text, line);
}

static void
describe (UiFieldEditor *self)
{
  UiFieldEditorPrivate *priv = ui_field_editor_get_instance_private (self);
  g_autofree char      *label = dup_spoken_name (priv->field);
  g_autofree char      *name = priv->shown != NULL
                              /* Translators: a field of a form, and what is chosen in it */
                                   ? g_strdup_printf (_ ("%s, %s"), label, priv->shown)
                                   : g_strdup (label);
  g_autoptr (GString) description = g_string_new (NULL);

  append_sentence (description, priv->remark);
  append_sentence (description, priv->error);
  if (app_field_get_place (priv->field)->required)
    append_sentence (description, _ ("Required"));
  append_sentence (description, app_field_get_info (priv->field)->description);
  append_sentence (description, app_field_get_info (priv->field)->constraints);
  gtk_accessible_update_property (GTK_ACCESSIBLE (priv->control), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description->str, -1);
  if (GTK_IS_EDITABLE (priv->control) || GTK_IS_TEXT_VIEW (priv->control))
    gtk_accessible_update_property (GTK_ACCESSIBLE (priv->control),
                                    GTK_ACCESSIBLE_PROPERTY_REQUIRED,
                                    app_field_get_place (priv->field)->required, -1);
}

MCP_DEFINE_DISPOSE (UiFieldEditor, ui_field_editor)
{
  UiFieldEditorPrivate *priv = ui_field_editor_get_instance_private (self);
  GtkWidget            *child, *next;

  priv->control = NULL;
  /* What is proposed hangs on the editor beside its child. */
  for (child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL; child = next)
    {
      next = gtk_widget_get_next_sibling (child);
      if (GTK_IS_POPOVER (child))
        gtk_widget_unparent (child);
    }
}

MCP_DEFINE_FINALIZE (UiFieldEditor, ui_field_editor)
{
  UiFieldEditorPrivate *priv = ui_field_editor_get_instance_private (self);

  g_clear_object (&priv->field);
  g_free (priv->error);
  g_free (priv->remark);
  g_free (priv->shown);
}

MCP_DEFINE_CLASS (UiFieldEditor, ui_field_editor)
{
  object_class->dispose = ui_field_editor_dispose;
  object_class->finalize = ui_field_editor_finalize;
}

MCP_DEFINE_INIT (UiFieldEditor, ui_field_editor)

/* A text that is source, has several lines already, or is too long for one. */
static gboolean
wants_lines (AppField *field)
{
  const char *text = app_field_get_text (field);

  return !app_field_get_info (field)->secret &&
         (app_field_format_get_language (field) != NULL || strchr (text, '\n') != NULL ||
          strlen (text) > UI_FIELD_EDITOR_LINE_BYTES);
}

static GType
type_for (AppField *field)
{
  switch (app_field_get_info (field)->kind)
    {
    case APP_FIELD_STRING:
      if (app_field_format_is_bytes (app_field_format_get (field)))
        return UI_TYPE_FIELD_FILE;
      return wants_lines (field) ? UI_TYPE_FIELD_TEXT : UI_TYPE_FIELD_ENTRY;
    case APP_FIELD_NUMBER:
    case APP_FIELD_INTEGER:
      return UI_TYPE_FIELD_ENTRY;
    case APP_FIELD_TEXT:
      if (app_field_format_is_bytes (app_field_format_get (field)))
        return UI_TYPE_FIELD_FILE;
      return UI_TYPE_FIELD_TEXT;
    case APP_FIELD_BOOLEAN:
      return UI_TYPE_FIELD_BOOLEAN;
    case APP_FIELD_ENUM:
      return UI_TYPE_FIELD_CHOICE;
    case APP_FIELD_CONST:
      return UI_TYPE_FIELD_CONSTANT;
    case APP_FIELD_VARIANT:
      return UI_TYPE_FIELD_VARIANT;
    case APP_FIELD_ARRAY:
      return app_field_choices_are_offered (field) ? UI_TYPE_FIELD_CHECKS : UI_TYPE_FIELD_JSON;
    case APP_FIELD_OBJECT:
    case APP_FIELD_JSON:
    default:
      return UI_TYPE_FIELD_JSON;
    }
}

GtkWidget *
ui_field_editor_new (AppField *field)
{
  g_return_val_if_fail (APP_IS_FIELD (field), NULL);
  UiFieldEditor        *self = g_object_new (type_for (field), NULL);
  UiFieldEditorPrivate *priv = ui_field_editor_get_instance_private (self);
  static const char    *followed[] = { "notify::text", "notify::presence", "notify::active",
                                       "notify::selected" };

  priv->field = g_object_ref (field);
  UI_FIELD_EDITOR_GET_CLASS (self)->build (self);
  ui_field_suggestions_follow_server (self);
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    ui_connect (priv->field, followed[i], ui_field_editor_sync, self);
  ui_connect (priv->field, "notify::label", describe, self);
  ui_connect (priv->field, "notify::required", describe, self);
  describe (self);
  ui_field_editor_sync (self);
  return GTK_WIDGET (self);
}

gboolean
ui_field_editor_is_short (AppField *field)
{
  switch (app_field_format_get (field))
    {
    case APP_FORMAT_DATE:
    case APP_FORMAT_TIME:
    case APP_FORMAT_DURATION:
    case APP_FORMAT_COLOR:
      return TRUE;
    default:
      return app_field_get_info (field)->kind == APP_FIELD_NUMBER ||
             app_field_get_info (field)->kind == APP_FIELD_INTEGER;
    }
}

gboolean
ui_field_editor_is_wide (AppField *field)
{
  GListModel *options = app_field_get_info (field)->options;
  GType       type = type_for (field);

  if (type == UI_TYPE_FIELD_CONSTANT || type == UI_TYPE_FIELD_BOOLEAN)
    return FALSE;
  if (type == UI_TYPE_FIELD_ENTRY)
    return !ui_field_editor_is_short (field);
  if (type != UI_TYPE_FIELD_CHOICE)
    return TRUE;
  for (guint i = 0; options != NULL && i < g_list_model_get_n_items (options); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);
      if (g_utf8_strlen (option->label, -1) > NARROW_CHOICE_CHARACTERS)
        return TRUE;
    }
  return FALSE;
}

void
ui_field_editor_set_shown (UiFieldEditor *self, const char *text)
{
  g_return_if_fail (UI_IS_FIELD_EDITOR (self));

  UiFieldEditorPrivate *priv = ui_field_editor_get_instance_private (self);
  if (priv->control == NULL || g_strcmp0 (priv->shown, text) == 0)
    return;
  g_free (priv->shown);
  priv->shown = app_visible_text_line (text, SPOKEN_CHARACTERS);
  describe (self);
}

gboolean
ui_field_editor_is_outgrown (UiFieldEditor *self)
{
  g_return_val_if_fail (UI_IS_FIELD_EDITOR (self), FALSE);

  UiFieldEditorPrivate *priv = ui_field_editor_get_instance_private (self);
  return UI_IS_FIELD_ENTRY (self) && wants_lines (priv->field);
}

gboolean
ui_field_editor_has_rows (AppField *field)
{
  AppFieldKind kind = app_field_get_info (field)->kind;

  return kind == APP_FIELD_OBJECT ||
         (kind == APP_FIELD_ARRAY && !app_field_choices_are_offered (field));
}

AppField *
ui_field_editor_get_field (UiFieldEditor *self)
{
  UiFieldEditorPrivate *priv = ui_field_editor_get_instance_private (self);
  return priv->field;
}

GtkWidget *
ui_field_editor_get_control (UiFieldEditor *self)
{
  UiFieldEditorPrivate *priv = ui_field_editor_get_instance_private (self);
  return priv->control;
}

void
ui_field_editor_show_error (UiFieldEditor *self, const char *error, gboolean wrong)
{
  UiFieldEditorPrivate *priv = ui_field_editor_get_instance_private (self);

  if (priv->control == NULL || g_strcmp0 (priv->error, error) == 0)
    return;
  g_free (priv->error);
  priv->error = g_strdup (error);
  ui_widget_set_class (priv->control, "error", error != NULL && wrong);
  ui_widget_set_class (priv->control, "warning", error != NULL && !wrong);
  ui_widget_set_invalid (priv->control, error != NULL && wrong);
  describe (self);
}

void
ui_field_editor_set_remark (UiFieldEditor *self, const char *remark)
{
  UiFieldEditorPrivate *priv = ui_field_editor_get_instance_private (self);

  if (priv->control == NULL || g_strcmp0 (priv->remark, remark) == 0)
    return;
  g_free (priv->remark);
  priv->remark = g_strdup (remark);
  describe (self);
}

char *
ui_field_editor_dup_empty_note (AppField *field)
{
  const char *example = app_field_get_info (field)->placeholder;

  if (app_field_get_state (field)->presence == APP_PRESENCE_NULL)
    return g_strdup ("null");
  if (!app_field_get_state (field)->exact)
    return g_strdup (_ ("Has characters that can only be edited as JSON"));
  if (app_field_get_state (field)->presence == APP_PRESENCE_VALUE)
    return g_strdup (ui_field_editor_is_short (field) ? "“”" : _ ("Empty string"));
  /* A longer note would make a short entry wider, and move what is beside it. */
  if (ui_field_editor_is_short (field))
    return g_strdup (_ ("Not set"));
  const char *hint = app_field_get_info (field)->hint;
  if ((hint == NULL || hint[0] == '\0') && example != NULL && example[0] != '\0')
    return g_strdup_printf (_ ("Example: %s"), example);
  return ui_field_editor_dup_default_note (field);
}

char *
ui_field_editor_dup_default_note (AppField *field)
{
  const char  *hint = app_field_get_info (field)->hint;
  AppFieldKind kind = app_field_get_info (field)->kind;

  if (hint == NULL || hint[0] == '\0')
    return g_strdup (_ ("Not set"));
  if (kind == APP_FIELD_STRING || kind == APP_FIELD_TEXT)
    return g_strdup_printf (_ ("Default: \"%s\""), hint);
  return g_strdup_printf (_ ("Default: %s"), hint);
}

void
ui_field_editor_set_control (UiFieldEditor *self, GtkWidget *outer, GtkWidget *control)
{
  UiFieldEditorPrivate *priv = ui_field_editor_get_instance_private (self);

  adw_bin_set_child (ADW_BIN (self), outer);
  priv->control = control;
}

gboolean
ui_field_editor_is_syncing (UiFieldEditor *self)
{
  UiFieldEditorPrivate *priv = ui_field_editor_get_instance_private (self);
  return priv->syncing;
}
