/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-name.h"

#include "mcp-object.h"
#include "store-client-format.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What is done with a part of a name. */
typedef enum {
  LOWER = 1 << 0,      /* made lower case */
  DASH = 1 << 1,       /* "-" stays as it is */
  DOT = 1 << 2,        /* "." stays as it is */
  COLON = 1 << 3,      /* ":" stays as it is */
  FOLD = 1 << 4,       /* others become one "_" for as many as follow each other */
  TRIM = 1 << 5,       /* "_" at either end goes, where others were replaced */
  DROP_SPACE = 1 << 6, /* white space goes */
  KEEP = 1 << 7,       /* everything stays as it is */
} Spelling;

/* What is done with a name that is too long. */
typedef enum {
  TOLD_WHOLE, /* nothing: whoever provides the model refuses it */
  CUT_AT_END,
  CUT_IN_MIDDLE,
  HASHED, /* a hash takes the place of the end */
} Excess;

/* What is done where two tools have one name. */
typedef enum {
  NOTHING_KNOWN,
  FIRST_STAYS, /* the second is left out */
  TOLD_APART,  /* one of them gets a number or a hash */
} Clash;

struct _AppClientNaming
{
  const char *id;
  const char *title;   /* (nullable): of one that keeps no list of servers in a file */
  const char *pattern; /* for people */
  const char *before;  /* the whole name */
  const char *between; /* the two parts */
  gboolean    tool_first;
  gboolean    by_title;   /* the server is called what it calls itself */
  gboolean    once;       /* no server before a tool that begins with it */
  guint       server;     /* Spelling */
  guint       tool;       /* Spelling */
  guint       max_server; /* characters with what is before it and one "_"; 0 for any */
  guint       max;        /* characters of the whole */
  Excess      excess;
  Clash       clash;
};

/* Where each was read: Claude Code: the API's answers in anthropics/claude-code 467, 2412, 22276,
 * and its documentation of permissions. What Cline and Cursor send was not found. */
static const AppClientNaming claude_code = {
  .id = "claude-code",
  .pattern = "mcp__SERVER__TOOL",
  .before = "mcp__",
  .between = "__",
  .server = DASH,
  .tool = DASH,
  .max = 64,
  .excess = TOLD_WHOLE,
  .clash = NOTHING_KNOWN,
};

/* openai/codex, codex-rs/codex-mcp/src/tools.rs and mcp/mod.rs */
static const AppClientNaming codex = {
  .id = "codex",
  .pattern = "mcp__SERVER__TOOL",
  .before = "mcp__",
  .between = "__",
  .max = 64,
  .excess = HASHED,
  .clash = TOLD_APART,
};

/* continuedev/continue, core/tools/mcpToolName.ts */
static const AppClientNaming continue_dev = {
  .id = "continue",
  .pattern = "SERVER_TOOL",
  .before = "",
  .between = "_",
  .once = TRUE,
  .server = LOWER | FOLD | TRIM,
  .tool = KEEP,
  .max = 64,
  .excess = TOLD_WHOLE,
  .clash = NOTHING_KNOWN,
};

/* GitHub Copilot CLI's documentation, and runs of it */
static const AppClientNaming copilot_cli = {
  .id = "copilot-cli",
  .pattern = "SERVER-TOOL",
  .before = "",
  .between = "-",
  .server = DASH,
  .tool = DASH,
  .max = 64,
  .excess = CUT_AT_END,
  .clash = TOLD_APART,
};

/* google-gemini/gemini-cli, packages/core/src/tools/mcp-tool.ts */
static const AppClientNaming gemini_cli = {
  .id = "gemini-cli",
  .pattern = "mcp_SERVER_TOOL",
  .before = "mcp_",
  .between = "_",
  .server = DASH | DOT | COLON,
  .tool = DASH | DOT | COLON,
  .max = 63,
  .excess = CUT_IN_MIDDLE,
  .clash = NOTHING_KNOWN,
};

/* block/goose, crates/goose/src/agents/extension_manager.rs and config/extensions.rs */
static const AppClientNaming goose = {
  .id = "goose",
  .pattern = "SERVER__TOOL",
  .before = "",
  .between = "__",
  .server = LOWER | DASH | DROP_SPACE,
  .tool = KEEP,
  .max = 64,
  .excess = TOLD_WHOLE,
  .clash = NOTHING_KNOWN,
};

/* danny-avila/LibreChat, packages/api/src/mcp/utils.ts */
static const AppClientNaming librechat = {
  .id = "librechat",
  .pattern = "TOOL_mcp_SERVER",
  .before = "",
  .between = "_mcp_",
  .tool_first = TRUE,
  .server = DASH | DOT | TRIM,
  .tool = KEEP,
  .max = 64,
  .excess = TOLD_WHOLE,
  .clash = NOTHING_KNOWN,
};

/* ggml-org/llama.cpp, the web user interface of llama-server */
static const AppClientNaming llama_cpp = {
  .id = "llama.cpp",
  .title = "llama.cpp",
  .pattern = "SERVER_TOOL",
  .before = "",
  .between = "_",
  .server = KEEP,
  .tool = KEEP,
  .max = 64,
  .excess = TOLD_WHOLE,
  .clash = FIRST_STAYS,
};

/* sst/opencode, packages/opencode/src/mcp/index.ts */
static const AppClientNaming opencode = {
  .id = "opencode",
  .pattern = "SERVER_TOOL",
  .before = "",
  .between = "_",
  .server = DASH,
  .tool = DASH,
  .max = 64,
  .excess = TOLD_WHOLE,
  .clash = NOTHING_KNOWN,
};

/* microsoft/vscode, src/vs/workbench/contrib/mcp/common/mcpServer.ts, mcpTypes.ts and
 * mcpPrefixGenerator: McpToolName.MaxPrefixLen and MaxLength */
static const AppClientNaming vscode = {
  .id = "vscode",
  .pattern = "mcp_SERVER_TOOL",
  .before = "mcp_",
  .between = "_",
  .by_title = TRUE,
  .server = LOWER | DASH | FOLD,
  .tool = DASH,
  .max_server = 18,
  .max = 64,
  .excess = CUT_AT_END,
  .clash = NOTHING_KNOWN,
};

static const AppClientNaming *const namings[] = {
  &claude_code,
  &codex,
  &continue_dev,
  &gemini_cli,
  &copilot_cli,
  &goose,
  &librechat,
  &llama_cpp,
  &opencode,
  &vscode,
};

/* "_" and 12 digits, of a hash that takes in what only the application knows */
#define HASH "_############"
#define HASH_LENGTH (sizeof HASH - 1)
/* What the middle of a long name becomes, and how much stays on either side of it. */
#define MIDDLE "..."
#define SIDE 30u
/* The number that is put behind a server's part is tried so often. */
#define MAX_NUMBER 1000u

struct _AppClientName
{
  GObject parent_instance;

  char         *server;
  char         *tool;
  char         *text;
  GStrvBuilder *builder; /* while it is made */
  GStrv         remarks;
  gboolean      is_bad;
  gboolean      is_told; /* something of it that is not so of all of the server's */
};

G_DEFINE_FINAL_TYPE (AppClientName, app_client_name, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (AppClientName, app_client_name)

MCP_DEFINE_FINALIZE (AppClientName, app_client_name)
{
  g_free (self->server);
  g_free (self->tool);
  g_free (self->text);
  g_clear_pointer (&self->builder, g_strv_builder_unref);
  g_strfreev (self->remarks);
}

static void
app_client_name_init (AppClientName *self)
{
  self->builder = g_strv_builder_new ();
}

/* Spelling */

static gboolean
stays (gunichar c, guint spelling)
{
  return (spelling & KEEP) != 0 || (c < 0x80 && g_ascii_isalnum ((char)c)) || c == '_' ||
         (c == '-' && (spelling & DASH) != 0) || (c == '.' && (spelling & DOT) != 0) ||
         (c == ':' && (spelling & COLON) != 0);
}

/* As most of them are written in languages that count in UTF-16, what is beyond becomes two. */
static void
add_replaced (GString *text, gunichar c, guint spelling)
{
  if ((spelling & FOLD) == 0)
    g_string_append (text, c > 0xffff ? "__" : "_");
  else if (text->len == 0 || text->str[text->len - 1] != '_')
    g_string_append_c (text, '_');
}

static void
trim (GString *text)
{
  gsize n = 0;

  while (text->len > 0 && text->str[text->len - 1] == '_')
    g_string_truncate (text, text->len - 1);
  while (text->str[n] == '_')
    n++;
  g_string_erase (text, 0, (gssize)n);
}

/* @replaced: (inout): set where a character is another one
 * Returns: (transfer full): the part of a name */
static GString *
spell (const char *part, guint spelling, gboolean *replaced)
{
  g_autofree char *lower = (spelling & LOWER) != 0 ? g_utf8_strdown (part, -1) : NULL;
  GString         *text = g_string_new (NULL);
  gboolean         others = FALSE;

  for (const char *p = lower != NULL ? lower : part; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (stays (c, spelling))
        g_string_append_unichar (text, c);
      else
        {
          others = TRUE;
          if ((spelling & DROP_SPACE) == 0 || !g_unichar_isspace (c))
            add_replaced (text, c, spelling);
        }
    }
  if (others && (spelling & TRIM) != 0)
    trim (text);
  *replaced = *replaced || others;
  return text;
}

static gsize
count (const char *text)
{
  return (gsize)g_utf8_strlen (text, -1);
}

/* @text: (transfer full). Returns: (transfer full): its first characters */
static char *
cut (char *text, gsize length)
{
  if (count (text) > length)
    *g_utf8_offset_to_pointer (text, (glong)length) = '\0';
  return text;
}

/* The server's part */

typedef struct
{
  char *text;
  char *remark; /* (nullable): where it is not what the server is called */
} Part;

static void
part_free (gpointer data)
{
  Part *self = data;

  g_free (self->text);
  g_free (self->remark);
  g_free (self);
}

/* Room for what is before it, and for what is between it and the tool with its number. */
static char *
dup_server_part (const AppClientNaming *self, const char *spelled, guint number)
{
  g_autofree char *digits = number > 1 ? g_strdup_printf ("%u", number) : g_strdup ("");
  gsize            taken = strlen (self->before) + strlen (self->between) + strlen (digits);
  g_autofree char *short_name = g_strdup (spelled);

  if (self->max_server > taken)
    cut (short_name, self->max_server - taken);
  return g_strconcat (short_name, digits, NULL);
}

/* @taken: set of the parts of the servers before. Returns: (transfer full) */
static Part *
create_part (const AppClientNaming *self, const AppClientTool *tool, GHashTable *taken)
{
  gboolean    has_title = self->by_title && tool->title != NULL && *tool->title != '\0';
  const char *name = has_title ? tool->title : tool->server;
  gboolean    replaced = FALSE;
  Part       *part = g_new0 (Part, 1);
  g_autoptr (GString) spelled = spell (name, self->server, &replaced);

  part->text = dup_server_part (self, spelled->str, 1);
  /* Only who shortens servers' parts tells them apart. */
  for (guint number = 2; self->max_server > 0 && g_hash_table_contains (taken, part->text) &&
                         number < MAX_NUMBER;
       number++)
    {
      g_free (part->text);
      part->text = dup_server_part (self, spelled->str, number);
    }
  g_hash_table_add (taken, part->text);
  if (!g_str_equal (part->text, tool->server))
    /* Translators: %s is what an application makes of a server's name */
    part->remark = g_strdup_printf (_ ("The server is called “%s” in it."), part->text);
  return part;
}

/* The whole */

static char *
join (const AppClientNaming *self, const char *server, const char *tool)
{
  if (self->once && *server != '\0' && g_str_has_prefix (tool, server))
    return g_strdup (tool);
  if (self->tool_first)
    return g_strconcat (self->before, tool, self->between, server, NULL);
  /* Gemini CLI puts nothing before a server that begins so. */
  return g_strconcat (self->excess == CUT_IN_MIDDLE && g_str_has_prefix (server, self->before)
                          ? ""
                          : self->before,
                      server, self->between, tool, NULL);
}

/* The tool gives way to the hash, and where there is no room for that the server does. */
static char *
join_hashed (const AppClientNaming *self, const char *server, const char *tool)
{
  g_autofree char *space = g_strconcat (self->before, server, NULL);
  g_autofree char *end = g_strdup (tool);
  gsize            taken = count (space) + strlen (self->between) + HASH_LENGTH;

  if (taken > self->max)
    {
      cut (space, self->max - strlen (self->between) - HASH_LENGTH);
      *end = '\0';
    }
  else
    cut (end, self->max - taken);
  return g_strconcat (space, self->between, end, HASH, NULL);
}

static char *
cut_middle (const char *text)
{
  glong            length = g_utf8_strlen (text, -1);
  g_autofree char *begin = g_utf8_substring (text, 0, SIDE);

  return g_strconcat (begin, MIDDLE, g_utf8_offset_to_pointer (text, length - SIDE), NULL);
}

static void
add_remark (AppClientName *self, gboolean is_bad, const char *text)
{
  g_strv_builder_add (self->builder, text);
  self->is_bad = self->is_bad || is_bad;
  self->is_told = TRUE;
}

/* @text: (transfer full): how long it may be. Returns: (transfer full) */
static char *
fit (const AppClientNaming *naming, AppClientName *self, const char *server, char *text)
{
  g_autofree char *whole = text;
  gsize            length = count (whole);
  g_autofree char *remark = NULL;

  if (length <= naming->max)
    return g_steal_pointer (&whole);
  if (naming->excess == TOLD_WHOLE)
    {
      /* Translators: two numbers of characters */
      remark = g_strdup_printf (_ ("It has %u characters; providers of models take %u."),
                                (guint)length, naming->max);
      add_remark (self, TRUE, remark);
      return g_steal_pointer (&whole);
    }
  remark =
      g_strdup_printf (naming->excess == CUT_AT_END
                           /* Translators: two numbers of characters */
                           ? _ ("The end is cut off: it would have %u characters, and %u are "
                                "taken.")
                           : naming->excess == CUT_IN_MIDDLE
                                 /* Translators: two numbers of characters */
                                 ? _ ("The middle is cut out: it would have %u characters, and %u "
                                      "are taken.")
                                 /* Translators: two numbers of characters */
                                 : _ ("A hash takes the place of the end: it would have %u "
                                      "characters, and %u are taken."),
                       (guint)length, naming->max);
  add_remark (self, FALSE, remark);
  if (naming->excess == CUT_AT_END)
    return cut (g_steal_pointer (&whole), naming->max);
  return naming->excess == CUT_IN_MIDDLE ? cut_middle (whole)
                                         : join_hashed (naming, server, self->tool);
}

/* What providers refuse though the application passes it on. */
static gboolean
is_refused (const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_' && *p != '-' && *p != '.' && *p != ':')
      return TRUE;
  return FALSE;
}

static AppClientName *
create (const AppClientNaming *naming, const AppClientTool *tool, const Part *server)
{
  AppClientName *self = g_object_new (APP_TYPE_CLIENT_NAME, NULL);
  gboolean       replaced = FALSE;
  g_autoptr (GString) own = spell (tool->tool, naming->tool, &replaced);

  self->server = g_strdup (tool->server);
  self->tool = g_string_free (g_steal_pointer (&own), FALSE);
  self->text = fit (naming, self, server->text, join (naming, server->text, self->tool));
  if (is_refused (self->text) && naming->excess != HASHED)
    add_remark (self, TRUE, _ ("It has characters that providers of models refuse."));
  if (replaced)
    add_remark (self, FALSE, _ ("Characters are replaced."));
  g_free (self->tool);
  self->tool = g_strdup (tool->tool);
  return self;
}

/* @seen: name → the first AppClientName of it */
static void
note_clash (const AppClientNaming *naming, AppClientName *self, GHashTable *seen)
{
  AppClientName   *first = g_hash_table_lookup (seen, self->text);
  g_autofree char *remark = NULL;

  if (first == NULL)
    {
      g_hash_table_insert (seen, self->text, self);
      return;
    }
  remark =
      g_strdup_printf (naming->clash == FIRST_STAYS
                           /* Translators: names of a tool and of a server */
                           ? _ ("It is left out: “%s” of “%s” has this name already.")
                           : naming->clash == TOLD_APART
                                 /* Translators: names of a tool and of a server */
                                 ? _ ("“%s” of “%s” would have the same name; a number or a hash "
                                      "tells them apart.")
                                 /* Translators: names of a tool and of a server */
                                 : _ ("“%s” of “%s” has the same name."),
                       first->tool, first->server);
  add_remark (self, naming->clash != TOLD_APART, remark);
}

GListModel *
app_client_names_new (const AppClientNaming *naming, const AppClientTool *tools, guint n_tools)
{
  GListStore *names = g_list_store_new (APP_TYPE_CLIENT_NAME);
  g_autoptr (GHashTable) parts = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, part_free);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  g_return_val_if_fail (naming != NULL, NULL);
  g_return_val_if_fail (tools != NULL || n_tools == 0, NULL);

  for (guint i = 0; i < n_tools; i++)
    {
      Part *part = g_hash_table_lookup (parts, tools[i].server);

      if (part == NULL)
        {
          part = create_part (naming, &tools[i], taken);
          g_hash_table_insert (parts, (gpointer)tools[i].server, part);
        }
      g_autoptr (AppClientName) name = create (naming, &tools[i], part);
      note_clash (naming, name, seen);
      if (part->remark != NULL)
        g_strv_builder_add (name->builder, part->remark);
      name->remarks = g_strv_builder_end (name->builder);
      g_list_store_append (names, name);
    }
  return G_LIST_MODEL (names);
}

MCP_DEFINE_GETTER (const char *, AppClientName, app_client_name, server)
MCP_DEFINE_GETTER (const char *, AppClientName, app_client_name, tool)
MCP_DEFINE_GETTER (const char *, AppClientName, app_client_name, text)

guint
app_client_name_get_length (AppClientName *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_NAME (self), 0);
  return (guint)count (self->text);
}

const char *const *
app_client_name_get_remarks (AppClientName *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_NAME (self), NULL);
  return (const char *const *)self->remarks;
}

MCP_DEFINE_FLAG (AppClientName, app_client_name, is_bad)

gboolean
app_client_name_is_plain (AppClientName *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_NAME (self), TRUE);
  return !self->is_told;
}

const AppClientNaming *const *
app_client_naming_get_all (guint *n_namings)
{
  *n_namings = G_N_ELEMENTS (namings);
  return namings;
}

const AppClientNaming *
app_client_naming_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (namings); i++)
    if (g_strcmp0 (namings[i]->id, id) == 0)
      return namings[i];
  return NULL;
}

MCP_DEFINE_PLAIN_GETTER (const char *, const AppClientNaming, app_client_naming, id)

const char *
app_client_naming_get_title (const AppClientNaming *self)
{
  return self->title != NULL ? self->title : store_client_format_find_source (self->id)->name;
}

MCP_DEFINE_PLAIN_GETTER (const char *, const AppClientNaming, app_client_naming, pattern)
