/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-arguments.h"

#include <glib/gi18n.h>

#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-reference.h"
#include "app-session.h"
#include "mcp-json-writer.h"

/* Unions and references that lead deeper decide nothing; they may also lead in a circle. */
#define MAX_DEPTH 4

/* "#/$defs/Name": what it leads to, in the same schema. */
static McpJsonValue
follow_reference (McpJsonValue root, McpJsonValue schema)
{
  McpJsonValue     reference = mcp_json_value_get_member (schema, "$ref");
  g_autofree char *text = NULL;
  g_autofree char *pointer = NULL;

  if (mcp_json_value_get_kind (reference) != MCP_JSON_STRING)
    return MCP_JSON_NO_VALUE;
  text = mcp_json_value_dup_string (reference, NULL);
  if (text[0] != '#')
    return MCP_JSON_NO_VALUE;
  pointer = g_uri_unescape_string (text + 1, NULL);
  return pointer != NULL ? mcp_json_value_resolve_pointer (root, pointer) : MCP_JSON_NO_VALUE;
}

/* What is looked for in a schema, and in what it is made of. */
typedef struct
{
  McpJsonValue root;
  const char  *type;   /* (nullable): one that a value may have; else: */
  McpJsonValue value;  /* one that is allowed, or, where there is none, */
  const char  *text;   /* this string */
  gboolean     listed; /* set where the values that are allowed are listed */
} Search;

static gboolean
fits (const Search *self, McpJsonValue allowed)
{
  if (self->type != NULL)
    return g_str_equal (mcp_json_kind_get_name (mcp_json_value_get_kind (allowed)), self->type);
  return mcp_json_value_exists (self->value) ? mcp_json_value_equal (allowed, self->value)
                                             : mcp_json_value_string_equals (allowed, self->text);
}

/* The values that the schema allows; they say their type, too. */
static gboolean
is_allowed (Search *self, McpJsonValue schema)
{
  McpJsonValue constant = mcp_json_value_get_member (schema, "const");
  McpJsonValue choices = mcp_json_value_get_member (schema, "enum");

  self->listed |= mcp_json_value_exists (constant) || mcp_json_value_exists (choices);
  if (mcp_json_value_exists (constant) && (self->type != NULL || fits (self, constant)))
    return fits (self, constant);
  for (McpJsonWalk each = mcp_json_walk (choices); mcp_json_walk_next (&each);)
    if (fits (self, each.value))
      return TRUE;
  return FALSE;
}

static gboolean
has_type (Search *self, McpJsonValue schema)
{
  McpJsonValue types = mcp_json_value_get_member (schema, "type");

  if (mcp_json_value_string_equals (types, self->type))
    return TRUE;
  for (McpJsonWalk each = mcp_json_walk (types); mcp_json_walk_next (&each);)
    if (mcp_json_value_string_equals (each.value, self->type))
      return TRUE;
  return !mcp_json_value_exists (types) && is_allowed (self, schema);
}

/* Whether it is in the schema itself, in one branch of a union, or in what it refers to. */
static gboolean
search (Search *self, McpJsonValue schema, guint depth)
{
  static const char *const unions[] = { "anyOf", "oneOf", "allOf" };
  McpJsonValue             referred;

  if (self->type != NULL ? has_type (self, schema) : is_allowed (self, schema))
    return TRUE;
  if (depth == 0)
    return FALSE;
  referred = follow_reference (self->root, schema);
  if (mcp_json_value_exists (referred) && search (self, referred, depth - 1))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (unions); i++)
    for (McpJsonWalk member = mcp_json_walk (mcp_json_value_get_member (schema, unions[i]));
         mcp_json_walk_next (&member);)
      if (search (self, member.value, depth - 1))
        return TRUE;
  return FALSE;
}

static gboolean
takes (McpJsonValue root, McpJsonValue schema, const char *type)
{
  Search self = { .root = root, .type = type };

  return search (&self, schema, MAX_DEPTH);
}

static gboolean
takes_kind (McpJsonValue root, McpJsonValue schema, McpJsonKind kind)
{
  /* A number that is typed for an integer stays what was typed; the server judges it. */
  return takes (root, schema, mcp_json_kind_get_name (kind)) ||
         (kind == MCP_JSON_NUMBER && takes (root, schema, "integer"));
}

/* "1" where the string is a choice, and the number is none. */
static gboolean
is_string_choice (McpJsonValue root, McpJsonValue schema, McpJsonValue value, const char *text)
{
  Search number = { .root = root, .value = value };
  Search string = { .root = root, .text = text };

  return !search (&number, schema, MAX_DEPTH) && number.listed &&
         search (&string, schema, MAX_DEPTH);
}

static void
write_value (McpJsonWriter *writer,
             McpJsonValue   root,
             McpJsonValue   schema,
             const char    *text,
             gboolean       string)
{
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonKind kind;

  if (!string)
    document = mcp_json_document_parse_text (text, -1, NULL);
  kind = document != NULL ? mcp_json_value_get_kind (mcp_json_document_get_root (document))
                          : MCP_JSON_NONE;
  if (document == NULL ||
      is_string_choice (root, schema, mcp_json_document_get_root (document), text) ||
      (kind != MCP_JSON_STRING && takes (root, schema, "string") &&
       !takes_kind (root, schema, kind)))
    mcp_json_writer_string (writer, text);
  else
    mcp_json_writer_value (writer, mcp_json_document_get_root (document));
}

McpJsonDocument *
app_cli_arguments_parse_object (const char *option, const char *text, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, &wrong);

  if (document == NULL)
    g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                 /* Translators: %s is an option, such as --meta; then where and why */
                 _ ("%s is not JSON: %s"), option, wrong->message);
  else if (mcp_json_value_get_kind (mcp_json_document_get_root (document)) != MCP_JSON_OBJECT)
    g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                 /* Translators: %s is an option, such as --meta */
                 _ ("%s must be a JSON object."), option);
  else
    return g_steal_pointer (&document);
  return NULL;
}

/* --args, which may be followed by single ones that go before it. */
static McpJsonDocument *
read_base (const AppCliInvocation *invocation, GError **error)
{
  g_autofree char *input = NULL;
  const char      *text = invocation->request.args;
  gsize            length;

  if (g_strcmp0 (text, "-") == 0)
    {
      input = app_cli_input_read (text, MCP_JSON_MAX_BYTES, &length, error);
      if (input == NULL)
        return NULL;
      text = input;
    }
  return app_cli_arguments_parse_object ("--args", text, error);
}

/* @given: (nullable): KEY=VALUE each */
static gboolean
is_among (char *const *given, const char *name)
{
  for (guint i = 0; given != NULL && given[i] != NULL; i++)
    {
      const char *split = strchr (given[i], '=');

      if (split != NULL && strlen (name) == (gsize)(split - given[i]) &&
          g_str_has_prefix (given[i], name))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_given (const AppCliInvocation *invocation, McpJsonValue name)
{
  g_autofree char *text = mcp_json_value_dup_string (name, NULL);

  return is_among (invocation->request.arg, text) || is_among (invocation->request.ref, text);
}

/* What such servers will not resolve is sent all the same, and said beforehand. */
static void
warn_of_path (const AppCliInvocation *invocation, const char *name, AppReference *reference)
{
  g_autofree char *forbidden = app_reference_dup_forbidden (reference);

  if (forbidden != NULL)
    /* Translators: the name of an argument, then what the server will answer */
    app_cli_note (invocation, _ ("--ref %s: the server will respond: %s\n"), name, forbidden);
}

/* A reference is a string, whatever the schema says: the server knows what it stands for. */
static gboolean
write_references (const AppCliInvocation *invocation, McpJsonWriter *writer, GError **error)
{
  for (guint i = 0; invocation->request.ref != NULL && invocation->request.ref[i] != NULL; i++)
    {
      const char      *split = strchr (invocation->request.ref[i], '=');
      g_autofree char *name =
          split != NULL ? g_strndup (invocation->request.ref[i], split - invocation->request.ref[i])
                        : NULL;
      g_autoptr (AppReference) reference = split != NULL ? app_reference_parse (split + 1) : NULL;

      if (reference == NULL || name[0] == '\0' ||
          reference->kind != APP_REFERENCE_SERVER)
        {
          g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       /* Translators: %s is what was typed */
                       _ ("--ref “%s” is not of the form KEY=@ID or KEY=@ID.PATH."),
                       invocation->request.ref[i]);
          return FALSE;
        }
      if (is_among (invocation->request.arg, name) ||
          is_among (invocation->request.ref + i + 1, name))
        {
          g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       /* Translators: %s is the name of an argument */
                       _ ("The argument “%s” appears twice."), name);
          return FALSE;
        }
      warn_of_path (invocation, name, reference);
      mcp_json_writer_add (writer, "%s: %s", name, reference->text);
    }
  return TRUE;
}

static gboolean
write_single (const AppCliInvocation *invocation,
              McpJsonWriter          *writer,
              McpJsonValue            schema,
              gboolean                strings,
              GError                **error)
{
  McpJsonValue members = mcp_json_value_get_member (schema, "properties");
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; invocation->request.arg != NULL && invocation->request.arg[i] != NULL; i++)
    {
      const char      *split = strchr (invocation->request.arg[i], '=');
      g_autofree char *name = NULL;

      if (split == NULL || split == invocation->request.arg[i])
        {
          g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       /* Translators: %s is what was typed */
                       _ ("--arg “%s” is not of the form KEY=VALUE."), invocation->request.arg[i]);
          return FALSE;
        }
      name = g_strndup (invocation->request.arg[i], split - invocation->request.arg[i]);
      if (!g_hash_table_add (seen, g_strdup (name)))
        {
          g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       /* Translators: %s is the name of an argument */
                       _ ("--arg “%s” appears twice; write a list as JSON, as in KEY=[1,2]."),
                       name);
          return FALSE;
        }
      mcp_json_writer_name (writer, name);
      write_value (writer, schema, mcp_json_value_get_member (members, name), split + 1, strings);
    }
  return TRUE;
}

gboolean
app_cli_arguments_build (const AppCliInvocation *invocation,
                         McpJsonValue            schema,
                         gboolean                strings,
                         char                  **text,
                         GError                **error)
{
  g_autoptr (McpJsonDocument) base = NULL;
  g_autoptr (McpJsonWriter) writer = NULL;

  *text = NULL;
  if (invocation->request.args != NULL)
    {
      base = read_base (invocation, error);
      if (base == NULL)
        return FALSE;
      if (invocation->request.arg == NULL && invocation->request.ref == NULL)
        {
          *text = mcp_json_value_dup_text (mcp_json_document_get_root (base));
          return TRUE;
        }
    }
  if (invocation->request.arg == NULL && invocation->request.ref == NULL)
    return TRUE;

  writer = mcp_json_writer_new ();
  mcp_json_writer_begin_object (writer);
  if (base != NULL)
    {
      for (McpJsonWalk each = mcp_json_walk (mcp_json_document_get_root (base));
           mcp_json_walk_next (&each);)
        {
          if (is_given (invocation, each.name))
            continue;
          mcp_json_writer_add (writer, "%v: %v", each.name, each.value);
        }
    }
  if (!write_single (invocation, writer, schema, strings, error) ||
      !write_references (invocation, writer, error))
    {
      mcp_json_writer_end_object (writer);
      return FALSE;
    }
  mcp_json_writer_end_object (writer);
  *text = mcp_json_writer_finish_text (writer);
  return TRUE;
}
