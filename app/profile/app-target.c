/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-target.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-error.h"
#include "app-server-name.h"
#include "store-client-import.h"
#include "store-client-link.h"
#include "mcp-object.h"

struct _AppTarget
{
  GObject parent_instance;

  AppTargetKind kind;
  char         *note;
  GListStore   *profiles;
};

G_DEFINE_FINAL_TYPE (AppTarget, app_target, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (AppTarget, app_target)

MCP_DEFINE_FINALIZE (AppTarget, app_target)
{
  g_free (self->note);
  g_object_unref (self->profiles);
}

static void
app_target_init (AppTarget *self)
{
  self->profiles = g_list_store_new (STORE_TYPE_PROFILE);
}

#define SCHEME "spyglass:"
/* A program cannot be given a longer one, and no page has one. */
#define MAX_LINK_BYTES (128u * 1024u)

gboolean
app_target_check_link (const char *uri, GError **error)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);

  g_return_val_if_fail (uri != NULL, FALSE);

  if (g_ascii_strncasecmp (uri, SCHEME, strlen (SCHEME)) != 0)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("Spyglass opens files and links that begin with “spyglass:”."));
      return FALSE;
    }
  if (strlen (uri) > MAX_LINK_BYTES || !g_utf8_validate (uri, -1, NULL) ||
      !store_client_link_is_one (uri))
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("The link does not have the form “spyglass:add?name=…&config=…”, or "
                              "is too long."));
      return FALSE;
    }
  g_autoptr (StoreProfile) profile = store_client_link_read (uri, notes, error);
  return profile != NULL;
}

static AppTargetKind
classify (const char *text, GPtrArray *profiles)
{
  StoreProfile *first = g_ptr_array_index (profiles, 0);

  /* Read-me files put it into a block of code. */
  if (g_str_has_prefix (text, "```"))
    {
      text += strcspn (text, "\n");
      while (g_ascii_isspace (*text))
        text++;
    }
  if (strchr ("{[\"/", text[0]) != NULL && text[0] != '\0' &&
      (text[0] != '/' || text[1] == '/' || text[1] == '*'))
    return APP_TARGET_SNIPPET;
  if (profiles->len > 1 || store_client_link_is_one (text))
    return APP_TARGET_SNIPPET;
  return store_profile_get_endpoint (first)->url != NULL ? APP_TARGET_URL : APP_TARGET_COMMAND;
}

/* What was typed without a name gets one that a person would give it. */
static void
make_up_name (StoreProfile *profile)
{
  const StoreEndpoint *endpoint = store_profile_get_endpoint (profile);
  const char *const   *arguments = endpoint->arguments;
  const char          *command = endpoint->command;
  g_autofree char     *name = NULL;

  if (endpoint->url != NULL)
    name = app_server_name_for_url (endpoint->url);
  else if (command != NULL)
    {
      g_autoptr (GPtrArray) words = g_ptr_array_new ();

      g_ptr_array_add (words, (gpointer)command);
      for (guint i = 0; arguments[i] != NULL; i++)
        g_ptr_array_add (words, (gpointer)arguments[i]);
      g_ptr_array_add (words, NULL);
      name = app_server_name_for_command ((const char *const *)words->pdata);
    }
  if (name != NULL)
    g_object_set (profile, "name", name, NULL);
}

/* @first: (nullable) */
static char *
join_notes (const char *first, GPtrArray *notes)
{
  GString *text = g_string_new (first);

  for (guint i = 0; i < notes->len; i++)
    {
      StoreNote *note = g_ptr_array_index (notes, i);

      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", note->text);
    }
  if (text->len > 0)
    return g_string_free (text, FALSE);
  g_string_free (text, TRUE);
  return NULL;
}

AppTarget *
app_target_new (const char *text)
{
  AppTarget       *self = g_object_new (APP_TYPE_TARGET, NULL);
  g_autofree char *trimmed = g_strstrip (g_strdup (text != NULL ? text : ""));
  g_autoptr (GError) error = NULL;

  if (trimmed[0] == '\0')
    return self;

  g_autoptr (StoreClientImport) import = store_client_import_new_from_text (trimmed, -1, &error);
  if (import == NULL)
    {
      self->kind = APP_TARGET_INVALID;
      self->note = g_strdup (error->message);
      return self;
    }
  GPtrArray *profiles = store_client_import_get_profiles (import);
  self->note = join_notes (
      store_client_link_is_one (trimmed)
          ? _ ("From an install link. Nothing is saved or run before you add the server.")
          : NULL,
      store_client_import_get_notes (import));
  if (profiles->len == 0)
    {
      self->kind = APP_TARGET_INVALID;
      return self;
    }
  self->kind = classify (trimmed, profiles);
  if (self->kind != APP_TARGET_SNIPPET)
    make_up_name (g_ptr_array_index (profiles, 0));
  g_list_store_splice (self->profiles, 0, 0, profiles->pdata, profiles->len);
  return self;
}

MCP_DEFINE_GETTER (AppTargetKind, AppTarget, app_target, kind)
MCP_DEFINE_GETTER (const char *, AppTarget, app_target, note)

GListModel *
app_target_get_profiles (AppTarget *self)
{
  g_return_val_if_fail (APP_IS_TARGET (self), NULL);
  return G_LIST_MODEL (self->profiles);
}

GPtrArray *
app_target_read_file (const char *path, GError **error)
{
  g_autoptr (StoreClientImport) import = store_client_import_new_from_file (path, NULL, error);

  return import != NULL ? g_ptr_array_ref (store_client_import_get_profiles (import)) : NULL;
}
