/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-variables.h"

#include <string.h>

/* A longer name of a variable is none. */
#define MAX_NAME_BYTES 256
/* With the text for an unset one. */
#define MAX_TEXT_BYTES (MAX_NAME_BYTES * 16)

#define NEUTRAL \
  (STORE_VARIABLE_BRACES | STORE_VARIABLE_DEFAULT | STORE_VARIABLE_INPUT | STORE_VARIABLE_PLACES)

typedef enum {
  PIECE_TEXT,
  PIECE_VARIABLE, /* of the environment */
  PIECE_INPUT,
  PIECE_PLACE,
  PIECE_NESTED, /* the whole of a variable whose text for an unset one has another in it */
} PieceKind;

/* A part of a value; all point into it. */
typedef struct
{
  PieceKind   kind;
  const char *start; /* of text, of a name */
  gsize       length;
  const char *otherwise; /* (nullable): the text for an unset variable */
  gsize       otherwise_length;
} Piece;

/* Reading */

static gsize
measure_name (const char *text)
{
  gsize length = 0;

  if (g_ascii_isdigit (*text))
    return 0;
  while (g_ascii_isalnum (text[length]) || text[length] == '_')
    length++;
  return length <= MAX_NAME_BYTES ? length : 0;
}

static gboolean
is_place (const char *name, gsize length)
{
  static const char *const places[] = { "workspaceFolder", "workspaceFolderBasename", "userHome",
                                        "pathSeparator", "/" };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (strlen (places[i]) == length && strncmp (places[i], name, length) == 0)
      return TRUE;
  return FALSE;
}

/* What stands between braces behind a dollar sign. Returns: bytes of @text, 0 where it is none */
static gsize
read_braces (const char *text, StoreVariableForms forms, Piece *piece)
{
  const char *inside = text + 2;
  const char *end = memchr (inside, '}', strnlen (inside, MAX_TEXT_BYTES));
  gsize       length = end != NULL ? (gsize)(end - inside) : 0;

  if (length == 0)
    return 0;
  *piece = (Piece){ PIECE_VARIABLE, inside, length, NULL, 0 };
  if ((forms & STORE_VARIABLE_ENV) && g_str_has_prefix (inside, "env:"))
    {
      piece->start += 4;
      piece->length -= 4;
      return piece->length > 0 && measure_name (piece->start) == piece->length ? length + 3 : 0;
    }
  if ((forms & STORE_VARIABLE_INPUT) && g_str_has_prefix (inside, "input:"))
    {
      piece->kind = PIECE_INPUT;
      piece->start += 6;
      piece->length -= 6;
      return length + 3;
    }
  if ((forms & STORE_VARIABLE_PLACES) && is_place (inside, length))
    {
      piece->kind = PIECE_PLACE;
      return length + 3;
    }
  gsize name = measure_name (inside);
  piece->length = name;
  if (!(forms & STORE_VARIABLE_BRACES) || name == 0)
    return 0;
  if (name == length)
    return length + 3;
  if (!(forms & STORE_VARIABLE_DEFAULT) || inside[name] != ':' || inside[name + 1] != '-')
    return 0;
  piece->otherwise = inside + name + 2;
  piece->otherwise_length = length - name - 2;
  return length + 3;
}

/* `${{ secrets.NAME }}` */
static gsize
read_secret (const char *text, Piece *piece)
{
  const char *at = text + 3;

  while (*at == ' ')
    at++;
  if (!g_str_has_prefix (at, "secrets."))
    return 0;
  at += strlen ("secrets.");
  *piece = (Piece){ PIECE_VARIABLE, at, measure_name (at), NULL, 0 };
  at += piece->length;
  while (*at == ' ')
    at++;
  return piece->length > 0 && g_str_has_prefix (at, "}}") ? (gsize)(at + 2 - text) : 0;
}

static gsize
read_variable (const char *text, StoreVariableForms forms, Piece *piece)
{
  gsize length;

  if ((forms & STORE_VARIABLE_SECRETS) && g_str_has_prefix (text, "${{"))
    return read_secret (text, piece);
  if (g_str_has_prefix (text, "${"))
    return read_braces (text, forms, piece);
  if ((forms & STORE_VARIABLE_CURLY) && g_str_has_prefix (text, "{env:"))
    {
      length = measure_name (text + 5);
      *piece = (Piece){ PIECE_VARIABLE, text + 5, length, NULL, 0 };
      return length > 0 && text[5 + length] == '}' ? length + 6 : 0;
    }
  if ((forms & STORE_VARIABLE_DOLLAR) && *text == '$')
    {
      length = measure_name (text + 1);
      *piece = (Piece){ PIECE_VARIABLE, text + 1, length, NULL, 0 };
      return length > 0 ? length + 1 : 0;
    }
  return 0;
}

/* To the brace that closes it. Returns: bytes of @text, 0 where nothing does */
static gsize
measure_nested (const char *text)
{
  guint depth = 0;

  for (const char *at = text; *at != '\0' && at < text + MAX_TEXT_BYTES; at++)
    {
      if (at[0] == '$' && at[1] == '{')
        depth++;
      else if (*at == '}' && --depth == 0)
        return (gsize)(at + 1 - text);
    }
  return 0;
}

static gsize
read_whole (const char *text, StoreVariableForms forms, Piece *piece)
{
  gsize length = read_variable (text, forms, piece);
  gsize whole;

  if (length == 0 || piece->otherwise == NULL ||
      g_strstr_len (piece->otherwise, (gssize)piece->otherwise_length, "${") == NULL ||
      (whole = measure_nested (text)) == 0)
    return length;
  piece->kind = PIECE_NESTED;
  piece->otherwise = text; /* all of it */
  piece->otherwise_length = whole;
  return whole;
}

/* Returns: (transfer full) (element-type Piece) */
static GArray *
split_by (const char        *text,
          StoreVariableForms forms,
          gsize (*read) (const char *, StoreVariableForms, Piece *))
{
  GArray     *pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  const char *start = text;

  while (*text != '\0')
    {
      Piece piece;
      gsize length = *text == '$' || *text == '{' ? read (text, forms, &piece) : 0;

      if (length == 0)
        {
          text++;
          continue;
        }
      if (text > start)
        {
          Piece before = { PIECE_TEXT, start, (gsize)(text - start), NULL, 0 };

          g_array_append_val (pieces, before);
        }
      g_array_append_val (pieces, piece);
      text += length;
      start = text;
    }
  if (text > start)
    {
      Piece rest = { PIECE_TEXT, start, (gsize)(text - start), NULL, 0 };

      g_array_append_val (pieces, rest);
    }
  return pieces;
}

static GArray *
split (const char *text, StoreVariableForms forms)
{
  return split_by (text, forms, read_whole);
}

gboolean
store_client_variables_has_nested (const char *text)
{
  g_return_val_if_fail (text != NULL, FALSE);

  g_autoptr (GArray) pieces = split (text, NEUTRAL);
  for (guint i = 0; i < pieces->len; i++)
    if (g_array_index (pieces, Piece, i).kind == PIECE_NESTED)
      return TRUE;
  return FALSE;
}

char *
store_client_variables_dup_unknown (const char *text)
{
  g_autoptr (GRegex) variable = g_regex_new ("\\$\\{[A-Za-z_][A-Za-z0-9_.:-]{0,59}\\}", 0, 0, NULL);

  g_return_val_if_fail (text != NULL, NULL);

  g_autoptr (GArray) pieces = split (text, NEUTRAL);
  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece     *piece = &g_array_index (pieces, Piece, i);
      g_autofree char *own = g_strndup (piece->start, piece->length);
      g_autoptr (GMatchInfo) match = NULL;

      if (piece->kind == PIECE_TEXT && g_regex_match (variable, own, 0, &match))
        return g_match_info_fetch (match, 0);
    }
  return NULL;
}

/* Writing */

StoreVariableUse *
store_variable_use_new (void)
{
  StoreVariableUse *self = g_new0 (StoreVariableUse, 1);

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->inputs = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
store_variable_use_free (StoreVariableUse *self)
{
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->inputs);
  g_free (self);
}

static void
add_once (GPtrArray *names, const char *name)
{
  if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, g_strdup (name));
}

/* "api-key" and API_KEY stand for each other. Returns: (transfer full) */
static char *
convert_name (const char *name, gsize length, gboolean to_input)
{
  char *result = g_strndup (name, length);

  for (char *at = result; *at != '\0'; at++)
    {
      if (to_input)
        *at = *at == '_' ? '-' : g_ascii_tolower (*at);
      else
        *at = g_ascii_isalnum (*at) ? g_ascii_toupper (*at) : '_';
    }
  return result;
}

static const struct
{
  StoreVariableForms form;
  const char        *before, *after;
} spellings[] = {
  { STORE_VARIABLE_ENV, "${env:", "}" },
  { STORE_VARIABLE_BRACES, "${", "}" },
  { STORE_VARIABLE_CURLY, "{env:", "}" },
  { STORE_VARIABLE_SECRETS, "${{ secrets.", " }}" },
  { STORE_VARIABLE_DOLLAR, "$", "" },
};

char *
store_client_variables_dup_spellings (StoreVariableForms forms)
{
  GString *result = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++)
    if (forms & spellings[i].form)
      g_string_append_printf (result, "%s%sNAME%s", result->len > 0 ? ", " : "",
                              spellings[i].before, spellings[i].after);
  if (forms & STORE_VARIABLE_DEFAULT)
    g_string_append (result, ", ${NAME:-TEXT}");
  if (forms & STORE_VARIABLE_INPUT)
    g_string_append (result, result->len > 0 ? ", ${input:ID}" : "${input:ID}");
  if (forms & STORE_VARIABLE_PLACES)
    g_string_append (result, ", ${userHome}, ${workspaceFolder}");
  return g_string_free (result, FALSE);
}

/* Returns: (nullable): what surrounds a name, with %s for it */
static gboolean
get_spelling (StoreVariableForms forms, const char **before, const char **after)
{
  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++)
    if (forms & spellings[i].form)
      {
        *before = spellings[i].before;
        *after = spellings[i].after;
        return TRUE;
      }
  return FALSE;
}

static void
write_input (GString *result, const char *id, StoreVariableUse *use)
{
  g_string_append_printf (result, "${input:%s}", id);
  add_once (use->inputs, id);
}

static void
write_variable (GString           *result,
                const Piece       *piece,
                StoreVariableForms forms,
                StoreVariableUse  *use)
{
  g_autofree char *name = g_strndup (piece->start, piece->length);
  const char      *before, *after;

  if (get_spelling (forms, &before, &after))
    {
      g_string_append_printf (result, "%s%s", before, name);
      if (piece->otherwise != NULL && (forms & STORE_VARIABLE_DEFAULT))
        {
          g_string_append (result, ":-");
          g_string_append_len (result, piece->otherwise, (gssize)piece->otherwise_length);
        }
      g_string_append (result, after);
      use->loses_default |= piece->otherwise != NULL && !(forms & STORE_VARIABLE_DEFAULT);
    }
  else if (forms & STORE_VARIABLE_INPUT)
    {
      g_autofree char *id = convert_name (name, strlen (name), TRUE);

      write_input (result, id, use);
      use->asks = TRUE;
      use->loses_default |= piece->otherwise != NULL;
      return;
    }
  else
    {
      g_string_append_printf (result, "${%s", name);
      if (piece->otherwise != NULL)
        g_string_append_printf (result, ":-%.*s", (int)piece->otherwise_length, piece->otherwise);
      g_string_append_c (result, '}');
      use->is_left = TRUE;
    }
  add_once (use->names, name);
}

static void
write_asked (GString *result, const Piece *piece, StoreVariableForms forms, StoreVariableUse *use)
{
  g_autofree char *id = g_strndup (piece->start, piece->length);
  g_autofree char *name = convert_name (piece->start, piece->length, FALSE);
  Piece            variable = { PIECE_VARIABLE, name, strlen (name), NULL, 0 };

  if (forms & STORE_VARIABLE_INPUT)
    {
      write_input (result, id, use);
      return;
    }
  write_variable (result, &variable, forms, use);
  use->is_set = TRUE;
}

static void
write_place (GString *result, const Piece *piece, StoreVariableForms forms, StoreVariableUse *use)
{
  if (forms & STORE_VARIABLE_PLACES)
    g_string_append_printf (result, "${%.*s}", (int)piece->length, piece->start);
  else if (strncmp (piece->start, "userHome", piece->length) == 0)
    g_string_append (result, g_get_home_dir ());
  else if (*piece->start == '/' || *piece->start == 'p')
    g_string_append_c (result, '/');
  else
    {
      g_string_append_printf (result, "${%.*s}", (int)piece->length, piece->start);
      use->is_left = TRUE;
    }
}

static void
write_text (GString *result, const Piece *piece, StoreVariableForms forms, StoreVariableUse *use)
{
  g_autofree char *text = g_strndup (piece->start, piece->length);
  g_autoptr (GArray) taken = split (text, forms);

  for (guint i = 0; i < taken->len; i++)
    use->is_taken_as |= g_array_index (taken, Piece, i).kind != PIECE_TEXT;
  g_string_append (result, text);
}

/* The neutral spelling, and that of those who know a text for an unset variable, ends it at the
 * first brace; a shell does not, and to the others it is no variable at all. */
static void
write_nested (GString *result, const Piece *piece, StoreVariableForms forms, StoreVariableUse *use)
{
  g_autofree char *name = g_strndup (piece->start, piece->length);

  g_string_append_len (result, piece->otherwise, (gssize)piece->otherwise_length);
  use->is_nested |= !(forms & STORE_VARIABLE_DEFAULT);
  add_once (use->names, name);
}

static char *
print (GArray *pieces, StoreVariableForms forms, StoreVariableUse *use)
{
  GString *result = g_string_new (NULL);

  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);

      switch (piece->kind)
        {
        case PIECE_VARIABLE:
          write_variable (result, piece, forms, use);
          break;
        case PIECE_INPUT:
          write_asked (result, piece, forms, use);
          break;
        case PIECE_PLACE:
          write_place (result, piece, forms, use);
          break;
        case PIECE_NESTED:
          write_nested (result, piece, forms, use);
          break;
        case PIECE_TEXT:
        default:
          write_text (result, piece, forms, use);
        }
    }
  return g_string_free (result, FALSE);
}

/* Whether both have the same kinds of variables in the same order. */
static gboolean
is_alike (GArray *pieces, GArray *others)
{
  guint at = 0;

  for (guint i = 0; i < pieces->len; i++)
    {
      while (at < others->len && g_array_index (others, Piece, at).kind == PIECE_TEXT)
        at++;
      if (g_array_index (pieces, Piece, i).kind == PIECE_TEXT)
        continue;
      if (at == others->len ||
          g_array_index (others, Piece, at++).kind != g_array_index (pieces, Piece, i).kind)
        return FALSE;
    }
  while (at < others->len && g_array_index (others, Piece, at).kind == PIECE_TEXT)
    at++;
  return at == others->len;
}

char *
store_client_variables_read (const char *text, StoreVariableForms forms, StoreVariableUse *use)
{
  g_autoptr (StoreVariableUse) own = use == NULL ? store_variable_use_new () : NULL;
  g_autoptr (GArray) pieces = split (text, forms);

  if (use == NULL)
    use = own;
  char *result = print (pieces, NEUTRAL, use);
  g_autoptr (GArray) neutral = split (result, NEUTRAL);
  use->is_taken_as = !is_alike (pieces, neutral);
  return result;
}

char *
store_client_variables_write (const char *text, StoreVariableForms forms, StoreVariableUse *use)
{
  g_autoptr (StoreVariableUse) own = use == NULL ? store_variable_use_new () : NULL;
  g_autoptr (GArray) pieces = split (text, NEUTRAL);

  return print (pieces, forms, use != NULL ? use : own);
}

char *
store_client_variables_dup_name (const char *text)
{
  g_autoptr (GArray) pieces = split (text, NEUTRAL);
  const Piece *piece = pieces->len == 1 ? &g_array_index (pieces, Piece, 0) : NULL;

  return piece != NULL && piece->kind == PIECE_VARIABLE && piece->otherwise == NULL
             ? g_strndup (piece->start, piece->length)
             : NULL;
}

char *
store_client_variables_expand (const char        *text,
                               const char *const *environment,
                               GPtrArray         *missing)
{
  g_autoptr (GArray) pieces = split_by (text, NEUTRAL, read_variable);
  GString *result = g_string_new (NULL);

  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece     *piece = &g_array_index (pieces, Piece, i);
      g_autofree char *name = g_strndup (piece->start, piece->length);
      g_autoptr (StoreVariableUse) use = store_variable_use_new ();
      const char *value = NULL;

      if (piece->kind == PIECE_VARIABLE)
        value = environment != NULL ? g_environ_getenv ((char **)environment, name)
                                    : g_getenv (name);
      if (value != NULL)
        g_string_append (result, value);
      else if (piece->otherwise != NULL)
        g_string_append_len (result, piece->otherwise, (gssize)piece->otherwise_length);
      else if (piece->kind == PIECE_TEXT)
        g_string_append (result, name);
      else if (piece->kind == PIECE_PLACE)
        write_place (result, piece, 0, use);
      else
        {
          g_string_append_printf (result, piece->kind == PIECE_INPUT ? "${input:%s}" : "${%s}",
                                  name);
          if (missing != NULL)
            add_once (missing, name);
        }
    }
  return g_string_free (result, FALSE);
}

gboolean
store_client_variables_run_command (const char *text)
{
  g_return_val_if_fail (text != NULL, FALSE);
  return strstr (text, "$(") != NULL || strchr (text, '`') != NULL;
}
