/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a person does to a field, and how that gets into the form's text: only its own bytes
 * change. */

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-field-tree.h"
#include "app-field-value.h"
#include "app-field-variant.h"
#include "app-field-schema-parts.h"
#include "app-field-schema-values.h"
#include "app-form-edit.h"
#include "mcp-json-edit.h"

static gboolean write_value (AppField *self, const char *json);

static void
forget_draft (AppField *self)
{
  app_field_value_forget_draft (&app_field_get_core (self)->value);
}

/* Texts of objects that are not in the form yet */

/* @text with a member set, or taken out. @json: (nullable). @over: also where it is there already
 * Returns: (transfer full) */
static char *
put_member (char *text, const char *name, const char *json, gboolean over)
{
  g_autofree char *before = text;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (before, -1, NULL);
  McpJsonValue object = mcp_json_document_get_root (document);
  McpJsonValue old = mcp_json_value_get_member (object, name);
  char        *after = NULL;

  if (json == NULL)
    after = mcp_json_edit_remove_member (object, name);
  else if (!mcp_json_value_exists (old))
    after = mcp_json_edit_insert_member (object, G_MAXUINT, name, json);
  else if (over)
    after = mcp_json_edit_replace (old, json);
  return after != NULL ? after : g_steal_pointer (&before);
}

static gboolean
has_name (GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (strcmp (g_ptr_array_index (names, i), name) == 0)
      return TRUE;
  return FALSE;
}

/* The object @text with the members that @from has too. @over: those that are there as well
 * @only: (nullable) (element-type utf8): names that are put in. Returns: (transfer full) */
static char *
put_members (char *text, const char *from, gboolean over, GPtrArray *only)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (from, -1, NULL);

  if (document == NULL)
    return text;
  for (McpJsonWalk each = mcp_json_walk (mcp_json_document_get_root (document));
       mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);
      g_autofree char *json = mcp_json_value_dup_text (each.value);

      if (only == NULL || has_name (only, key))
        text = put_member (text, key, json, over);
    }
  return text;
}

static char *
dup_initial (AppField *self)
{
  return app_field_schema_dup_initial (&app_field_get_core (self)->schema, FALSE,
                                       app_form_get_provider (app_field_get_place (self)->form));
}

/* What an object that is not there begins with. */
static char *
dup_first_value (AppField *self)
{
  const AppFieldPlace *at = app_field_get_place (self);
  AppField            *whole =
      at->part && at->parent != NULL ? app_field_get_place (at->parent)->parent : NULL;
  g_autofree char *own = dup_initial (self);

  if (whole == NULL)
    return g_steal_pointer (&own);
  /* What is around begins first. */
  return put_members (dup_first_value (whole), own, TRUE, NULL);
}

/* Writing a value where a field stands */

/* Names of the fields behind @self, which stand behind it in the text too. */
static GHashTable *
list_later (AppField *self)
{
  GHashTable *later = g_hash_table_new (g_str_hash, g_str_equal);
  GListModel *children =
      G_LIST_MODEL (app_field_get_core (app_field_get_place (self)->parent)->children);
  guint    n_children = children != NULL ? g_list_model_get_n_items (children) : 0;
  gboolean found = FALSE;

  for (guint i = 0; i < n_children; i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);
      const AppFieldPlace *at = app_field_get_place (child);

      if (found && !at->selector && !at->extra && !at->unused)
        g_hash_table_add (later, at->key);
      found |= child == self;
    }
  return later;
}

/* The place of the first member whose field stands behind @self; the end where there is none. */
static guint
find_place (AppField *self, McpJsonValue object)
{
  g_autoptr (GHashTable) later = list_later (self);
  McpJsonValue name;
  McpJsonIter  iter;

  if (app_field_get_place (self)->extra || app_field_get_place (self)->unused)
    return G_MAXUINT;
  mcp_json_iter_init (&iter, object);
  for (guint i = 0; mcp_json_iter_next (&iter, &name, NULL); i++)
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);

      if (g_hash_table_contains (later, key))
        return i;
    }
  return G_MAXUINT;
}

/* @object with the member of @self set to @json, as a whole text of its own document. */
static char *
set_member (AppField *self, McpJsonValue object, const char *json)
{
  const char  *key = app_field_get_place (self)->key;
  McpJsonValue member = mcp_json_value_get_member (object, key);

  if (mcp_json_value_exists (member))
    return mcp_json_edit_replace (member, json);
  return mcp_json_edit_insert_member (object, find_place (self, object), key, json);
}

/* The same of a text. */
static char *
set_member_of (AppField *self, const char *text, const char *json)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

  return set_member (self, mcp_json_document_get_root (document), json);
}

static gboolean
write_absent (AppField *self)
{
  g_autoptr (AppField) parent = NULL;
  g_autofree char *key = NULL;
  gboolean         changed = FALSE;

  if (app_field_get_place (self)->parent == NULL || app_field_get_place (self)->item)
    return FALSE;
  /* A field that the schema does not name goes away with its member. */
  parent = g_object_ref (app_field_get_place (self)->parent);
  key = g_strdup (app_field_get_place (self)->key);
  /* A name that stands there twice must not come to light again. */
  while (app_field_get_place (parent)->form != NULL)
    {
      McpJsonValue object = app_field_get_value (parent);
      char        *text = mcp_json_edit_remove_member (object, key);

      if (text == NULL)
        break;
      app_form_take_text (app_field_get_place (parent)->form, text, object);
      changed = TRUE;
    }
  return changed;
}

/* The array with every place up to @self's filled. */
static gboolean
write_place (AppField *self, const char *json)
{
  AppField        *parent = app_field_get_place (self)->parent;
  guint            position = app_field_get_place (self)->position;
  McpJsonValue     array = app_field_get_value (parent);
  g_autofree char *text = NULL;

  text = mcp_json_value_get_kind (array) == MCP_JSON_ARRAY ? mcp_json_value_dup_text (array)
                                                           : g_strdup ("[]");
  for (guint i = 0; i <= position; i++)
    {
      g_autofree char *filling = NULL;
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
      McpJsonValue whole = mcp_json_document_get_root (document);

      if (i < mcp_json_value_get_n_items (whole))
        continue;
      filling = i < position
                    ? app_field_schema_dup_placeholder (&app_field_get_core (parent)->schema, i)
                    : g_strdup (json);
      g_free (text);
      text = mcp_json_edit_insert_item (whole, G_MAXUINT, filling);
    }
  return write_value (parent, text);
}

/* A member that is not there. Where its object is none, that gets its first value; where it is what
 * a form adds to an object, it is written with those that make the form what it is. */
static gboolean
write_member (AppField *self, const char *json)
{
  AppField    *parent = app_field_get_place (self)->parent;
  McpJsonValue object = app_field_get_value (parent);
  gboolean     there = mcp_json_value_get_kind (object) == MCP_JSON_OBJECT;

  if (there && !app_field_get_place (parent)->part)
    {
      app_form_take_text (app_field_get_place (self)->form, set_member (self, object, json),
                          object);
      return TRUE;
    }
  g_autofree char *before = there ? mcp_json_value_dup_text (object) : dup_first_value (parent);
  g_autofree char *text = set_member_of (self, before, json);
  if (there)
    {
      g_autofree char *own = dup_initial (parent);

      text = put_members (g_steal_pointer (&text), own, FALSE, NULL);
    }
  return write_value (parent, text);
}

static gboolean
write_here (AppField *self, const char *json)
{
  AppForm     *form = app_field_get_place (self)->form;
  McpJsonValue value = app_field_get_value (self);
  gsize        length = 0;
  const char  *written = mcp_json_value_get_text (value, &length);

  if (form == NULL || !app_form_is_editable (form))
    return FALSE;
  if (json == NULL)
    return write_absent (self);
  if (written != NULL)
    {
      gboolean same = strlen (json) == length && memcmp (json, written, length) == 0;

      app_form_take_text (form, same ? NULL : mcp_json_edit_replace (value, json), value);
      return TRUE;
    }
  if (app_field_get_place (self)->parent == NULL || app_field_is_loose_item (self))
    return FALSE;
  return app_field_get_place (self)->fixed ? write_place (self, json) : write_member (self, json);
}

/* Puts @json (%NULL: nothing) where the field stands, and whatever of its parents is missing. The
 * forms that are chosen above it stay while somebody types below them.
 * Returns: %FALSE where nothing changed */
static gboolean
write_value (AppField *self, const char *json)
{
  g_autoptr (GPtrArray) held = g_ptr_array_new_with_free_func (g_object_unref);

  for (AppField *field = self; field != NULL; field = app_field_get_place (field)->parent)
    if (app_field_get_place (field)->branch && app_field_get_place (field)->parent != NULL &&
        app_field_get_core (app_field_get_place (field)->parent)->variant != NULL)
      {
        app_field_hold_branch (app_field_get_place (field)->parent, TRUE);
        g_ptr_array_add (held, g_object_ref (app_field_get_place (field)->parent));
      }
  gboolean written = write_here (app_field_get_owner (self), json);
  for (guint i = 0; i < held->len; i++)
    app_field_hold_branch (g_ptr_array_index (held, i), FALSE);
  return written;
}

/* A union beside the members that an object has anyway: choosing another form changes the members
 * that only its forms name, and leaves every other byte alone. */

/* Whether the object has the member whatever its forms are. */
static gboolean
is_outside (AppField *self, const char *name)
{
  AppField *object = app_field_get_place (self)->parent;

  return app_field_schema_names (&app_field_get_core (object)->schema, NULL, name) ||
         (app_field_get_place (object)->part && app_field_get_place (object)->parent != NULL &&
          is_outside (app_field_get_place (object)->parent, name));
}

/* The members of a form that its object does not have anyway. @initial: (out) (optional)
 * (transfer full): what the form begins with */
static GPtrArray *
list_own_names (AppField *self, guint index, char **initial)
{
  GPtrArray            *names = g_ptr_array_new_with_free_func (g_free);
  const AppFieldBranch *form =
      app_field_variant_get_branch (app_field_get_core (self)->variant, index);
  AppFieldSchema branch;

  if (form == NULL)
    return names;
  app_field_schema_init_branch (&branch, &app_field_get_core (self)->schema, form, NULL);
  g_autoptr (GPtrArray) members = app_field_schema_list_members (&branch, NULL);
  for (guint i = 0; i < members->len; i++)
    {
      const AppFieldMember *member = g_ptr_array_index (members, i);

      if (!is_outside (self, member->name))
        g_ptr_array_add (names, g_strdup (member->name));
    }
  if (initial != NULL)
    *initial = app_field_schema_dup_initial (
        &branch, FALSE, app_form_get_provider (app_field_get_place (self)->form));
  app_field_schema_clear (&branch);
  return names;
}

/* @text without what only the chosen form names, except @kept. */
static char *
drop_members (AppField *self, char *text, GPtrArray *kept)
{
  g_autoptr (GPtrArray) names = list_own_names (self, app_field_get_state (self)->selected, NULL);

  for (guint i = 0; i < names->len; i++)
    if (kept == NULL || !has_name (kept, g_ptr_array_index (names, i)))
      text = put_member (text, g_ptr_array_index (names, i), NULL, FALSE);
  return text;
}

static void
select_members (AppField *self, guint index)
{
  AppFieldVariant *variant = app_field_get_core (self)->variant;
  McpJsonValue     value = app_field_get_value (self);
  gboolean         there = mcp_json_value_get_kind (value) == MCP_JSON_OBJECT;
  char            *text = there ? mcp_json_value_dup_text (value) : NULL;
  g_autofree char *initial = NULL;
  g_autoptr (GPtrArray) names = list_own_names (self, index, &initial);

  if (there)
    {
      app_field_variant_remember (variant, app_field_get_state (self)->selected, value);
      text = drop_members (self, text, names);
      if (app_field_variant_recall (variant, index) != NULL)
        text = put_members (text, app_field_variant_recall (variant, index), TRUE, names);
    }
  app_field_take_branch (self, index);
  /* Constants say which form it is; nothing to say, and nothing there: nothing is sent. */
  if (!there && strcmp (initial, "{}") == 0)
    return;
  if (!there)
    text = dup_first_value (app_field_get_place (self)->parent);
  g_autofree char *whole = put_members (text, initial, TRUE, NULL);
  write_value (self, whole);
}

/* Takes out the members that only the chosen form names. */
static void
clear_selector (AppField *self)
{
  McpJsonValue value = app_field_get_value (self);

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    return;
  g_autofree char *text = drop_members (self, mcp_json_value_dup_text (value), NULL);
  write_value (self, text);
}

static void
select_branch (AppField *self, guint index)
{
  g_autoptr (AppField) keep = g_object_ref (self);
  AppFieldVariant *variant = app_field_get_core (self)->variant;
  AppForm         *form = app_field_get_place (self)->form;
  McpJsonValue     value = app_field_get_value (self);
  g_autofree char *text = NULL;

  if (app_field_variant_get_branch (variant, index) == NULL || form == NULL ||
      !app_form_is_editable (form))
    return;
  app_field_hold_branch (self, TRUE);
  if (app_field_get_place (self)->selector)
    select_members (self, index);
  else
    {
      text = app_field_variant_dup_value (variant, index, app_field_get_place (self)->key, value,
                                          app_form_get_provider (form));
      if (app_field_get_state (self)->presence == APP_PRESENCE_VALUE)
        app_field_variant_remember (variant, app_field_get_state (self)->selected, value);
      app_field_take_branch (self, index);
      if (text != NULL)
        {
          write_value (self, text);
          app_field_variant_set_switched (variant, app_field_get_value (self));
        }
    }
  app_field_hold_branch (self, FALSE);
}

/* What is typed and chosen */

/* @json, @error: (transfer full) */
static void
write_draft (AppField *self, const char *text, char *json, char *error)
{
  g_autofree char *written = g_strdup (json);
  g_autofree char *pointer = app_field_dup_pointer (self);
  g_autoptr (AppForm) form = g_object_ref (app_field_get_place (self)->form);
  g_autoptr (AppField) keep = g_object_ref (self);

  app_field_value_set_draft (&app_field_get_core (self)->value, text, json, error);
  g_autofree char *before = app_form_set_typing (form, pointer);
  if (!write_value (self, written))
    forget_draft (self);
  g_free (app_form_set_typing (form, before));
}

void
app_field_set_text (AppField *self, const char *text)
{
  AppFieldVariant *variant;
  char            *error = NULL;
  char            *json;

  g_return_if_fail (APP_IS_FIELD (self));

  variant = app_field_get_core (self)->variant;
  g_autofree char *valid = g_utf8_make_valid (text ? text : "", -1);
  if (app_field_get_place (self)->form == NULL || strcmp (valid, app_field_get_text (self)) == 0)
    return;
  if (valid[0] == '\0' && !app_field_is_loose_item (app_field_get_owner (self)))
    {
      app_field_clear (self);
      return;
    }
  if (valid[0] == '\0')
    json = g_strdup ("\"\"");
  else if (variant != NULL)
    json = app_field_variant_type (variant, app_field_get_state (self)->selected, valid);
  else
    json = app_field_value_type (valid, app_field_get_info (self)->kind,
                                 app_field_get_info (self)->options, &error);
  write_draft (self, valid, json, error);
}

gboolean
app_field_set_lexeme (AppField *self, const char *lexeme)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  g_return_val_if_fail (lexeme != NULL, FALSE);

  /* What stands at the place of an object cannot make it something else. */
  const AppFieldPlace *at = app_field_get_place (self);
  g_autofree char     *json = app_field_value_dup_json (
          lexeme, at->selector || at->part ? MCP_JSON_OBJECT : MCP_JSON_NONE, NULL);
  if (json == NULL)
    return FALSE;
  forget_draft (self);
  return write_value (self, json);
}

/* Tells who puts something in the places of values. */
static void
tell_moved (AppField *array, guint from, guint to)
{
  AppFormOverlay  *overlay = app_form_get_overlay (app_field_get_place (array)->form);
  g_autofree char *pointer = overlay != NULL ? app_field_dup_pointer (array) : NULL;

  if (overlay != NULL)
    APP_FORM_OVERLAY_GET_IFACE (overlay)->move (overlay, pointer, from, to);
}

/* A loose item goes away; a place of a tuple stays, empty where it is the last that is there. */
static void
clear_item (AppField *self)
{
  g_autoptr (AppField) keep = g_object_ref (self);
  AppField    *array = app_field_get_place (self)->parent;
  AppForm     *form = app_field_get_place (self)->form;
  guint        position = app_field_get_place (self)->position;
  McpJsonValue value = app_field_get_value (array);

  if (app_field_get_place (self)->fixed && position + 1 < mcp_json_value_get_n_items (value))
    {
      write_value (self, "null");
      return;
    }
  char *text = mcp_json_edit_remove_item (value, position);
  if (text == NULL)
    return;
  if (app_field_get_place (self)->fixed)
    {
      app_form_take_text (form, text, value);
      return;
    }
  g_list_store_remove (app_field_get_core (array)->children, position);
  tell_moved (array, position, G_MAXUINT);
  app_form_take_text (form, text, value);
  app_field_detach (self);
}

void
app_field_clear (AppField *self)
{
  g_return_if_fail (APP_IS_FIELD (self));

  const AppFieldPlace *at = app_field_get_place (self);
  if (at->form == NULL || !app_form_is_editable (at->form))
    return;
  forget_draft (self);
  if (at->selector)
    clear_selector (self);
  else if (at->branch && at->parent != NULL)
    app_field_clear (at->parent);
  else if (at->position != G_MAXUINT)
    clear_item (self);
  else
    write_value (self, at->parent == NULL ? "{}" : NULL);
}

void
app_field_set_null (AppField *self)
{
  g_return_if_fail (APP_IS_FIELD (self));

  const AppFieldPlace *at = app_field_get_place (self);
  forget_draft (self);
  if (at->parent != NULL && !at->selector && !at->part)
    write_value (self, "null");
}

void
app_field_set_empty (AppField *self)
{
  g_autofree char *json = NULL;

  g_return_if_fail (APP_IS_FIELD (self));

  const AppFieldPlace *at = app_field_get_place (self);
  if (at->form == NULL || at->selector || at->part)
    return;
  if (app_field_get_info (self)->kind == APP_FIELD_OBJECT)
    json = dup_first_value (self);
  else if (app_field_get_info (self)->kind == APP_FIELD_ARRAY)
    json = app_field_schema_dup_least (&app_field_get_core (self)->schema);
  forget_draft (self);
  write_value (self, json != NULL ? json : "\"\"");
}

void
app_field_use_default (AppField *self)
{
  g_autofree char *json = NULL;

  g_return_if_fail (APP_IS_FIELD (self));

  json = mcp_json_value_dup_text (
      app_field_schema_get_annotation (&app_field_get_core (self)->schema, "default"));
  if (json == NULL)
    return;
  forget_draft (self);
  write_value (self, json);
}

void
app_field_set_active (AppField *self, gboolean active)
{
  g_return_if_fail (APP_IS_FIELD (self));

  const AppFieldValue *held = &app_field_get_core (self)->value;
  if (held->state.presence == APP_PRESENCE_VALUE && held->state.active == !!active &&
      g_strcmp0 (held->lexeme, active ? "true" : "false") == 0)
    return;
  forget_draft (self);
  write_value (self, active ? "true" : "false");
}

void
app_field_set_selected (AppField *self, guint selected)
{
  GListModel *options;

  g_return_if_fail (APP_IS_FIELD (self));

  options = app_field_get_info (self)->options;
  if (options == NULL || selected == app_field_get_state (self)->selected)
    return;
  if (app_field_get_core (self)->variant != NULL)
    {
      select_branch (self, selected);
      return;
    }
  if (selected == G_MAXUINT)
    {
      if (!app_field_is_loose_item (app_field_get_owner (self)))
        app_field_clear (self);
      return;
    }
  g_autoptr (AppFieldOption) option = g_list_model_get_item (options, selected);
  if (option == NULL)
    return;
  forget_draft (self);
  write_value (self, option->lexeme);
}

/* Items of arrays */

gboolean
app_field_can_add_item (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);

  if (app_field_get_info (self)->kind != APP_FIELD_ARRAY)
    return FALSE;
  guint count = mcp_json_value_get_n_items (app_field_get_value (self));
  return count < APP_FIELD_MAX_ITEMS &&
         app_field_schema_admits_item (&app_field_get_core (self)->schema, count);
}

/* Puts @json into the array before the item @before. Returns: (transfer none) (nullable) */
static AppField *
insert_item (AppField *self, guint before, const char *json)
{
  AppForm     *form = app_field_get_place (self)->form;
  McpJsonValue value = app_field_get_value (self);
  GListModel  *children = app_field_get_children (self);
  guint        n_values = mcp_json_value_get_n_items (value);
  guint        n_items;
  g_autoptr (AppField) item = NULL;

  if (form == NULL || app_field_get_info (self)->kind != APP_FIELD_ARRAY ||
      !app_form_is_editable (form))
    return NULL;
  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY)
    {
      g_autofree char *array = g_strdup_printf ("[%s]", json);

      forget_draft (self);
      write_value (self, array);
    }
  else
    {
      char *text = mcp_json_edit_insert_item (value, before, json);

      /* The fields behind the new one keep their identity. */
      n_items = g_list_model_get_n_items (children);
      if (before < n_items && before < mcp_json_value_get_n_items (value))
        {
          g_autoptr (AppField) fresh = app_field_new_item (self, before);

          g_list_store_insert (app_field_get_core (self)->children, before, fresh);
        }
      tell_moved (self, G_MAXUINT, before);
      app_form_take_text (form, text, value);
    }
  n_items = g_list_model_get_n_items (children);
  item = g_list_model_get_item (children, MIN (MIN (before, n_values), n_items - 1));
  return item;
}

AppField *
app_field_add_item (AppField *self)
{
  g_autoptr (AppField) item = NULL;

  g_return_val_if_fail (APP_IS_FIELD (self), NULL);

  if (app_field_get_info (self)->kind != APP_FIELD_ARRAY)
    return NULL;
  McpJsonValue value = app_field_get_value (self);
  item = app_field_new_item (self, mcp_json_value_get_kind (value) == MCP_JSON_ARRAY
                                       ? mcp_json_value_get_n_items (value)
                                       : 0);
  g_autofree char *json = app_field_schema_dup_least (&app_field_get_core (item)->schema);
  return insert_item (self, G_MAXUINT, json ? json : "null");
}

guint
app_field_add_lines (AppField *self, const char *text)
{
  guint count = 0;

  g_return_val_if_fail (APP_IS_FIELD (self), 0);
  g_return_val_if_fail (text != NULL, 0);

  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_strchomp (lines[i]);
      if (lines[i][0] == '\0')
        continue;
      AppField *item = app_field_add_item (self);
      if (item == NULL)
        break;
      app_field_set_text (item, lines[i]);
      count++;
    }
  return count;
}

void
app_field_move (AppField *self, guint position)
{
  g_return_if_fail (APP_IS_FIELD (self));

  AppField *array = app_field_get_place (self)->parent;
  guint     from = app_field_get_place (self)->position;
  if (array == NULL || from == G_MAXUINT || from == position ||
      app_field_get_place (self)->form == NULL ||
      !app_form_is_editable (app_field_get_place (self)->form))
    return;
  GListStore *items = app_field_get_core (array)->children;
  if (app_field_get_place (self)->fixed ||
      position < app_field_schema_get_n_places (&app_field_get_core (array)->schema) ||
      position >= g_list_model_get_n_items (G_LIST_MODEL (items)))
    return;
  McpJsonValue value = app_field_get_value (array);
  char        *text = mcp_json_edit_move_item (value, from, position);
  if (text == NULL)
    return;
  g_object_ref (self);
  g_list_store_remove (items, from);
  g_list_store_insert (items, position, self);
  g_object_unref (self);
  tell_moved (array, from, position);
  app_form_take_text (app_field_get_place (array)->form, text, value);
}

void
app_field_duplicate (AppField *self)
{
  g_return_if_fail (APP_IS_FIELD (self));

  if (!app_field_is_loose_item (self) || app_field_get_place (self)->parent == NULL)
    return;
  g_autofree char *json = mcp_json_value_dup_text (app_field_get_value (self));
  if (json != NULL)
    insert_item (app_field_get_place (self)->parent, app_field_get_place (self)->position + 1,
                 json);
}

/* Members that a schema does not name: they come, go and are called otherwise. */

/* Returns: (transfer none) (nullable) */
static AppField *
find_member (AppField *self, const char *name)
{
  GListModel *children = app_field_get_children (self);

  for (guint i = 0; i < g_list_model_get_n_items (children); i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);

      if (!app_field_get_place (child)->selector &&
          strcmp (app_field_get_place (child)->key, name) == 0)
        return child;
    }
  return NULL;
}

static GArray *
list_parts (AppField *object, const char *name)
{
  return app_field_schema_list_member_parts (&app_field_get_core (object)->schema,
                                             app_field_get_core (object)->applying, name);
}

gboolean
app_field_can_add_member (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);

  return app_field_get_info (self)->kind == APP_FIELD_OBJECT && !app_field_get_place (self)->part &&
         app_field_schema_admits_members (&app_field_get_core (self)->schema,
                                          app_field_get_core (self)->applying);
}

/* The least value that the schema of members without a name of their own has; else text. */
static char *
dup_least_member (AppField *member)
{
  const AppFieldSchema *view = &app_field_get_core (member)->schema;

  if (view->types == MCP_SCHEMA_TYPE_ANY && view->kind == APP_FIELD_JSON)
    return g_strdup ("\"\"");
  return app_field_schema_dup_least (view);
}

AppField *
app_field_add_member (AppField *self, const char *name)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  if (app_field_get_info (self)->kind != APP_FIELD_OBJECT || app_field_get_place (self)->part ||
      app_field_get_place (self)->form == NULL)
    return NULL;
  AppField *known = find_member (self, name);
  if (known != NULL)
    return known;
  g_autoptr (GArray) parts = list_parts (self, name);
  g_autoptr (AppField) fresh = app_field_new_member (self, name, parts);
  g_autofree char *least = dup_least_member (fresh);
  gboolean         written = write_value (fresh, least);
  app_field_detach (fresh);
  return written ? find_member (self, name) : NULL;
}

char *
app_field_dup_name_problem (AppField *self, const char *name)
{
  g_return_val_if_fail (APP_IS_FIELD (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  if (app_field_get_info (self)->kind != APP_FIELD_OBJECT)
    return NULL;
  if (mcp_json_value_exists (mcp_json_value_get_member (app_field_get_value (self), name)) ||
      find_member (self, name) != NULL)
    return g_strdup (_ ("A property with this name already exists"));
  if (!app_field_schema_admits_name (&app_field_get_core (self)->schema,
                                     app_field_get_core (self)->applying, name))
    return g_strdup (_ ("Property name not allowed by the schema"));
  return NULL;
}

/* Where the schema says something else of the new name, another field takes the place. */
static void
replace_renamed (AppField *self)
{
  AppField   *object = app_field_get_place (self)->parent;
  const char *key = app_field_get_place (self)->key;
  g_autoptr (GArray) parts = list_parts (object, key);
  g_autoptr (AppField) keep = g_object_ref (self);
  guint position;

  if (app_field_schema_has_parts (&app_field_get_core (self)->schema, parts) ||
      !g_list_store_find (app_field_get_core (object)->children, self, &position))
    return;
  g_autoptr (AppField) fresh = app_field_new_extra (object, key, parts);
  app_field_detach (self);
  g_list_store_splice (app_field_get_core (object)->children, position, 1, (gpointer *)&fresh, 1);
}

gboolean
app_field_rename_member (AppField *self, const char *name)
{
  AppForm *form;

  g_return_val_if_fail (APP_IS_FIELD (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  AppField *object = app_field_get_place (self)->parent;
  form = app_field_get_place (self)->form;
  if (!app_field_get_place (self)->extra || object == NULL || form == NULL ||
      !app_form_is_editable (form) || !g_utf8_validate (name, -1, NULL) ||
      find_member (object, name) != NULL)
    return FALSE;
  McpJsonValue value = app_field_get_value (object);
  char        *text = mcp_json_edit_rename_member (value, app_field_get_place (self)->key, name);
  if (text == NULL)
    return FALSE;
  g_autofree char *from = app_field_dup_pointer (self);
  app_field_take_name (self, name);
  g_autofree char *to = app_field_dup_pointer (self);
  AppFormOverlay  *overlay = app_form_get_overlay (form);
  if (overlay != NULL)
    APP_FORM_OVERLAY_GET_IFACE (overlay)->rename (overlay, from, to);
  replace_renamed (self);
  app_form_take_text (form, text, value);
  return TRUE;
}
