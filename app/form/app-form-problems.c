/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-problems.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "app-field-tree.h"
#include "app-field-variant.h"
#include "app-form-edit.h"
#include "app-json-pointer.h"
#include "app-number-text.h"
#include "app-visible-text.h"
#include "mcp-object.h"

/* Members that stand twice are told of in texts up to here; looking is linear. */
#define FIND_BYTES (1024u * 1024u)
#define FIND_COUNT 50u
/* For a whole value while somebody types. */
#define CHECK_MILLISECONDS 100u
/* Unions in unions whose reasons are looked through. */
#define MAX_UNIONS 8u

/* Choices that a message names. */
#define NAMED_CHOICES 6u
#define NAMED_CHARACTERS 40u
/* Behind all rows: of the whole form, or of what has no row. */
#define NO_ROW G_MAXUINT

struct _AppFormProblems
{
  GListStore *list;
  GHashTable *by_pointer; /* pointer → AppFormProblem, the first; the list holds them */
  guint       n;
  char       *doubt; /* (nullable): why that may not be all */
  gboolean    twice; /* members stood there twice when it was looked for them */
};

AppFormProblems *
app_form_problems_new (void)
{
  AppFormProblems *self = g_new0 (AppFormProblems, 1);

  self->list = g_list_store_new (APP_TYPE_FORM_PROBLEM);
  self->by_pointer = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
app_form_problems_free (AppFormProblems *self)
{
  g_hash_table_unref (self->by_pointer);
  g_object_unref (self->list);
  g_free (self->doubt);
  g_free (self);
}

MCP_DEFINE_PLAIN_GETTER (const char *, AppFormProblems, app_form_problems, doubt)

GListModel *
app_form_problems_get_list (AppFormProblems *self)
{
  return G_LIST_MODEL (self->list);
}

MCP_DEFINE_PLAIN_GETTER (guint, AppFormProblems, app_form_problems, n)

const char *
app_form_problems_find (AppFormProblems *self, const char *pointer, gboolean *missing)
{
  AppFormProblem *problem = g_hash_table_lookup (self->by_pointer, pointer);

  if (problem == NULL)
    return NULL;
  *missing = problem->missing;
  return problem->message;
}

/* In the least words that a row has room for */

/* Whether it says that a member is missing. */
static gboolean
is_about_missing (McpSchemaError *error)
{
  McpSchemaKeyword keyword = error->keyword;

  return error->property != NULL &&
         (keyword == MCP_SCHEMA_REQUIRED || keyword == MCP_SCHEMA_DEPENDENT_REQUIRED ||
          keyword == MCP_SCHEMA_DEPENDENCIES);
}

/* As JSON calls it: not translated, like the schema's own words. */
static const char *
describe_value (McpJsonValue value)
{
  static const char *const names[] = {
    [MCP_JSON_NONE] = "nothing",
    [MCP_JSON_NULL] = "null",
    [MCP_JSON_BOOLEAN] = "boolean",
    [MCP_JSON_NUMBER] = "number",
    [MCP_JSON_STRING] = "string",
    [MCP_JSON_ARRAY] = "array",
    [MCP_JSON_OBJECT] = "object",
  };

  return names[mcp_json_value_get_kind (value)];
}

static char *
dup_type_text (McpSchemaError *error)
{
  McpJsonValue expected = error->expected.value;
  g_autoptr (GString) names = g_string_new (NULL);

  if (mcp_json_value_get_kind (expected) == MCP_JSON_STRING)
    {
      g_autofree char *name = mcp_json_value_dup_string (expected, NULL);
      g_string_append (names, name);
    }
  for (McpJsonWalk type = mcp_json_walk (expected); mcp_json_walk_next (&type);)
    {
      g_autofree char *name = mcp_json_value_dup_string (type.value, NULL);
      /* Null beside a type is something to choose, not something to type. */
      if (name != NULL && strcmp (name, "null") != 0)
        g_string_append_printf (names, "%s%s", names->len > 0 ? _ (" or ") : "", name);
    }
  g_autofree char *visible = app_visible_text_line (names->str, 2 * NAMED_CHARACTERS);
  /* Translators: types of JSON: "Expected string, got number" */
  return g_strdup_printf (_ ("Expected %s, got %s"), visible,
                          describe_value (error->instance.value));
}

static void
add_name (GString *names, guint index, char *name)
{
  g_autofree char *label = app_visible_text_line (name, NAMED_CHARACTERS);

  if (index == NAMED_CHOICES)
    g_string_append (names, ", …");
  else if (index < NAMED_CHOICES)
    g_string_append_printf (names, "%s%s", index > 0 ? ", " : "", label);
  g_free (name);
}

/* What a value is called in a list of them. */
static char *
dup_name (McpJsonValue value)
{
  McpJsonValue constant = mcp_json_value_get_member (value, "const");
  char        *name = mcp_json_value_dup_member_string (value, "title");

  if (name == NULL && mcp_json_value_exists (constant))
    value = constant;
  if (name == NULL)
    name = mcp_json_value_dup_string (value, NULL);
  return name != NULL ? name : mcp_json_value_dup_text (value);
}

static char *
dup_choice_text (McpSchemaError *error, AppField *field)
{
  GListModel *options = field != NULL ? app_field_get_info (field)->options : NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  McpJsonValue value;
  McpJsonIter  iter;

  if (options != NULL && app_field_get_info (field)->kind == APP_FIELD_ENUM)
    for (guint i = 0; i <= NAMED_CHOICES && i < g_list_model_get_n_items (options); i++)
      {
        g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);

        add_name (names, i, g_strdup (option->label));
      }
  else
    {
      mcp_json_iter_init (&iter, error->expected.value);
      for (guint i = 0; i <= NAMED_CHOICES && mcp_json_iter_next (&iter, NULL, &value); i++)
        add_name (names, i, dup_name (value));
    }
  if (names->len == 0)
    return g_strdup (_ ("No value fits: the schema lists none"));
  return g_strdup_printf (_ ("Must be one of: %s"), names->str);
}

/* @format: has one %s for the limit as written */
static char *
dup_limit_text (McpSchemaError *error, const char *format)
{
  McpJsonValue     expected = error->expected.value;
  g_autofree char *limit = mcp_json_value_get_kind (expected) == MCP_JSON_STRING
                               ? mcp_json_value_dup_string (expected, NULL)
                               : mcp_json_value_dup_text (expected);
  g_autofree char *grouped = app_number_text_group (limit);
  g_autofree char *visible = app_visible_text_line (grouped, NAMED_CHARACTERS);
  g_auto (GStrv) around = g_strsplit (format, "%s", 2);

  return g_strconcat (around[0], visible, around[1], NULL);
}

static gulong
get_count (McpSchemaError *error)
{
  g_autofree char *limit = mcp_json_value_dup_text (error->expected.value);

  return limit != NULL ? strtoul (limit, NULL, 10) : 0;
}

static char *
dup_count_text (McpSchemaError *error)
{
  gulong count = get_count (error);

  switch (error->keyword)
    {
    case MCP_SCHEMA_MIN_LENGTH:
      return dup_limit_text (error, ngettext ("Must have at least %s character",
                                              "Must have at least %s characters", count));
    case MCP_SCHEMA_MAX_LENGTH:
      return dup_limit_text (error, ngettext ("Must have at most %s character",
                                              "Must have at most %s characters", count));
    case MCP_SCHEMA_MIN_ITEMS:
      return dup_limit_text (
          error, ngettext ("Must have at least %s item", "Must have at least %s items", count));
    case MCP_SCHEMA_MAX_ITEMS:
      return dup_limit_text (
          error, ngettext ("Must have at most %s item", "Must have at most %s items", count));
    case MCP_SCHEMA_MIN_PROPERTIES:
      return dup_limit_text (
          error, ngettext ("Must have at least %s property",
                           "Must have at least %s properties", count));
    case MCP_SCHEMA_MAX_PROPERTIES:
    default:
      return dup_limit_text (
          error, ngettext ("Must have at most %s property",
                           "Must have at most %s properties", count));
    }
}

static char *
dup_union_text (McpSchemaError *error, AppField *field)
{
  McpJsonValue branches = error->expected.value;

  if (field != NULL && app_field_get_info (field)->kind == APP_FIELD_ENUM)
    return dup_choice_text (error, field);
  if (error->causes == NULL)
    return g_strdup (_ ("Matches more than one option, must match exactly one"));
  return g_strdup_printf (_ ("Matches none of the %u options"),
                          mcp_json_value_get_n_items (branches));
}

/* @field: (nullable): the row, whose choices have names */
static char *
dup_problem_text (McpSchemaError *error, AppField *field)
{
  if (is_about_missing (error))
    return g_strdup (_ ("Required"));
  if (field != NULL && app_field_get_info (field)->conflict != NULL &&
      error->keyword != MCP_SCHEMA_UNKNOWN_KEYWORD)
    return g_strdup (app_field_get_info (field)->conflict);
  switch ((int)error->keyword)
    {
    case MCP_SCHEMA_TYPE:
      return dup_type_text (error);
    case MCP_SCHEMA_ENUM:
      return dup_choice_text (error, field);
    case MCP_SCHEMA_CONST:
      return dup_limit_text (error, _ ("Must be %s"));
    case MCP_SCHEMA_MINIMUM:
      return dup_limit_text (error, _ ("Must be at least %s"));
    case MCP_SCHEMA_MAXIMUM:
      return dup_limit_text (error, _ ("Must be at most %s"));
    case MCP_SCHEMA_EXCLUSIVE_MINIMUM:
      return dup_limit_text (error, _ ("Must be more than %s"));
    case MCP_SCHEMA_EXCLUSIVE_MAXIMUM:
      return dup_limit_text (error, _ ("Must be less than %s"));
    case MCP_SCHEMA_MULTIPLE_OF:
      return dup_limit_text (error, _ ("Must be a multiple of %s"));
    case MCP_SCHEMA_MIN_LENGTH:
    case MCP_SCHEMA_MAX_LENGTH:
    case MCP_SCHEMA_MIN_ITEMS:
    case MCP_SCHEMA_MAX_ITEMS:
    case MCP_SCHEMA_MIN_PROPERTIES:
    case MCP_SCHEMA_MAX_PROPERTIES:
      return dup_count_text (error);
    case MCP_SCHEMA_PATTERN:
      return dup_limit_text (error, _ ("Must match the pattern %s"));
    case MCP_SCHEMA_UNIQUE_ITEMS:
      return g_strdup (_ ("Duplicate item"));
    case MCP_SCHEMA_ADDITIONAL_PROPERTIES:
    case MCP_SCHEMA_UNEVALUATED_PROPERTIES:
    case MCP_SCHEMA_PROPERTY_NAMES:
      return g_strdup (_ ("Property not allowed by the schema"));
    case MCP_SCHEMA_ITEMS:
    case MCP_SCHEMA_ADDITIONAL_ITEMS:
    case MCP_SCHEMA_UNEVALUATED_ITEMS:
      return g_strdup (_ ("Item not allowed by the schema"));
    case MCP_SCHEMA_CONTAINS:
    case MCP_SCHEMA_MIN_CONTAINS:
    case MCP_SCHEMA_MAX_CONTAINS:
      return g_strdup (_ ("Items do not match the schema’s “contains”"));
    case MCP_SCHEMA_NOT:
      return g_strdup (_ ("Value not allowed by the schema"));
    case MCP_SCHEMA_ANY_OF:
    case MCP_SCHEMA_ONE_OF:
      return dup_union_text (error, field);
    case MCP_SCHEMA_UNKNOWN_KEYWORD:
      return g_strdup (_ ("No value allowed by the schema"));
    default:
      return g_strdup (error->text);
    }
}

/* What the validator has against the value */

typedef struct
{
  AppFormProblem *problem;
  gsize           start; /* of the value that it is about, or of what it is missing in */
} Found;

typedef struct
{
  AppForm    *form;
  GArray     *found;
  GHashTable *told;  /* pointer and message */
  char       *doubt; /* (nullable) */
} Search;

static void
add (Search *self, const char *pointer, char *message, gboolean missing, gsize start)
{
  g_autofree char *text = message;
  char            *key = g_strconcat (pointer, "\n", text, NULL);
  Found            found = { NULL, start };

  /* Sub-schemas that say the same are told of once. */
  if (!g_hash_table_add (self->told, key))
    return;
  found.problem = app_form_problem_new (text, pointer, missing);
  g_array_append_val (self->found, found);
}

static gboolean
is_missing_preset (Search *self, McpSchemaError *error)
{
  AppFormProvider *provider = app_form_get_provider (self->form);
  g_autoptr (GString) pointer = g_string_new (error->instance_pointer);

  if (!is_about_missing (error))
    return FALSE;
  app_json_pointer_append (pointer, error->property);
  return provider != NULL &&
         APP_FORM_PROVIDER_GET_IFACE (provider)->provides (provider, pointer->str);
}

static gboolean is_missing_presets (Search *self, McpSchemaError *error, guint depth);

/* Whether one branch of a union lacks nothing but what is put in when it is sent. */
static gboolean
has_complete_branch (Search *self, GPtrArray *causes, guint depth)
{
  g_autoptr (GHashTable) branches = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer       complete;

  for (guint i = 0; i < causes->len; i++)
    {
      gpointer branch = GINT_TO_POINTER (((const McpSchemaError *)causes->pdata[i])->branch);
      gboolean lacks_presets = is_missing_presets (self, causes->pdata[i], depth + 1);

      if (!lacks_presets || !g_hash_table_contains (branches, branch))
        g_hash_table_insert (branches, branch, GINT_TO_POINTER (lacks_presets));
    }
  g_hash_table_iter_init (&iter, branches);
  while (g_hash_table_iter_next (&iter, NULL, &complete))
    if (complete != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
is_missing_presets (Search *self, McpSchemaError *error, guint depth)
{
  GPtrArray *causes = error->causes;

  if (depth > MAX_UNIONS)
    return FALSE;
  return causes != NULL ? has_complete_branch (self, causes, depth)
                        : is_missing_preset (self, error);
}

/* The branch that a person chose for a union; -1 where nobody could. */
static int
get_chosen_branch (AppField *field, const char *schema_pointer)
{
  GListModel *children;

  for (; field != NULL && app_field_get_core (field)->variant != NULL;
       field = app_field_get_core (field)->chosen)
    {
      int branch =
          app_field_variant_get_nth (app_field_get_core (field)->variant,
                                     app_field_get_state (field)->selected, schema_pointer);

      if (branch >= 0)
        return branch;
    }
  children = field != NULL && app_field_get_info (field)->kind == APP_FIELD_OBJECT
                 ? G_LIST_MODEL (app_field_get_core (field)->children)
                 : NULL;
  for (guint i = 0; children != NULL && i < g_list_model_get_n_items (children); i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);
      int branch =
          app_field_get_place (child)->selector ? get_chosen_branch (child, schema_pointer) : -1;

      if (branch >= 0)
        return branch;
    }
  return -1;
}

static void add_error (Search *self, McpSchemaError *error, guint depth);

/* What the form that is chosen, or comes closest, has against the value.
 * Returns: %FALSE where that says less than that no form fits */
static gboolean
add_causes (Search *self, McpSchemaError *error, AppField *field, guint depth)
{
  GPtrArray  *causes = error->causes;
  const char *pointer = error->instance_pointer;
  int         chosen =
      get_chosen_branch (field, error->schema_pointer);
  gboolean any = FALSE;

  if (causes == NULL || causes->len == 0 || depth > MAX_UNIONS ||
      (field != NULL && app_field_get_info (field)->kind == APP_FIELD_ENUM))
    return FALSE;
  if (chosen < 0)
    chosen = ((const McpSchemaError *)causes->pdata[0])->branch;
  for (guint i = 0; i < causes->len; i++)
    {
      McpSchemaError  *cause = causes->pdata[i];
      McpSchemaKeyword keyword = cause->keyword;

      if (cause->branch == chosen &&
          (keyword == MCP_SCHEMA_TYPE || keyword == MCP_SCHEMA_UNKNOWN_KEYWORD) &&
          strcmp (cause->instance_pointer, pointer) == 0)
        return FALSE;
    }
  for (guint i = 0; i < causes->len; i++)
    if (((const McpSchemaError *)causes->pdata[i])->branch == chosen)
      {
        add_error (self, causes->pdata[i], depth + 1);
        any = TRUE;
      }
  return any;
}

/* Whether a value of @kind would not have this error. */
static gboolean
asks_for (const McpSchemaError *error, McpJsonKind kind)
{
  McpJsonValue types = error->expected.value;
  const char  *name = mcp_json_kind_get_name (kind);

  for (guint i = 0; error->causes != NULL && i < error->causes->len; i++)
    {
      const McpSchemaError *cause = error->causes->pdata[i];

      if (cause->causes == NULL && strcmp (cause->instance_pointer, error->instance_pointer) == 0 &&
          asks_for (cause, kind))
        return TRUE;
    }
  if (error->keyword != MCP_SCHEMA_TYPE)
    return FALSE;
  if (mcp_json_value_string_equals (types, name))
    return TRUE;
  for (McpJsonWalk each = mcp_json_walk (types); mcp_json_walk_next (&each);)
    if (mcp_json_value_string_equals (each.value, name))
      return TRUE;
  return FALSE;
}

/* An object that was written as a text. Returns: (transfer full): @problem with a hint */
static char *
add_parse_hint (McpSchemaError *error, char *problem)
{
  g_autofree char *text = mcp_json_value_get_length (error->instance.value) <= FIND_BYTES
                              ? mcp_json_value_dup_string (error->instance.value, NULL)
                              : NULL;
  g_autoptr (McpJsonDocument) document =
      text != NULL ? mcp_json_document_parse_text (text, -1, NULL) : NULL;
  McpJsonKind kind = document != NULL
                         ? mcp_json_value_get_kind (mcp_json_document_get_root (document))
                         : MCP_JSON_NONE;
  char       *hinted;

  if ((kind != MCP_JSON_OBJECT && kind != MCP_JSON_ARRAY) || !asks_for (error, kind))
    return problem;
  /* Translators: %s is such as "Expected object, got string" */
  hinted = g_strdup_printf (kind == MCP_JSON_OBJECT
                                ? _ ("%s; the text parses as a JSON object: give it without quotes")
                                : _ ("%s; the text parses as a JSON array: give it without quotes"),
                            problem);
  g_free (problem);
  return hinted;
}

static void
add_error (Search *self, McpSchemaError *error, guint depth)
{
  McpSchemaKeyword keyword = error->keyword;
  gboolean         missing = is_about_missing (error);
  const char      *place = error->instance_pointer;
  AppField        *field = app_form_peek_field (self->form, place);
  g_autoptr (GString) pointer = g_string_new (place);

  if (is_missing_presets (self, error, 0))
    return;
  if ((keyword == MCP_SCHEMA_ANY_OF || keyword == MCP_SCHEMA_ONE_OF) &&
      add_causes (self, error, field, depth))
    return;
  if (missing)
    app_json_pointer_append (pointer, error->property);
  add (self, pointer->str, add_parse_hint (error, dup_problem_text (error, field)), missing,
       mcp_json_value_get_start (error->instance.value));
}

static int
compare_found (gconstpointer a, gconstpointer b)
{
  const Found *one = a;
  const Found *two = b;

  return (one->start > two->start) - (one->start < two->start);
}

/* Returns: how many there are beyond those that are found */
static guint
find (Search *self)
{
  AppForm        *form = self->form;
  AppFormOverlay *overlay = app_form_get_overlay (form);
  McpJsonValue    value = app_form_get_value (form);
  McpSchemaBudget budget = MCP_SCHEMA_BUDGET_INIT;
  g_autoptr (McpJsonDocument) made =
      overlay != NULL ? APP_FORM_OVERLAY_GET_IFACE (overlay)->dup_checked (overlay, value) : NULL;
  g_autoptr (McpSchemaReport) report = NULL;
  GPtrArray *errors;

  if (made != NULL)
    value = mcp_json_document_get_root (made);
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    {
      add (self, "", g_strdup (_ ("Arguments must be an object")), FALSE, 0);
      return 0;
    }
  budget.max_errors = APP_FORM_MAX_PROBLEMS;
  budget.max_milliseconds = CHECK_MILLISECONDS;
  report = mcp_schema_validate (app_form_get_validator (form), value, MCP_SCHEMA_PLAIN, &budget);
  if (report->outcome == MCP_SCHEMA_INCOMPLETE)
    self->doubt = g_strdup (report->reason_text);
  errors = report->errors;
  for (guint i = 0; i < errors->len; i++)
    add_error (self, errors->pdata[i], 0);
  return report->n_errors - errors->len;
}

/* In the order of the value; the rows' is made of it. @n_more: (out): how many there are beside
 * those that are listed; @doubt: (out). Returns: (transfer full) (element-type AppFormProblem) */
static GPtrArray *
list_problems (AppForm *form, guint *n_more, char **doubt)
{
  GPtrArray *problems = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Found));
  g_autoptr (GHashTable) told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Search search = { form, found, told };

  *n_more = find (&search);
  *doubt = search.doubt;
  g_array_sort (found, compare_found);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (problems, g_array_index (found, Found, i).problem);
  return problems;
}

/* What no schema says */

/* Names do not change where a scalar is typed. */
static void
add_duplicates (AppFormProblems *self, McpJsonValue root, const char *place, GPtrArray *problems)
{
  McpJsonKind kind = mcp_json_value_get_kind (mcp_json_value_resolve_pointer (root, place));

  if (g_bytes_get_size (mcp_json_document_get_bytes (root.document)) > FIND_BYTES ||
      (!self->twice && kind != MCP_JSON_NONE && kind != MCP_JSON_ARRAY && kind != MCP_JSON_OBJECT))
    return;
  self->twice = FALSE;
  g_autoptr (GArray) findings = mcp_json_document_find (root.document, FIND_COUNT);
  for (guint i = 0; i < findings->len; i++)
    {
      const McpJsonFinding *finding = &g_array_index (findings, McpJsonFinding, i);
      g_autofree char      *message = NULL;

      if (finding->kind != MCP_JSON_FINDING_DUPLICATE_MEMBER)
        continue;
      self->twice = TRUE;
      g_autofree char *name = mcp_json_value_dup_string (finding->value, NULL);
      message = g_strdup_printf (_ ("Duplicate property “%s”; most parsers use the last one"),
                                 name);
      g_ptr_array_add (problems, app_form_problem_new (message, "", FALSE));
    }
}

static gboolean
is_string_list (McpJsonValue value)
{
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    if (mcp_json_value_get_kind (item.value) != MCP_JSON_STRING)
      return FALSE;
  return mcp_json_value_get_kind (value) == MCP_JSON_ARRAY;
}

/* MCP 2025-11-25, ElicitResult: content has strings, numbers, booleans and lists of strings. A
 * schema that asks for more is followed all the same, when the person says so. */
static void
add_foreign_values (AppForm *form, GPtrArray *problems)
{
  McpJsonValue value = app_form_get_value (form);

  for (McpJsonWalk member = mcp_json_walk (app_form_is_answer (form) ? value : MCP_JSON_NO_VALUE);
       mcp_json_walk_next (&member);)
    {
      McpJsonKind kind = mcp_json_value_get_kind (member.value);

      if (kind == MCP_JSON_STRING || kind == MCP_JSON_NUMBER || kind == MCP_JSON_BOOLEAN ||
          is_string_list (member.value))
        continue;
      g_autofree char *pointer = mcp_json_value_dup_pointer (member.value);
      g_ptr_array_add (problems,
                       app_form_problem_new (_ ("Not allowed in a response: only strings, numbers, "
                                                "booleans and arrays of strings"),
                                             pointer, FALSE));
    }
}

/* Which problems are told, and in which order */

static gboolean
is_same (AppFormProblem *a, AppFormProblem *b)
{
  return a != NULL && b != NULL &&
         strcmp (a->pointer, b->pointer) == 0 &&
         strcmp (a->message, b->message) == 0;
}

static gboolean
are_shown (AppFormProblems *self, GPtrArray *problems, guint shown)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->list)) != shown)
    return FALSE;
  for (guint i = 0; i < shown; i++)
    {
      g_autoptr (AppFormProblem) old = g_list_model_get_item (G_LIST_MODEL (self->list), i);

      if (!is_same (old, g_ptr_array_index (problems, i)))
        return FALSE;
    }
  return TRUE;
}

/* Adds the places of @one whose first problem is another one in @other. */
static void
add_different (GHashTable *one, GHashTable *other, GPtrArray *touched)
{
  GHashTableIter iter;
  gpointer       pointer;
  gpointer       problem;

  g_hash_table_iter_init (&iter, one);
  while (g_hash_table_iter_next (&iter, &pointer, &problem))
    if (!is_same (problem, g_hash_table_lookup (other, pointer)))
      g_ptr_array_add (touched, g_strdup (pointer));
}

static void
show (AppFormProblems *self, GPtrArray *problems, GPtrArray *touched)
{
  guint shown = MIN (problems->len, APP_FORM_MAX_PROBLEMS);

  if (are_shown (self, problems, shown))
    return;
  g_autoptr (GHashTable) before = g_steal_pointer (&self->by_pointer);
  self->by_pointer = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = shown; i > 0; i--)
    {
      AppFormProblem *problem = g_ptr_array_index (problems, i - 1);

      g_hash_table_insert (self->by_pointer, (gpointer)problem->pointer,
                           problem);
    }
  add_different (before, self->by_pointer, touched);
  add_different (self->by_pointer, before, touched);
  /* The list holds the problems that the table points to. */
  g_list_store_splice (self->list, 0, g_list_model_get_n_items (G_LIST_MODEL (self->list)),
                       problems->pdata, shown);
}

GPtrArray *
app_form_problems_update (AppFormProblems *self, AppForm *form, const char *place)
{
  GPtrArray      *touched = g_ptr_array_new_with_free_func (g_free);
  AppFormOverlay *overlay = app_form_get_overlay (form);
  guint           n_more = 0;

  g_clear_pointer (&self->doubt, g_free);
  g_autoptr (GPtrArray) problems = list_problems (form, &n_more, &self->doubt);
  if (overlay != NULL)
    APP_FORM_OVERLAY_GET_IFACE (overlay)->settle (overlay, problems);
  add_duplicates (self, app_form_get_value (form), place, problems);
  add_foreign_values (form, problems);
  show (self, problems, touched);
  self->n = n_more + problems->len;
  return touched;
}

/* From the top of the form down, what is missing at the place of its field. Rows come and go with
 * the value, so the order follows them. */

typedef struct
{
  AppFormProblem *problem; /* owned */
  GArray         *rows;    /* of guint: which row of the form, which row in that group, … */
} Placed;

static void
placed_clear (gpointer data)
{
  Placed *self = data;

  g_clear_object (&self->problem);
  g_clear_pointer (&self->rows, g_array_unref);
}

static gboolean add_rows (AppField *field, const char *pointer, GArray *rows);

/* A selector's rows are those of the object that it belongs to. */
static gboolean
add_selector_rows (AppField *selector, guint row, const char *pointer, GArray *rows)
{
  g_array_append_val (rows, row);
  if (add_rows (selector, pointer, rows))
    return TRUE;
  g_array_set_size (rows, rows->len - 1);
  return FALSE;
}

/* Adds the rows on the way to @pointer inside of a field. Returns: whether there is one */
static gboolean
add_rows (AppField *field, const char *pointer, GArray *rows)
{
  const char      *rest = pointer;
  g_autofree char *token = app_json_pointer_take (&rest);

  if (token == NULL)
    return TRUE;
  while (field != NULL && app_field_get_core (field)->variant != NULL)
    field = app_field_get_branch (field);
  GListModel *children = field != NULL ? app_field_get_children (field) : NULL;
  for (guint i = 0; children != NULL && i < g_list_model_get_n_items (children); i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (children, i);

      if (app_field_get_place (child)->selector && add_selector_rows (child, i, pointer, rows))
        return TRUE;
      if (app_field_get_place (child)->selector || !app_field_has_token (child, token))
        continue;
      g_array_append_val (rows, i);
      add_rows (child, rest, rows);
      return TRUE;
    }
  return FALSE;
}

static int
compare_placed (gconstpointer a, gconstpointer b)
{
  const GArray *one = ((const Placed *)a)->rows;
  const GArray *two = ((const Placed *)b)->rows;

  for (guint i = 0; i < MIN (one->len, two->len); i++)
    {
      guint left = g_array_index (one, guint, i);
      guint right = g_array_index (two, guint, i);

      if (left != right)
        return left < right ? -1 : 1;
    }
  /* A group's own come before those of its rows. */
  return (one->len > two->len) - (one->len < two->len);
}

static gboolean
is_in_order (GArray *placed)
{
  for (guint i = 1; i < placed->len; i++)
    if (compare_placed (&g_array_index (placed, Placed, i - 1),
                        &g_array_index (placed, Placed, i)) > 0)
      return FALSE;
  return TRUE;
}

/* Returns: (transfer full): of Placed, as they are listed */
static GArray *
place_problems (AppFormProblems *self, AppField *root, guint n_problems)
{
  GArray *placed = g_array_new (FALSE, FALSE, sizeof (Placed));

  g_array_set_clear_func (placed, placed_clear);
  for (guint i = 0; i < n_problems; i++)
    {
      AppFormProblem *problem = g_list_model_get_item (G_LIST_MODEL (self->list), i);
      Placed          one = { problem, g_array_new (FALSE, FALSE, sizeof (guint)) };
      const char     *pointer = problem->pointer;
      const guint     none = NO_ROW;

      if (*pointer == '\0' || !add_rows (root, pointer, one.rows))
        g_array_append_val (one.rows, none);
      g_array_append_val (placed, one);
    }
  return placed;
}

void
app_form_problems_sort (AppFormProblems *self, AppField *root)
{
  guint n_problems = g_list_model_get_n_items (G_LIST_MODEL (self->list));

  if (n_problems < 2)
    return;
  g_autoptr (GArray) placed = place_problems (self, root, n_problems);
  if (is_in_order (placed))
    return;
  /* Stable: of one row they stay in the order of the value. */
  g_array_sort (placed, compare_placed);
  g_autoptr (GPtrArray) ordered = g_ptr_array_new ();
  for (guint i = 0; i < placed->len; i++)
    g_ptr_array_add (ordered, g_array_index (placed, Placed, i).problem);
  g_list_store_splice (self->list, 0, n_problems, ordered->pdata, ordered->len);
}
