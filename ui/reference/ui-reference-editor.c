/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-reference-editor.h"
#include "ui-suggestion-popover.h"
#include "ui-card-consent.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "app-card-call.h"
#include "app-form-references.h"
#include "app-object-words.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* How our references are written; the entry shows what is behind it. */
#define OBJECT_PREFIX "object:"

struct _UiReferenceEditor
{
  GtkBox parent_instance;

  AppField            *field;
  AppReferences       *references;
  gboolean             syncing;
  GCancellable        *fetching; /* (nullable) */
  char                *trouble;  /* (nullable): why it could not be looked up */
  UiSuggestionPopover *popover;

  GtkDropDown *kind;
  GtkEntry    *entry;
  GtkWidget   *view;
  GtkLabel    *summary;
  GtkSpinner  *spinner;
  GtkWidget   *fetch;
  GtkWidget   *scroller;
  GtkLabel    *text;
  GtkLabel    *note;
};

G_DEFINE_FINAL_TYPE (UiReferenceEditor, ui_reference_editor, GTK_TYPE_BOX)

static AppReferenceKind
get_kind (UiReferenceEditor *self)
{
  return gtk_drop_down_get_selected (self->kind) == 0 ? APP_REFERENCE_SERVER
                                                      : APP_REFERENCE_OBJECT;
}

/* What the entry says, as it would be sent or kept. Returns: (nullable) */
static AppReference *
dup_typed (UiReferenceEditor *self)
{
  const char      *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autofree char *whole = NULL;

  if (g_str_has_prefix (text, "object:"))
    return app_reference_parse (text);
  text += text[0] == '@';
  if (text[0] == '\0')
    return NULL;
  if (get_kind (self) == APP_REFERENCE_SERVER)
    whole = g_strconcat ("@", text, NULL);
  else if (text[strcspn (text, "/.[")] == '/')
    whole = g_strconcat (OBJECT_PREFIX, text, NULL);
  else
    whole = g_strconcat (OBJECT_PREFIX, app_references_get_store (self->references), "/", text,
                         NULL);
  return app_reference_parse (whole);
}

/* What is shown of a reference in the entry. The usual store goes without saying. */
static const char *
get_entry_text (UiReferenceEditor *self, AppReference *reference)
{
  const char *store = app_references_get_store (self->references);
  const char *text = reference->text;

  if (reference->kind == APP_REFERENCE_SERVER)
    return text;
  text += strlen (OBJECT_PREFIX);
  return strcmp (reference->store, store) == 0 ? text + strlen (store) + 1 : text;
}

/* What it comes to */

static char *
dup_summary (const AppReferenceView *view)
{
  g_autofree char *type =
      view->type_name != NULL ? app_object_dup_type (view->type_name, view->length) : NULL;

  return g_strjoin (type != NULL && view->origin != NULL ? " · " : "", type != NULL ? type : "",
                    view->origin != NULL ? view->origin : "", NULL);
}

static gboolean
can_fetch (UiReferenceEditor *self, AppReference *reference, const AppReferenceView *view)
{
  g_autofree char *tool = NULL;
  g_autofree char *arguments = NULL;

  if (view->whole || (view->state != APP_REFERENCE_FOUND && view->state != APP_REFERENCE_UNKNOWN))
    return FALSE;
  return app_references_dup_fetch (self->references, reference, &tool, &arguments);
}

static void
show_reference (UiReferenceEditor *self, AppReference *reference)
{
  g_auto (AppReferenceView) view = { .length = -1 };
  g_autofree char *note = NULL;
  gboolean         loading = self->fetching != NULL;

  app_references_look (self->references, reference, self->field, &view);
  g_autofree char *summary = dup_summary (&view);
  note = g_strjoin (self->trouble != NULL && view.note != NULL ? " " : "",
                    self->trouble != NULL ? self->trouble : "",
                    view.note != NULL ? view.note : "", NULL);
  gtk_label_set_text (self->summary, summary);
  gtk_label_set_text (self->text, view.text != NULL ? view.text : "");
  gtk_widget_set_visible (self->scroller, view.text != NULL);
  ui_widget_show_text (self->note, note);
  gtk_widget_set_visible (self->fetch, !loading && can_fetch (self, reference, &view));
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), loading);
  gtk_spinner_set_spinning (self->spinner, loading);
  ui_widget_describe (self->entry, summary);
}

static void
update_view (UiReferenceEditor *self)
{
  AppReference *reference = app_form_references_get (self->field);

  gtk_widget_set_visible (self->view, reference != NULL);
  if (reference != NULL)
    show_reference (self, reference);
  ui_widget_set_class (self, "kept-here", get_kind (self) == APP_REFERENCE_OBJECT);
}

/* The server's tool for it */

static void
stop_fetching (UiReferenceEditor *self)
{
  g_cancellable_cancel (self->fetching);
  g_clear_object (&self->fetching);
  g_clear_pointer (&self->trouble, g_free);
}

static void
on_fetched (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiReferenceEditor) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = app_card_call_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->entry == NULL)
    return;
  stop_fetching (self);
  if (text == NULL)
    self->trouble = g_strdup (error->message);
  update_view (self);
}

static void
on_fetch (UiReferenceEditor *self)
{
  AppReference *reference = app_form_references_get (self->field);
  g_autoptr (AppSession) session = app_references_dup_session (self->references);
  g_autofree char *tool = NULL;
  g_autofree char *arguments = NULL;

  if (reference == NULL || session == NULL ||
      !app_references_dup_fetch (self->references, reference, &tool, &arguments))
    return;
  stop_fetching (self);
  self->fetching = g_cancellable_new ();
  ui_card_consent_call_async (GTK_WIDGET (self), session, tool, arguments, self->fetching,
                              on_fetched, g_object_ref (self));
  update_view (self);
}

/* Typing */

static gboolean
has_focus (UiReferenceEditor *self)
{
  return (gtk_widget_get_state_flags (GTK_WIDGET (self->entry)) &
          GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

static void
propose (UiReferenceEditor *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  if (!has_focus (self))
    return;
  g_autoptr (GPtrArray) choices = app_references_complete (self->references, get_kind (self), text);
  /* What is typed already is not proposed. */
  g_autoptr (AppReference) typed = dup_typed (self);
  for (guint i = choices->len; typed != NULL && i > 0; i--)
    {
      const AppReferenceChoice *choice = g_ptr_array_index (choices, i - 1);

      if (strcmp (typed->text, choice->text) == 0)
        g_ptr_array_remove_index (choices, i - 1);
    }
  if (choices->len == 0)
    {
      ui_suggestion_popover_hide (self->popover);
      return;
    }
  ui_suggestion_popover_clear (self->popover);
  for (guint i = 0; i < choices->len; i++)
    {
      const AppReferenceChoice *choice = g_ptr_array_index (choices, i);
      ui_suggestion_popover_add (self->popover, choice->text, choice->label, choice->detail);
    }
  ui_suggestion_popover_show (self->popover, NULL, FALSE);
}

static void
write_typed (UiReferenceEditor *self)
{
  g_autoptr (AppReference) reference = dup_typed (self);

  stop_fetching (self);
  self->syncing = TRUE;
  if (reference != NULL)
    app_form_references_set (self->field, reference);
  else if (app_field_get_place (self->field)->item)
    app_field_set_empty (self->field);
  else
    app_field_clear (self->field);
  self->syncing = FALSE;
  update_view (self);
}

static void
on_changed (UiReferenceEditor *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  if (self->syncing || self->field == NULL)
    return;
  /* Whoever pastes one of ours means ours. */
  if (g_str_has_prefix (text, "object:") && get_kind (self) == APP_REFERENCE_SERVER)
    {
      self->syncing = TRUE;
      gtk_drop_down_set_selected (self->kind, 1);
      self->syncing = FALSE;
    }
  write_typed (self);
  propose (self);
}

static void
on_activate (UiReferenceEditor *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "form.next", NULL);
}

static void
update_placeholder (UiReferenceEditor *self)
{
  gboolean server = get_kind (self) == APP_REFERENCE_SERVER;

  gtk_entry_set_placeholder_text (self->entry, server ? "@obj_001.path" : "obj_001.path[0]");
}

static void
on_kind (UiReferenceEditor *self)
{
  if (self->entry == NULL)
    return;
  update_placeholder (self);
  if (self->syncing || self->field == NULL)
    return;
  write_typed (self);
}

static void
on_chosen (UiReferenceEditor *self, guint position, const char *text)
{
  g_autoptr (AppReference) reference = app_reference_parse (text);

  if (reference == NULL)
    return;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), get_entry_text (self, reference));
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
}

static gboolean
on_wanted (UiReferenceEditor *self, gboolean alt)
{
  if (!alt)
    propose (self);
  return !alt;
}

/* Following the field */

static void
sync_with_field (UiReferenceEditor *self)
{
  AppReference *reference = app_form_references_get (self->field);

  if (self->syncing)
    return;
  g_autoptr (AppReference) typed = dup_typed (self);
  if (reference != NULL && !app_reference_equal (reference, typed))
    {
      self->syncing = TRUE;
      gtk_drop_down_set_selected (self->kind,
                                  reference->kind == APP_REFERENCE_OBJECT);
      gtk_editable_set_text (GTK_EDITABLE (self->entry), get_entry_text (self, reference));
      self->syncing = FALSE;
    }
  update_view (self);
}

UI_DEFINE_DISPOSE (UiReferenceEditor, ui_reference_editor)
{
  stop_fetching (self);
  if (self->popover != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->popover)));
}

UI_DEFINE_CLASS (UiReferenceEditor, ui_reference_editor)
{
  G_OBJECT_CLASS (klass)->dispose = ui_reference_editor_dispose;
  ui_template_set (widget_class, "ui/reference/ui-reference-editor.ui");
  ui_template_hold (widget_class, UiReferenceEditor, field, references);
  ui_template_bind_children (widget_class, UiReferenceEditor, kind, entry, view, summary, spinner,
                             fetch, scroller, text, note);
  ui_template_bind_callbacks (widget_class, on_kind, on_changed, on_activate, on_fetch);
}

static void
ui_reference_editor_init (UiReferenceEditor *self)
{
  ui_template_init (self);
  self->popover = ui_suggestion_popover_new (GTK_WIDGET (self), GTK_WIDGET (self->entry),
                                             _ ("Results and paths"));
  ui_connect (self->popover, "chosen", on_chosen, self);
  ui_connect (self->popover, "wanted", on_wanted, self);
  update_placeholder (self);
}

GtkWidget *
ui_reference_editor_new (AppField *field)
{
  AppForm         *form;
  g_autofree char *label = NULL;

  g_return_val_if_fail (APP_IS_FIELD (field), NULL);

  form = app_field_get_place (field)->form;
  AppReferences *references = form != NULL ? app_form_references_get_known (form) : NULL;
  g_return_val_if_fail (references != NULL, NULL);

  UiReferenceEditor *self = g_object_new (UI_TYPE_REFERENCE_EDITOR, NULL);
  self->field = g_object_ref (field);
  self->references = g_object_ref (references);
  label = app_visible_text_line (app_field_get_place (field)->label, 200);
  /* Translators: %s is the name of an argument */
  g_autofree char *name = g_strdup_printf (_ ("%s, reference"), label);
  ui_widget_name (self->entry, name);
  if (!app_references_has_server_objects (references))
    gtk_drop_down_set_selected (self->kind, 1);
  ui_connect (field, "notify::reference", sync_with_field, self);
  ui_connect (references, "changed", update_view, self);
  sync_with_field (self);
  return GTK_WIDGET (self);
}

void
ui_reference_editor_focus (UiReferenceEditor *self)
{
  g_return_if_fail (UI_IS_REFERENCE_EDITOR (self));

  gtk_text_grab_focus_without_selecting (
      GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (self->entry))));
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
  /* Who comes here with nothing typed wants to see what there is. */
  if (gtk_editable_get_text (GTK_EDITABLE (self->entry))[0] == '\0')
    propose (self);
}
