/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-import.h"

#include "mcp-object.h"
#include "store-client-bridge.h"
#include "store-client-layers.h"
#include "store-client-link.h"
#include "store-client-reader.h"
#include "store-client-switch.h"
#include "store-client-variables.h"
#include "store-error.h"
#include "store-file.h"
#include "store-toml.h"
#include "store-yaml-member-editor.h"

#include <string.h>

/* A list of servers that no person looks through. */
#define MAX_SERVERS 1000

struct _StoreClientImport
{
  GPtrArray               *profiles;
  GPtrArray               *notes;
  const StoreClientFormat *format; /* (nullable) */
  char                    *path;   /* (nullable) */
  gboolean                 empty;
  guint                    n_left_out; /* servers that are too many */
  StoreClientPlace        *place;      /* (nullable): of a known application */
  StoreClientLayers       *layers;     /* (nullable): below the place, once one is looked for */
  gboolean                 alone;      /* nothing but its map counts */
  GError                  *error;      /* (nullable) */
};

static StoreClientImport *
import_new (void)
{
  StoreClientImport *self = g_atomic_rc_box_new0 (StoreClientImport);

  self->profiles = g_ptr_array_new_with_free_func (g_object_unref);
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify)store_note_free);
  return self;
}

static void
clear (StoreClientImport *self)
{
  g_ptr_array_unref (self->profiles);
  g_ptr_array_unref (self->notes);
  g_free (self->path);
  g_clear_pointer (&self->place, store_client_place_unref);
  g_clear_pointer (&self->layers, store_client_layers_free);
  g_clear_error (&self->error);
}

void
store_client_import_unref (StoreClientImport *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)clear);
}

MCP_DEFINE_PLAIN_GETTER (GPtrArray *, StoreClientImport, store_client_import, profiles)

static gboolean
has_server (StoreClientImport *self, const char *name)
{
  for (guint i = 0; i < self->profiles->len; i++)
    if (g_strcmp0 (store_profile_get_name (self->profiles->pdata[i]), name) == 0)
      return TRUE;
  return FALSE;
}

/* What @other has and @self has not. */
static void
take_others (StoreClientImport *self, StoreClientImport *other)
{
  /* What is wrong with an entry that is not used is not worth a word. */
  for (guint i = other->notes->len; i > 0; i--)
    if (has_server (self, ((StoreNote *)other->notes->pdata[i - 1])->field))
      g_ptr_array_remove_index (other->notes, i - 1);
  for (guint i = 0; i < other->profiles->len; i++)
    if (!has_server (self, store_profile_get_name (other->profiles->pdata[i])))
      g_ptr_array_add (self->profiles, g_object_ref (other->profiles->pdata[i]));
  while (other->notes->len > 0)
    g_ptr_array_add (self->notes, g_ptr_array_steal_index (other->notes, 0));
  self->empty = self->empty && other->empty;
}

void
store_client_import_unwrap (StoreClientImport *self)
{
  for (guint i = 0; i < self->profiles->len; i++)
    store_client_bridge_unwrap (self->profiles->pdata[i], self->notes);
}

MCP_DEFINE_PLAIN_GETTER (GPtrArray *, StoreClientImport, store_client_import, notes)

MCP_DEFINE_READER (gboolean, store_client_import_is_empty, StoreClientImport, self != NULL, empty)

MCP_DEFINE_PLAIN_GETTER (const GError *, StoreClientImport, store_client_import, error)
MCP_DEFINE_PLAIN_GETTER (const StoreClientFormat *, StoreClientImport, store_client_import, format)
MCP_DEFINE_PLAIN_GETTER (const char *, StoreClientImport, store_client_import, path)

/* @text: (nullable) */
static void
note_unknown (StoreClientImport *self, StoreProfile *profile, const char *field, const char *text)
{
  g_autofree char *unknown = text != NULL ? store_client_variables_dup_unknown (text) : NULL;

  if (unknown != NULL)
    store_note_add (self->notes, STORE_NOTE_ATTENTION, field,
                    "“%s”: “%s” in %s is no variable that is known: it stays as it is written.",
                    store_profile_get_name (profile), unknown, field);
}

/* @profile: (transfer full) */
static void
take (StoreClientImport *self, StoreProfile *profile)
{
  const StoreEndpoint  *endpoint = store_profile_get_endpoint (profile);
  const StoreVariables *lists[] = { endpoint->environment, endpoint->headers };

  g_ptr_array_add (self->profiles, profile);
  note_unknown (self, profile, "command", endpoint->command);
  for (guint i = 0; endpoint->arguments[i] != NULL; i++)
    note_unknown (self, profile, "args", endpoint->arguments[i]);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < store_variables_get_n_items (lists[i]); j++)
      note_unknown (self, profile, store_variables_get_name (lists[i], j),
                    store_variables_get_value (lists[i], j));
  note_unknown (self, profile, "working-directory", endpoint->working_directory);
  note_unknown (self, profile, "url", endpoint->url);
}

/* Finding the servers in a document */

static void
add (StoreClientImport *self, const char *name, McpJsonValue object)
{
  if (self->profiles->len >= MAX_SERVERS)
    {
      self->n_left_out++;
      return;
    }
  if (self->place != NULL && self->layers == NULL)
    self->layers = store_client_layers_new (self->place);
  if (self->layers != NULL)
    object = store_client_layers_merge (self->layers, name, object);
  StoreProfile *profile = store_client_reader_read (self->format, name, object, self->notes);
  if (profile != NULL)
    take (self, profile);
}

/* Whether it is the member that leads to another map. */
static gboolean
is_way (StoreClientImport *self, const char *key)
{
  return self->place != NULL && store_client_place_is_way (self->place, key);
}

/* @others: only those that have no namesake yet */
static void
add_map (StoreClientImport *self, McpJsonValue map, gboolean others)
{
  for (McpJsonWalk each = mcp_json_walk (map); mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_exists (each.name)
                                 ? mcp_json_value_dup_string (each.name, NULL)
                                 : mcp_json_value_dup_member_string (each.value, "name");

      if (key != NULL && (others ? has_server (self, key) : is_way (self, key)))
        continue;
      if (store_client_reader_is_inner (each.value))
        store_note_add (self->notes, STORE_NOTE_INFORMATION, NULL,
                        "“%s” is a part of the application and no server.",
                        key != NULL ? key : "server");
      else
        add (self, key != NULL ? key : "server", each.value);
    }
}

/* A map of servers, or an array of servers that have names. */
static gboolean
is_map (McpJsonValue value)
{
  gboolean any = FALSE;

  for (McpJsonWalk each = mcp_json_walk (value); mcp_json_walk_next (&each);)
    any = any || store_client_reader_is_entry (each.value);
  return any;
}

/* The place of servers under any name that an application gives it */
static McpJsonValue
find_named_map (McpJsonValue root)
{
  static const char *const names[] = { "mcpServers", "servers", "context_servers", "mcp_servers",
                                       "amp.mcpServers", "extensions" };
  McpJsonValue             value;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      value = mcp_json_value_get_member (root, names[i]);
      if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT
              ? !g_str_equal (names[i], "extensions") || is_map (value)
              : mcp_json_value_get_kind (value) == MCP_JSON_ARRAY && is_map (value))
        return value;
    }
  value = mcp_json_value_get_member (root, "mcp");
  if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT)
    {
      McpJsonValue inner = mcp_json_value_get_member (value, "servers");

      return mcp_json_value_get_kind (inner) == MCP_JSON_OBJECT ? inner : value;
    }
  return MCP_JSON_NO_VALUE;
}

/* Where the application itself looks, else where servers commonly are. */
static McpJsonValue
find_map (StoreClientImport *self, McpJsonValue root)
{
  McpJsonValue value;

  if (self->format == NULL)
    return find_named_map (root);
  value = store_client_object_follow (root, self->alone ? store_client_place_get_root (self->place)
                                                        : self->format->root);
  if (mcp_json_value_get_kind (value) == MCP_JSON_OBJECT ||
      (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY && self->format->members.name != NULL))
    return value;
  return self->alone && g_strv_length ((char **)store_client_place_get_root (self->place)) > 1
             ? MCP_JSON_NO_VALUE
             : find_named_map (root);
}

/* Claude Code has servers for each folder that it was used in, and starts them there.
 * Returns: whether there is any such place */
static gboolean
add_projects (StoreClientImport *self, McpJsonValue root)
{
  gboolean found = FALSE;

  for (McpJsonWalk project = mcp_json_walk (mcp_json_value_get_member (root, "projects"));
       mcp_json_walk_next (&project);)
    {
      McpJsonValue     map = mcp_json_value_get_member (project.value, "mcpServers");
      g_autofree char *folder = mcp_json_value_exists (project.name)
                                    ? mcp_json_value_dup_string (project.name, NULL)
                                    : NULL;
      guint            before = self->profiles->len;

      if (mcp_json_value_get_kind (map) != MCP_JSON_OBJECT)
        continue;
      found = TRUE;
      add_map (self, map, FALSE);
      for (guint i = before; i < self->profiles->len; i++)
        {
          const StoreEndpoint *endpoint = store_profile_get_endpoint (self->profiles->pdata[i]);

          if (folder != NULL && g_path_is_absolute (folder) && endpoint->command != NULL &&
              endpoint->working_directory == NULL)
            g_object_set (self->profiles->pdata[i], "working-directory", folder, NULL);
        }
    }
  return found;
}

static char *
name_of_entry (McpJsonValue object)
{
  char *name = mcp_json_value_dup_member_string (object, "name");

  if (name != NULL && *name != '\0')
    return name;
  g_free (name);
  g_autofree char *url = mcp_json_value_dup_member_string (object, "url");
  g_autoptr (GUri) uri = url != NULL ? g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL) : NULL;
  return g_strdup (uri != NULL && g_uri_get_host (uri) != NULL ? g_uri_get_host (uri) : "server");
}

/* What the application keeps beside its servers: those that it does not use, and what it asks the
 * person for. */
static void
read_beside (StoreClientImport *self, McpJsonValue root)
{
  McpJsonValue inputs =
      self->format->inputs != NULL ? store_client_object_follow (root, self->format->inputs)
                                   : MCP_JSON_NO_VALUE;

  for (guint i = 0; i < self->profiles->len; i++)
    {
      StoreProfile *profile = g_ptr_array_index (self->profiles, i);

      if (store_client_switch_is_off (self->place, root, store_profile_get_name (profile)))
        g_object_set (profile, "enabled", FALSE, NULL);
      store_client_reader_read_inputs (profile, inputs);
    }
}

/* Returns: whether the document has a place for servers, be it empty */
static gboolean
read_document (StoreClientImport *self, McpJsonValue root)
{
  McpJsonValue map = find_map (self, root);
  gboolean     found = mcp_json_value_exists (map);

  /* Settings of an application are full of things that have a command or a URL. */
  if (!found && self->format == NULL && store_client_reader_is_entry (root))
    {
      g_autofree char *name = name_of_entry (root);

      add (self, name, root);
      return TRUE;
    }
  if (!found && self->format == NULL && is_map (root))
    {
      map = root;
      found = TRUE;
    }
  add_map (self, map, FALSE);
  if (self->format != NULL && !self->alone && self->format->second_root != NULL)
    add_map (self, store_client_object_follow (root, self->format->second_root), TRUE);
  if (self->place != NULL)
    read_beside (self, root);
  return (!self->alone && add_projects (self, root)) || found;
}

/* An application's settings need not have servers; in any other file they are looked for. */
static gboolean
read_root (StoreClientImport *self, McpJsonValue root, GError **error)
{
  gboolean found = !self->empty && read_document (self, root);

  if (self->n_left_out > 0)
    store_note_add (self->notes, STORE_NOTE_LOSS, "servers",
                    "%u more servers were left out: a file gives %u at most. Import the others "
                    "from a file of their own.",
                    self->n_left_out, MAX_SERVERS);
  if (self->empty || found || self->format != NULL)
    return TRUE;
  g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                       "There are no MCP servers in it: “mcpServers”, “servers”, "
                       "“context_servers”, “mcp_servers” or “extensions” is expected");
  return FALSE;
}

static gboolean
read_json (StoreClientImport *self, GBytes *bytes, GError **error)
{
  g_autoptr (McpJsonEditor) editor = NULL;
  McpJsonPlace place;
  GError      *problem = NULL;

  if (g_bytes_get_size (bytes) > STORE_CLIENT_MAX_BYTES)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE, "The text is larger than %u bytes",
                   STORE_CLIENT_MAX_BYTES);
      return FALSE;
    }
  editor = mcp_json_editor_new (bytes, MCP_JSON_SYNTAX_COMMENTS, &place, &problem);
  if (editor == NULL)
    {
      store_error_propagate_json (error, problem, &place);
      return FALSE;
    }
  self->empty = mcp_json_editor_is_empty (editor);
  return read_root (self, mcp_json_editor_get (editor, (const char *const[]){ NULL }), error);
}

/* Kinds of text */

static gboolean
has_suffix (const char *path, const char *suffix)
{
  return path != NULL && g_str_has_suffix (path, suffix);
}

/* Comments come before what tells. */
#define REMARKS "\\A\\s*+(?:#[^\\n]*+\\n\\s*+)*+"

static gboolean
is_toml (const char *path, const char *text)
{
  return has_suffix (path, ".toml") ||
         g_regex_match_simple (REMARKS "(\\[\\[?[A-Za-z_][\\w.\\- \"']*\\]\\]?[ \\t\\r]*(#.*)?$"
                                       "|[\\w.\\-]+[ \\t]*=[ \\t]*[\"'\\[{\\d])",
                               text, G_REGEX_MULTILINE, 0);
}

static gboolean
is_yaml (const char *path, const char *text)
{
  return has_suffix (path, ".yaml") || has_suffix (path, ".yml") ||
         g_regex_match_simple (REMARKS "(---\\s|[\\w.\\-]+:\\s)", text, 0, 0);
}

static gboolean
is_xml (const char *text)
{
  return g_regex_match_simple ("\\A\\s*+<", text, 0, 0);
}

static gboolean
read_toml (StoreClientImport *self, const char *text, GError **error)
{
  g_autoptr (GBytes) json = store_toml_to_json (text, error);

  return json != NULL && read_json (self, json, error);
}

static gboolean
read_yaml (StoreClientImport *self, GBytes *bytes, GError **error)
{
  g_autoptr (StoreYamlMemberEditor) editor = store_yaml_member_editor_new (bytes, error);

  if (editor == NULL)
    return FALSE;
  McpJsonValue root = store_yaml_member_editor_get (editor, (const char *const[]){ NULL });
  self->empty = mcp_json_value_get_kind (root) == MCP_JSON_OBJECT &&
                mcp_json_value_get_n_items (root) == 0;
  return read_root (self, root, error);
}

/* An application reads its file in one language, whatever is in there. */
static StoreClientLanguage
find_language (StoreClientImport *self, const char *text)
{
  if (self->format != NULL)
    return self->format->language;
  if (is_yaml (self->path, text))
    return STORE_CLIENT_YAML;
  return is_toml (self->path, text) ? STORE_CLIENT_TOML : STORE_CLIENT_JSON;
}

static gboolean
read_file (StoreClientImport *self, GBytes *bytes, GError **error)
{
  gsize            size;
  const char      *data = g_bytes_get_data (bytes, &size);
  g_autofree char *text = g_strndup (data != NULL ? data : "", size);

  if (strlen (text) < size || !g_utf8_validate (text, (gssize)size, NULL))
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                           "This is not text: JSON, TOML or YAML in UTF-8 is expected");
      return FALSE;
    }
  if (is_xml (text))
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                           "This is XML, and servers are read from JSON, TOML and YAML only. Add "
                           "the server by its command or URL");
      return FALSE;
    }
  switch (find_language (self, text))
    {
    case STORE_CLIENT_YAML:
      return read_yaml (self, bytes, error);
    case STORE_CLIENT_TOML:
      return read_toml (self, text, error);
    case STORE_CLIENT_JSON:
    default:
      return read_json (self, bytes, error);
    }
}

static void
set_origin (StoreClientImport *self, StoreOrigin origin)
{
  for (guint i = 0; i < self->profiles->len; i++)
    g_object_set (g_ptr_array_index (self->profiles, i), "origin", origin, "source",
                  origin == STORE_ORIGIN_IMPORTED && self->format != NULL ? self->format->name
                                                                          : NULL,
                  NULL);
}

/* What was pasted */

/* Takes the marks of a code block away. */
static char *
strip (const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, length);
  char            *start = g_strstrip (copy);
  char            *end;

  if (g_str_has_prefix (start, "\357\273\277"))
    start += 3;
  if (g_str_has_prefix (start, "```"))
    {
      start = strchrnul (start, '\n');
      end = g_strrstr (start, "```");
      if (end != NULL)
        *end = '\0';
    }
  return g_strdup (g_strstrip (start));
}

static gboolean
read_text (StoreClientImport *self, const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  StoreProfile *profile;

  if (store_client_link_is_one (text) || store_client_command_is_one (text))
    {
      profile = store_client_link_is_one (text)
                    ? store_client_link_read (text, self->notes, error)
                    : store_client_command_read (text, self->notes, error);
      if (profile != NULL)
        take (self, profile);
      return profile != NULL;
    }
  /* A command line may begin with VAR="value", but has no sections. */
  if ((*text == '[' || strstr (text, "\n[") != NULL) && is_toml (NULL, text))
    return read_toml (self, text, error);
  if (*text == '{' || *text == '[' || g_str_has_prefix (text, "//") ||
      g_str_has_prefix (text, "/*"))
    {
      bytes = g_bytes_new (text, strlen (text));
      return read_json (self, bytes, error);
    }
  /* Read-me files show the inside of an object: "name": {…} */
  if (*text == '"')
    {
      g_autofree char *wrapped = g_strdup_printf ("{%s\n}", text);

      bytes = g_bytes_new (wrapped, strlen (wrapped));
      return read_json (self, bytes, error);
    }
  /* A URL or a command is one line. */
  if (strchr (text, '\n') != NULL && is_yaml (NULL, text))
    {
      bytes = g_bytes_new (text, strlen (text));
      return read_yaml (self, bytes, error);
    }
  profile = store_client_reader_read_line (text, error);
  if (profile == NULL)
    return FALSE;
  take (self, profile);
  return TRUE;
}

StoreClientImport *
store_client_import_new_from_text (const char *text, gssize length, GError **error)
{
  g_autoptr (StoreClientImport) self = import_new ();

  g_return_val_if_fail (text != NULL, NULL);

  if (!g_utf8_validate (text, length, NULL))
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID, "This is not UTF-8 text");
      return NULL;
    }
  g_autofree char *stripped = strip (text, length >= 0 ? (gsize)length : strlen (text));
  if (*stripped == '\0')
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID, "The text is empty");
      return NULL;
    }
  if (!read_text (self, stripped, error))
    return NULL;
  if (self->profiles->len == 0)
    {
      StoreNote *note = self->notes->len > 0 ? g_ptr_array_index (self->notes, 0) : NULL;

      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID,
                   "There is no MCP server in this text%s%s", note != NULL ? ": " : "",
                   note != NULL ? note->text : "");
      return NULL;
    }
  set_origin (self, STORE_ORIGIN_PASTED);
  return g_steal_pointer (&self);
}

/* @place: (nullable): of a known application. @alone: nothing but its map counts */
static StoreClientImport *
import_file (const char *path, StoreClientPlace *place, gboolean alone, GError **error)
{
  g_autoptr (StoreClientImport) self = import_new ();
  g_autoptr (StoreFile) file = store_file_read (path, STORE_CLIENT_MAX_BYTES, error);

  if (file == NULL)
    return NULL;
  self->path = g_strdup (path);
  self->alone = alone;
  if (place != NULL)
    {
      self->format = store_client_place_get_format (place);
      self->place = store_client_place_ref (place);
    }
  if (!store_file_exists (file))
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND, "There is no file “%s”", path);
      return NULL;
    }
  if (!read_file (self, store_file_get_bytes (file), error))
    {
      g_prefix_error (error, "“%s”: ", path);
      return NULL;
    }
  set_origin (self, STORE_ORIGIN_IMPORTED);
  return g_steal_pointer (&self);
}

StoreClientImport *
store_client_import_new_from_file (const char              *path,
                                   const StoreClientFormat *format,
                                   GError                 **error)
{
  g_autoptr (StoreClientPlace) place =
      format != NULL ? store_client_place_new_for_file (format, path, NULL) : NULL;

  return import_file (path, place, FALSE, error);
}

StoreClientImport *
store_client_import_new_from_scope (StoreClientPlace *place, gboolean alone, GError **error)
{
  g_autoptr (StoreClientImport) self = NULL;
  g_autoptr (GPtrArray) places = store_client_place_list (place);

  for (guint i = 0; i < places->len; i++)
    {
      const char *path = store_client_place_get_path (places->pdata[i]);

      /* Its second map was read with the first. */
      if (i > 0 && !alone &&
          g_str_equal (path, store_client_place_get_path (places->pdata[i - 1])))
        continue;
      g_autoptr (StoreClientImport) one = import_file (path, places->pdata[i], alone, error);
      if (one == NULL)
        return NULL;
      if (self == NULL)
        self = g_steal_pointer (&one);
      else
        take_others (self, one);
    }
  return g_steal_pointer (&self);
}

StoreClientImport *
store_client_import_new_from_place (GBytes *text, StoreClientPlace *place, GError **error)
{
  g_autoptr (StoreClientImport) self = import_new ();

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (place != NULL, NULL);

  self->format = store_client_place_get_format (place);
  self->place = store_client_place_ref (place);
  self->alone = TRUE;
  if (!read_file (self, text, error))
    return NULL;
  set_origin (self, STORE_ORIGIN_IMPORTED);
  return g_steal_pointer (&self);
}

/* All that is installed */

typedef struct
{
  char *home;
  char *project;
} Search;

static void
search_free (Search *search)
{
  g_free (search->home);
  g_free (search->project);
  g_free (search);
}

static void
look_into (GPtrArray *found, const StoreClientFormat *format, StoreClientPlace *place)
{
  const char *path = store_client_place_get_path (place);
  g_autoptr (GError) error = NULL;

  StoreClientImport *import = import_file (path, place, FALSE, &error);
  if (import == NULL)
    {
      if (g_error_matches (error, STORE_ERROR, STORE_ERROR_NOT_FOUND))
        return;
      import = import_new ();
      import->format = format;
      import->path = g_strdup (path);
      import->error = g_steal_pointer (&error);
    }
  g_ptr_array_add (found, import);
}

/* @project: (nullable) */
static void
look_for (GPtrArray               *found,
          const StoreClientFormat *format,
          StoreClientScope         scope,
          const StoreClientHome   *home,
          const char              *project)
{
  g_autoptr (StoreClientPlace) place = store_client_place_new (format, scope, home, project);
  g_autoptr (GPtrArray) places = place != NULL ? store_client_place_list (place) : NULL;

  for (guint i = 0; places != NULL && i < places->len; i++)
    {
      const char *path = store_client_place_get_path (places->pdata[i]);

      if (i == 0 || !g_str_equal (path, store_client_place_get_path (places->pdata[i - 1])))
        look_into (found, format, places->pdata[i]);
    }
}

static void
run_search (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Search                         *search = data;
  const StoreClientFormat *const *formats = store_client_format_get_sources ();
  g_autoptr (StoreClientHome) home = store_client_home_new (search->home);
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify)store_client_import_unref);

  for (guint i = 0; formats[i] != NULL; i++)
    {
      look_for (found, formats[i], STORE_CLIENT_USER, home, NULL);
      look_for (found, formats[i], STORE_CLIENT_PROJECT, home, search->project);
    }
  g_task_return_pointer (task, found, (GDestroyNotify)g_ptr_array_unref);
}

void
store_client_import_find_async (const char         *home,
                                const char         *project,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Search *search = g_new0 (Search, 1);

  search->home = g_strdup (home);
  search->project = g_strdup (project);
  g_task_set_source_tag (task, store_client_import_find_async);
  g_task_set_task_data (task, search, (GDestroyNotify)search_free);
  g_task_run_in_thread (task, run_search);
}

MCP_DEFINE_FINISH_ALONE (store_client_import_find_finish, GPtrArray)
