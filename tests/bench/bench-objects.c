/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Objects and history: previews of values that are read already, beside Python's rich with the same
 * limits; search in a large value; put, get and list of each backend; pages of a long history. One
 * line a figure: the median of five rounds, and their range. */

#include "bench-objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app-find.h"
#include "store-explorer.h"
#include "store-window.h"

/* Debian's, which has python3-rich. */
#define PYTHON "/usr/bin/python3"
#define AIM_PREVIEW_US 5000

static int
compare (gconstpointer a, gconstpointer b)
{
  double one = *(const double *)a;
  double two = *(const double *)b;

  return (one > two) - (one < two);
}

void
bench_print (const char *name, double *values, guint n, double aim)
{
  qsort (values, n, sizeof *values, compare);
  printf ("%-46s %11.1f µs  (%.1f … %.1f)", name, values[n / 2], values[0], values[n - 1]);
  if (aim > 0)
    printf ("  aim %.0f%s", aim, values[n / 2] <= aim ? "" : "  NOT REACHED");
  printf ("\n");
  fflush (stdout);
}

void
bench_measure (const char *name, BenchFunc func, gpointer data, double aim)
{
  double values[BENCH_ROUNDS];

  for (guint i = 0; i < BENCH_ROUNDS; i++)
    values[i] = func (data);
  bench_print (name, values, BENCH_ROUNDS, aim);
}

void
bench_on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **)data = g_object_ref (result);
}

GAsyncResult *
bench_wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

void
bench_check (const GError *error)
{
  if (error == NULL)
    return;
  fprintf (stderr, "%s\n", error->message);
  exit (1);
}

/* Values */

#define FIRST "needle-at-the-beginning"
#define LAST "needle-at-the-end"

/* A list of records, as a query answers; @mib of it. */
static char *
make_records (guint mib, gsize *length)
{
  gsize    wanted = (gsize)mib << 20;
  GString *json = g_string_sized_new (wanted + 1000);

  g_string_append (json, "[\"" FIRST "\"");
  for (guint i = 0; json->len < wanted; i++)
    g_string_append_printf (json,
                            ",{\"id\":%u,\"name\":\"Person %u\",\"score\":%u.5,\"tags\":[\"red\",\"caf\xc3\xa9\","
                            "\"%u\"],\"address\":{\"street\":\"Main street %u\",\"city\":null},"
                            "\"note\":\"The quick brown fox jumps over the lazy dog.\"}",
                            i, i * 7 % 9973, i % 100, i % 13, i % 500);
  g_string_append (json, ",\"" LAST "\"]");
  *length = json->len;
  return g_string_free (json, FALSE);
}

/* One long string, as a log or a page is. */
static char *
make_string (guint mib, gsize *length)
{
  gsize    wanted = (gsize)mib << 20;
  GString *json = g_string_sized_new (wanted + 1000);

  g_string_append (json, "{\"text\":\"" FIRST " ");
  while (json->len < wanted)
    g_string_append (json, "The quick brown fox jumps over the lazy dog at the caf\xc3\xa9.\\n");
  g_string_append (json, LAST "\"}");
  *length = json->len;
  return g_string_free (json, FALSE);
}

static McpJsonDocument *
parse (char *text, gsize length)
{
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, length);
  g_autoptr (GError) error = NULL;
  McpJsonDocument *document = mcp_json_document_parse (bytes, NULL, NULL, &error);

  bench_check (error);
  return document;
}

/* Previews */

static double
explore (gpointer data)
{
  McpJsonValue     root = mcp_json_document_get_root (data);
  gint64           start = g_get_monotonic_time ();
  g_autofree char *text = store_explorer_explore (root, "obj_001", "", NULL, NULL);

  return text != NULL ? (double)(g_get_monotonic_time () - start) : -1;
}

static double
show_window (gpointer data)
{
  static const StoreWindowLimits limits = STORE_WINDOW_LIMITS_DEFAULT;
  gint64                         start = g_get_monotonic_time ();
  g_autofree char               *text = store_window_print (mcp_json_document_get_root (data), &limits);

  return text != NULL ? (double)(g_get_monotonic_time () - start) : -1;
}

/* The same for the same text, read by Python's json. */
static void
bench_rich (const char *name, McpJsonDocument *document, const char *folder)
{
  g_autofree char  *path = g_build_filename (folder, "value.json", NULL);
  const char *const arguments[] = { PYTHON, BENCH_OBJECTS_RICH, path, G_STRINGIFY (BENCH_ROUNDS),
                                    NULL };
  g_autoptr (GBytes) bytes = g_bytes_ref (mcp_json_document_get_bytes (document));
  g_autofree char *output = NULL, *label = NULL;
  g_autoptr (GError) error = NULL;
  double values[BENCH_ROUNDS];
  guint  n = 0;
  int    status = 0;

  g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize)g_bytes_get_size (bytes),
                       &error);
  bench_check (error);
  if (!g_spawn_sync (NULL, (char **)arguments, NULL, 0, NULL, NULL, &output, NULL, &status, NULL) ||
      status != 0)
    {
      printf ("%-46s left out: " PYTHON " has no rich\n", name);
      return;
    }
  for (char *at = output; n < BENCH_ROUNDS && *at != '\0'; n++)
    values[n] = g_ascii_strtod (at, &at);
  bench_print (name, values, n, 0);
}

static void
bench_previews (const char *folder)
{
  static const guint sizes[] = { 1, 10, 100 };

  for (guint shape = 0; shape < 2; shape++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      {
        const char *what = shape == 0 ? "records" : "string";
        gsize       length;
        char       *text = shape == 0 ? make_records (sizes[i], &length)
                                      : make_string (sizes[i], &length);
        g_autoptr (McpJsonDocument) document = parse (text, length);
        g_autofree char *explorer = g_strdup_printf ("explorer, %s, %u MiB", what, sizes[i]);
        g_autofree char *window = g_strdup_printf ("window, %s, %u MiB", what, sizes[i]);
        g_autofree char *rich = g_strdup_printf ("rich, %s, %u MiB", what, sizes[i]);

        bench_measure (explorer, explore, document, AIM_PREVIEW_US);
        bench_measure (window, show_window, document, AIM_PREVIEW_US);
        bench_rich (rich, document, folder);
      }
}

/* Search */

typedef struct
{
  McpJsonDocument *document;
  const char      *needle;
} Search;

static double
find (gpointer data)
{
  Search *search = data;
  g_autoptr (AppFind) finder =
      app_find_new_for_value (mcp_json_document_get_root (search->document));
  gint64 start = g_get_monotonic_time ();
  gsize  offset;

  app_find_set_needle (finder, search->needle);
  while (!app_find_get_current (finder, &offset))
    g_main_context_iteration (NULL, TRUE);
  return (double)(g_get_monotonic_time () - start);
}

/* The servers' own search, of a regular expression in a string. */
static double
find_expression (gpointer data)
{
  Search          *search = data;
  gint64           start = g_get_monotonic_time ();
  g_autofree char *text =
      store_explorer_search (mcp_json_document_get_root (search->document), "obj_001", "text",
                             search->needle, FALSE, NULL, NULL);

  return text != NULL ? (double)(g_get_monotonic_time () - start) : -1;
}

static void
bench_search (void)
{
  gsize length, string_length;
  char *text = make_records (100, &length);
  char *string_text = make_string (100, &string_length);
  g_autoptr (McpJsonDocument) records = parse (text, length);
  g_autoptr (McpJsonDocument) string = parse (string_text, string_length);

  bench_measure ("find, records, 100 MiB, first hit", find, &(Search){ records, FIRST }, 0);
  bench_measure ("find, records, 100 MiB, whole", find, &(Search){ records, LAST }, 0);
  bench_measure ("find, string, 100 MiB, whole", find, &(Search){ string, LAST }, 0);
  bench_measure ("explorer's search, string, 100 MiB, whole", find_expression,
                 &(Search){ string, "at-the-[e]nd" }, 0);
}

int
main (int argc, char **argv)
{
  g_autofree char  *folder = g_dir_make_tmp ("spyglass-bench-XXXXXX", NULL);
  const char *const remove[] = { "rm", "-rf", folder, NULL };

  bench_previews (folder);
  bench_search ();
  bench_stores (folder);
  bench_history (folder);
  g_spawn_sync (NULL, (char **)remove, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                NULL);
  return 0;
}
