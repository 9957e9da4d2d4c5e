/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A field that takes its value from an object. */

#include "app-field-private.h"

#include "app-references.h"
#include "mcp-json-writer.h"

AppReference *
app_field_get_reference (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  return self->reference;
}

gboolean
app_field_offers_reference (AppField *self)
{
  AppReferences *references;

  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);

  references = self->form != NULL ? app_form_get_references (self->form) : NULL;
  if (references == NULL || self->parent == NULL)
    return FALSE;
  return app_references_is_everywhere (references) ||
         app_references_takes_field (references, app_field_get_place (self));
}

void
app_field_set_reference (AppField *self, AppReference *reference)
{
  g_autoptr (AppForm) form = NULL;
  g_autoptr (AppField) keep = NULL;
  g_autofree char *pointer = NULL;
  g_autofree char *quoted = NULL;
  g_autofree char *before = NULL;

  g_return_if_fail (APP_IS_FIELD (self));
  g_return_if_fail (reference != NULL);

  if (self->form == NULL || self->parent == NULL || !app_form_is_editable (self->form))
    return;
  form = g_object_ref (self->form);
  keep = g_object_ref (app_field_get_place (self));
  pointer = app_field_dup_pointer (keep);
  quoted = mcp_json_quote (app_reference_get_text (reference), -1);
  app_field_forget_draft (keep);
  app_form_mark (form, pointer, reference);
  before = app_form_set_typing (form, pointer);
  app_field_write (keep, quoted);
  g_free (app_form_set_typing (form, before));
}

gboolean
app_field_read_reference (AppField *self, const char *pointer)
{
  AppReferenceMarks *marks = app_form_get_marks (self->form);
  AppReference      *reference = app_reference_marks_get_n (marks) > 0
                                     ? app_reference_marks_get (marks, pointer)
                                     : NULL;

  if (app_reference_equal (self->reference, reference))
    return FALSE;
  g_clear_pointer (&self->reference, app_reference_unref);
  if (reference != NULL)
    self->reference = app_reference_ref (reference);
  return TRUE;
}
