/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-demo-media.h"
#include "app-demo-products.h"

#include <math.h>
#include <string.h>

static gboolean
contains_word (const AppDemoProduct *product, const char *word)
{
  g_autofree char *folded = g_utf8_casefold (word, -1);
  g_autofree char *name = g_utf8_casefold (product->name, -1);
  g_autofree char *description = g_utf8_casefold (product->description, -1);

  return strstr (name, folded) != NULL || strstr (description, folded) != NULL;
}

static gboolean
matches (const AppDemoProduct *product, McpJsonValue arguments)
{
  g_autofree char *query = mcp_json_value_dup_member_string (arguments, "query");
  g_autofree char *category = mcp_json_value_dup_member_string (arguments, "category");
  McpJsonValue     max_price = mcp_json_value_get_member (arguments, "max_price");
  g_auto (GStrv) words = g_strsplit (query != NULL ? query : "", " ", -1);

  if (category != NULL && strcmp (category, product->category) != 0)
    return FALSE;
  if (product->price > mcp_json_value_get_double (max_price, INFINITY))
    return FALSE;
  if (mcp_json_value_get_member_boolean (arguments, "in_stock", FALSE) && product->stock == 0)
    return FALSE;
  for (guint i = 0; words[i] != NULL; i++)
    if (!contains_word (product, words[i]))
      return FALSE;
  return TRUE;
}

static void
write_link (McpJsonWriter *writer, const AppDemoProduct *product)
{
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "type", "resource_link");
  mcp_json_writer_member_string (writer, "uri", product->uri);
  mcp_json_writer_member_string (writer, "name", product->id);
  mcp_json_writer_member_string (writer, "title", product->name);
  mcp_json_writer_member_string (writer, "description", product->description);
  mcp_json_writer_member_string (writer, "mimeType", "application/json");
  mcp_json_writer_end_object (writer);
}

static void
find_products (AppDemoRequest *request, McpJsonValue arguments)
{
  GPtrArray     *products = app_demo_products_get (app_demo_request_get_server (request));
  McpJsonWriter *writer = app_demo_request_begin_content (request);
  g_autoptr (McpJsonWriter) structured = mcp_json_writer_new ();
  g_autofree char *text = NULL;
  guint            count = 0;

  mcp_json_writer_begin_object (structured);
  mcp_json_writer_name (structured, "products");
  mcp_json_writer_begin_array (structured);
  for (guint i = 0; i < products->len; i++)
    {
      AppDemoProduct *product = g_ptr_array_index (products, i);

      if (!matches (product, arguments))
        continue;
      count++;
      write_link (writer, product);
      mcp_json_writer_begin_object (structured);
      mcp_json_writer_member_string (structured, "uri", product->uri);
      mcp_json_writer_member_string (structured, "name", product->name);
      mcp_json_writer_name (structured, "price");
      mcp_json_writer_double (structured, product->price);
      mcp_json_writer_member_int64 (structured, "stock", product->stock);
      mcp_json_writer_end_object (structured);
    }
  mcp_json_writer_end_array (structured);
  mcp_json_writer_member_int64 (structured, "count", count);
  mcp_json_writer_end_object (structured);
  text = mcp_json_writer_finish_text (structured);
  app_demo_request_write_text (writer, text);
  app_demo_request_end_content (request, writer, text, FALSE);
}

static AppDemoProduct *
find_argument (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *id = mcp_json_value_dup_member_string (arguments, "id");
  AppDemoProduct  *product = app_demo_products_find (app_demo_request_get_server (request), id);
  g_autofree char *text = NULL;

  if (product == NULL)
    {
      text = g_strdup_printf ("There is no product “%s”.", id);
      app_demo_request_answer_text (request, text, TRUE);
    }
  return product;
}

static void
set_stock (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoProduct  *product = find_argument (request, arguments);
  g_autofree char *text = NULL;
  gint64           stock = mcp_json_value_get_member_int64 (arguments, "stock", -1);

  if (product == NULL)
    return;
  if (stock < 0)
    {
      app_demo_request_answer_text (request, "The stock must not be negative.", TRUE);
      return;
    }
  product->stock = stock;
  app_demo_server_resource_updated (app_demo_request_get_server (request), product->uri);
  text = g_strdup_printf ("%s: %" G_GINT64_FORMAT " in stock.", product->name, product->stock);
  app_demo_request_answer_text (request, text, FALSE);
}

static void
delete_product (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoServer   *server = app_demo_request_get_server (request);
  AppDemoProduct  *product = find_argument (request, arguments);
  g_autofree char *text = NULL;

  if (product == NULL)
    return;

  text = g_strdup_printf ("%s is no longer in the catalogue.", product->name);
  g_ptr_array_remove (app_demo_products_get (server), product);
  app_demo_server_broadcast (server, "notifications/resources/list_changed", NULL);
  app_demo_request_answer_text (request, text, FALSE);
}

const AppDemoHandler app_demo_product_tools[] = {
  { "find_products", find_products },
  { "set_stock", set_stock },
  { "delete_product", delete_product },
  { NULL },
};

static McpJsonWriter *
begin_messages (AppDemoRequest *request, const char *description)
{
  McpJsonWriter *writer = app_demo_request_begin (request);

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "description", description);
  mcp_json_writer_name (writer, "messages");
  mcp_json_writer_begin_array (writer);
  return writer;
}

static void
end_messages (AppDemoRequest *request, McpJsonWriter *writer)
{
  mcp_json_writer_end_array (writer);
  mcp_json_writer_end_object (writer);
  app_demo_request_end (request, writer);
}

static void
begin_message (McpJsonWriter *writer, const char *role)
{
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "role", role);
  mcp_json_writer_name (writer, "content");
}

static void
write_message (McpJsonWriter *writer, const char *role, const char *text)
{
  begin_message (writer, role);
  app_demo_request_write_text (writer, text);
  mcp_json_writer_end_object (writer);
}

static void
write_product_message (McpJsonWriter *writer, const AppDemoProduct *product)
{
  g_autofree char *text = app_demo_products_print (product);

  begin_message (writer, "user");
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "type", "resource");
  mcp_json_writer_name (writer, "resource");
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "uri", product->uri);
  mcp_json_writer_member_string (writer, "mimeType", "application/json");
  mcp_json_writer_member_string (writer, "text", text);
  mcp_json_writer_end_object (writer);
  mcp_json_writer_end_object (writer);
  mcp_json_writer_end_object (writer);
}

static AppDemoProduct *
find_prompt_argument (AppDemoRequest *request, McpJsonValue arguments, const char *name)
{
  g_autofree char *id = mcp_json_value_dup_member_string (arguments, name);
  AppDemoProduct  *product = app_demo_products_find (app_demo_request_get_server (request), id);
  g_autofree char *text = NULL;

  if (product == NULL)
    {
      text = g_strdup_printf ("There is no product “%s”", id);
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, text, NULL);
    }
  return product;
}

static void
describe_product (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoProduct  *product = find_prompt_argument (request, arguments, "id");
  g_autofree char *tone = mcp_json_value_dup_member_string (arguments, "tone");
  g_autofree char *text = NULL;
  McpJsonWriter   *writer;

  if (product == NULL)
    return;

  text = g_strdup_printf ("Write a %s text of three sentences about %s. Use only what the attached "
                          "product record says.",
                          tone != NULL && *tone != '\0' ? tone : "calm", product->name);
  writer = begin_messages (request, "A text about one product");
  write_message (writer, "user", text);
  write_product_message (writer, product);
  end_messages (request, writer);
}

static void
compare_products (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoProduct  *first = find_prompt_argument (request, arguments, "first");
  AppDemoProduct  *second = first != NULL ? find_prompt_argument (request, arguments, "second")
                                          : NULL;
  g_autofree char *text = NULL;
  McpJsonWriter   *writer;

  if (first == NULL || second == NULL)
    return;

  text = g_strdup_printf ("Which is the better present, %s or %s? Weigh price, size and rating.",
                          first->name, second->name);
  writer = begin_messages (request, "Two products side by side");
  write_product_message (writer, first);
  write_product_message (writer, second);
  write_message (writer, "user", text);
  end_messages (request, writer);
}

static void
summarize_specification (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *specification = mcp_json_value_dup_member_string (arguments, "specification");
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (specification, -1, NULL);
  g_autofree char *text = NULL;
  McpJsonWriter   *writer;

  if (document == NULL)
    {
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "The specification is not JSON",
                             NULL);
      return;
    }
  text = g_strdup_printf ("Summarize this specification in one paragraph:\n\n```json\n%s\n```",
                          specification);
  writer = begin_messages (request, "A specification in a paragraph");
  write_message (writer, "user", text);
  end_messages (request, writer);
}

static void
plan_launch (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autoptr (GBytes) picture = app_demo_media_make_picture (320, 200);
  McpJsonWriter *writer = begin_messages (request, "The launch of next season's catalogue");

  write_message (writer, "user",
                 "We want to launch the new catalogue in March. Here is its cover.");
  begin_message (writer, "user");
  app_demo_request_write_media (writer, "image", "image/png", picture);
  mcp_json_writer_end_object (writer);
  write_message (writer, "assistant",
                 "A calm picture. Who should see it first: customers or the press?");
  write_message (writer, "user", "Customers. Make a plan of six weeks.");
  end_messages (request, writer);
}

const AppDemoHandler app_demo_product_prompts[] = {
  { "describe_product", describe_product },
  { "compare_products", compare_products },
  { "summarize_specification",
    summarize_specification },
  { "plan_launch", plan_launch },
  { NULL },
};
