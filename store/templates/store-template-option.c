/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-template-option.h"

#include "mcp-object.h"
#include "store-error.h"

#include <string.h>

/* What a system takes as one command line, and no more than what anybody looks through. */
#define MAX_ARGUMENTS 4000u
/* More than these bytes, of one remark and of all of them, is not read. */
#define MAX_REMARK 400u
#define MAX_REMARKS 4000u

/* One piece of a text: what stands there, what an input has, or a folder. */
typedef struct
{
  char                     *text;  /* (nullable) */
  const StoreTemplateInput *input; /* (nullable) */
} Piece;

struct _StoreTemplatePart
{
  StorePartPlace           place;
  char                    *name; /* (nullable) */
  GArray                  *pieces;
  const StoreTemplatePart *follows; /* (nullable) */
  gboolean                 is_switch;
};

struct _StoreTemplateOption
{
  char          *word;
  char          *label;
  char          *problem; /* (nullable) */
  char          *link;    /* (nullable) */
  char          *remark;  /* (nullable) */
  StoreTransport transport;
  GPtrArray     *inputs;
  GPtrArray     *parts;
  gboolean       too_many;
};

/* Building */

static void
input_free (gpointer data)
{
  StoreTemplateInput *input = data;

  g_free ((char *)input->key);
  g_free ((char *)input->title);
  g_free ((char *)input->description);
  g_free ((char *)input->placeholder);
  g_strfreev ((char **)input->defaults);
  g_strfreev ((char **)input->choices);
  g_free (input);
}

static void
clear_piece (Piece *piece)
{
  g_free (piece->text);
}

static void
part_free (gpointer data)
{
  StoreTemplatePart *part = data;

  g_free (part->name);
  g_array_unref (part->pieces);
  g_free (part);
}

StoreTemplateOption *
store_template_option_new (const char *word)
{
  StoreTemplateOption *self = g_new0 (StoreTemplateOption, 1);

  self->word = g_strdup (word);
  self->label = g_strdup (word);
  self->inputs = g_ptr_array_new_with_free_func (input_free);
  self->parts = g_ptr_array_new_with_free_func (part_free);
  return self;
}

void
store_template_option_free (StoreTemplateOption *self)
{
  g_free (self->word);
  g_free (self->label);
  g_free (self->problem);
  g_free (self->link);
  g_free (self->remark);
  g_ptr_array_unref (self->inputs);
  g_ptr_array_unref (self->parts);
  g_free (self);
}

void
store_template_option_set_label (StoreTemplateOption *self, const char *label)
{
  g_free (self->label);
  self->label = g_strdup (label);
}

void
store_template_option_set_transport (StoreTemplateOption *self, StoreTransport transport)
{
  self->transport = transport;
}

void
store_template_option_set_problem (StoreTemplateOption *self,
                                   const char          *link,
                                   const char          *format,
                                   ...)
{
  va_list args;

  /* The first one is the reason, and others follow from it. */
  if (self->problem != NULL)
    return;
  va_start (args, format);
  self->problem = g_strdup_vprintf (format, args);
  va_end (args);
  self->link = g_strdup (link);
}

void
store_template_option_add_remark (StoreTemplateOption *self, const char *format, ...)
{
  g_autofree char *before = self->remark;
  va_list          args;

  va_start (args, format);
  g_autofree char *whole = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *cut = g_strndup (whole, MAX_REMARK);
  g_autofree char *remark = g_utf8_make_valid (g_strdelimit (cut, "\r\n\t", ' '), -1);
  if (before != NULL && (strstr (before, remark) != NULL || strlen (before) > MAX_REMARKS))
    self->remark = g_steal_pointer (&before);
  else
    self->remark = before != NULL ? g_strconcat (before, "\n", remark, NULL)
                                  : g_steal_pointer (&remark);
}

static gboolean
has_key (StoreTemplateOption *self, const char *key)
{
  for (guint i = 0; i < self->inputs->len; i++)
    if (g_str_equal (((StoreTemplateInput *)self->inputs->pdata[i])->key, key))
      return TRUE;
  return FALSE;
}

const StoreTemplateInput *
store_template_option_add_input (StoreTemplateOption *self, const StoreTemplateInput *input)
{
  g_autofree char *key = g_strdup (input->key);

  if (self->inputs->len >= STORE_TEMPLATE_MAX_INPUTS)
    {
      self->too_many = TRUE;
      return NULL;
    }
  for (guint i = 2; has_key (self, key); i++)
    {
      g_free (key);
      key = g_strdup_printf ("%s-%u", input->key, i);
    }
  StoreTemplateInput *copy = g_memdup2 (input, sizeof *input);
  copy->key = g_steal_pointer (&key);
  copy->title = g_strdup (input->title != NULL ? input->title : input->key);
  copy->description = g_strdup (input->description);
  copy->placeholder = g_strdup (input->placeholder);
  copy->defaults = (const char *const *)(input->defaults != NULL
                                             ? g_strdupv ((char **)input->defaults)
                                             : g_new0 (char *, 1));
  copy->choices = (const char *const *)(input->choices != NULL ? g_strdupv ((char **)input->choices)
                                                               : g_new0 (char *, 1));
  g_ptr_array_add (self->inputs, copy);
  return copy;
}

StoreTemplatePart *
store_template_option_add_part (StoreTemplateOption *self, StorePartPlace place, const char *name)
{
  if (self->parts->len >= STORE_TEMPLATE_MAX_PARTS)
    {
      self->too_many = TRUE;
      return self->parts->pdata[self->parts->len - 1];
    }
  StoreTemplatePart *part = g_new0 (StoreTemplatePart, 1);
  part->place = place;
  part->name = g_strdup (name);
  part->pieces = g_array_new (FALSE, TRUE, sizeof (Piece));
  g_array_set_clear_func (part->pieces, (GDestroyNotify)clear_piece);
  g_ptr_array_add (self->parts, part);
  return part;
}

void
store_template_part_add_text (StoreTemplatePart *self, const char *text, gssize length)
{
  Piece piece = { length >= 0 ? g_strndup (text, (gsize)length) : g_strdup (text), NULL };

  g_array_append_val (self->pieces, piece);
}

void
store_template_part_add_input (StoreTemplatePart *self, const StoreTemplateInput *input)
{
  Piece piece = { NULL, input };

  if (input != NULL)
    g_array_append_val (self->pieces, piece);
}

void
store_template_part_add_folder (StoreTemplatePart *self)
{
  Piece piece = { NULL, NULL };

  g_array_append_val (self->pieces, piece);
}

void
store_template_part_set_switch (StoreTemplatePart *self)
{
  self->is_switch = TRUE;
}

MCP_DEFINE_PLAIN_GETTER (const char *, const StoreTemplatePart, store_template_part, name)

void
store_template_part_set_follows (StoreTemplatePart *self, const StoreTemplatePart *other)
{
  self->follows = other;
}

MCP_DEFINE_PLAIN_GETTER (const char *, const StoreTemplateOption, store_template_option, word)

MCP_DEFINE_PLAIN_GETTER (const char *, const StoreTemplateOption, store_template_option, label)

MCP_DEFINE_PLAIN_GETTER (const char *, const StoreTemplateOption, store_template_option, problem)

MCP_DEFINE_PLAIN_GETTER (const char *, const StoreTemplateOption, store_template_option, link)

MCP_DEFINE_PLAIN_GETTER (const char *, const StoreTemplateOption, store_template_option, remark)

MCP_DEFINE_PLAIN_GETTER (GPtrArray *, const StoreTemplateOption, store_template_option, inputs)

/* Resolving */

typedef struct
{
  GHashTable     *values; /* input → GStrv: what holds */
  const char     *folder; /* (nullable) */
  GPtrArray      *arguments;
  char           *command;
  char           *url;
  StoreVariables *environment;
  StoreVariables *headers;
  GStrvBuilder   *secrets;
} Resolving;

static void
resolving_clear (Resolving *self)
{
  g_hash_table_unref (self->values);
  g_ptr_array_unref (self->arguments);
  g_free (self->command);
  g_free (self->url);
  store_variables_free (self->environment);
  store_variables_free (self->headers);
  g_strv_builder_unref (self->secrets);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Resolving, resolving_clear)

static const StoreTemplateInput *
get_only_input (const StoreTemplatePart *part)
{
  return part->pieces->len == 1 ? g_array_index (part->pieces, Piece, 0).input : NULL;
}

/* A part whose inputs were all left empty is left out, text around them included: what remains of
 * "Bearer {token}" is of no use. */
static gboolean
is_left_out (const Resolving *self, const StoreTemplatePart *part)
{
  gboolean has_input = FALSE;

  if (part->follows != NULL && is_left_out (self, part->follows))
    return TRUE;
  for (guint i = 0; i < part->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (part->pieces, Piece, i);
      GStrv        values;

      if (piece->input == NULL)
        continue;
      has_input = TRUE;
      values = g_hash_table_lookup (self->values, piece->input);
      if (*values != NULL)
        return FALSE;
    }
  return has_input && part->place != STORE_PART_URL;
}

static gboolean
is_secret (const StoreTemplatePart *part)
{
  for (guint i = 0; i < part->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (part->pieces, Piece, i);

      if (piece->input != NULL && piece->input->secret)
        return TRUE;
    }
  return FALSE;
}

/* What may stand at this place of an address: a host and a port as they are, a path with its
 * slashes, one value of a query. @before: the address so far */
static void
append_to_url (GString *text, const char *value)
{
  const char      *host = strstr (text->str, "://");
  const char      *allowed = NULL;
  g_autofree char *escaped = NULL;

  if (strpbrk (text->str, "?#") != NULL)
    allowed = ":@/!$'()*,";
  else if (host != NULL && strchr (host + 3, '/') != NULL)
    allowed = ":@/!$&'()*+,;=%";
  if (allowed != NULL)
    escaped = g_uri_escape_string (value, allowed, TRUE);
  g_string_append (text, escaped != NULL ? escaped : value);
}

static char *
dup_text (const Resolving *self, const StoreTemplatePart *part)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < part->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (part->pieces, Piece, i);
      GStrv        values;

      if (piece->input == NULL)
        {
          g_string_append (text, piece->text != NULL ? piece->text : self->folder);
          continue;
        }
      values = g_hash_table_lookup (self->values, piece->input);
      /* Only a whole argument takes several. */
      if (*values != NULL && part->place == STORE_PART_URL)
        append_to_url (text, *values);
      else if (*values != NULL)
        g_string_append (text, *values);
    }
  return g_string_free (text, FALSE);
}

/* @value: (transfer full) */
static void
add_argument (Resolving *self, const StoreTemplatePart *part, char *value)
{
  if (part->name == NULL)
    g_ptr_array_add (self->arguments, value);
  else if (g_str_has_suffix (part->name, "="))
    {
      g_ptr_array_add (self->arguments, g_strconcat (part->name, value, NULL));
      g_free (value);
    }
  else
    {
      g_ptr_array_add (self->arguments, g_strdup (part->name));
      g_ptr_array_add (self->arguments, value);
    }
}

static void
add_arguments (Resolving *self, const StoreTemplatePart *part)
{
  const StoreTemplateInput *only = get_only_input (part);
  GStrv                     values = only != NULL ? g_hash_table_lookup (self->values, only) : NULL;

  if (part->is_switch)
    {
      if (values == NULL || g_strcmp0 (*values, "true") == 0)
        g_ptr_array_add (self->arguments, g_strdup (part->name));
    }
  else if (values != NULL)
    for (guint i = 0; values[i] != NULL; i++)
      add_argument (self, part, g_strdup (values[i]));
  else
    add_argument (self, part, dup_text (self, part));
  if (is_secret (part))
    g_strv_builder_add (self->secrets, "arguments");
}

static void
add_named (Resolving *self, const StoreTemplatePart *part)
{
  gboolean         is_header = part->place == STORE_PART_HEADER;
  g_autofree char *text = dup_text (self, part);

  store_variables_set (is_header ? self->headers : self->environment, part->name, text);
  /* Nothing is no secret. */
  if (is_secret (part) && *text != '\0')
    {
      g_autofree char *name = g_strconcat (is_header ? "headers/" : "env/", part->name, NULL);

      g_strv_builder_add (self->secrets, name);
    }
}

static void
add_part (Resolving *self, const StoreTemplatePart *part)
{
  if (is_left_out (self, part))
    return;
  switch (part->place)
    {
    case STORE_PART_COMMAND:
      g_free (self->command);
      self->command = dup_text (self, part);
      break;
    case STORE_PART_URL:
      g_free (self->url);
      self->url = dup_text (self, part);
      if (is_secret (part))
        g_strv_builder_add (self->secrets, "url");
      break;
    case STORE_PART_ARGUMENT:
      add_arguments (self, part);
      break;
    case STORE_PART_VARIABLE:
    case STORE_PART_HEADER:
    default:
      add_named (self, part);
      break;
    }
}

static gboolean
needs_folder (const StoreTemplateOption *self)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      const StoreTemplatePart *part = self->parts->pdata[i];

      for (guint j = 0; j < part->pieces->len; j++)
        {
          const Piece *piece = &g_array_index (part->pieces, Piece, j);

          if (piece->input == NULL && piece->text == NULL)
            return TRUE;
        }
    }
  return FALSE;
}

/* All that is wrong with what was filled in, in one sentence: what is missing first. */
static gboolean
check_inputs (const StoreTemplateOption *self, GHashTable *values, GError **error)
{
  g_autoptr (GString) missing = g_string_new (NULL);
  g_autoptr (GString) wrong = g_string_new (NULL);

  for (guint i = 0; i < self->inputs->len; i++)
    {
      const StoreTemplateInput *input = self->inputs->pdata[i];
      const char *const        *given =
          values != NULL ? g_hash_table_lookup (values, input->key) : NULL;
      g_auto (GStrv) held = store_template_input_dup_values (input, given);
      g_autoptr (GError) problem = NULL;

      if (*held == NULL && input->required)
        g_string_append_printf (missing, "%s“%s”", missing->len > 0 ? ", " : "", input->title);
      else if (!store_template_input_check (input, given, &problem))
        g_string_append_printf (wrong, "%s%s", wrong->len > 0 ? "; " : "", problem->message);
    }
  if (missing->len == 0 && wrong->len == 0)
    return TRUE;
  g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID, "%s%s%s%s",
               missing->len > 0 ? "Not filled in: " : "", missing->str,
               missing->len > 0 && wrong->len > 0 ? "; " : "", wrong->str);
  return FALSE;
}

static gboolean
check_keys (const StoreTemplateOption *self, GHashTable *values, GError **error)
{
  GHashTableIter iter;
  gpointer       key;

  if (values == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, values);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (!has_key ((StoreTemplateOption *)self, key))
      {
        g_set_error (error, STORE_ERROR, STORE_ERROR_NOT_FOUND, "There is nothing called “%s” to "
                                                                "fill in",
                     (const char *)key);
        return FALSE;
      }
  return TRUE;
}

static gboolean
check (const StoreTemplateOption *self, GHashTable *values, const char *folder, GError **error)
{
  if (self->problem != NULL)
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_UNSUPPORTED, self->problem);
      return FALSE;
    }
  if (self->too_many)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE,
                   "The publisher of the server asks for more than %u things, or describes more "
                   "than %u arguments and variables",
                   STORE_TEMPLATE_MAX_INPUTS, STORE_TEMPLATE_MAX_PARTS);
      return FALSE;
    }
  if (folder == NULL && needs_folder (self))
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                           "The server's files are in its bundle, which has to be unpacked first: "
                           "open the bundle instead of its manifest");
      return FALSE;
    }
  return check_keys (self, values, error) && check_inputs (self, values, error);
}

static void
resolving_init (Resolving *self, const char *folder)
{
  self->folder = folder;
  self->values = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_strfreev);
  self->arguments = g_ptr_array_new_with_free_func (g_free);
  self->environment = store_variables_new ();
  self->headers = store_variables_new ();
  self->secrets = g_strv_builder_new ();
}

/* @mark_missing: to be looked at only */
static void
fill (Resolving                 *self,
      const StoreTemplateOption *option,
      GHashTable                *values,
      gboolean                   mark_missing)
{
  for (guint i = 0; i < option->inputs->len; i++)
    {
      const StoreTemplateInput *input = option->inputs->pdata[i];
      const char *const        *given =
          values != NULL ? g_hash_table_lookup (values, input->key) : NULL;
      GStrv held = store_template_input_dup_values (input, given);

      if (held[0] == NULL && input->required && mark_missing)
        {
          g_free (held);
          held = g_new0 (char *, 2);
          held[0] = g_strdup_printf ("‹%s›", input->title);
        }
      g_hash_table_insert (self->values, (gpointer)input, held);
    }
  for (guint i = 0; i < option->parts->len; i++)
    add_part (self, option->parts->pdata[i]);
}

static void
apply (Resolving *self, const StoreTemplateOption *option, StoreProfile *profile)
{
  g_ptr_array_add (self->arguments, NULL);
  g_object_set (profile, "transport", option->transport, "command", self->command, "arguments",
                self->arguments->pdata, "environment", self->environment, "url", self->url,
                "headers", self->headers, NULL);
}

gboolean
store_template_option_resolve (const StoreTemplateOption *self,
                               GHashTable                *values,
                               const char                *folder,
                               StoreProfile              *profile,
                               GStrv                     *secrets,
                               GError                   **error)
{
  g_auto (Resolving) resolving = { 0 };

  resolving_init (&resolving, folder);
  if (!check (self, values, folder, error))
    return FALSE;
  fill (&resolving, self, values, FALSE);
  if (resolving.arguments->len > MAX_ARGUMENTS)
    {
      g_set_error (error, STORE_ERROR, STORE_ERROR_TOO_LARGE, "The command has more than %u words",
                   MAX_ARGUMENTS);
      return FALSE;
    }
  apply (&resolving, self, profile);
  if (!store_profile_validate (profile, error))
    return FALSE;
  if (secrets != NULL)
    *secrets = g_strv_builder_end (resolving.secrets);
  return TRUE;
}

StoreProfile *
store_template_option_preview (const StoreTemplateOption *self,
                               GHashTable                *values,
                               const char                *folder,
                               GStrv                     *secrets)
{
  g_auto (Resolving) resolving = { 0 };

  if (self->problem != NULL || self->too_many)
    return NULL;
  resolving_init (&resolving, folder != NULL ? folder : "‹…›");
  fill (&resolving, self, values, TRUE);
  if (resolving.arguments->len > MAX_ARGUMENTS)
    return NULL;
  StoreProfile *profile = store_profile_new (NULL);
  apply (&resolving, self, profile);
  if (secrets != NULL)
    *secrets = g_strv_builder_end (resolving.secrets);
  return profile;
}
