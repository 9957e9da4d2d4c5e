/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-arguments.h"

#include <glib/gi18n.h>

#include "app-cli-hint.h"
#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-reference.h"
#include "app-typed-argument.h"

McpJsonDocument *
app_cli_arguments_parse_object (const char *option, const char *text, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, &wrong);

  if (document == NULL)
    {
      g_autofree char *hint = app_cli_hint_dup_file (option, text);

      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   /* Translators: an option, such as --meta; where and why; a sentence with a space
                    * before it, or nothing */
                   _ ("%s is not JSON: %s%s"), option, wrong->message, hint);
    }
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
add_references (const AppCliInvocation *invocation, GArray *list, GError **error)
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
        return app_cli_refuse (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                               /* Translators: %s is what was typed */
                               _ ("--ref “%s” is not of the form KEY=@ID or KEY=@ID.PATH."),
                               invocation->request.ref[i]);
      if (is_among (invocation->request.arg, name) ||
          is_among (invocation->request.ref + i + 1, name))
        return app_cli_refuse (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                               /* Translators: %s is the name of an argument */
                               _ ("The argument “%s” appears twice."), name);
      warn_of_path (invocation, name, reference);
      app_typed_argument_list_add (list, name, reference->text);
    }
  return TRUE;
}

static gboolean
add_single (const AppCliInvocation *invocation, GArray *list, GError **error)
{
  for (guint i = 0; invocation->request.arg != NULL && invocation->request.arg[i] != NULL; i++)
    {
      const char      *split = strchr (invocation->request.arg[i], '=');
      g_autofree char *name = NULL;

      if (split == NULL)
        return app_cli_refuse (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                               /* Translators: %s is what was typed */
                               _ ("--arg “%s” is not of the form KEY=VALUE."),
                               invocation->request.arg[i]);
      name = g_strndup (invocation->request.arg[i], split - invocation->request.arg[i]);
      if (is_among (invocation->request.arg + i + 1, name))
        return app_cli_refuse (
            error, APP_ERROR, APP_ERROR_INVALID_INPUT,
            /* Translators: %s is the name of an argument */
            _ ("--arg “%s” appears twice; write a list as JSON, as in KEY=[1,2]."), name);
      app_typed_argument_list_add (list, name, split + 1);
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
  g_autoptr (GArray) list = app_typed_argument_list_new ();
  McpJsonValue others = MCP_JSON_NO_VALUE;

  *text = NULL;
  if (invocation->request.args != NULL)
    {
      base = read_base (invocation, error);
      if (base == NULL)
        return FALSE;
      others = mcp_json_document_get_root (base);
    }
  if (!add_single (invocation, list, error))
    return FALSE;
  if (!strings)
    app_typed_argument_list_read (list, schema, others);
  if (!add_references (invocation, list, error))
    return FALSE;
  if (list->len > 0)
    *text = app_typed_argument_list_dup_json (list, others);
  else if (base != NULL)
    *text = mcp_json_value_dup_text (others);
  return TRUE;
}
