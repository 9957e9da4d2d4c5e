/* SPDX-License-Identifier: GPL-3.0-or-later */

/* mcp/json beside other JSON readers: all on the same texts, in one run. Every cell of the table is
 * a process of its own, so that none inherits the other's memory. The time is the best of some
 * rounds, each with a document that is made again; releasing it is not counted. */

#include "bench-json-reader.h"
#include "bench-json-shape.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define MEGABYTE 1000000
/* The more rounds, the less it matters what else the machine does. */
#define MIN_ROUNDS 2
#define ENOUGH_SECONDS 1.5

static const struct
{
  const char            *name;
  const BenchJsonReader *reader; /* NULL where it was not there at build time */
} readers[] = {
  { "mcp/json", &bench_json_mcp },
#ifdef HAVE_SIMDJSON
  { "simdjson", &bench_json_simdjson },
#else
  { "simdjson", NULL },
#endif
#ifdef HAVE_RAPIDJSON
  { "rapidjson", &bench_json_rapidjson },
#else
  { "rapidjson", NULL },
#endif
#ifdef HAVE_CJSON
  { "cJSON", &bench_json_cjson },
#else
  { "cJSON", NULL },
#endif
  { "json-glib", &bench_json_json_glib },
};

#define N_READERS G_N_ELEMENTS (readers)

static char **chosen; /* names of readers; NULL for all */

static gboolean
is_chosen (guint index)
{
  return chosen == NULL || g_strv_contains ((const char *const *)chosen, readers[index].name);
}

typedef struct
{
  double seconds; /* 0: it failed */
  gint64 peak;    /* bytes while reading, beyond the text */
  gint64 kept;    /* bytes of the document */
  gsize  n_nodes;
  gsize  size;
} Result;

/* @field: of /proc/self/status, in bytes */
static gint64
read_memory (const char *field)
{
  g_autofree char *status = NULL;
  const char      *at;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;
  at = strstr (status, field);
  return at != NULL ? g_ascii_strtoll (at + strlen (field) + 1, NULL, 10) * 1024 : 0;
}

/* Makes VmHWM start over. */
static void
reset_peak (void)
{
  int fd = open ("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);

  if (fd < 0 || write (fd, "5", 1) != 1)
    fprintf (stderr, "the memory's peak includes the making of the text\n");
  if (fd >= 0)
    close (fd);
}

static void
measure (const BenchJsonReader *reader, BenchJsonShape shape, gsize size, Result *result)
{
  GString *text = bench_json_shape_make (shape, size);
  double   seconds = 0;
  gint64   before;

  g_string_set_size (text, text->len + BENCH_JSON_PADDING);
  memset (text->str + text->len - BENCH_JSON_PADDING, 0, BENCH_JSON_PADDING);
  result->size = text->len - BENCH_JSON_PADDING;
  before = read_memory ("VmRSS");
  reset_peak ();
  for (guint round = 0; round < MIN_ROUNDS || seconds < ENOUGH_SECONDS; round++)
    {
      gint64 start = g_get_monotonic_time ();
      void  *document = reader->parse (text->str, result->size);
      double taken = (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC;

      if (document == NULL)
        return;
      if (round == 0)
        {
          result->peak = read_memory ("VmHWM") - before;
          result->kept = read_memory ("VmRSS") - before;
          if (reader->count_nodes != NULL)
            result->n_nodes = reader->count_nodes (document);
        }
      reader->release (document);
      result->seconds = round == 0 ? taken : MIN (result->seconds, taken);
      seconds += taken;
    }
  g_string_free (text, TRUE);
}

static Result
measure_apart (const BenchJsonReader *reader, BenchJsonShape shape, gsize size)
{
  Result *shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  Result  result = { 0 };
  pid_t   child;
  int     status;

  g_assert (shared != MAP_FAILED);
  fflush (NULL);
  child = fork ();
  g_assert (child >= 0);
  if (child == 0)
    {
      measure (reader, shape, size, shared);
      _exit (0);
    }
  if (waitpid (child, &status, 0) == child && WIFEXITED (status))
    result = *shared;
  munmap (shared, sizeof *shared);
  return result;
}

static void
print_head (const char *title)
{
  printf ("\n%-22s", title);
  for (guint i = 0; i < N_READERS; i++)
    printf ("%12s", readers[i].name);
  printf ("\n");
}

static double
get_speed (const Result *result)
{
  return result->seconds > 0 ? (double)result->size / result->seconds / MEGABYTE : 0;
}

static void
print_row (const char *label, const Result *results, gboolean memory)
{
  printf ("%-22s", label);
  for (guint i = 0; i < N_READERS; i++)
    {
      if (!is_chosen (i))
        printf ("%12s", "-");
      else if (readers[i].reader == NULL)
        printf ("%12s", "missing");
      else if (results[i].seconds <= 0)
        printf ("%12s", "failed");
      else if (memory)
        printf ("%12.2f", (double)results[i].peak / (double)results[i].size);
      else
        printf ("%12.0f", get_speed (&results[i]));
    }
  printf ("\n");
}

static void
print_ratio (const char *peer, guint index, Result (*results)[N_READERS], guint n_rows)
{
  double least = INFINITY;

  for (guint row = 0; row < n_rows; row++)
    if (results[row][index].seconds > 0)
      least = MIN (least, get_speed (&results[row][0]) / get_speed (&results[row][index]));
  if (readers[index].reader != NULL && isfinite (least))
    printf ("mcp/json is at least %.2f times as fast as %s on every shape\n", least, peer);
}

static void
run (const gsize *sizes, guint n_sizes)
{
  Result results[BENCH_JSON_N_SHAPES * 2][N_READERS] = { 0 };
  char   labels[BENCH_JSON_N_SHAPES * 2][64];
  guint  n_rows = 0;

  print_head ("reading, MB/s");
  for (guint i = 0; i < n_sizes; i++)
    for (BenchJsonShape shape = 0; shape < BENCH_JSON_N_SHAPES; shape++)
      {
        for (guint j = 0; j < N_READERS; j++)
          if (readers[j].reader != NULL && is_chosen (j))
            results[n_rows][j] = measure_apart (readers[j].reader, shape, sizes[i] * MEGABYTE);
        g_snprintf (labels[n_rows], sizeof labels[n_rows], "%s, %u MB", bench_json_shape_get_name (shape),
                    (guint)sizes[i]);
        print_row (labels[n_rows], results[n_rows], FALSE);
        fflush (stdout);
        n_rows++;
      }

  print_head ("memory at peak / text");
  for (guint row = 0; row < n_rows; row++)
    print_row (labels[row], results[row], TRUE);
  printf ("\nThe text itself is not counted: mcp/json refers to it, the others need it only to read.\n\n");
  for (guint row = 0; row < n_rows; row++)
    if (results[row][0].n_nodes > 0)
      printf ("%-22s %9.1f bytes of text a node, %5.2f bytes of memory kept a node\n", labels[row],
              (double)results[row][0].size / (double)results[row][0].n_nodes,
              (double)results[row][0].kept / (double)results[row][0].n_nodes);
  printf ("\n");
  for (guint j = 1; j < N_READERS; j++)
    print_ratio (readers[j].name, j, results, n_rows);
}

int
main (int argc, char **argv)
{
  gboolean           quick = FALSE;
  int                megabytes = 0;
  const GOptionEntry entries[] = {
    { "quick", 0, 0, G_OPTION_ARG_NONE, &quick, "10 MB only", NULL },
    { "size", 0, 0, G_OPTION_ARG_INT, &megabytes, "Texts of this size only", "MB" },
    { "reader", 0, 0, G_OPTION_ARG_STRING_ARRAY, &chosen, "This reader only; may be repeated", "NAME" },
    { NULL }
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  gsize sizes[] = { 10, 100 };

  g_option_context_set_summary (context, "Compares mcp/json with other JSON readers.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || megabytes < 0 || megabytes > 500)
    {
      fprintf (stderr, "%s\n", error != NULL ? error->message : "--size takes 1 to 500");
      return 2;
    }
  if (megabytes > 0)
    sizes[0] = (gsize)megabytes;
  run (sizes, quick || megabytes > 0 ? 1 : 2);
  return 0;
}
