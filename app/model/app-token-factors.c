/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-token-factors.h"

#include "mcp-json-writer.h"
#include "store-file.h"

#define MAX_BYTES (4u * 1024u * 1024u)
#define MODE 0600

typedef struct
{
  gint64 estimate;
  gint64 real;
} Pair;

typedef struct
{
  char   *provider;
  char   *model;
  GArray *pairs; /* Pair, the oldest first */
} Entry;

struct _AppTokenFactors
{
  GPtrArray *entries; /* Entry, the one that was used last behind the others */
};

static void
entry_free (gpointer data)
{
  Entry *self = data;

  g_free (self->provider);
  g_free (self->model);
  g_array_unref (self->pairs);
  g_free (self);
}

AppTokenFactors *
app_token_factors_new (void)
{
  AppTokenFactors *self = g_new0 (AppTokenFactors, 1);

  self->entries = g_ptr_array_new_with_free_func (entry_free);
  return self;
}

void
app_token_factors_free (AppTokenFactors *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->entries);
  g_free (self);
}

static Entry *
find_entry (AppTokenFactors *self, const char *provider, const char *model, guint *index)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = self->entries->pdata[i];

      if (!g_str_equal (entry->provider, provider) || !g_str_equal (entry->model, model))
        continue;
      *index = i;
      return entry;
    }
  return NULL;
}

/* Returns: the one for the model, behind all others */
static Entry *
use_entry (AppTokenFactors *self, const char *provider, const char *model)
{
  guint  index;
  Entry *entry = find_entry (self, provider, model, &index);

  if (entry != NULL)
    g_ptr_array_steal_index (self->entries, index);
  else
    {
      entry = g_new0 (Entry, 1);
      entry->provider = g_strdup (provider);
      entry->model = g_strdup (model);
      entry->pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
    }
  g_ptr_array_add (self->entries, entry);
  if (self->entries->len > APP_TOKEN_FACTORS_MODELS)
    g_ptr_array_remove_index (self->entries, 0);
  return entry;
}

void
app_token_factors_add (AppTokenFactors *self,
                       const char      *provider,
                       const char      *model,
                       gint64           estimate,
                       gint64           real)
{
  const Pair pair = { estimate, real };

  if (estimate <= 0 || real <= 0)
    return;
  Entry *entry = use_entry (self, provider, model);
  g_array_append_val (entry->pairs, pair);
  if (entry->pairs->len > APP_TOKEN_FACTORS_REQUESTS)
    g_array_remove_index (entry->pairs, 0);
}

/* The line through the origin that is nearest to all: Σ e·r / Σ e². */
double
app_token_factors_get (AppTokenFactors *self,
                       const char      *provider,
                       const char      *model,
                       guint           *n)
{
  guint        index;
  const Entry *entry = find_entry (self, provider, model, &index);
  double       product = 0;
  double       square = 0;

  if (n != NULL)
    *n = entry != NULL ? entry->pairs->len : 0;
  if (entry == NULL || entry->pairs->len == 0)
    return 1;
  for (guint i = 0; i < entry->pairs->len; i++)
    {
      const Pair *pair = &g_array_index (entry->pairs, Pair, i);

      product += (double)pair->estimate * (double)pair->real;
      square += (double)pair->estimate * (double)pair->estimate;
    }
  return CLAMP (product / square, APP_TOKEN_FACTORS_MIN, APP_TOKEN_FACTORS_MAX);
}

/* The file */

static char *
dup_path (const char *path)
{
  return path != NULL ? g_strdup (path)
                      : g_build_filename (g_get_user_state_dir (), "spyglass",
                                          "token-factors.json", NULL);
}

static void
read_pairs (AppTokenFactors *self, const char *provider, const char *model, McpJsonValue pairs)
{
  for (McpJsonWalk pair = mcp_json_walk (pairs); mcp_json_walk_next (&pair);)
    {
      gint64 estimate = 0;
      gint64 real = 0;

      mcp_json_value_get_int64 (mcp_json_value_get_item (pair.value, 0), &estimate);
      mcp_json_value_get_int64 (mcp_json_value_get_item (pair.value, 1), &real);
      app_token_factors_add (self, provider, model, estimate, real);
    }
}

AppTokenFactors *
app_token_factors_read (const char *path)
{
  AppTokenFactors *self = app_token_factors_new ();
  g_autofree char *whole = dup_path (path);
  g_autoptr (StoreFile) file = store_file_read (whole, MAX_BYTES, NULL);
  g_autoptr (McpJsonDocument) document =
      file != NULL ? mcp_json_document_parse (store_file_get_bytes (file), NULL, NULL, NULL) : NULL;

  if (document == NULL)
    return self;
  for (McpJsonWalk entry = mcp_json_walk (mcp_json_document_get_root (document));
       mcp_json_walk_next (&entry);)
    {
      g_autofree char *provider = mcp_json_value_dup_member_string (entry.value, "provider");
      g_autofree char *model = mcp_json_value_dup_member_string (entry.value, "model");

      if (provider != NULL && model != NULL)
        read_pairs (self, provider, model, mcp_json_value_get_member (entry.value, "requests"));
    }
  return self;
}

gboolean
app_token_factors_write (AppTokenFactors *self, const char *path, GError **error)
{
  g_autofree char *whole = dup_path (path);
  g_autoptr (StoreFile) file = store_file_read (whole, MAX_BYTES, error);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  if (file == NULL)
    return FALSE;
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = self->entries->pdata[i];

      mcp_json_writer_add (writer, "{'provider': %s, 'model': %s, 'requests': [", entry->provider,
                           entry->model);
      for (guint j = 0; j < entry->pairs->len; j++)
        {
          const Pair *pair = &g_array_index (entry->pairs, Pair, j);

          mcp_json_writer_add (writer, "[%x, %x]", pair->estimate, pair->real);
        }
      mcp_json_writer_add (writer, "]}");
    }
  mcp_json_writer_end_array (writer);
  g_autoptr (GBytes) bytes = mcp_json_writer_finish (writer);
  return store_file_write (file, bytes, MODE, error);
}
