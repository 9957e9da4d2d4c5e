/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-sign-in-file.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "store-document.h"
#include "store-file-lock.h"
#include "store-file.h"

#define VERSION 1

/* The file */

static GPtrArray *
parse (StoreFile *file, GError **error)
{
  g_autoptr (McpJsonDocument) document =
      store_document_parse (file, "list of sign-ins", VERSION, error);
  McpJsonIter  iter;
  McpJsonValue item;

  if (document == NULL)
    return NULL;
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
  mcp_json_iter_init (&iter, store_document_get_list (document, "sign-ins"));
  for (guint i = 0; i < STORE_SIGN_IN_FILE_MAX_ENTRIES && mcp_json_iter_next (&iter, NULL, &item);
       i++)
    {
      StoreSignInParts parts = { 0 };

      if (mcp_json_shape_read (&store_sign_in_shape, item, &parts, NULL))
        g_ptr_array_add (entries, store_sign_in_new (&parts));
      mcp_json_shape_clear (&store_sign_in_shape, &parts);
    }
  return g_steal_pointer (&entries);
}

static GBytes *
print (GPtrArray *entries)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_add (writer, "{'version': %i, 'sign-ins': [", VERSION);
  for (guint i = 0; i < entries->len && i < STORE_SIGN_IN_FILE_MAX_ENTRIES; i++)
    mcp_json_shape_write (&store_sign_in_shape, store_sign_in_get (entries->pdata[i]), writer);
  mcp_json_writer_add (writer, "]}");
  return store_document_print (writer);
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
  /* Writing keeps the mode; it must not keep a weaker one. */
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    g_chmod (path, 0600);
  g_autoptr (StoreFile) file = store_file_read (path, STORE_SIGN_IN_FILE_MAX_BYTES, error);
  g_autoptr (GPtrArray) entries = file != NULL ? parse (file, error) : NULL;
  if (entries == NULL)
    return NULL;
  guint before = entries->len;
  take_away (entries, key, issuer);
  if (entry != NULL)
    g_ptr_array_insert (entries, 0, g_object_ref (entry));
  else if (entries->len == before)
    return g_steal_pointer (&entries);
  g_autoptr (GBytes) bytes = print (entries);
  return store_file_write (file, bytes, 0600, error) ? g_steal_pointer (&entries) : NULL;
}

static GPtrArray *
change (const char *path, const char *key, const char *issuer, StoreSignIn *entry, GError **error)
{
  int lock = store_file_lock (path, error);

  if (lock < 0)
    return NULL;
  GPtrArray *entries = change_locked (path, key, issuer, entry, error);
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
