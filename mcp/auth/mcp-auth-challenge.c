/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-auth-challenge.h"

#include "mcp-object.h"

#include <string.h>

#define BLANKS " \t\r\n"
#define METADATA "resource_metadata"

/* RFC 9110 §5.6.2 */
#define TOKEN                                                      \
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" \
  "!#$%&'*+-.^_`|~"

struct _McpAuthChallenge
{
  char       *header;     /* (nullable) */
  const char *scheme;     /* (nullable) */
  GPtrArray  *parameters; /* (element-type utf8): names and values, then %NULL */
  GPtrArray  *others;     /* (element-type utf8): then %NULL */
  GPtrArray  *addresses;  /* (element-type utf8): then %NULL */
  const char *oddity;     /* (nullable) */
};

static void
challenge_clear (McpAuthChallenge *self)
{
  g_free (self->header);
  g_ptr_array_unref (self->parameters);
  g_ptr_array_unref (self->others);
  g_ptr_array_unref (self->addresses);
}

/* Reading: one challenge of a header, which may hold several */

typedef struct
{
  char      *scheme;     /* as sent */
  GPtrArray *parameters; /* (element-type utf8): names and values */
} Part;

static void
part_free (gpointer data)
{
  Part *part = data;

  g_free (part->scheme);
  g_ptr_array_unref (part->parameters);
  g_free (part);
}

typedef struct
{
  const char *at;
  GPtrArray  *parts; /* (element-type Part) */
  Part       *part;  /* (nullable): the last of them */
  GString    *bare;  /* (nullable): the last value, where it stood without quotes */
  gboolean    after_comma;
  gboolean    after_scheme;
  const char *oddity; /* (nullable): what HTTP does not allow, the first of it */
} Reader;

/* Returns: (transfer none) (nullable): "Bearer" or "DPoP", however it is spelled */
static const char *
find_scheme (const char *word)
{
  if (g_ascii_strcasecmp (word, "Bearer") == 0)
    return "Bearer";
  return g_ascii_strcasecmp (word, "DPoP") == 0 ? "DPoP" : NULL;
}

/* What other schemes have behind them is theirs. */
static void
note_oddity (Reader *reader, const char *what)
{
  if (reader->oddity == NULL &&
      (reader->part == NULL || find_scheme (reader->part->scheme) != NULL))
    reader->oddity = what;
}

static void
skip_blanks (Reader *reader)
{
  reader->at += strspn (reader->at, BLANKS);
}

/* RFC 9110 §5.6.4. One that does not end goes on to the end of the header. */
static char *
read_quoted (Reader *reader)
{
  GString *value = g_string_new (NULL);

  for (reader->at++; *reader->at != '\0' && *reader->at != '"'; reader->at++)
    {
      if (*reader->at == '\\' && reader->at[1] != '\0')
        reader->at++;
      g_string_append_c (value, *reader->at);
    }
  if (*reader->at == '"')
    reader->at++;
  else
    note_oddity (reader, "a quoted value does not end");
  return g_string_free (value, FALSE);
}

static void
end_bare (Reader *reader)
{
  if (reader->bare == NULL)
    return;
  if (reader->bare->len == 0 || strspn (reader->bare->str, TOKEN) < reader->bare->len)
    note_oddity (reader, "a value that needs quotes has none");
  g_ptr_array_add (reader->part->parameters, g_string_free (reader->bare, FALSE));
  reader->bare = NULL;
}

/* @name: (transfer full). What stands before any scheme belongs to nobody. */
static void
read_parameter (Reader *reader, char *name)
{
  GPtrArray *parameters;

  end_bare (reader);
  reader->at++;
  skip_blanks (reader);
  if (!reader->after_comma && !reader->after_scheme)
    note_oddity (reader, "a comma is missing between two parameters");
  if (reader->part == NULL)
    {
      note_oddity (reader, "a parameter stands before any scheme");
      if (*reader->at == '"')
        g_free (read_quoted (reader));
      else
        reader->at += strcspn (reader->at, "," BLANKS);
      g_free (name);
      return;
    }
  parameters = reader->part->parameters;
  g_ptr_array_add (parameters, g_ascii_strdown (name, -1));
  g_free (name);
  if (*reader->at == '"')
    {
      g_ptr_array_add (parameters, read_quoted (reader));
      return;
    }
  gsize length = strcspn (reader->at, "," BLANKS);
  reader->bare = g_string_new_len (reader->at, (gssize)length);
  reader->at += length;
}

static void
open_part (Reader *reader, const char *scheme)
{
  end_bare (reader);
  reader->part = g_new0 (Part, 1);
  reader->part->scheme = g_strdup (scheme);
  reader->part->parameters = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (reader->parts, reader->part);
  reader->after_scheme = TRUE;
}

/* A word that is no name of a parameter: a scheme, where one may stand; what follows a scheme and
 * is all it has (token68); or the rest of a value that should have had quotes. */
static void
take_word (Reader *reader, const char *word)
{
  gboolean ends = *reader->at == ',' || *reader->at == '\0';

  if (find_scheme (word) != NULL || reader->after_comma || (reader->after_scheme && !ends))
    {
      open_part (reader, word);
      return;
    }
  reader->after_scheme = FALSE;
  if (reader->bare != NULL)
    g_string_append_printf (reader->bare, " %s", word);
}

static void
read_word (Reader *reader)
{
  gsize            length = strcspn (reader->at, "=,\"" BLANKS);
  g_autofree char *word = g_strndup (reader->at, length);

  reader->at += length;
  skip_blanks (reader);
  if (*reader->at == '=' && length > 0)
    {
      read_parameter (reader, g_steal_pointer (&word));
      reader->after_scheme = FALSE;
    }
  else if (length > 0)
    take_word (reader, word);
  else if (*reader->at == '"')
    g_free (read_quoted (reader));
  else
    reader->at++;
  reader->after_comma = FALSE;
}

/* @oddity: (out) (nullable). Returns: (transfer full) (element-type Part) */
static GPtrArray *
read_parts (const char *header, const char **oddity)
{
  Reader reader = { .at = header, .after_comma = TRUE };

  reader.parts = g_ptr_array_new_with_free_func (part_free);
  for (skip_blanks (&reader); *reader.at != '\0'; skip_blanks (&reader))
    if (*reader.at == ',')
      {
        end_bare (&reader);
        reader.at++;
        reader.after_comma = TRUE;
        reader.after_scheme = FALSE;
      }
    else
      read_word (&reader);
  end_bare (&reader);
  *oddity = reader.oddity;
  return reader.parts;
}

/* Choosing */

static const char *
find_parameter (GPtrArray *parameters, const char *name)
{
  for (guint i = 0; i + 1 < parameters->len; i += 2)
    if (g_str_equal (g_ptr_array_index (parameters, i), name))
      {
        const char *value = g_ptr_array_index (parameters, i + 1);

        return *value != '\0' ? value : NULL;
      }
  return NULL;
}

static guint
get_worth (const Part *part)
{
  if (find_scheme (part->scheme) == NULL)
    return 0;
  if (find_parameter (part->parameters, METADATA) != NULL)
    return 3;
  return part->parameters->len > 0 ? 2 : 1;
}

static Part *
choose_part (GPtrArray *parts)
{
  Part *chosen = NULL;
  guint most = 0;

  for (guint i = 0; i < parts->len; i++)
    if (get_worth (g_ptr_array_index (parts, i)) > most)
      {
        chosen = g_ptr_array_index (parts, i);
        most = get_worth (chosen);
      }
  return chosen;
}

static void
add_addresses (GPtrArray *addresses, Part *part)
{
  const gpointer *each = part->parameters->pdata;

  for (guint i = 0; find_scheme (part->scheme) != NULL && i < part->parameters->len; i += 2)
    if (g_str_equal (each[i], METADATA) && *(const char *)each[i + 1] != '\0' &&
        !g_ptr_array_find_with_equal_func (addresses, each[i + 1], g_str_equal, NULL))
      g_ptr_array_add (addresses, g_strdup (each[i + 1]));
}

McpAuthChallenge *
mcp_auth_challenge_new (const char *header)
{
  McpAuthChallenge *self = g_atomic_rc_box_new0 (McpAuthChallenge);

  /* What is sent may be Latin-1, or be cut within a character. */
  if (header != NULL)
    self->header =
        g_utf8_make_valid (header, (gssize)strnlen (header, MCP_AUTH_CHALLENGE_MAX_BYTES));
  g_autoptr (GPtrArray) parts = read_parts (header != NULL ? self->header : "", &self->oddity);
  Part *chosen = choose_part (parts);
  self->others = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < parts->len; i++)
    if (g_ptr_array_index (parts, i) != chosen)
      g_ptr_array_add (self->others, g_strdup (((Part *)g_ptr_array_index (parts, i))->scheme));
  g_ptr_array_add (self->others, NULL);
  self->addresses = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < parts->len; i++)
    add_addresses (self->addresses, g_ptr_array_index (parts, i));
  g_ptr_array_add (self->addresses, NULL);
  self->scheme = chosen != NULL ? find_scheme (chosen->scheme) : NULL;
  self->parameters = chosen != NULL ? g_ptr_array_ref (chosen->parameters)
                                    : g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->parameters, NULL);
  return self;
}

void
mcp_auth_challenge_unref (McpAuthChallenge *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)challenge_clear);
}

MCP_DEFINE_PLAIN_GETTER (const char *, McpAuthChallenge, mcp_auth_challenge, header)
MCP_DEFINE_PLAIN_GETTER (const char *, McpAuthChallenge, mcp_auth_challenge, scheme)
MCP_DEFINE_PLAIN_GETTER (const char *, McpAuthChallenge, mcp_auth_challenge, oddity)

const char *
mcp_auth_challenge_get (McpAuthChallenge *self, const char *name)
{
  return find_parameter (self->parameters, name);
}

const char *const *
mcp_auth_challenge_get_parameters (McpAuthChallenge *self)
{
  return (const char *const *)self->parameters->pdata;
}

const char *const *
mcp_auth_challenge_get_addresses (McpAuthChallenge *self)
{
  return (const char *const *)self->addresses->pdata;
}

const char *const *
mcp_auth_challenge_get_other_schemes (McpAuthChallenge *self)
{
  return (const char *const *)self->others->pdata;
}
