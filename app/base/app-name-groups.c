/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-name-groups.h"

#include "mcp-object.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A shorter list is seen at one glance. */
#define LEAST_NAMES 8
#define LEAST_GROUPS 2
/* A name that has more words, or is longer, is told apart by its beginning. */
#define MAX_WORDS 12
#define MAX_NAME 512
/* A heading has few. */
#define MAX_TITLE_WORDS 3

/* What a tool does comes before what it does it to. Words that name a thing as often, such as
 * "comment" or "record", are not among them. */
static const char *const verbs[] = {
  "add",
  "analyze",
  "append",
  "apply",
  "archive",
  "assign",
  "attach",
  "call",
  "cancel",
  "change",
  "check",
  "clear",
  "clone",
  "close",
  "compare",
  "connect",
  "convert",
  "copy",
  "count",
  "create",
  "delete",
  "deploy",
  "describe",
  "detach",
  "disable",
  "disconnect",
  "download",
  "drop",
  "duplicate",
  "edit",
  "enable",
  "execute",
  "extract",
  "fetch",
  "find",
  "fork",
  "generate",
  "get",
  "grep",
  "hide",
  "insert",
  "inspect",
  "install",
  "list",
  "load",
  "make",
  "manage",
  "merge",
  "modify",
  "move",
  "new",
  "open",
  "patch",
  "pause",
  "post",
  "publish",
  "push",
  "put",
  "query",
  "read",
  "remove",
  "rename",
  "replace",
  "reply",
  "reset",
  "resolve",
  "restart",
  "restore",
  "resume",
  "retrieve",
  "retry",
  "revoke",
  "run",
  "save",
  "search",
  "send",
  "set",
  "show",
  "start",
  "stop",
  "submit",
  "take",
  "toggle",
  "trigger",
  "unassign",
  "uninstall",
  "unpublish",
  "unset",
  "unsubscribe",
  "update",
  "upload",
  "upsert",
  "validate",
  "verify",
  "view",
  "wait",
  "watch",
  "write",
};

/* They stand between what is done and what it is done to. */
static const char *const fillers[] = {
  "a",
  "all",
  "an",
  "any",
  "at",
  "by",
  "current",
  "for",
  "from",
  "in",
  "into",
  "many",
  "multiple",
  "my",
  "of",
  "on",
  "or",
  "the",
  "to",
  "with",
};

/* One name, taken apart. */
typedef struct
{
  char *words[MAX_WORDS]; /* as they are compared */
  char *raw[MAX_WORDS];   /* as they were written */
  guint n;
  guint subject; /* the word that says what it is about */
} Name;

struct _AppNameGroups
{
  GObject parent_instance;

  GStringChunk *chunk; /* (nullable): the words, while names are held against each other */
  guint         n_names;
  guint        *groups; /* of each name */
  guint        *order;  /* the names by groups */
  guint        *begins; /* where each group begins in it; one more than there are groups */
  GPtrArray    *titles; /* of char * */
};

G_DEFINE_FINAL_TYPE (AppNameGroups, app_name_groups, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (AppNameGroups, app_name_groups)

static gboolean
is_among (const char *word, const char *const *words, guint n)
{
  for (guint i = 0; i < n; i++)
    if (words[i][0] == word[0] && g_str_equal (words[i], word))
      return TRUE;
  return FALSE;
}

static gboolean
is_verb (const char *word)
{
  return is_among (word, verbs, G_N_ELEMENTS (verbs));
}

static gboolean
is_filler (const char *word)
{
  return is_among (word, fillers, G_N_ELEMENTS (fillers));
}

/* English plurals, as far as two words that look alike are one: what is cut off is never shown
 * where all names of a group have it. */
static void
make_singular (char *word)
{
  gsize length = strlen (word);

  if (length < 4 || word[length - 1] != 's' || g_str_has_suffix (word, "ss") ||
      g_str_has_suffix (word, "us") || g_str_has_suffix (word, "is"))
    return;
  word[length - 1] = '\0';
  if (g_str_has_suffix (word, "ie"))
    strcpy (word + length - 3, "y");
  else if (g_str_has_suffix (word, "sse") || g_str_has_suffix (word, "she") ||
           g_str_has_suffix (word, "che") || g_str_has_suffix (word, "xe"))
    word[length - 2] = '\0';
}

static void
add_word (AppNameGroups *self, Name *name, const char *from, const char *end)
{
  if (from == end || name->n == MAX_WORDS)
    return;
  name->raw[name->n] = g_string_chunk_insert_len (self->chunk, from, end - from);
  g_autofree char *word = g_utf8_strdown (from, end - from);
  make_singular (word);
  name->words[name->n++] = g_string_chunk_insert_const (self->chunk, word);
}

/* Where a word begins within others: createIssue, getURLInfo. */
static gboolean
is_hump (const char *text, const char *p)
{
  return p > text && g_ascii_isupper (p[0]) &&
         (g_ascii_islower (p[-1]) || g_ascii_isdigit (p[-1]) ||
          (g_ascii_isupper (p[-1]) && g_ascii_islower (p[1])));
}

static void
split (AppNameGroups *self, Name *name, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize)strnlen (text, MAX_NAME));
  gboolean         is_uri = strstr (valid, "://") != NULL;
  const char      *separators = is_uri ? "/:?#" : "_-./: ";
  const char      *from = valid;
  const char      *p;

  for (p = valid; *p != '\0'; p++)
    if (strchr (separators, *p) != NULL)
      {
        add_word (self, name, from, p);
        from = p + 1;
      }
    else if (!is_uri && is_hump (valid, p))
      {
        add_word (self, name, from, p);
        from = p;
      }
  add_word (self, name, from, p);
}

/* Words that all names begin with say nothing; each keeps one of its own. */
static guint
count_shared (const Name *names, guint n)
{
  for (guint shared = 0; shared < MAX_WORDS; shared++)
    for (guint i = 0; i < n; i++)
      if (names[i].n < shared + 2 || names[i].words[shared] != names[0].words[shared])
        return shared;
  return MAX_WORDS;
}

/* "list_pull_requests" is about what follows the verb, "issue_list" about what it begins with. */
static guint
find_subject (const Name *name, guint first)
{
  guint at = first;

  if (!is_verb (name->words[first]))
    return first;
  for (at++; at + 1 < name->n; at++)
    if (!is_filler (name->words[at]) &&
        !(is_verb (name->words[at]) && g_str_equal (name->words[at - 1], "or")))
      break;
  return MIN (at, name->n - 1);
}

/* The words that all names of a group share behind what they are about; in their own spelling
 * where all spell them alike.
 * @members: of Name *. Returns: (transfer full) */
static char *
create_title (GPtrArray *members)
{
  const Name *first = members->pdata[0];
  GString    *title = g_string_new (NULL);

  for (guint k = 0; k < MAX_TITLE_WORDS && first->subject + k < first->n; k++)
    {
      guint    at = first->subject + k;
      gboolean alike = TRUE;

      for (guint i = 1; i < members->len; i++)
        {
          const Name *name = members->pdata[i];

          if (name->subject + k >= name->n || name->words[name->subject + k] != first->words[at])
            goto out;
          alike = alike && g_str_equal (name->raw[name->subject + k], first->raw[at]);
        }
      g_string_append_printf (title, "%s%s", k > 0 ? " " : "",
                              alike ? first->raw[at] : first->words[at]);
    }
out:
  if (g_ascii_islower (title->str[0]))
    title->str[0] = g_ascii_toupper (title->str[0]);
  return g_string_free (title, FALSE);
}

/* A name that is alone with its subject may have another one among its words: read_text_file.
 * Returns: (transfer none) (nullable): of Name * */
static GPtrArray *
find_members (GHashTable *by_subject, const Name *name)
{
  GPtrArray *members = name->n > 0
                           ? g_hash_table_lookup (by_subject, name->words[name->subject])
                           : NULL;

  for (guint i = name->n; (members == NULL || members->len < 2) && i-- > name->subject;)
    members = g_hash_table_lookup (by_subject, name->words[i]);
  return members != NULL && members->len >= 2 ? members : NULL;
}

static GHashTable *
collect_subjects (Name *names, guint n)
{
  GHashTable *by_subject = g_hash_table_new_full (NULL, NULL, NULL,
                                                  (GDestroyNotify)g_ptr_array_unref);
  guint       shared = count_shared (names, n);

  for (guint i = 0; i < n; i++)
    {
      if (names[i].n == 0)
        continue;
      names[i].subject = find_subject (&names[i], shared);
      GPtrArray *members = g_hash_table_lookup (by_subject, names[i].words[names[i].subject]);
      if (members == NULL)
        {
          members = g_ptr_array_new ();
          g_hash_table_insert (by_subject, names[i].words[names[i].subject], members);
        }
      g_ptr_array_add (members, &names[i]);
    }
  return by_subject;
}

/* Groups of less than half of a list would leave most of it under "Other". */
static void
number_groups (AppNameGroups *self, GHashTable *by_subject, Name *names)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  guint n_grouped = 0;

  for (guint i = 0; i < self->n_names; i++)
    {
      GPtrArray *members = find_members (by_subject, &names[i]);
      gpointer   number = NULL;

      self->groups[i] = G_MAXUINT;
      if (members == NULL)
        continue;
      if (!g_hash_table_lookup_extended (numbers, members, NULL, &number))
        {
          number = GUINT_TO_POINTER (self->titles->len);
          g_hash_table_insert (numbers, members, number);
          g_ptr_array_add (self->titles, create_title (members));
        }
      self->groups[i] = GPOINTER_TO_UINT (number);
      n_grouped++;
    }
  if (self->titles->len < LEAST_GROUPS || n_grouped * 2 < self->n_names)
    g_ptr_array_set_size (self->titles, 0);
  else if (n_grouped < self->n_names)
    /* Translators: a heading above what is in no group */
    g_ptr_array_add (self->titles, g_strdup (_ ("Other")));
}

/* What is in no group stands behind all of them. */
static void
order_names (AppNameGroups *self)
{
  guint n_groups = MAX (self->titles->len, 1);

  self->begins = g_new0 (guint, n_groups + 1);
  for (guint i = 0; i < self->n_names; i++)
    {
      self->groups[i] = MIN (self->groups[i], n_groups - 1);
      self->begins[self->groups[i] + 1]++;
    }
  for (guint i = 0; i < n_groups; i++)
    self->begins[i + 1] += self->begins[i];
  g_autofree guint *next = g_memdup2 (self->begins, n_groups * sizeof (guint));
  self->order = g_new (guint, self->n_names);
  for (guint i = 0; i < self->n_names; i++)
    self->order[next[self->groups[i]]++] = i;
}

MCP_DEFINE_FINALIZE (AppNameGroups, app_name_groups)
{
  g_free (self->groups);
  g_free (self->order);
  g_free (self->begins);
  g_ptr_array_unref (self->titles);
}

static void
app_name_groups_init (AppNameGroups *self)
{
  self->titles = g_ptr_array_new_with_free_func (g_free);
}

AppNameGroups *
app_name_groups_new (const char *const *names, guint n_names)
{
  AppNameGroups   *self = g_object_new (APP_TYPE_NAME_GROUPS, NULL);
  g_autofree Name *parts = NULL;
  g_autoptr (GHashTable) by_subject = NULL;

  self->groups = g_new0 (guint, n_names);
  self->n_names = n_names;
  if (n_names >= LEAST_NAMES)
    {
      parts = g_new0 (Name, n_names);
      self->chunk = g_string_chunk_new (4096);
      for (guint i = 0; i < n_names; i++)
        split (self, &parts[i], names[i]);
      by_subject = collect_subjects (parts, n_names);
      number_groups (self, by_subject, parts);
      g_clear_pointer (&self->chunk, g_string_chunk_free);
    }
  order_names (self);
  return self;
}

guint
app_name_groups_get_n_groups (AppNameGroups *self)
{
  g_return_val_if_fail (APP_IS_NAME_GROUPS (self), 0);
  return self->titles->len;
}

guint
app_name_groups_get_group (AppNameGroups *self, guint index)
{
  g_return_val_if_fail (APP_IS_NAME_GROUPS (self), 0);
  g_return_val_if_fail (index < self->n_names, 0);
  return self->groups[index];
}

guint
app_name_groups_get_nth (AppNameGroups *self, guint place)
{
  g_return_val_if_fail (APP_IS_NAME_GROUPS (self), 0);
  g_return_val_if_fail (place < self->n_names, 0);
  return self->order[place];
}

guint
app_name_groups_get_size (AppNameGroups *self, guint group)
{
  g_return_val_if_fail (APP_IS_NAME_GROUPS (self), 0);
  g_return_val_if_fail (group < self->titles->len, 0);
  return self->begins[group + 1] - self->begins[group];
}

const char *
app_name_groups_get_title (AppNameGroups *self, guint group)
{
  g_return_val_if_fail (APP_IS_NAME_GROUPS (self), NULL);
  g_return_val_if_fail (group < self->titles->len, NULL);
  return self->titles->pdata[group];
}
