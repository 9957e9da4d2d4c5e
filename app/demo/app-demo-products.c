/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The demo's product catalogue: resources, templates, prompts and the tools that change it. What
 * changes, changes for all clients of the process and lasts as long as it. */

#include "app-demo-prepared.h"
#include "app-demo-registry.h"
#include "app-demo-system.h"
#include "mcp-json-edit.h"

#include <math.h>
#include <string.h>

typedef struct
{
  char       *id;
  char       *category;
  char       *name;
  char       *description;
  char       *uri;
  double      price; /* euro */
  McpJsonSlot value; /* a document of its own: the stock may change */
} AppDemoProduct;

#define STATE "products"
/* With the first matches: enough to see what they are. */
#define MAX_PICTURES 3
#define SCHEME "product://"

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

static gint64
get_stock (const AppDemoProduct *product)
{
  return mcp_json_value_get_member_int64 (product->value.value, "stock", 0);
}

/* @json: (transfer full): the whole product */
static void
set_value (AppDemoProduct *product, char *json)
{
  g_autofree char *owned = json;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (owned, -1, NULL);

  mcp_json_slot_set (&product->value, mcp_json_document_get_root (document));
}

static gpointer
create_products (void)
{
  g_autoptr (McpJsonDocument) document = app_demo_registry_load ("catalogue");
  GPtrArray   *products = g_ptr_array_new_with_free_func ((GDestroyNotify)product_free);
  McpJsonValue root = mcp_json_document_get_root (document);

  for (McpJsonWalk each = mcp_json_walk (mcp_json_value_get_member (root, "products"));
       mcp_json_walk_next (&each);)
    {
      AppDemoProduct *product = g_new0 (AppDemoProduct, 1);

      product->id = mcp_json_value_dup_member_string (each.value, "id");
      product->category = mcp_json_value_dup_member_string (each.value, "category");
      product->name = mcp_json_value_dup_member_string (each.value, "name");
      product->description = mcp_json_value_dup_member_string (each.value, "description");
      product->price =
          mcp_json_value_get_double (mcp_json_value_resolve_pointer (each.value, "/price/"
                                                                                 "amount"),
                                     0);
      product->uri = g_strconcat (SCHEME, product->category, "/", product->id, NULL);
      set_value (product, mcp_json_value_dup_text (each.value));
      g_ptr_array_add (products, product);
    }
  return products;
}

static GPtrArray *
get_products (AppDemoServer *server)
{
  return app_demo_server_get_state (server, STATE, create_products,
                                    (GDestroyNotify)g_ptr_array_unref);
}

static AppDemoProduct *
find_product (AppDemoServer *server, const char *id)
{
  GPtrArray *products = get_products (server);

  for (guint i = 0; i < products->len; i++)
    {
      AppDemoProduct *product = g_ptr_array_index (products, i);

      if (g_strcmp0 (product->id, id) == 0)
        return product;
    }
  return NULL;
}

/* @category: (nullable): of all. Returns: (transfer full) (nullable): %NULL where there are none */
static char *
print_products (AppDemoServer *server, const char *category)
{
  GPtrArray *products = get_products (server);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  guint count = 0;

  mcp_json_writer_add (writer, "{'products': [");
  for (guint i = 0; i < products->len; i++)
    {
      AppDemoProduct *product = g_ptr_array_index (products, i);

      if (category != NULL && strcmp (product->category, category) != 0)
        continue;
      mcp_json_writer_value (writer, product->value.value);
      count++;
    }
  mcp_json_writer_add (writer, "]}");
  return count > 0 ? mcp_json_writer_finish_pretty (writer, 2) : NULL;
}

static gboolean
read_resource (AppDemoRequest *request, const char *uri)
{
  AppDemoServer   *server = request->server;
  const char      *rest = uri + strlen (SCHEME);
  const char      *slash = g_str_has_prefix (uri, SCHEME) ? strchr (rest, '/') : NULL;
  AppDemoProduct  *product = slash != NULL ? find_product (server, slash + 1) : NULL;
  g_autofree char *text = NULL;

  if (product != NULL && strcmp (product->uri, uri) == 0)
    text = mcp_json_value_print_pretty (product->value.value, 2);
  else if (strcmp (uri, "product://catalogue") == 0)
    text = print_products (server, NULL);
  else if (slash == NULL && g_str_has_prefix (uri, SCHEME))
    text = print_products (server, rest);
  if (text == NULL)
    return FALSE;
  McpJsonWriter *writer = app_demo_request_begin (request);
  mcp_json_writer_add (writer, "{'contents': [{'uri': %s, 'mimeType': 'application/json', "
                               "'text': %s}]}",
                       uri, text);
  app_demo_request_end (request, writer);
  return TRUE;
}

static void
list_resources (AppDemoServer *server, McpJsonWriter *writer)
{
  GPtrArray *products = get_products (server);

  for (guint i = 0; i < products->len; i++)
    {
      AppDemoProduct *product = g_ptr_array_index (products, i);

      mcp_json_writer_add (writer, "{'uri': %s, 'name': %s, 'title': %s, 'description': %s, "
                                   "'mimeType': 'application/json'}",
                           product->uri, product->id,
                           product->name, product->description);
    }
}

/* Categories and tones are in the definitions. */
static void
complete (AppDemoServer *server, const AppDemoCompletion *completion, GPtrArray *values)
{
  static const char *const id_arguments[] = { "id", "first", "second", NULL };
  GPtrArray               *products = get_products (server);
  McpJsonValue             others = completion->others;
  g_autofree char         *category = mcp_json_value_dup_member_string (others, "category");
  g_autofree char         *first = mcp_json_value_dup_member_string (others, "first");

  for (guint i = 0; g_strv_contains (id_arguments, completion->argument) && i < products->len; i++)
    {
      AppDemoProduct *product = g_ptr_array_index (products, i);

      if (g_str_has_prefix (product->id, completion->prefix) &&
          (category == NULL || strcmp (category, product->category) == 0) &&
          (strcmp (completion->argument, "second") != 0 || g_strcmp0 (first, product->id) != 0))
        g_ptr_array_add (values, g_strdup (product->id));
    }
}

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
  if (mcp_json_value_get_member_boolean (arguments, "in_stock", FALSE) && get_stock (product) == 0)
    return FALSE;
  for (guint i = 0; words[i] != NULL; i++)
    if (!contains_word (product, words[i]))
      return FALSE;
  return TRUE;
}

static void
write_link (McpJsonWriter *writer, const AppDemoProduct *product)
{
  mcp_json_writer_add (writer, "{'type': 'resource_link', 'uri': %s, 'name': %s, 'title': %s, "
                               "'description': %s, 'mimeType': 'application/json'}",
                       product->uri, product->id, product->name, product->description);
}

/* A picture for a shelf: what it is called, on a colour of its own. */
static void
write_picture (McpJsonWriter *writer, const AppDemoProduct *product)
{
  guint            hue = g_str_hash (product->id) % 360;
  g_autofree char *name = g_markup_escape_text (product->name, -1);
  g_autofree char *svg = g_strdup_printf (
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"240\" height=\"120\">"
      "<rect width=\"240\" height=\"120\" rx=\"12\" fill=\"hsl(%u,45%%,40%%)\"/>"
      "<circle cx=\"200\" cy=\"24\" r=\"52\" fill=\"hsl(%u,45%%,52%%)\"/>"
      "<text x=\"16\" y=\"82\" font-family=\"sans-serif\" font-size=\"17\" fill=\"#fff\">%s</text>"
      "<text x=\"16\" y=\"104\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#fff\">"
      "€ %.2f</text></svg>",
      hue, hue, name, product->price);
  g_autoptr (GBytes) bytes = g_bytes_new (svg, strlen (svg));

  app_demo_request_write_media (writer, "image", "image/svg+xml", bytes);
}

static void
find_products (AppDemoRequest *request, McpJsonValue arguments)
{
  GPtrArray     *products = get_products (request->server);
  McpJsonWriter *writer = app_demo_request_begin_content (request);
  g_autoptr (McpJsonWriter) structured = mcp_json_writer_new ();
  guint count = 0;

  mcp_json_writer_add (structured, "{'products': [");
  for (guint i = 0; i < products->len; i++)
    {
      AppDemoProduct *product = g_ptr_array_index (products, i);

      if (!matches (product, arguments))
        continue;
      if (count++ < MAX_PICTURES)
        write_picture (writer, product);
      write_link (writer, product);
      mcp_json_writer_add (structured, "{'uri': %s, 'name': %s, 'price': %d, 'stock': %x}",
                           product->uri, product->name, product->price,
                           get_stock (product));
    }
  mcp_json_writer_add (structured, "], 'count': %x}", (gint64)count);
  g_autofree char *text = mcp_json_writer_finish_text (structured);
  app_demo_request_write_text (writer, text);
  app_demo_request_end_content (request, writer, text, FALSE);
}

static AppDemoProduct *
find_argument (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *id = mcp_json_value_dup_member_string (arguments, "id");
  AppDemoProduct  *product = find_product (request->server, id);
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
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, stock);
  set_value (product, mcp_json_edit_replace (
                          mcp_json_value_get_member (product->value.value, "stock"), number));
  app_demo_server_resource_updated (request->server, product->uri);
  text = g_strdup_printf ("%s: %" G_GINT64_FORMAT " in stock.", product->name, stock);
  app_demo_request_answer_text (request, text, FALSE);
}

static void
delete_product (AppDemoRequest *request, McpJsonValue arguments)
{
  AppDemoServer  *server = request->server;
  AppDemoProduct *product = find_argument (request, arguments);

  if (product == NULL)
    return;

  g_autofree char *text = g_strdup_printf ("%s is no longer in the catalogue.", product->name);
  g_ptr_array_remove (get_products (server), product);
  app_demo_server_broadcast (server, "notifications/resources/list_changed", NULL);
  app_demo_request_answer_text (request, text, FALSE);
}

static const AppDemoHandler tools[] = {
  { "find_products", find_products },
  { "set_stock", set_stock },
  { "delete_product", delete_product },
  { NULL },
};

/* The products that the arguments of a prompt name become values: first_name, first_uri… */
static gboolean
add_product (AppDemoRequest *request, McpJsonValue arguments, const char *name, GHashTable *values)
{
  g_autofree char      *id = mcp_json_value_dup_member_string (arguments, name);
  const AppDemoProduct *product = find_product (request->server, id);
  const char           *members[][2] = { { "name", NULL }, { "uri", NULL }, { "record", NULL } };
  g_autofree char      *text = NULL;

  if (product == NULL)
    {
      text = g_strdup_printf ("There is no product “%s”", id);
      app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, text, NULL);
      return FALSE;
    }
  members[0][1] = product->name;
  members[1][1] = product->uri;
  members[2][1] = text = mcp_json_value_print_pretty (product->value.value, 2);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_autofree char *value = g_strdup_printf ("%s_%s", name, members[i][0]);

      app_demo_prepared_set (values, value, mcp_json_quote (members[i][1], -1));
    }
  return TRUE;
}

static void
write_prompt (AppDemoRequest *request, McpJsonValue arguments)
{
  static const char *const names[] = { "id", "first", "second" };
  g_autofree char         *tone = mcp_json_value_dup_member_string (arguments, "tone");
  g_autoptr (GHashTable) values = app_demo_prepared_new_values ();

  if (tone != NULL && *tone == '\0')
    app_demo_prepared_set (values, "tone", g_strdup ("\"calm\""));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (mcp_json_value_exists (mcp_json_value_get_member (arguments, names[i])) &&
        !add_product (request, arguments, names[i], values))
      return;
  app_demo_prepared_respond_with (request, arguments, values);
}

static void
summarize_specification (AppDemoRequest *request, McpJsonValue arguments)
{
  g_autofree char *specification = mcp_json_value_dup_member_string (arguments, "specification");
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (specification, -1, NULL);

  if (document != NULL)
    app_demo_prepared_respond (request, arguments);
  else
    app_demo_request_fail (request, APP_DEMO_INVALID_PARAMS, "The specification is not JSON", NULL);
}

static const AppDemoHandler prompts[] = {
  { "describe_product", write_prompt },
  { "compare_products", write_prompt },
  { "summarize_specification", summarize_specification },
  { NULL },
};

const AppDemoSystem app_demo_products_system = {
  .name = "products",
  .tools = tools,
  .prompts = prompts,
  .list_resources = list_resources,
  .read = read_resource,
  .complete = complete,
};
