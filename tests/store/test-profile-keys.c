/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a server is reached and spoken to, as keys of the book: read, written, refused. */

#include "store-tests.h"
#include "book-fixture.h"
#include "store-error.h"
#include "store-profile-reader.h"
#include "store-profile-writer.h"

#include <string.h>

#define FINGERPRINT "sha256:" \
                    "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

static const char whole[] =
    "# mine\n"
    "servers:\n"
    "  a:\n"
    "    transport: sse         # old\n"
    "    url: https://x/sse\n"
    "    message-url: https://x/post # its own is wrong\n"
    "    authorization: {type: bearer, token: {secret: a/authorization/token}}\n"
    "    oauth:                 # how one signs in\n"
    "      client-id: me        # ours\n"
    "      client-secret: {secret: a/oauth/client-secret}\n"
    "      redirect-port: 8123\n"
    "    proxy: socks5://localhost:1080\n"
    "    ca-file: ~/ca.pem\n"
    "    accept-certificate: " FINGERPRINT "\n"
    "    client-certificate: /c.pem\n"
    "    client-key: /k.pem\n"
    "    era: legacy            # it hangs otherwise\n"
    "    protocol-version: 2024-11-05\n"
    "    listen: false\n"
    "    log-level: warning\n"
    "    roots: [~/code, \"file:///srv\"]   # two\n"
    "    extensions:            # ours\n"
    "      com.example/x: {a: 1.10, b: [true, null]}\n"
    "      com.example/y: {}\n"
    "    meta:                  # with every request\n"
    "      com.example/trace: \"7\"\n"
    "      level: 1.10\n"
    "    reconnect: never\n"
    "    watch:\n"
    "      - server.py          # the program\n"
    "      - lib\n"
    "    disabled-tools: [delete_all, \"no: 1\"]   # for models\n"
    "    presets: {a.b: 1.10, key: {secret: a/presets/key}, k: {secret: mine}}   # set once\n"
    "    pinned-arguments:\n"
    "      workspace: production  # everywhere\n"
    "      token: {secret: a/pinned-arguments/token}\n"
    "    color: blue            # not ours\n";

/* A value that is set once for all tools: JSON, or in the vault. */
static void
assert_value (const StoreVariables *variables,
              const char           *name,
              const char           *json,
              const char           *secret)
{
  guint index;

  g_assert_true (store_variables_find (variables, name, &index));
  g_assert_cmpstr (store_variables_get_value (variables, index), ==, json);
  g_assert_cmpstr (store_variables_get_secret (variables, index), ==, secret);
}

static StoreProfile *
read_one (const char *text)
{
  g_autoptr (GPtrArray) findings = NULL;
  g_autoptr (GPtrArray) profiles = book_fixture_read (text, &findings);

  for (guint i = 0; i < findings->len; i++)
    g_test_message ("%s", ((StoreProfileFinding *)g_ptr_array_index (findings, i))->message);
  g_assert_cmpuint (findings->len, ==, 0);
  g_assert_cmpuint (profiles->len, ==, 1);
  return g_object_ref (g_ptr_array_index (profiles, 0));
}

static void
assert_whole (StoreProfile *profile)
{
  g_assert_cmpint (store_profile_get_endpoint (profile)->transport, ==, STORE_TRANSPORT_SSE);
  g_assert_cmpstr (store_profile_get_endpoint (profile)->message_url, ==, "https://x/post");
  g_assert_cmpstr (store_profile_get_network (profile)->proxy, ==, "socks5://localhost:1080");
  g_assert_cmpstr (store_profile_get_network (profile)->ca_file, ==, "~/ca.pem");
  g_assert_cmpstr (store_profile_get_network (profile)->accept_certificate, ==, FINGERPRINT);
  g_assert_cmpstr (store_profile_get_network (profile)->client_certificate, ==, "/c.pem");
  g_assert_cmpstr (store_profile_get_network (profile)->client_key, ==, "/k.pem");
  g_assert_cmpint (store_profile_get_conversation (profile)->era, ==, STORE_ERA_LEGACY);
  g_assert_cmpstr (store_profile_get_conversation (profile)->protocol_version, ==, "2024-11-05");
  g_assert_false (store_profile_get_conversation (profile)->listen);
  g_assert_cmpint (store_profile_get_conversation (profile)->log_level, ==,
                   STORE_LOG_LEVEL_WARNING);
  g_assert_cmpstr (store_profile_get_conversation (profile)->roots[0], ==, "~/code");
  g_assert_cmpstr (store_profile_get_conversation (profile)->roots[1], ==, "file:///srv");
  g_assert_null (store_profile_get_conversation (profile)->roots[2]);
  g_assert_cmpuint (
      store_variables_get_n_items (store_profile_get_conversation (profile)->extensions), ==, 2);
  g_assert_cmpstr (store_variables_lookup (store_profile_get_conversation (profile)->extensions,
                                           "com.example/x"),
                   ==, "{\"a\":1.10,\"b\":[true,null]}");
  g_assert_cmpstr (
      store_variables_lookup (store_profile_get_conversation (profile)->meta, "com.example/trace"),
      ==, "\"7\"");
  g_assert_cmpstr (store_variables_lookup (store_profile_get_conversation (profile)->meta, "level"),
                   ==, "1.10");
  g_assert_cmpint (store_profile_get_conversation (profile)->reconnect, ==, STORE_RECONNECT_NEVER);
  g_assert_cmpstr (store_profile_get_endpoint (profile)->watch[1], ==, "lib");
  g_assert_cmpstr (store_profile_get_decisions (profile)->disabled_tools[0], ==, "delete_all");
  g_assert_cmpstr (store_profile_get_decisions (profile)->disabled_tools[1], ==, "no: 1");
  g_assert_null (store_profile_get_decisions (profile)->disabled_tools[2]);
  g_assert_cmpint (store_profile_get_endpoint (profile)->authorization, ==,
                   STORE_AUTHORIZATION_BEARER);
  assert_value (store_profile_get_endpoint (profile)->credentials, "token", NULL,
                "a/authorization/token");
  g_assert_cmpuint (store_variables_get_n_items (store_profile_get_endpoint (profile)->oauth), ==,
                    3);
  assert_value (store_profile_get_endpoint (profile)->oauth, "client-id", "me", NULL);
  assert_value (store_profile_get_endpoint (profile)->oauth, "client-secret", NULL,
                "a/oauth/client-secret");
  assert_value (store_profile_get_endpoint (profile)->oauth, "redirect-port", "8123", NULL);
  assert_value (store_profile_get_decisions (profile)->presets, "a.b", "1.10", NULL);
  assert_value (store_profile_get_decisions (profile)->presets, "key", NULL, "a/presets/key");
  assert_value (store_profile_get_decisions (profile)->presets, "k", "{\"secret\":\"mine\"}", NULL);
  assert_value (store_profile_get_decisions (profile)->pinned_arguments, "workspace",
                "\"production\"", NULL);
  assert_value (store_profile_get_decisions (profile)->pinned_arguments, "token", NULL,
                "a/pinned-arguments/token");
}

static void
test_read (void)
{
  g_autoptr (StoreProfile) profile = read_one (whole);
  g_autoptr (StoreProfile) plain = read_one ("servers:\n  b: {url: \"https://x/mcp\"}\n");
  g_autoptr (StoreProfile) copy = store_profile_copy (profile);

  assert_whole (profile);
  assert_whole (copy);
  g_assert_true (store_profile_equal (profile, copy));
  g_object_set (copy, "listen", TRUE, NULL);
  g_assert_false (store_profile_equal (profile, copy));

  g_assert_cmpint (store_profile_get_endpoint (plain)->transport, ==, STORE_TRANSPORT_AUTO);
  g_assert_cmpint (store_profile_get_conversation (plain)->era, ==, STORE_ERA_AUTO);
  g_assert_true (store_profile_get_conversation (plain)->listen);
  g_assert_cmpint (store_profile_get_conversation (plain)->log_level, ==, STORE_LOG_LEVEL_SERVER);
  g_assert_null (store_profile_get_conversation (plain)->roots[0]);
  g_assert_null (store_profile_get_network (plain)->proxy);
  g_assert_cmpint (store_profile_get_conversation (plain)->reconnect, ==, STORE_RECONNECT_AUTO);
}

/* Changing one key leaves the others and what stands beside them. */
static void
test_change (void)
{
  g_autoptr (StoreProfile) base = read_one (whole);
  g_autoptr (StoreProfile) changed = store_profile_copy (base);
  g_autoptr (GBytes) bytes = g_bytes_new_static (whole, strlen (whole));
  g_autoptr (GBytes) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;
  g_auto (GStrv) parts = g_strsplit (whole, "    era: legacy", 2);

  g_object_set (changed, "era", STORE_ERA_AUTO, "protocol-version", NULL, NULL);
  result = store_profile_writer_replace (bytes, base, changed, &error);
  g_assert_no_error (error);
  text = g_strndup (g_bytes_get_data (result, NULL), g_bytes_get_size (result));
  expected = g_strconcat (parts[0], strstr (parts[1], "    listen:"), NULL);
  g_assert_cmpstr (text, ==, expected);

  g_clear_pointer (&result, g_bytes_unref);
  g_clear_pointer (&text, g_free);
  g_object_set (changed, "log-level", STORE_LOG_LEVEL_DEBUG, "listen", TRUE, NULL);
  result = store_profile_writer_replace (bytes, base, changed, &error);
  g_assert_no_error (error);
  text = g_strndup (g_bytes_get_data (result, NULL), g_bytes_get_size (result));
  g_assert_nonnull (
      strstr (text, "    log-level: debug\n    roots: [~/code, \"file:///srv\"]   # two\n"));
  g_assert_null (strstr (text, "listen"));
  g_assert_nonnull (strstr (text, "color: blue            # not ours"));
}

/* What is written is what was meant, for each key alone and for all of them. */
static void
test_round_trip (void)
{
  static const char *const urls[] = { "https://x/mcp", "wss://x/mcp", "unix:/run/a b.sock",
                                      "tcp:[::1]:80", "http+unix:/run/x.sock:/mcp" };
  g_autoptr (GBytes) empty = g_bytes_new_static ("", 0);

  for (guint transport = STORE_TRANSPORT_STDIO; transport <= STORE_TRANSPORT_AUTO; transport++)
    for (guint i = 0; i < G_N_ELEMENTS (urls); i++)
      {
        g_autoptr (StoreProfile) profile = read_one (whole);
        g_autoptr (StoreProfile) back = NULL;
        g_autoptr (GBytes) bytes = NULL;
        g_autofree char *text = NULL;

        g_object_set (profile, "transport", transport, "url", urls[i], NULL);
        if (transport == STORE_TRANSPORT_STDIO)
          g_object_set (profile, "command", "x", NULL);
        if (!store_profile_validate (profile, NULL))
          continue;
        bytes = store_profile_writer_add (empty, profile, NULL);
        g_assert_nonnull (bytes);
        text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
        g_test_message ("%s", text);
        back = read_one (text);
        g_assert_true (store_profile_equal (profile, back));
        if (transport != STORE_TRANSPORT_STDIO &&
            store_transport_for_url (urls[i]) == (StoreTransport)transport)
          g_assert_null (strstr (text, "transport:"));
      }
}

static void
test_defaults_are_silent (void)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("x");
  g_autoptr (GBytes) empty = g_bytes_new_static ("", 0);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;

  g_object_set (profile, "id", "x", "transport", STORE_TRANSPORT_AUTO, "url", "https://x/mcp",
                NULL);
  bytes = store_profile_writer_add (empty, profile, NULL);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_cmpstr (text, ==,
                   "# Spyglass servers; edit freely\nservers:\n  x:\n    url: https://x/mcp\n");
}

/* Each bad value has a finding that names it, and the rest is read. */
static void
test_findings (void)
{
  static const struct
  {
    const char *key;
    const char *message;
  } cases[] = {
    { "transport: carrier-pigeon", "carrier-pigeon" },
    { "era: stone", "era: stone" },
    { "protocol-version: 2031-01-01", "2031-01-01" },
    { "protocol-version: \"20 31\"", "cannot be a revision" },
    { "{era: modern, protocol-version: 2025-06-18}", "does not belong to the modern era" },
    { "{era: legacy, protocol-version: 2026-07-28}", "does not belong to the legacy era" },
    { "message-url: ftp://x/y", "no URL to post" },
    { "proxy: localhost:8080", "The proxy" },
    { "proxy: http://me:secret@localhost:8080", "plain text" },
    { "accept-certificate: sha256:0011", "not a certificate's fingerprint" },
    { "accept-certificate: sha1:00112233445566778899aabbccddeeff00112233", "fingerprint" },
    { "client-key: /k.pem", "no client certificate" },
    { "listen: sometimes", "true or false" },
    { "log-level: loud", "loud" },
    { "roots: ~/code", "should be a list" },
    { "roots: [code]", "neither a whole path nor a URI" },
    { "extensions: [a]", "should be a mapping" },
    { "extensions: {com.example/x: yes}", "should be a mapping" },
    { "extensions: {x: {}}", "has no prefix" },
    { "meta: [a]", "should be a mapping" },
    { "reconnect: maybe", "maybe" },
    { "watch: {a: b}", "should be a list" },
    { "disabled-tools: a", "should be a list" },
    { "watch: [\"\"]", "file to watch" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) braces = g_strsplit_set (cases[i].key, "{}", -1);
      gboolean         pair = cases[i].key[0] == '{';
      g_autofree char *text = g_strdup_printf (
          "servers:\n  a: {url: \"https://x/mcp\", %s}\n", pair ? braces[1] : cases[i].key);
      g_autoptr (GPtrArray) findings = NULL;
      g_autoptr (GPtrArray) profiles = NULL;
      gboolean found = FALSE;

      profiles = book_fixture_read (text, &findings);
      g_test_message ("%s", text);
      g_assert_cmpuint (profiles->len, ==, 1);
      for (guint j = 0; j < findings->len; j++)
        {
          StoreProfileFinding *finding = g_ptr_array_index (findings, j);

          g_test_message ("%s", finding->message);
          g_assert_cmpuint (finding->line, ==, 2);
          found |= strstr (finding->message, cases[i].message) != NULL;
        }
      g_assert_true (found);
      g_assert_cmpstr (store_profile_get_endpoint (g_ptr_array_index (profiles, 0))->url, ==,
                       "https://x/mcp");
    }
}

static void
assert_address (StoreTransport transport, const char *url, gboolean valid)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("x");
  g_autoptr (GError) error = NULL;

  g_object_set (profile, "transport", transport, "url", url, NULL);
  g_test_message ("%s", url);
  g_assert_cmpint (store_profile_validate (profile, &error), ==, valid);
  if (!valid)
    g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
}

static void
test_addresses (void)
{
  assert_address (STORE_TRANSPORT_AUTO, "https://x", TRUE);
  assert_address (STORE_TRANSPORT_AUTO, "wss://x", FALSE);
  assert_address (STORE_TRANSPORT_UNIX, "unix:/run/x", TRUE);
  assert_address (STORE_TRANSPORT_UNIX, "/run/x", TRUE);
  assert_address (STORE_TRANSPORT_UNIX, "unix:", FALSE);
  assert_address (STORE_TRANSPORT_UNIX, "unix:///", FALSE);
  assert_address (STORE_TRANSPORT_UNIX, "tcp:a:1", FALSE);
  assert_address (STORE_TRANSPORT_TCP, "tcp:localhost:80", TRUE);
  assert_address (STORE_TRANSPORT_TCP, "tcp://localhost:80", TRUE);
  assert_address (STORE_TRANSPORT_TCP, "localhost:80", TRUE);
  assert_address (STORE_TRANSPORT_TCP, "tcp:localhost", FALSE);
  assert_address (STORE_TRANSPORT_HTTP_UNIX, "http+unix://%2Frun%2Fx/mcp", TRUE);
  assert_address (STORE_TRANSPORT_HTTP_UNIX, "http+unix:", FALSE);
}

static void
test_notify (void)
{
  g_autoptr (StoreProfile) profile = store_profile_new ("x");
  g_autoptr (StoreProfile) other = read_one (whole);
  const char *const       roots[] = { "/srv", NULL };
  guint                   n_properties = 0;
  g_autofree GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (profile), &n_properties);

  g_object_set (profile, "roots", roots, "era", STORE_ERA_MODERN, "listen", FALSE, "proxy", "none",
                NULL);
  g_assert_cmpstr (store_profile_get_conversation (profile)->roots[0], ==, "/srv");
  g_assert_cmpint (store_profile_get_conversation (profile)->era, ==, STORE_ERA_MODERN);
  g_assert_false (store_profile_get_conversation (profile)->listen);
  store_profile_assign (profile, other);
  for (guint i = 0; i < n_properties; i++)
    {
      g_auto (GValue) a = G_VALUE_INIT;
      g_auto (GValue) b = G_VALUE_INIT;
      g_autofree char *text_a = NULL;
      g_autofree char *text_b = NULL;

      g_object_get_property (G_OBJECT (profile), specs[i]->name, &a);
      g_object_get_property (G_OBJECT (other), specs[i]->name, &b);
      if (G_VALUE_HOLDS_BOXED (&a) && G_VALUE_TYPE (&a) != G_TYPE_STRV)
        continue;
      text_a = g_strdup_value_contents (&a);
      text_b = g_strdup_value_contents (&b);
      g_assert_cmpstr (text_a, ==, text_b);
    }
}

void
add_profile_keys_tests (void)
{
  g_test_add_func ("/profile-keys/read", test_read);
  g_test_add_func ("/profile-keys/change", test_change);
  g_test_add_func ("/profile-keys/round-trip", test_round_trip);
  g_test_add_func ("/profile-keys/defaults-are-silent", test_defaults_are_silent);
  g_test_add_func ("/profile-keys/findings", test_findings);
  g_test_add_func ("/profile-keys/addresses", test_addresses);
  g_test_add_func ("/profile-keys/notify", test_notify);
}
