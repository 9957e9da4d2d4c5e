/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A server.json of the registry (2025-07-09 to 2025-12-11) and the remotes of a server card. */

#include "store-template-reader.h"

#include <math.h>
#include <string.h>

#define MAX_CHOICES 500u

/* How a package of each kind is run. */
typedef struct
{
  const char *word;
  const char *runner;         /* where the publisher names none */
  const char *address;        /* where packages come from unless another registry is named */
  const char *address_option; /* (nullable): of the runner, for another registry */
} Kind;

static const Kind kinds[] = {
  { "npm", "npx", "https://registry.npmjs.org", "--registry=" },
  { "pypi", "uvx", "https://pypi.org", "--default-index=" },
  { "oci", "docker", "https://docker.io", NULL },
  { "nuget", "dnx", "https://api.nuget.org", "--source=" },
};

/* A member by its name of today, or by that of the first schemas: isRequired, is_required. */
static McpJsonValue
get (McpJsonValue object, const char *name)
{
  McpJsonValue value = mcp_json_value_get_member (object, name);

  if (mcp_json_value_exists (value))
    return value;
  g_autoptr (GString) snake = g_string_new (NULL);
  for (; *name != '\0'; name++)
    {
      if (g_ascii_isupper (*name))
        g_string_append_c (snake, '_');
      g_string_append_c (snake, g_ascii_tolower (*name));
    }
  return mcp_json_value_get_member (object, snake->str);
}

static gboolean
is_true (McpJsonValue object, const char *name)
{
  return mcp_json_value_get_boolean (get (object, name), FALSE);
}

static char *
dup_member (McpJsonValue object, const char *name)
{
  return store_template_dup_scalar (get (object, name));
}

/* Inputs */

static GStrv
dup_choices (McpJsonValue array)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint n = 0;

  for (McpJsonWalk each = mcp_json_walk (array);
       mcp_json_value_get_kind (array) == MCP_JSON_ARRAY && n < MAX_CHOICES &&
       mcp_json_walk_next (&each);)
    {
      g_autofree char *text = store_template_dup_scalar (each.value);

      if (text == NULL)
        continue;
      g_strv_builder_add (builder, text);
      n++;
    }
  return g_strv_builder_end (builder);
}

/* @key: what the person calls it */
static const StoreTemplateInput *
add_input (StoreTemplateOption *option, const char *key, McpJsonValue source)
{
  g_autofree char *description = store_template_dup_text (source, "description",
                                                          STORE_TEMPLATE_MAX_TEXT);
  g_autofree char *placeholder = store_template_dup_text (source, "placeholder",
                                                          STORE_TEMPLATE_MAX_TEXT);
  g_autofree char *format = dup_member (source, "format");
  g_autofree char *fallback = dup_member (source, "default");
  g_auto (GStrv) choices = dup_choices (get (source, "choices"));
  const char        *defaults[] = { fallback, NULL };
  StoreTemplateInput input = {
    .key = key,
    .title = key,
    .description = description,
    .required = is_true (source, "isRequired"),
    .secret = is_true (source, "isSecret"),
    .multiple = is_true (source, "isRepeated"),
    .defaults = defaults,
    .placeholder = placeholder,
    .minimum = -INFINITY,
    .maximum = INFINITY,
    .choices = (const char *const *)choices,
  };

  if (*choices != NULL)
    input.kind = STORE_INPUT_CHOICE;
  else if (g_strcmp0 (format, "number") == 0)
    input.kind = STORE_INPUT_NUMBER;
  else if (g_strcmp0 (format, "boolean") == 0)
    input.kind = STORE_INPUT_BOOLEAN;
  else if (g_strcmp0 (format, "filepath") == 0 || g_strcmp0 (format, "file_path") == 0)
    input.kind = STORE_INPUT_FILE;
  return store_template_option_add_input (option, &input);
}

/* The input of a variable in curly brackets; @known remembers those of this value. */
static const StoreTemplateInput *
get_variable (StoreTemplateOption *option,
              GHashTable          *known,
              McpJsonValue         variables,
              const char          *name)
{
  const StoreTemplateInput *input = g_hash_table_lookup (known, name);
  McpJsonValue              source = mcp_json_value_get_member (variables, name);

  if (input == NULL && mcp_json_value_get_kind (source) == MCP_JSON_OBJECT)
    {
      input = add_input (option, name, source);
      g_hash_table_insert (known, g_strdup (name), (gpointer)input);
    }
  return input;
}

/* Whether what is in brackets looks as the name of a variable does. */
static gboolean
is_name (const char *text)
{
  return g_regex_match_simple ("^[A-Za-z_][A-Za-z0-9_.-]{0,59}$", text, G_REGEX_DOLLAR_ENDONLY, 0);
}

/* "Bearer {token}": a variable that is described becomes an input, or its fixed value; other
 * brackets are text, which is said where they look like a variable. */
static void
add_template (StoreTemplateOption *option,
              StoreTemplatePart   *part,
              const char          *text,
              McpJsonValue         variables)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *start = text;

  for (const char *at = strchr (text, '{'); at != NULL; at = strchr (at + 1, '{'))
    {
      const char      *end = strchr (at, '}');
      g_autofree char *name =
          end != NULL ? g_strndup (at + 1, (gsize)(end - at - 1)) : NULL;
      const StoreTemplateInput *input = NULL;

      if (end == NULL)
        break;
      g_autofree char *fixed = dup_member (mcp_json_value_get_member (variables, name), "value");
      if (fixed == NULL)
        input = get_variable (option, known, variables, name);
      if (fixed == NULL && input == NULL)
        {
          if (is_name (name))
            store_template_option_add_remark (option,
                                              "“%s{%s}” is a variable that the publisher does not "
                                              "describe: it stays as it is written",
                                              at > text && at[-1] == '$' ? "$" : "", name);
          continue;
        }
      if (at > start)
        store_template_part_add_text (part, start, at - start);
      if (fixed != NULL)
        store_template_part_add_text (part, fixed, -1);
      else
        store_template_part_add_input (part, input);
      at = end;
      start = end + 1;
    }
  if (*start != '\0' || start == text)
    store_template_part_add_text (part, start, -1);
}

/* A value that the publisher has set, or an input for it. */
static void
add_value (StoreTemplateOption *option,
           StoreTemplatePart   *part,
           const char          *key,
           McpJsonValue         source)
{
  g_autofree char *value = dup_member (source, "value");

  if (value != NULL)
    add_template (option, part, value, get (source, "variables"));
  else
    store_template_part_add_input (part, add_input (option, key, source));
}

/* Arguments */

static gboolean
has_any (McpJsonValue object, const char *const *names)
{
  for (; *names != NULL; names++)
    if (mcp_json_value_exists (get (object, *names)))
      return TRUE;
  return FALSE;
}

static const char *
skip_dashes (const char *name)
{
  while (*name == '-')
    name++;
  return name;
}

/* An option without anything that tells of a value is a switch: one that is always there where it
 * is required, or nobody is told what it does. */
static gboolean
add_switch (StoreTemplateOption *option,
            StoreTemplatePart  **part,
            const char          *name,
            McpJsonValue         source)
{
  static const char *const  of_values[] = { "value", "valueHint", "default",
                                            "choices", "placeholder", NULL };
  static const char *const  of_persons[] = { "description", "format", NULL };
  g_autofree char          *format = dup_member (source, "format");
  McpJsonValue              none = MCP_JSON_NO_VALUE;
  const StoreTemplateInput *input;

  if (g_strcmp0 (format, "boolean") == 0 && !mcp_json_value_exists (get (source, "value")))
    {
      input = add_input (option, skip_dashes (name), source);
      *part = store_template_option_add_part (option, STORE_PART_ARGUMENT, name);
      store_template_part_add_input (*part, input);
      store_template_part_set_switch (*part);
      return TRUE;
    }
  if (has_any (source, of_values) || is_true (source, "isSecret") || is_true (source, "isRepeated"))
    return FALSE;
  if (!has_any (source, of_persons))
    {
      *part = store_template_option_add_part (option, STORE_PART_ARGUMENT, NULL);
      add_template (option, *part, name, none);
      return TRUE;
    }
  return FALSE;
}

static void
add_argument (StoreTemplateOption *option, McpJsonValue source)
{
  g_autofree char   *name = dup_member (source, "name");
  g_autofree char   *hint = dup_member (source, "valueHint");
  StoreTemplatePart *part;

  if (mcp_json_value_string_equals (mcp_json_value_get_member (source, "type"), "named") &&
      name != NULL && *name != '\0')
    {
      g_autofree char *key = g_strdup (skip_dashes (name));

      if (add_switch (option, &part, name, source))
        return;
      if (g_str_has_suffix (key, "="))
        key[strlen (key) - 1] = '\0';
      part = store_template_option_add_part (option, STORE_PART_ARGUMENT, name);
      add_value (option, part, *key != '\0' ? key : name, source);
      return;
    }
  part = store_template_option_add_part (option, STORE_PART_ARGUMENT, NULL);
  add_value (option, part, hint != NULL && *hint != '\0' ? hint : name != NULL ? name
                                                                               : "argument",
             source);
}

static void
add_arguments (StoreTemplateOption *option, McpJsonValue array)
{
  for (McpJsonWalk each = mcp_json_walk (array);
       mcp_json_value_get_kind (array) == MCP_JSON_ARRAY && mcp_json_walk_next (&each);)
    if (mcp_json_value_get_kind (each.value) == MCP_JSON_OBJECT)
      add_argument (option, each.value);
}

static void
add_text (StoreTemplateOption *option, const char *text)
{
  StoreTemplatePart *part = store_template_option_add_part (option, STORE_PART_ARGUMENT, NULL);

  store_template_part_add_text (part, text, -1);
}

/* Whether one of the arguments, as far as the publisher has set it, is @word. */
static gboolean
has_argument (McpJsonValue array, const char *word)
{
  for (McpJsonWalk each = mcp_json_walk (array); mcp_json_walk_next (&each);)
    {
      g_autofree char *name = dup_member (each.value, "name");
      g_autofree char *value = dup_member (each.value, "value");

      if (g_strcmp0 (name, word) == 0 || (name == NULL && g_strcmp0 (value, word) == 0))
        return TRUE;
    }
  return FALSE;
}

/* Packages */

/* What goes into a command line between its options: it must not be one of them. */
static gboolean
is_safe (const char *text)
{
  if (*text == '\0' || *text == '-' || strlen (text) > 1000)
    return FALSE;
  for (; *text != '\0'; text++)
    if ((guchar)*text <= ' ' || *text == 127)
      return FALSE;
  return TRUE;
}

/* A runner is a program on the path, never a file of the publisher's choice. */
static gboolean
is_runner (const char *text)
{
  if (!is_safe (text) || strlen (text) > 100)
    return FALSE;
  for (; *text != '\0'; text++)
    if (!g_ascii_isalnum (*text) && strchr ("._-", *text) == NULL)
      return FALSE;
  return TRUE;
}

/* Variables of the environment, or headers. @parts: (nullable) (element-type StoreTemplatePart):
 * gets them */
static void
add_named (StoreTemplateOption *option, StorePartPlace place, McpJsonValue array, GPtrArray *parts)
{
  for (McpJsonWalk each = mcp_json_walk (array);
       mcp_json_value_get_kind (array) == MCP_JSON_ARRAY && mcp_json_walk_next (&each);)
    {
      g_autofree char *name = dup_member (each.value, "name");

      if (name == NULL || *name == '\0')
        continue;
      StoreTemplatePart *part = store_template_option_add_part (option, place, name);
      add_value (option, part, name, each.value);
      if (parts != NULL)
        g_ptr_array_add (parts, part);
    }
}

/* docker run -i --rm -e NAME … image: the value comes from our environment and is in no
 * argument. */
static void
add_docker (StoreTemplateOption *option, McpJsonValue runtime, GPtrArray *variables)
{
  McpJsonValue     first = mcp_json_value_get_item (runtime, 0);
  g_autofree char *value = dup_member (first, "value");
  gboolean         has_run = g_strcmp0 (value, "run") == 0 &&
                     !mcp_json_value_exists (mcp_json_value_get_member (first, "name"));

  if (!has_run)
    {
      add_text (option, "run");
      if (!has_argument (runtime, "-i") && !has_argument (runtime, "--interactive"))
        add_text (option, "-i");
      if (!has_argument (runtime, "--rm"))
        add_text (option, "--rm");
    }
  add_arguments (option, runtime);
  for (guint i = 0; i < variables->len; i++)
    {
      const StoreTemplatePart *variable = variables->pdata[i];

      StoreTemplatePart *flag = store_template_option_add_part (option, STORE_PART_ARGUMENT, NULL);
      store_template_part_add_text (flag, "-e", -1);
      store_template_part_set_follows (flag, variable);
      StoreTemplatePart *name = store_template_option_add_part (option, STORE_PART_ARGUMENT, NULL);
      store_template_part_add_text (name, store_template_part_get_name (variable), -1);
      store_template_part_set_follows (name, variable);
    }
}

/* The name with its version as the runner spells it. Returns: (transfer full) */
static char *
dup_package (const char *word, const char *identifier, const char *version, const char *address)
{
  g_autofree char *image = NULL;

  if (!g_str_equal (word, "oci"))
    {
      if (version == NULL)
        return g_strdup (identifier);
      return g_strconcat (identifier,
                          g_str_equal (word, "pypi") && !g_str_equal (version, "latest") ? "=="
                                                                                         : "@",
                          version, NULL);
    }
  /* Earlier schemas have the host and the tag of an image apart. */
  if (address != NULL && strstr (address, "://") != NULL && strstr (address, "docker.io") == NULL)
    {
      const char *host = strstr (address, "://") + 3;

      if (!g_str_has_prefix (identifier, host))
        image = g_build_path ("/", host, identifier, NULL);
    }
  if (image == NULL)
    image = g_strdup (identifier);
  const char *name = strrchr (image, '/') != NULL ? strrchr (image, '/') : image;
  if (version == NULL || strpbrk (name, ":@") != NULL)
    return g_steal_pointer (&image);
  return g_strconcat (image, ":", version, NULL);
}

static const Kind *
find_kind (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].word, word))
      return &kinds[i];
  return NULL;
}

/* What a runner wants to hear before it fetches and runs without a question */
static void
add_runner_words (StoreTemplateOption *option,
                  const Kind          *kind,
                  const char          *runner,
                  const char          *address,
                  McpJsonValue         runtime)
{
  if (g_str_equal (runner, "npx") && !has_argument (runtime, "-y") &&
      !has_argument (runtime, "--yes"))
    add_text (option, "-y");
  if (address != NULL && kind->address_option != NULL &&
      !g_str_has_prefix (address, kind->address) && g_str_equal (runner, kind->runner))
    {
      g_autofree char *text = g_strconcat (kind->address_option, address, NULL);

      add_text (option, text);
    }
}

typedef struct
{
  char *identifier;
  char *version; /* (nullable) */
  char *address; /* (nullable): of the registry */
  char *runner;
} Package;

static void
package_clear (Package *self)
{
  g_free (self->identifier);
  g_free (self->version);
  g_free (self->address);
  g_free (self->runner);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Package, package_clear)

static gboolean
check_package (StoreTemplateOption *option, const Package *package)
{
  if (package->identifier == NULL || !is_safe (package->identifier))
    store_template_option_set_problem (option, NULL,
                                       "The publisher of the server gave the package a name that "
                                       "cannot be one");
  else if ((package->version != NULL && !is_safe (package->version)) ||
           (package->address != NULL && !is_safe (package->address)))
    store_template_option_set_problem (option, NULL,
                                       "The publisher of the server gave the package a version or "
                                       "a registry that cannot be one");
  else if (!is_runner (package->runner))
    store_template_option_set_problem (option, NULL,
                                       "The publisher of the server names a program to run it with "
                                       "that is not one of this system's");
  return store_template_option_get_problem (option) == NULL;
}

static void
add_command (StoreTemplateOption *option,
             const Kind          *kind,
             const Package       *package,
             McpJsonValue         source)
{
  g_autoptr (GPtrArray) variables = g_ptr_array_new ();
  McpJsonValue       runtime = get (source, "runtimeArguments");
  StoreTemplatePart *part = store_template_option_add_part (option, STORE_PART_COMMAND, NULL);
  g_autofree char   *text = dup_package (kind->word, package->identifier, package->version,
                                         package->address);
  gboolean           is_dnx = g_str_equal (package->runner, "dnx");

  store_template_part_add_text (part, package->runner, -1);
  add_named (option, STORE_PART_VARIABLE, get (source, "environmentVariables"), variables);
  add_runner_words (option, kind, package->runner, package->address, runtime);
  if (g_str_equal (kind->word, "oci"))
    add_docker (option, runtime, variables);
  else
    add_arguments (option, runtime);
  add_text (option, text);
  if (is_dnx && !has_argument (runtime, "--yes") && !has_argument (runtime, "-y"))
    add_text (option, "--yes");
  if (is_dnx && mcp_json_value_get_n_items (get (source, "packageArguments")) > 0)
    add_text (option, "--");
  add_arguments (option, get (source, "packageArguments"));
}

/* What we cannot run, and where the person goes on. */
static gboolean
check_kind (StoreTemplateOption *option,
            const char          *word,
            const char          *identifier,
            McpJsonValue         transport)
{
  g_autofree char *type = dup_member (transport, "type");
  gboolean         is_link = identifier != NULL && g_str_has_prefix (identifier, "https://");

  if (g_str_equal (word, "mcpb"))
    store_template_option_set_problem (option, is_link ? identifier : NULL,
                                       "The server comes as a bundle: download it%s%s and open the "
                                       "file",
                                       is_link ? " from " : "", is_link ? identifier : "");
  else if (find_kind (word) == NULL)
    store_template_option_set_problem (option, NULL,
                                       "Packages of the kind “%s” cannot be started from here: "
                                       "install it as its publisher says, and add its command",
                                       word);
  else if (type != NULL && !g_str_equal (type, "stdio"))
    store_template_option_set_problem (option, NULL,
                                       "The server is started by itself and listens at an address: "
                                       "start it as its publisher says, and add the address");
  return store_template_option_get_problem (option) == NULL;
}

static StoreTemplateOption *
read_package (McpJsonValue source)
{
  g_autofree char *word = dup_member (source, "registryType");
  g_auto (Package) package = { NULL };
  g_autofree char *hint = dup_member (source, "runtimeHint");
  g_autofree char *label = NULL;

  if (word == NULL)
    word = dup_member (source, "registryName");
  if (word == NULL || *word == '\0')
    {
      g_free (word);
      word = g_strdup ("package");
    }
  if (g_str_equal (word, "docker"))
    {
      g_free (word);
      word = g_strdup ("oci");
    }
  StoreTemplateOption *option = store_template_option_new (word);
  package.identifier = dup_member (source, "identifier");
  if (package.identifier == NULL)
    package.identifier = dup_member (source, "name");
  package.version = dup_member (source, "version");
  if (package.version != NULL && *package.version == '\0')
    g_clear_pointer (&package.version, g_free);
  package.address = dup_member (source, "registryBaseUrl");
  label = g_strjoin (" ", package.identifier != NULL ? package.identifier : word, package.version,
                     NULL);
  store_template_option_set_label (option, label);
  if (!check_kind (option, word, package.identifier, get (source, "transport")))
    return option;
  package.runner = g_strdup (hint != NULL && *hint != '\0' ? hint : find_kind (word)->runner);
  store_template_option_set_transport (option, STORE_TRANSPORT_STDIO);
  if (check_package (option, &package))
    add_command (option, find_kind (word), &package, source);
  return option;
}

/* Remotes */

static StoreTemplateOption *
read_remote (McpJsonValue source)
{
  g_autofree char     *type = dup_member (source, "type");
  g_autofree char     *url = dup_member (source, "url");
  StoreTemplateOption *option;

  if (type == NULL)
    type = dup_member (source, "transportType");
  gboolean is_sse = g_strcmp0 (type, "sse") == 0;
  option = store_template_option_new (type != NULL && *type != '\0' ? type : "streamable-http");
  store_template_option_set_label (option, url != NULL ? url : "");
  if (type != NULL && !is_sse && !g_str_equal (type, "streamable-http") &&
      !g_str_equal (type, "streamable") && !g_str_equal (type, "http"))
    store_template_option_set_problem (option, NULL,
                                       "The server is reached by “%s”, which is not known here",
                                       type);
  else if (url == NULL || !(g_str_has_prefix (url, "https://") ||
                            g_str_has_prefix (url, "http://") || *url == '{'))
    store_template_option_set_problem (option, NULL,
                                       "The publisher of the server gave it an address that cannot "
                                       "be one");
  if (store_template_option_get_problem (option) != NULL)
    return option;
  store_template_option_set_transport (option,
                                       is_sse ? STORE_TRANSPORT_SSE : STORE_TRANSPORT_HTTP);
  StoreTemplatePart *part = store_template_option_add_part (option, STORE_PART_URL, NULL);
  add_template (option, part, url, get (source, "variables"));
  add_named (option, STORE_PART_HEADER, get (source, "headers"), NULL);
  return option;
}

static void
read_all (McpJsonValue array, StoreTemplateOption *(*read) (McpJsonValue), GPtrArray *options)
{
  for (McpJsonWalk each = mcp_json_walk (array);
       mcp_json_value_get_kind (array) == MCP_JSON_ARRAY &&
       options->len < STORE_TEMPLATE_MAX_OPTIONS && mcp_json_walk_next (&each);)
    if (mcp_json_value_get_kind (each.value) == MCP_JSON_OBJECT)
      g_ptr_array_add (options, read (each.value));
}

void
store_template_read_server (McpJsonValue root, GPtrArray *options)
{
  read_all (mcp_json_value_get_member (root, "packages"), read_package, options);
  read_all (mcp_json_value_get_member (root, "remotes"), read_remote, options);
}
