/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A union beside the members that an object has anyway: choosing another form changes the members
 * that only its forms name, and leaves every other byte alone. */

#include "app-field-private.h"

#include <string.h>

#include "mcp-json-edit.h"

/* @text with a member set, or taken out. @json: (nullable). Returns: (transfer full) */
static char *
put_member (char *text, const char *name, const char *json)
{
  g_autofree char *before = text;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (before, -1, NULL);
  McpJsonValue object = mcp_json_document_get_root (document);
  McpJsonValue old = mcp_json_value_get_member (object, name);
  char        *after;

  if (json == NULL)
    after = mcp_json_edit_remove_member (object, name);
  else if (mcp_json_value_exists (old))
    after = mcp_json_edit_replace (old, json);
  else
    after = mcp_json_edit_insert_member (object, G_MAXUINT, name, json);
  return after != NULL ? after : g_steal_pointer (&before);
}

/* Whether the object has the member whatever its forms are. */
static gboolean
is_outside (AppField *self, const char *name)
{
  AppField *object = self->parent;

  return app_field_schema_names (&object->schema, NULL, name) ||
         (object->part && object->parent != NULL && is_outside (object->parent, name));
}

/* The members of a form that its object does not have anyway. */
static GPtrArray *
list_own_names (AppField *self, const AppFieldSchema *branch)
{
  g_autoptr (GPtrArray) members = app_field_schema_list_members (branch, NULL);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < members->len; i++)
    {
      const AppFieldMember *member = g_ptr_array_index (members, i);

      if (!is_outside (self, member->name))
        g_ptr_array_add (names, g_strdup (member->name));
    }
  return names;
}

static gboolean
has_name (GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (strcmp (g_ptr_array_index (names, i), name) == 0)
      return TRUE;
  return FALSE;
}

/* Puts in what an object has, member by member. @only: (nullable): names that are put in */
static char *
put_members (char *text, const char *from, GPtrArray *only)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (from, -1, NULL);
  McpJsonValue name;
  McpJsonValue value;
  McpJsonIter  iter;

  if (document == NULL)
    return text;
  mcp_json_iter_init (&iter, mcp_json_document_get_root (document));
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      g_autofree char *json = mcp_json_value_dup_text (value);

      if (only == NULL || has_name (only, key))
        text = put_member (text, key, json);
    }
  return text;
}

static void
init_branch (AppField *self, guint index, AppFieldSchema *branch)
{
  app_field_schema_init_branch (
      branch, &self->schema, &g_array_index (app_field_list_branches (self), AppFieldBranch, index),
      NULL);
}

/* @text without what only the chosen form names, except @kept. */
static char *
drop_members (AppField *self, char *text, GPtrArray *kept)
{
  AppFieldSchema branch;
  g_autoptr (GPtrArray) names = NULL;

  init_branch (self, self->selected, &branch);
  names = list_own_names (self, &branch);
  app_field_schema_clear (&branch);
  for (guint i = 0; i < names->len; i++)
    if (kept == NULL || !has_name (kept, g_ptr_array_index (names, i)))
      text = put_member (text, g_ptr_array_index (names, i), NULL);
  return text;
}

void
app_field_select_members (AppField *self, guint index)
{
  McpJsonValue     value = app_field_get_value (self);
  gboolean         there = mcp_json_value_get_kind (value) == MCP_JSON_OBJECT;
  char            *text = there ? mcp_json_value_dup_text (value) : NULL;
  AppFieldSchema   branch;
  g_autofree char *initial = NULL;
  g_autofree char *whole = NULL;
  g_autoptr (GPtrArray) names = NULL;

  init_branch (self, index, &branch);
  names = list_own_names (self, &branch);
  initial = app_field_schema_dup_initial (&branch, FALSE, app_form_hides_presets (self->form));
  app_field_schema_clear (&branch);
  if (there)
    {
      app_field_remember (self, self->selected, g_strdup (text));
      text = drop_members (self, text, names);
      if (app_field_recall (self, index) != NULL)
        text = put_members (text, app_field_recall (self, index), names);
    }
  app_field_take_branch (self, index);
  /* Constants say which form it is; nothing to say, and nothing there: nothing is sent. */
  if (!there && strcmp (initial, "{}") == 0)
    return;
  if (!there)
    text = app_field_dup_first_value (self->parent);
  whole = put_members (text, initial, NULL);
  app_field_write (self, whole);
}

void
app_field_clear_selector (AppField *self)
{
  McpJsonValue     value = app_field_get_value (self);
  g_autofree char *text = NULL;

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    return;
  text = drop_members (self, mcp_json_value_dup_text (value), NULL);
  app_field_write (self, text);
}
