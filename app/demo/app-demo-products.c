/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-media.h"
#include "app-demo-products.h"
#include "app-demo-registry.h"
#include "app-demo-system.h"

#include <string.h>

#define STATE "products"
#define SCHEME "product://"

#define GUIDE                                                                             \
  "# Buying guide\n\n"                                                                    \
  "The catalogue has four categories: **audio**, **kitchen**, **garden**, **books**.\n\n" \
  "- *stock* counts pieces that can leave the house today\n"                              \
  "- *rating* is the mean of all reviews, from 1 to 5\n"                                  \
  "- prices are in euro and include tax\n"

static void
product_free (AppDemoProduct *product)
{
  g_free (product->id);
  g_free (product->category);
  g_free (product->name);
  g_free (product->description);
  g_free (product->uri);
  mcp_json_slot_clear (&product->value);
  g_free (product);
}

static gpointer
create_products (void)
{
  g_autoptr (McpJsonDocument) document = app_demo_registry_load ("catalogue");
  GPtrArray   *products = g_ptr_array_new_with_free_func ((GDestroyNotify)product_free);
  McpJsonValue root = mcp_json_document_get_root (document);
  McpJsonValue value;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (root, "products"));
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      AppDemoProduct *product = g_new0 (AppDemoProduct, 1);

      product->id = mcp_json_value_dup_member_string (value, "id");
      product->category = mcp_json_value_dup_member_string (value, "category");
      product->name = mcp_json_value_dup_member_string (value, "name");
      product->description = mcp_json_value_dup_member_string (value, "description");
      product->price = mcp_json_value_get_double (mcp_json_value_resolve_pointer (value, "/price/"
                                                                                         "amount"),
                                                  0);
      product->stock = mcp_json_value_get_member_int64 (value, "stock", 0);
      product->uri = g_strconcat (SCHEME, product->category, "/", product->id, NULL);
      mcp_json_slot_set (&product->value, value);
      g_ptr_array_add (products, product);
    }
  return products;
}

GPtrArray *
app_demo_products_get (AppDemoServer *server)
{
  return app_demo_server_get_state (server, STATE, create_products,
                                    (GDestroyNotify)g_ptr_array_unref);
}

AppDemoProduct *
app_demo_products_find (AppDemoServer *server, const char *id)
{
  GPtrArray *products = app_demo_products_get (server);

  for (guint i = 0; i < products->len; i++)
    {
      AppDemoProduct *product = g_ptr_array_index (products, i);

      if (g_strcmp0 (product->id, id) == 0)
        return product;
    }
  return NULL;
}

/* The product as it is now: the stock may have changed. */
void
app_demo_products_write (McpJsonWriter *writer, const AppDemoProduct *product)
{
  McpJsonValue name, value;
  McpJsonIter  iter;

  mcp_json_writer_begin_object (writer);
  mcp_json_iter_init (&iter, product->value.value);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      mcp_json_writer_name_value (writer, name);
      if (mcp_json_value_string_equals (name, "stock"))
        mcp_json_writer_int64 (writer, product->stock);
      else
        mcp_json_writer_value (writer, value);
    }
  mcp_json_writer_end_object (writer);
}

static char *
print_products (AppDemoServer *server, const char *category)
{
  GPtrArray *products = app_demo_products_get (server);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  guint count = 0;

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_name (writer, "products");
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < products->len; i++)
    {
      AppDemoProduct *product = g_ptr_array_index (products, i);

      if (category != NULL && strcmp (product->category, category) != 0)
        continue;
      app_demo_products_write (writer, product);
      count++;
    }
  mcp_json_writer_end_array (writer);
  mcp_json_writer_end_object (writer);
  text = mcp_json_writer_finish_text (writer);
  if (count == 0)
    return NULL;
  document = mcp_json_document_parse_text (text, -1, NULL);
  return mcp_json_value_print_pretty (mcp_json_document_get_root (document), 2);
}

char *
app_demo_products_print (const AppDemoProduct *product)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  g_autofree char *text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;

  app_demo_products_write (writer, product);
  text = mcp_json_writer_finish_text (writer);
  document = mcp_json_document_parse_text (text, -1, NULL);
  return mcp_json_value_print_pretty (mcp_json_document_get_root (document), 2);
}

static void
answer_contents (
    AppDemoRequest *request, const char *uri, const char *mime_type, const char *text, GBytes *blob)
{
  McpJsonWriter *writer = app_demo_request_begin (request);

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_name (writer, "contents");
  mcp_json_writer_begin_array (writer);
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "uri", uri);
  mcp_json_writer_member_string (writer, "mimeType", mime_type);
  if (blob != NULL)
    {
      gsize            size;
      const guchar    *data = g_bytes_get_data (blob, &size);
      g_autofree char *base64 = g_base64_encode (data, size);

      mcp_json_writer_member_string (writer, "blob", base64);
    }
  else
    mcp_json_writer_member_string (writer, "text", text);
  mcp_json_writer_end_object (writer);
  mcp_json_writer_end_array (writer);
  mcp_json_writer_end_object (writer);
  app_demo_request_end (request, writer);
}

static gboolean
read_product (AppDemoRequest *request, const char *uri)
{
  AppDemoServer   *server = app_demo_request_get_server (request);
  const char      *rest = uri + strlen (SCHEME);
  const char      *slash = strchr (rest, '/');
  AppDemoProduct  *product = slash != NULL ? app_demo_products_find (server, slash + 1) : NULL;
  g_autofree char *text = NULL;

  if (slash == NULL)
    text = print_products (server, rest);
  else if (product != NULL && strcmp (product->uri, uri) == 0)
    text = app_demo_products_print (product);
  if (text != NULL)
    answer_contents (request, uri, "application/json", text, NULL);
  return text != NULL;
}

static gboolean
read_resource (AppDemoRequest *request, const char *uri)
{
  AppDemoServer   *server = app_demo_request_get_server (request);
  g_autofree char *text = NULL;
  g_autoptr (GBytes) blob = NULL;

  if (!g_str_has_prefix (uri, SCHEME))
    return FALSE;

  if (strcmp (uri, "product://guide") == 0)
    answer_contents (request, uri, "text/markdown", GUIDE, NULL);
  else if (strcmp (uri, "product://catalogue") == 0)
    {
      text = print_products (server, NULL);
      answer_contents (request, uri, "application/json", text, NULL);
    }
  else if (strcmp (uri, "product://picture") == 0)
    {
      blob = app_demo_media_make_picture (320, 200);
      answer_contents (request, uri, "image/png", NULL, blob);
    }
  else if (strcmp (uri, "product://jingle") == 0)
    {
      blob = app_demo_media_make_tone (523.25, 1000);
      answer_contents (request, uri, "audio/wav", NULL, blob);
    }
  else
    return read_product (request, uri);
  return TRUE;
}

static void
list_resources (AppDemoServer *server, McpJsonWriter *writer)
{
  GPtrArray *products = app_demo_products_get (server);

  for (guint i = 0; i < products->len; i++)
    {
      AppDemoProduct *product = g_ptr_array_index (products, i);

      mcp_json_writer_begin_object (writer);
      mcp_json_writer_member_string (writer, "uri", product->uri);
      mcp_json_writer_member_string (writer, "name", product->id);
      mcp_json_writer_member_string (writer, "title", product->name);
      mcp_json_writer_member_string (writer, "description", product->description);
      mcp_json_writer_member_string (writer, "mimeType", "application/json");
      mcp_json_writer_end_object (writer);
    }
}

static void
complete (AppDemoServer *server, const AppDemoCompletion *completion, GPtrArray *values)
{
  const char      *reference = completion->reference;
  const char      *argument = completion->argument;
  const char      *prefix = completion->prefix;
  g_autofree char *category = mcp_json_value_dup_member_string (completion->others, "category");
  g_autofree char *first = mcp_json_value_dup_member_string (completion->others, "first");

  static const char *const categories[] = { "audio", "kitchen", "garden", "books" };
  static const char *const tones[] = { "calm", "playful", "technical" };
  static const char *const id_arguments[] = { "id", "first", "second", NULL };
  GPtrArray               *products = app_demo_products_get (server);

  if (!g_str_has_prefix (reference, SCHEME) && strcmp (reference, "describe_product") != 0 &&
      strcmp (reference, "compare_products") != 0)
    return;

  for (guint i = 0; strcmp (argument, "category") == 0 && i < G_N_ELEMENTS (categories); i++)
    if (g_str_has_prefix (categories[i], prefix))
      g_ptr_array_add (values, g_strdup (categories[i]));
  for (guint i = 0; strcmp (argument, "tone") == 0 && i < G_N_ELEMENTS (tones); i++)
    if (g_str_has_prefix (tones[i], prefix))
      g_ptr_array_add (values, g_strdup (tones[i]));
  for (guint i = 0; g_strv_contains (id_arguments, argument) && i < products->len; i++)
    {
      AppDemoProduct *product = g_ptr_array_index (products, i);

      if (g_str_has_prefix (product->id, prefix) &&
          (category == NULL || strcmp (category, product->category) == 0) &&
          (strcmp (argument, "second") != 0 || g_strcmp0 (first, product->id) != 0))
        g_ptr_array_add (values, g_strdup (product->id));
    }
}

const AppDemoSystem app_demo_products_system = {
  .name = "products",
  .icon = "products",
  .tools = app_demo_product_tools,
  .prompts = app_demo_product_prompts,
  .list_resources = list_resources,
  .read = read_resource,
  .complete = complete,
};
