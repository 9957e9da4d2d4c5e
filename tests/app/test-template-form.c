/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a publisher describes is filled in, shown with its secrets masked, and becomes a server. */

#include "app-tests.h"
#include "app-template-form.h"
#include "app-template-import.h"
#include "store-error.h"

#include <string.h>

#define SERVER                                                                                 \
  "{\"name\": \"com.example/weather\", \"title\": \"Weather\", \"description\": \"d\","        \
  " \"version\": \"1.4.0\", \"packages\": [{\"registryType\": \"npm\","                        \
  " \"identifier\": \"@example/weather\", \"version\": \"1.4.0\","                             \
  " \"transport\": {\"type\": \"stdio\"}, \"packageArguments\": ["                             \
  "  {\"type\": \"named\", \"name\": \"--days\", \"format\": \"number\"},"                     \
  "  {\"type\": \"positional\", \"valueHint\": \"folder\", \"isRepeated\": true,"              \
  "   \"isRequired\": true}],"                                                                 \
  " \"environmentVariables\": [{\"name\": \"KEY_OF_IT\", \"isSecret\": true,"                  \
  "  \"isRequired\": true}, {\"name\": \"LEVEL\", \"default\": \"info\"}]}],"                  \
  " \"remotes\": [{\"type\": \"streamable-http\", \"url\": \"https://w.example/{token}/mcp\"," \
  "  \"variables\": {\"token\": {\"isSecret\": true, \"isRequired\": true}}}]}"

static AppTemplateForm *
new_form (guint option)
{
  g_autoptr (AppTemplateImport) import = app_template_import_new_from_text (SERVER);

  g_assert_nonnull (import);
  return app_template_import_dup_form (import, option);
}

static void
assert_contains (const char *text, const char *part)
{
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” is not in “%s”", part, text);
}

static void
test_missing (void)
{
  g_autoptr (AppTemplateForm) form = new_form (0);
  g_autofree char *missing = app_template_form_dup_missing (form);
  g_autofree char *preview = app_template_form_dup_preview (form);
  g_auto (GStrv) secrets = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (form)), ==, 4);
  assert_contains (missing, "KEY_OF_IT");
  assert_contains (missing, "folder");
  g_assert_null (strstr (missing, "LEVEL"));
  g_assert_null (strstr (missing, "days"));
  assert_contains (preview, "@example/weather@1.4.0");
  assert_contains (preview, "‹folder›");
  g_assert_null (app_template_form_dup_profile (form, &secrets, &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_INVALID);
}

static void
on_notify (guint *count)
{
  ++*count;
}

static void
test_filled_in (void)
{
  g_autoptr (AppTemplateForm) form = new_form (0);
  guint            count = 0;
  g_autofree char *missing = NULL;
  g_autofree char *preview = NULL;
  g_autofree char *joined = NULL;
  g_auto (GStrv) settings = NULL;
  g_auto (GStrv) secrets = NULL;
  g_autoptr (StoreProfile) profile = NULL;
  g_autoptr (GError) error = NULL;

  g_signal_connect_swapped (form, "notify::preview", G_CALLBACK (on_notify), &count);
  g_assert_true (app_template_form_add_value (form, "folder", "/a", &error));
  g_assert_true (app_template_form_add_value (form, "folder", "/b c", &error));
  g_assert_true (app_template_form_add_value (form, "KEY_OF_IT", "s3cr3t", &error));
  g_assert_cmpuint (count, ==, 3);
  missing = app_template_form_dup_missing (form);
  g_assert_null (missing);
  preview = app_template_form_dup_preview (form);
  assert_contains (preview, "/a");
  assert_contains (preview, "b c");
  settings = app_template_form_dup_settings (form);
  joined = g_strjoinv ("\n", settings);
  assert_contains (joined, "LEVEL=info");
  assert_contains (joined, "KEY_OF_IT=");
  g_assert_null (strstr (joined, "s3cr3t"));
  g_assert_false (app_template_form_exposes_secret (form));
  profile = app_template_form_dup_profile (form, &secrets, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (secrets[0], ==, "env/KEY_OF_IT");
  g_assert_null (secrets[1]);
  g_assert_cmpstr (store_variables_lookup (store_profile_get_endpoint (profile)->environment,
                                           "KEY_OF_IT"),
                   ==, "s3cr3t");
}

static void
test_wrong (void)
{
  g_autoptr (AppTemplateForm) form = new_form (0);
  g_autofree char *missing = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (app_template_form_add_value (form, "nonsense", "1", &error));
  g_assert_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  app_template_form_add_value (form, "folder", "/a", NULL);
  app_template_form_add_value (form, "KEY_OF_IT", "x", NULL);
  g_assert_true (app_template_form_add_value (form, "days", "many", &error));
  missing = app_template_form_dup_missing (form);
  assert_contains (missing, "number");
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (form)); i++)
    {
      g_autoptr (AppTemplateInput) input = g_list_model_get_item (G_LIST_MODEL (form), i);
      gboolean is_days =
          g_str_equal (app_template_input_get_definition (input)->key, "days");

      g_assert_cmpint (app_template_input_get_error (input) != NULL, ==, is_days);
      if (is_days)
        g_object_set (input, "text", "3", NULL);
      g_assert_null (app_template_input_get_error (input));
    }
  g_free (missing);
  missing = app_template_form_dup_missing (form);
  g_assert_null (missing);
}

/* No keyring can keep what is a part of an address. */
static void
test_exposed (void)
{
  g_autoptr (AppTemplateForm) form = new_form (1);
  g_autofree char *preview = NULL;

  g_assert_true (app_template_form_add_value (form, "token", "t0k3n", NULL));
  g_assert_true (app_template_form_exposes_secret (form));
  preview = app_template_form_dup_preview (form);
  assert_contains (preview, "https://w.example/");
  g_assert_null (strstr (preview, "t0k3n"));
}

static void
test_other_texts (void)
{
  static const char *const texts[] = { "", "npx -y server", "{\"mcpServers\": {}}", "[1]",
                                       "https://example.com/mcp" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_null (app_template_import_new_from_text (texts[i]));
}

void
add_template_form_tests (void)
{
  g_test_add_func ("/template-form/missing", test_missing);
  g_test_add_func ("/template-form/filled-in", test_filled_in);
  g_test_add_func ("/template-form/wrong", test_wrong);
  g_test_add_func ("/template-form/exposed", test_exposed);
  g_test_add_func ("/template-form/other-texts", test_other_texts);
}
