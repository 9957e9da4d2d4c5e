/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The manifest of a bundle (MCPB 0.1 to 0.4, DXT before that). Source: MANIFEST.md and the code of
 * the reference tool, which replaces whole fields for a platform and inlines a list only where it
 * is a whole argument. */

#include "store-template-reader.h"

#include "store-error.h"

#include <math.h>
#include <string.h>

#ifdef __APPLE__
#define PLATFORM "darwin"
#define PLATFORM_NAME "macOS"
#else
#define PLATFORM "linux"
#define PLATFORM_NAME "Linux"
#endif

typedef struct
{
  StoreTemplateOption *option;
  GHashTable          *inputs; /* key → StoreTemplateInput */
} Manifest;

static gboolean
fail (GError **error, const char *what)
{
  g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID,
               "The manifest of the bundle is not valid: %s. Its publisher has to mend it", what);
  return FALSE;
}

/* Variables */

static char *
dup_folder (const char *name, GUserDirectory directory)
{
  const char *path = g_get_user_special_dir (directory);

  return path != NULL ? g_strdup (path) : g_build_filename (g_get_home_dir (), name, NULL);
}

/* Those of the system. Returns: (transfer full) (nullable) */
static char *
dup_system_value (const char *name)
{
  if (g_str_equal (name, "HOME"))
    return g_strdup (g_get_home_dir ());
  if (g_str_equal (name, "DESKTOP"))
    return dup_folder ("Desktop", G_USER_DIRECTORY_DESKTOP);
  if (g_str_equal (name, "DOCUMENTS"))
    return dup_folder ("Documents", G_USER_DIRECTORY_DOCUMENTS);
  if (g_str_equal (name, "DOWNLOADS"))
    return dup_folder ("Downloads", G_USER_DIRECTORY_DOWNLOAD);
  if (g_str_equal (name, "pathSeparator") || g_str_equal (name, "/"))
    return g_strdup (G_DIR_SEPARATOR_S);
  return NULL;
}

/* The text between "${" and "}" at @at. Returns: (transfer full) (nullable) */
static char *
dup_variable (const char *at, const char **end)
{
  const char *close = at[1] == '{' ? strchr (at, '}') : NULL;

  *end = close != NULL ? close + 1 : NULL;
  return close != NULL ? g_strndup (at + 2, (gsize)(close - at - 2)) : NULL;
}

/* What it stands for here is for the publisher to say. */
static void
remark_on (Manifest *self, const char *name)
{
  const char *key = g_str_has_prefix (name, "user_config.") ? name + strlen ("user_config.") : "";

  if (g_hash_table_contains (self->inputs, key))
    store_template_option_add_remark (
        self->option,
        "“${%s}” is a list, which only a whole argument can take: it stays as it is written", name);
  else
    store_template_option_add_remark (
        self->option, "“${%s}” means nothing in a bundle: it stays as it is written", name);
}

/* A default may say "${HOME}/Projects". Returns: (transfer full) */
static char *
dup_expanded (Manifest *self, const char *text)
{
  GString *result = g_string_new (NULL);

  while (*text != '\0')
    {
      const char      *end = NULL;
      g_autofree char *name = *text == '$' ? dup_variable (text, &end) : NULL;
      g_autofree char *value = name != NULL ? dup_system_value (name) : NULL;

      if (value != NULL)
        {
          g_string_append (result, value);
          text = end;
          continue;
        }
      if (name != NULL)
        remark_on (self, name);
      g_string_append_c (result, *text++);
    }
  return g_string_free (result, FALSE);
}

/* What stands for nothing stays text, and so does a list inside a text. */
static gboolean
has_meaning (Manifest *self, const char *name, gboolean is_whole_argument)
{
  g_autofree char          *value = dup_system_value (name);
  const StoreTemplateInput *input;

  if (value != NULL || g_str_equal (name, "__dirname"))
    return TRUE;
  if (!g_str_has_prefix (name, "user_config."))
    return FALSE;
  input = g_hash_table_lookup (self->inputs, name + strlen ("user_config."));
  return input != NULL && (!input->multiple || is_whole_argument);
}

static void
add_variable (Manifest *self, StoreTemplatePart *part, const char *name)
{
  g_autofree char *value = dup_system_value (name);

  if (value != NULL)
    store_template_part_add_text (part, value, -1);
  else if (g_str_equal (name, "__dirname"))
    store_template_part_add_folder (part);
  else
    store_template_part_add_input (
        part, g_hash_table_lookup (self->inputs, name + strlen ("user_config.")));
}

/* @path: behind the folder, up to what may separate it from another */
static gboolean
leads_out (const char *path)
{
  g_autofree char *own = g_strndup (path, strcspn (path, " ,;:\"'"));
  g_auto (GStrv) names = g_strsplit_set (own, "/\\", -1);
  int depth = 0;

  for (guint i = 0; names[i] != NULL && depth >= 0; i++)
    if (g_str_equal (names[i], ".."))
      depth--;
    else if (*names[i] != '\0' && !g_str_equal (names[i], "."))
      depth++;
  return depth < 0;
}

static void
add_template (Manifest *self, StoreTemplatePart *part, const char *text, gboolean is_argument)
{
  const char *start = text;

  for (const char *at = strchr (text, '$'); at != NULL; at = strchr (at + 1, '$'))
    {
      const char      *end;
      g_autofree char *name = dup_variable (at, &end);
      gboolean         is_whole = at == text && end != NULL && *end == '\0';

      if (name == NULL)
        continue;
      if (!has_meaning (self, name, is_argument && is_whole))
        {
          remark_on (self, name);
          continue;
        }
      if (g_str_equal (name, "__dirname") && leads_out (end))
        store_template_option_add_remark (self->option,
                                          "“%s” leads out of the folder of the bundle", at);
      if (at > start)
        store_template_part_add_text (part, start, at - start);
      add_variable (self, part, name);
      start = end;
      at = end - 1;
    }
  if (*start != '\0' || start == text)
    store_template_part_add_text (part, start, -1);
}

/* What a person fills in */

static GStrv
dup_defaults (Manifest *self, McpJsonValue value)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY)
    {
      for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each);)
        {
          g_autofree char *text = store_template_dup_scalar (each.value);
          g_autofree char *expanded = text != NULL ? dup_expanded (self, text) : NULL;

          if (expanded != NULL)
            g_strv_builder_add (builder, expanded);
        }
    }
  else
    {
      g_autofree char *text = store_template_dup_scalar (value);
      g_autofree char *expanded = text != NULL ? dup_expanded (self, text) : NULL;

      if (expanded != NULL)
        g_strv_builder_add (builder, expanded);
    }
  return g_strv_builder_end (builder);
}

static gboolean
parse_kind (const char *type, StoreInputKind *kind)
{
  static const struct
  {
    const char    *word;
    StoreInputKind kind;
  } words[] = {
    { "string", STORE_INPUT_STRING },
    { "number", STORE_INPUT_NUMBER },
    { "boolean", STORE_INPUT_BOOLEAN },
    { "directory", STORE_INPUT_DIRECTORY },
    { "file", STORE_INPUT_FILE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strcmp0 (type, words[i].word) == 0)
      {
        *kind = words[i].kind;
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_input (Manifest *self, const char *key, McpJsonValue source, GError **error)
{
  g_autofree char *type = mcp_json_value_dup_member_string (source, "type");
  g_autofree char *title = store_template_dup_text (source, "title", STORE_TEMPLATE_MAX_TEXT);
  g_autofree char *description = store_template_dup_text (source, "description",
                                                          STORE_TEMPLATE_MAX_TEXT);
  g_auto (GStrv) defaults = dup_defaults (self, mcp_json_value_get_member (source, "default"));
  McpJsonValue       minimum = mcp_json_value_get_member (source, "min");
  McpJsonValue       maximum = mcp_json_value_get_member (source, "max");
  StoreTemplateInput input = {
    .key = key,
    .title = title,
    .description = description,
    .required = mcp_json_value_get_member_boolean (source, "required", FALSE),
    .secret = mcp_json_value_get_member_boolean (source, "sensitive", FALSE),
    .multiple = mcp_json_value_get_member_boolean (source, "multiple", FALSE),
    .defaults = (const char *const *)defaults,
    .minimum = mcp_json_value_get_double (minimum, -INFINITY),
    .maximum = mcp_json_value_get_double (maximum, INFINITY),
  };

  if (!parse_kind (type, &input.kind))
    return fail (error, "the type of a setting in “user_config” is none of string, number, "
                        "boolean, directory and file");
  const StoreTemplateInput *added = store_template_option_add_input (self->option, &input);
  if (added != NULL)
    g_hash_table_insert (self->inputs, g_strdup (key), (gpointer)added);
  return TRUE;
}

static gboolean
read_inputs (Manifest *self, McpJsonValue map, GError **error)
{
  if (!mcp_json_value_exists (map))
    return TRUE;
  if (mcp_json_value_get_kind (map) != MCP_JSON_OBJECT)
    return fail (error, "“user_config” is no object");
  for (McpJsonWalk source = mcp_json_walk (map); mcp_json_walk_next (&source);)
    {
      g_autofree char *key = mcp_json_value_dup_string (source.name, NULL);

      if (g_hash_table_contains (self->inputs, key))
        return fail (error, "a setting stands twice in “user_config”");
      if (mcp_json_value_get_kind (source.value) != MCP_JSON_OBJECT)
        return fail (error, "a setting in “user_config” is no object");
      if (!read_input (self, key, source.value, error))
        return FALSE;
    }
  return TRUE;
}

/* How it is run */

/* A whole field of the platform takes the place of the general one. */
static McpJsonValue
get_field (McpJsonValue config, const char *name)
{
  McpJsonValue platform = mcp_json_value_get_member (
      mcp_json_value_get_member (config, "platform_overrides"), PLATFORM);
  McpJsonValue value = mcp_json_value_get_member (platform, name);

  return mcp_json_value_get_kind (value) > MCP_JSON_NULL
             ? value
             : mcp_json_value_get_member (config, name);
}

/* What the general environment has, and that of the platform has not, is gone. */
static void
check_environment (Manifest *self, McpJsonValue config)
{
  McpJsonValue general = mcp_json_value_get_member (config, "env");
  McpJsonValue own = get_field (config, "env");

  for (McpJsonWalk each = mcp_json_walk (general);
       mcp_json_value_get_kind (general) == MCP_JSON_OBJECT && mcp_json_walk_next (&each);)
    {
      g_autofree char *name = mcp_json_value_dup_string (each.name, NULL);

      if (!mcp_json_value_exists (mcp_json_value_get_member (own, name)))
        store_template_option_add_remark (self->option,
                                          "“%s” is not set on " PLATFORM_NAME ": the bundle has an "
                                          "environment of its own for it",
                                          name);
    }
}

static gboolean
read_config (Manifest *self, McpJsonValue config, GError **error)
{
  g_autofree char *command = mcp_json_value_dup_string (get_field (config, "command"), NULL);
  McpJsonValue     arguments = get_field (config, "args");
  McpJsonValue     environment = get_field (config, "env");

  if (command == NULL || *command == '\0')
    return fail (error, "“mcp_config” has no “command”");
  if (mcp_json_value_exists (arguments) && mcp_json_value_get_kind (arguments) != MCP_JSON_ARRAY)
    return fail (error, "“args” is no array");
  if (mcp_json_value_exists (environment) &&
      mcp_json_value_get_kind (environment) != MCP_JSON_OBJECT)
    return fail (error, "“env” is no object");
  check_environment (self, config);
  StoreTemplatePart *part = store_template_option_add_part (self->option, STORE_PART_COMMAND, NULL);
  add_template (self, part, command, FALSE);
  for (McpJsonWalk each = mcp_json_walk (arguments); mcp_json_walk_next (&each);)
    {
      g_autofree char *text = store_template_dup_scalar (each.value);

      if (text == NULL)
        return fail (error, "something in “args” is no text");
      part = store_template_option_add_part (self->option, STORE_PART_ARGUMENT, NULL);
      add_template (self, part, text, TRUE);
    }
  for (McpJsonWalk each = mcp_json_walk (environment); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);
      g_autofree char *text = store_template_dup_scalar (each.value);

      if (text == NULL)
        return fail (error, "something in “env” is no text");
      part = store_template_option_add_part (self->option, STORE_PART_VARIABLE, key);
      add_template (self, part, text, FALSE);
    }
  return TRUE;
}

/* Of a bundle for uv the way to run it need not be said. */
static void
add_uv (Manifest *self, const char *entry_point)
{
  static const char *const words[] = { "run", "--directory" };

  StoreTemplatePart *part = store_template_option_add_part (self->option, STORE_PART_COMMAND, NULL);
  store_template_part_add_text (part, "uv", -1);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      part = store_template_option_add_part (self->option, STORE_PART_ARGUMENT, NULL);
      store_template_part_add_text (part, words[i], -1);
    }
  part = store_template_option_add_part (self->option, STORE_PART_ARGUMENT, NULL);
  store_template_part_add_folder (part);
  part = store_template_option_add_part (self->option, STORE_PART_ARGUMENT, NULL);
  store_template_part_add_text (part, entry_point, -1);
}

static gboolean
is_inside (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);

  return *path != '\0' && *path != '/' && strchr (path, '\\') == NULL &&
         !g_strv_contains ((const char *const *)parts, "..");
}

static gboolean
check_required (McpJsonValue root, GError **error)
{
  static const char *const names[] = { "name", "version", "description" };
  McpJsonValue             server = mcp_json_value_get_member (root, "server");
  g_autofree char         *author = mcp_json_value_dup_member_string (
              mcp_json_value_get_member (root, "author"), "name");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *text = mcp_json_value_dup_member_string (root, names[i]);

      if (text != NULL && *text != '\0')
        continue;
      g_autofree char *what = g_strdup_printf ("“%s” is missing or no text", names[i]);
      return fail (error, what);
    }
  if (author == NULL)
    return fail (error, "“author” has no “name”");
  if (mcp_json_value_get_kind (server) != MCP_JSON_OBJECT)
    return fail (error, "“server” is missing or no object");
  return TRUE;
}

/* Versions from 0.5 on may mean something that is not known here. */
static void
check_version (StoreTemplateOption *option, McpJsonValue root)
{
  static const char *const known[] = { "0.1", "0.2", "0.3", "0.4", NULL };
  g_autofree char         *version = mcp_json_value_dup_member_string (root, "manifest_version");

  if (version == NULL)
    version = mcp_json_value_dup_member_string (root, "dxt_version");
  if (version == NULL || !g_strv_contains (known, version))
    store_template_option_add_remark (option, "The bundle's manifest is of a version that is not "
                                              "known here: it may mean something else");
}

static void
check_platform (StoreTemplateOption *option, McpJsonValue root)
{
  McpJsonValue array = mcp_json_value_get_member (
      mcp_json_value_get_member (root, "compatibility"), "platforms");

  if (mcp_json_value_get_kind (array) != MCP_JSON_ARRAY ||
      mcp_json_value_get_n_items (array) == 0 || mcp_json_value_lists (array, PLATFORM))
    return;
  store_template_option_add_remark (
      option, "The bundle's publisher does not say that it runs on " PLATFORM_NAME);
}

StoreTemplateOption *
store_template_read_manifest (McpJsonValue root, GError **error)
{
  g_autoptr (StoreTemplateOption) option = store_template_option_new ("mcpb");
  g_autoptr (GHashTable) inputs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  static const char *const types[] = { "node", "python", "binary", "uv", NULL };
  Manifest                 self = { option, inputs };
  McpJsonValue             server = mcp_json_value_get_member (root, "server");
  McpJsonValue             config = mcp_json_value_get_member (server, "mcp_config");
  g_autofree char         *type = mcp_json_value_dup_member_string (server, "type");
  g_autofree char         *entry = mcp_json_value_dup_member_string (server, "entry_point");
  gboolean                 ok;

  if (!check_required (root, error))
    return NULL;
  if (type == NULL || !g_strv_contains (types, type))
    ok = fail (error, "the type of “server” is none of node, python, binary and uv");
  else if (entry == NULL || !is_inside (entry))
    ok = fail (error, "“entry_point” is missing, or leads out of the bundle");
  else if (!read_inputs (&self, mcp_json_value_get_member (root, "user_config"), error))
    ok = FALSE;
  else if (mcp_json_value_get_kind (config) == MCP_JSON_OBJECT)
    ok = read_config (&self, config, error);
  else if (g_str_equal (type, "uv") && !mcp_json_value_exists (config))
    {
      add_uv (&self, entry);
      ok = TRUE;
    }
  else
    ok = fail (error, "“mcp_config” is missing or no object");
  if (!ok)
    return NULL;
  store_template_option_set_label (option, type);
  store_template_option_set_transport (option, STORE_TRANSPORT_STDIO);
  check_version (option, root);
  check_platform (option, root);
  return g_steal_pointer (&option);
}
