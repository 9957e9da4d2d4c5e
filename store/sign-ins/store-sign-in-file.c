/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-sign-in-file.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <unistd.h>

#include "store-file-lock.h"
#include "store-file.h"

#define VERSION 1

/* Entries as JSON */

static void
set_text (JsonObject *object, const char *name, const char *text)
{
  if (text != NULL)
    json_object_set_string_member (object, name, text);
}

static JsonObject *
print_entry (StoreSignIn *entry)
{
  const StoreSignInParts *parts = store_sign_in_get (entry);
  JsonObject             *object = json_object_new ();

  set_text (object, "key", parts->key);
  set_text (object, "name", parts->name);
  set_text (object, "server", parts->server);
  set_text (object, "issuer", parts->issuer);
  set_text (object, "scopes", parts->scopes);
  set_text (object, "client", parts->client);
  set_text (object, "account", parts->account);
  json_object_set_int_member (object, "when", parts->when);
  json_object_set_int_member (object, "expires", parts->expires);
  json_object_set_boolean_member (object, "renews", parts->renews);
  json_object_set_boolean_member (object, "active", parts->active);
  return object;
}

/* The file is ours, but anybody may have written to it. */
static JsonNode *
get_value (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? node : NULL;
}

static const char *
get_text (JsonObject *object, const char *name)
{
  JsonNode *node = get_value (object, name);

  return node != NULL ? json_node_get_string (node) : NULL;
}

static gint64
get_number (JsonObject *object, const char *name)
{
  JsonNode *node = get_value (object, name);

  return node != NULL ? json_node_get_int (node) : 0;
}

static gboolean
get_switch (JsonObject *object, const char *name)
{
  JsonNode *node = get_value (object, name);

  return node != NULL && json_node_get_boolean (node);
}

/* Returns: (transfer full) (nullable): %NULL for what is none */
static StoreSignIn *
read_entry (JsonNode *node)
{
  JsonObject      *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  StoreSignInParts parts = { 0 };

  if (object == NULL)
    return NULL;
  parts.key = get_text (object, "key");
  parts.name = get_text (object, "name");
  parts.server = get_text (object, "server");
  parts.issuer = get_text (object, "issuer");
  parts.scopes = get_text (object, "scopes");
  parts.client = get_text (object, "client");
  parts.account = get_text (object, "account");
  parts.when = get_number (object, "when");
  parts.expires = get_number (object, "expires");
  parts.renews = get_switch (object, "renews");
  parts.active = get_switch (object, "active");
  if (parts.key == NULL || parts.server == NULL || parts.issuer == NULL)
    return NULL;
  return store_sign_in_new (&parts);
}

/* The file */

static GPtrArray *
parse (StoreFile *file, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) problem = NULL;
  gsize       size;
  const char *text = g_bytes_get_data (store_file_get_bytes (file), &size);
  JsonNode   *root = NULL;
  JsonNode   *list;

  if (size == 0)
    return g_steal_pointer (&entries);
  if (json_parser_load_from_data (parser, text, (gssize)size, &problem))
    root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_SYNTAX,
                   "The list of sign-ins, “%s”, cannot be read%s%s; move it away to begin a new "
                   "one",
                   store_file_get_path (file), problem != NULL ? ": " : "",
                   problem != NULL ? problem->message : "");
      return NULL;
    }
  if (get_number (json_node_get_object (root), "version") > VERSION)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NEWER,
                   "The list of sign-ins, “%s”, was written by a newer version of Spyglass",
                   store_file_get_path (file));
      return NULL;
    }
  list = json_object_get_member (json_node_get_object (root), "sign-ins");
  for (guint i = 0; list != NULL && JSON_NODE_HOLDS_ARRAY (list) &&
                    i < json_array_get_length (json_node_get_array (list)) &&
                    i < STORE_SIGN_IN_FILE_MAX_ENTRIES;
       i++)
    {
      StoreSignIn *entry = read_entry (json_array_get_element (json_node_get_array (list), i));

      if (entry != NULL)
        g_ptr_array_add (entries, entry);
    }
  return g_steal_pointer (&entries);
}

static GBytes *
print (GPtrArray *entries)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (JsonObject) all = json_object_new ();
  JsonArray *list = json_array_new ();
  char      *text;

  for (guint i = 0; i < entries->len && i < STORE_SIGN_IN_FILE_MAX_ENTRIES; i++)
    json_array_add_object_element (list, print_entry (entries->pdata[i]));
  json_object_set_int_member (all, "version", VERSION);
  json_object_set_array_member (all, "sign-ins", list);
  json_node_set_object (root, all);
  text = json_to_string (root, TRUE);
  return g_bytes_new_take (text, strlen (text));
}

GPtrArray *
store_sign_in_file_read (const char *path, GError **error)
{
  g_autoptr (StoreFile) file = store_file_read (path, STORE_SIGN_IN_FILE_MAX_BYTES, error);

  return file != NULL ? parse (file, error) : NULL;
}

static void
take_away (GPtrArray *entries, const char *key, const char *issuer)
{
  for (guint i = entries->len; i > 0; i--)
    {
      const StoreSignInParts *parts = store_sign_in_get (entries->pdata[i - 1]);

      if (g_str_equal (parts->key, key) && (issuer == NULL || g_str_equal (parts->issuer, issuer)))
        g_ptr_array_remove_index (entries, i - 1);
    }
}

/* @entry: (nullable): to put first */
static GPtrArray *
change_locked (const char  *path,
               const char  *key,
               const char  *issuer,
               StoreSignIn *entry,
               GError     **error)
{
  g_autoptr (StoreFile) file = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GBytes) bytes = NULL;
  guint before;

  /* Writing keeps the mode; it must not keep a weaker one. */
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    g_chmod (path, 0600);
  file = store_file_read (path, STORE_SIGN_IN_FILE_MAX_BYTES, error);
  entries = file != NULL ? parse (file, error) : NULL;
  if (entries == NULL)
    return NULL;
  before = entries->len;
  take_away (entries, key, issuer);
  if (entry != NULL)
    g_ptr_array_insert (entries, 0, g_object_ref (entry));
  else if (entries->len == before)
    return g_steal_pointer (&entries);
  bytes = print (entries);
  return store_file_write (file, bytes, 0600, error) ? g_steal_pointer (&entries) : NULL;
}

static GPtrArray *
change (const char *path, const char *key, const char *issuer, StoreSignIn *entry, GError **error)
{
  int        lock = store_file_lock (path, error);
  GPtrArray *entries;

  if (lock < 0)
    return NULL;
  entries = change_locked (path, key, issuer, entry, error);
  close (lock);
  return entries;
}

GPtrArray *
store_sign_in_file_put (const char *path, StoreSignIn *entry, GError **error)
{
  const StoreSignInParts *parts = store_sign_in_get (entry);

  return change (path, parts->key, parts->issuer, entry, error);
}

GPtrArray *
store_sign_in_file_remove (const char *path, const char *key, const char *issuer, GError **error)
{
  return change (path, key, issuer, NULL, error);
}
