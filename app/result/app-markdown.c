/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-markdown.h"
#include "app-visible-text.h"
#include "mcp-object.h"

#include <glib/gi18n.h>
#include <md4c.h>
#include <string.h>

/* Rendered in place within a frame. */
#define IN_PLACE_BYTES (16u * 1024u)
/* md4c 0.4 fills up the rows of a table with empty cells, of which a text of 256 KiB can ask for
 * billions. */
#define MAX_EVENTS 400000u
#define MAX_RENDERED (1024u * 1024u)
/* Of the addresses and titles of all links: a reference repeats what was written once. */
#define MAX_ADDRESSES (1024u * 1024u)
/* Characters that a column of a table is widened to; longer cells stick out. */
#define MAX_COLUMN 48u
/* A text view takes seconds for a long line, and for one with thousands of styles; a line that has
 * more is broken. */
#define MAX_LINE_BYTES 8192u
#define MAX_LINE_SPANS 300u
#define RULE "────────────"

struct _AppMarkdown
{
  GObject parent_instance;

  GString *text;
  GArray  *spans; /* AppMarkdownSpan */
  gsize    n_hidden;
};

G_DEFINE_FINAL_TYPE (AppMarkdown, app_markdown, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (AppMarkdown, app_markdown)

/* A text that grows, with its styles: that of the whole, or of one cell of a table. */
typedef struct
{
  GString *text;
  GArray  *spans;
} Part;

typedef struct
{
  gboolean ordered;
  guint    next; /* number of an ordered list's next item */
} List;

/* A block, or a span, that was entered and not left */
typedef struct
{
  int   kind; /* of_block() or of_span() */
  gsize start;
} Open;

typedef struct
{
  Part       part;   /* the whole */
  Part      *target; /* what grows: the whole, or the cell */
  GArray    *open;   /* Open */
  GArray    *lists;  /* List */
  GPtrArray *cells;  /* Part: of the table that is read */
  guint      n_columns;
  guint      n_head_rows;
  guint      n_quotes;
  guint      n_events;
  gsize      n_addresses; /* bytes */
  gsize      line;        /* where the last line of the whole begins, as far as it was looked for */
  gsize      looked;      /* how far that is */
  guint      line_spans;  /* how many spans there were */
  gboolean   fresh;       /* the marker of an item was written, and nothing behind it */
} Rendering;

static void
span_clear (gpointer data)
{
  g_free (((AppMarkdownSpan *)data)->target);
}

static void
part_init (Part *self)
{
  self->text = g_string_new (NULL);
  self->spans = g_array_new (FALSE, FALSE, sizeof (AppMarkdownSpan));
  g_array_set_clear_func (self->spans, span_clear);
}

static void
part_free (gpointer data)
{
  Part *self = data;

  g_string_free (self->text, TRUE);
  g_array_unref (self->spans);
  g_free (self);
}

static void
add_span (Part *self, AppMarkdownStyle style, guint level, gsize start, const char *target)
{
  AppMarkdownSpan span = { style, level, start, self->text->len, g_strdup (target) };

  if (span.end > span.start)
    g_array_append_val (self->spans, span);
  else
    g_free (span.target);
}

static int
of_block (MD_BLOCKTYPE type)
{
  return (int)type;
}

static int
of_span (MD_SPANTYPE type)
{
  return -1 - (int)type;
}

static void
begin (Rendering *self, int kind)
{
  Open open = { kind, self->target->text->len };

  g_array_append_val (self->open, open);
}

/* md4c 0.4 leaves spans that it did not enter, and the other way about, where the address of a link
 * has marks: “[](_)_”. A span ends within its block.
 * @start: (out): where it began */
static gboolean
end (Rendering *self, int kind, gsize *start)
{
  for (guint i = self->open->len; i > 0; i--)
    {
      const Open *open = &g_array_index (self->open, Open, i - 1);

      if (open->kind == kind)
        {
          *start = open->start;
          g_array_set_size (self->open, i - 1);
          return TRUE;
        }
      if (kind < 0 && open->kind >= 0)
        return FALSE;
    }
  return FALSE;
}

static guint
get_level (Rendering *self)
{
  return MIN (self->lists->len + self->n_quotes, APP_MARKDOWN_MAX_LEVEL);
}

/* A block begins on a line of its own, but for the first one of an item. */
static void
begin_line (Rendering *self)
{
  GString *text = self->part.text;

  if (self->fresh)
    self->fresh = FALSE;
  else if (text->len > 0 && text->str[text->len - 1] != '\n')
    g_string_append_c (text, '\n');
}

static gboolean
ends_with_empty_line (const GString *text)
{
  return text->len > 1 && text->str[text->len - 1] == '\n' && text->str[text->len - 2] == '\n';
}

/* Between paragraphs is an empty line, as in what is copied from a page. */
static void
begin_paragraph (Rendering *self)
{
  GString *text = self->part.text;
  gboolean fresh = self->fresh;

  begin_line (self);
  if (!fresh && text->len > 1 && !ends_with_empty_line (text))
    g_string_append_c (text, '\n');
}

/* Long lines are broken. */

static void
bound_line (Rendering *self)
{
  Part *part = &self->part;

  for (; self->looked < part->text->len; self->looked++)
    if (part->text->str[self->looked] == '\n')
      {
        self->line = self->looked + 1;
        self->line_spans = part->spans->len;
      }
  if (self->target == part && (part->text->len - self->line >= MAX_LINE_BYTES ||
                               part->spans->len - self->line_spans >= MAX_LINE_SPANS))
    g_string_append_c (part->text, '\n');
}

/* Tables */

static guint
measure_text (const char *text)
{
  guint width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      width += g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2
                                                                    : 1;
    }
  return width;
}

/* @column: from 1 */
static void
append_cell (Part *self, const Part *cell, guint column, guint width)
{
  gsize           base = self->text->len;
  AppMarkdownSpan whole = { APP_MARKDOWN_CELL, column, base, base + cell->text->len, NULL };

  g_string_append_len (self->text, cell->text->str, (gssize)cell->text->len);
  for (guint i = 0; i < cell->spans->len; i++)
    {
      AppMarkdownSpan span = g_array_index (cell->spans, AppMarkdownSpan, i);

      span.start += base;
      span.end += base;
      span.target = g_strdup (span.target);
      g_array_append_val (self->spans, span);
    }
  g_array_append_val (self->spans, whole);
  for (guint have = measure_text (cell->text->str); have < width; have++)
    g_string_append_c (self->text, ' ');
}

static void
append_rule (Rendering *self, const guint *widths)
{
  GString *text = self->part.text;

  for (guint column = 0; column < self->n_columns; column++)
    {
      if (column > 0)
        g_string_append (text, "─┼─");
      for (guint i = 0; i < widths[column]; i++)
        g_string_append (text, "─");
      bound_line (self);
    }
  g_string_append_c (text, '\n');
}

static void
render_table (Rendering *self, gsize start)
{
  Part             *part = &self->part;
  guint             n = self->n_columns;
  g_autofree guint *widths = g_new0 (guint, n + 1);

  for (guint i = 0; i < self->cells->len; i++)
    {
      Part *cell = self->cells->pdata[i];
      widths[i % n] = MAX (widths[i % n], MIN (measure_text (cell->text->str), MAX_COLUMN));
    }
  for (guint i = 0; i < self->cells->len && part->text->len < MAX_RENDERED; i++)
    {
      gboolean last = i % n == n - 1;

      if (i % n > 0)
        g_string_append (part->text, " │ ");
      gsize start_of_cell = part->text->len;
      append_cell (part, self->cells->pdata[i], i % n + 1, last ? 0 : widths[i % n]);
      if (i < n * self->n_head_rows)
        add_span (part, APP_MARKDOWN_STRONG, 0, start_of_cell, NULL);
      if (last)
        g_string_append_c (part->text, '\n');
      else
        bound_line (self);
      if (last && i / n + 1 == self->n_head_rows)
        append_rule (self, widths);
    }
  add_span (part, APP_MARKDOWN_TABLE, 0, start, NULL);
}

/* Blocks */

static int
count (Rendering *self)
{
  return ++self->n_events > MAX_EVENTS || self->part.text->len > MAX_RENDERED ||
         self->n_addresses > MAX_ADDRESSES;
}

static void
enter_list (Rendering *self, MD_BLOCKTYPE type, void *detail)
{
  List list = { type == MD_BLOCK_OL,
                type == MD_BLOCK_OL ? ((MD_BLOCK_OL_DETAIL *)detail)->start : 0 };

  if (self->lists->len == 0)
    begin_paragraph (self);
  else
    begin_line (self);
  g_array_append_val (self->lists, list);
}

static void
enter_item (Rendering *self, const MD_BLOCK_LI_DETAIL *detail)
{
  List *list = &g_array_index (self->lists, List, self->lists->len - 1);

  begin_line (self);
  begin (self, of_block (MD_BLOCK_LI));
  if (detail->is_task)
    g_string_append (self->part.text, detail->task_mark == ' ' ? "☐ " : "☑ ");
  else if (list->ordered)
    g_string_append_printf (self->part.text, "%u. ", list->next++);
  else
    g_string_append (self->part.text, "• ");
  self->fresh = TRUE;
}

static void
enter_quote (Rendering *self)
{
  gboolean fresh = self->fresh;

  begin_paragraph (self);
  begin (self, of_block (MD_BLOCK_QUOTE));
  self->n_quotes++;
  self->fresh = fresh;
}

static int
enter_block (MD_BLOCKTYPE type, void *detail, void *data)
{
  Rendering *self = data;
  Part      *cell;

  switch (type)
    {
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
      enter_list (self, type, detail);
      break;
    case MD_BLOCK_LI:
      enter_item (self, detail);
      break;
    case MD_BLOCK_QUOTE:
      enter_quote (self);
      break;
    case MD_BLOCK_HR:
      begin_paragraph (self);
      begin (self, of_block (type));
      g_string_append (self->part.text, RULE);
      break;
    case MD_BLOCK_H:
    case MD_BLOCK_P:
    case MD_BLOCK_CODE:
      begin_paragraph (self);
      begin (self, of_block (type));
      break;
    case MD_BLOCK_TABLE:
      begin_paragraph (self);
      begin (self, of_block (type));
      g_ptr_array_set_size (self->cells, 0);
      self->n_columns = MAX (((MD_BLOCK_TABLE_DETAIL *)detail)->col_count, 1);
      self->n_head_rows = ((MD_BLOCK_TABLE_DETAIL *)detail)->head_row_count;
      break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
      cell = g_new (Part, 1);
      part_init (cell);
      g_ptr_array_add (self->cells, cell);
      self->target = cell;
      begin (self, of_block (type));
      break;
    default:
      break;
    }
  return count (self);
}

static int
leave_block (MD_BLOCKTYPE type, void *detail, void *data)
{
  Rendering *self = data;
  Part      *part = &self->part;
  gsize      start = self->target->text->len;

  end (self, of_block (type), &start);
  switch (type)
    {
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
      g_array_set_size (self->lists, self->lists->len - 1);
      break;
    case MD_BLOCK_LI:
      self->fresh = FALSE;
      add_span (part, APP_MARKDOWN_INDENT, get_level (self), start, NULL);
      break;
    case MD_BLOCK_QUOTE:
      add_span (part, APP_MARKDOWN_QUOTE, 0, start, NULL);
      add_span (part, APP_MARKDOWN_INDENT, get_level (self), start, NULL);
      self->n_quotes--;
      break;
    case MD_BLOCK_HR:
      add_span (part, APP_MARKDOWN_RULE, 0, start, NULL);
      break;
    case MD_BLOCK_H:
      add_span (part, APP_MARKDOWN_HEADING, ((MD_BLOCK_H_DETAIL *)detail)->level, start, NULL);
      break;
    case MD_BLOCK_CODE:
      add_span (part, APP_MARKDOWN_CODE_BLOCK, 0, start, NULL);
      break;
    case MD_BLOCK_TABLE:
      render_table (self, start);
      break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
      self->target = part;
      break;
    default:
      break;
    }
  return count (self);
}

/* Spans */

static int
enter_span (MD_SPANTYPE type, void *detail, void *data)
{
  Rendering *self = data;

  if (type == MD_SPAN_IMG)
    {
      const MD_SPAN_IMG_DETAIL *image = detail;

      self->n_addresses += image->src.size + image->title.size;
      g_string_append (self->target->text, _ ("Image: "));
    }
  else if (type == MD_SPAN_A)
    {
      const MD_SPAN_A_DETAIL *link = detail;

      self->n_addresses += link->href.size + link->title.size;
    }
  begin (self, of_span (type));
  self->fresh = FALSE;
  return count (self);
}

static char *
dup_attribute (const MD_ATTRIBUTE *attribute)
{
  g_autofree char *text =
      attribute->size > 0 ? g_strndup (attribute->text, attribute->size) : g_strdup ("");

  return g_utf8_make_valid (text, -1);
}

static void
add_link (Rendering *self, const MD_ATTRIBUTE *attribute, gsize start)
{
  g_autofree char *target = dup_attribute (attribute);
  GString         *text = self->target->text;

  /* It leads nowhere. */
  if (*target == '\0')
    return;
  /* A link without a text is its address. */
  if (text->len == start)
    {
      g_autofree char *visible = app_visible_text_line (target, 0);
      g_string_append (text, visible);
    }
  add_span (self->target, APP_MARKDOWN_LINK, 0, start, target);
}

static int
leave_span (MD_SPANTYPE type, void *detail, void *data)
{
  Rendering *self = data;
  gsize      start;

  if (!end (self, of_span (type), &start))
    return count (self);
  switch (type)
    {
    case MD_SPAN_EM:
      add_span (self->target, APP_MARKDOWN_EMPHASIS, 0, start, NULL);
      break;
    case MD_SPAN_STRONG:
      add_span (self->target, APP_MARKDOWN_STRONG, 0, start, NULL);
      break;
    case MD_SPAN_DEL:
      add_span (self->target, APP_MARKDOWN_STRUCK, 0, start, NULL);
      break;
    case MD_SPAN_CODE:
      add_span (self->target, APP_MARKDOWN_CODE, 0, start, NULL);
      break;
    case MD_SPAN_A:
      add_link (self, &((MD_SPAN_A_DETAIL *)detail)->href, start);
      break;
    case MD_SPAN_IMG:
      add_link (self, &((MD_SPAN_IMG_DETAIL *)detail)->src, start);
      break;
    case MD_SPAN_LATEXMATH:
    case MD_SPAN_LATEXMATH_DISPLAY:
    case MD_SPAN_WIKILINK:
    case MD_SPAN_U:
    default:
      break;
    }
  return count (self);
}

/* The entities that people write; another stays as it is. */
static void
append_entity (GString *text, const char *entity, gsize length)
{
  static const char *const known[][2] = {
    { "&amp;", "&" },
    { "&lt;", "<" },
    { "&gt;", ">" },
    { "&quot;", "\"" },
    { "&apos;", "'" },
    { "&nbsp;", " " },
    { "&copy;", "©" },
    { "&mdash;", "—" },
    { "&ndash;", "–" },
    { "&hellip;", "…" },
    { "&rarr;", "→" },
    { "&larr;", "←" },
    { "&times;", "×" },
    { "&bull;", "•" },
    { "&reg;", "®" },
    { "&deg;", "°" },
  };
  g_autofree char *copy = g_strndup (entity, length);
  char             decoded[8] = "";

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (copy, known[i][0]))
      {
        g_string_append (text, known[i][1]);
        return;
      }
  if (copy[1] == '#')
    {
      gboolean hexadecimal = copy[2] == 'x' || copy[2] == 'X';
      guint64  c = g_ascii_strtoull (copy + (hexadecimal ? 3 : 2), NULL, hexadecimal ? 16 : 10);

      if (c > 0 && c <= 0x10ffff && g_unichar_validate ((gunichar)c))
        decoded[g_unichar_to_utf8 ((gunichar)c, decoded)] = '\0';
    }
  /* It may be one that nobody sees. */
  g_autofree char *visible = app_visible_text_line (decoded[0] != '\0' ? decoded : copy, 0);
  g_string_append (text, visible);
}

/* Returns: how much of @text is a line at most, up to a space where there is one */
static gsize
choose_piece (const char *text, gsize length)
{
  gsize n = MAX_LINE_BYTES;

  if (length <= MAX_LINE_BYTES)
    return length;
  for (; n > MAX_LINE_BYTES / 2; n--)
    if (text[n - 1] == ' ' || text[n - 1] == '\n')
      return n;
  for (n = MAX_LINE_BYTES; ((guint8)text[n] & 0xc0) == 0x80; n--)
    ;
  return n;
}

static void
append_plain (Rendering *self, const char *text, gsize length)
{
  for (gsize n; length > 0; text += n, length -= n)
    {
      n = choose_piece (text, length);
      g_string_append_len (self->target->text, text, (gssize)n);
      bound_line (self);
    }
}

static int
add_text (MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *data)
{
  Rendering *self = data;
  GString   *target = self->target->text;

  self->fresh = FALSE;
  switch (type)
    {
    case MD_TEXT_BR:
      g_string_append_c (target, self->target == &self->part ? '\n' : ' ');
      break;
    case MD_TEXT_SOFTBR:
      g_string_append_c (target, ' ');
      break;
    case MD_TEXT_NULLCHAR:
      g_string_append (target, "␀");
      break;
    case MD_TEXT_ENTITY:
      append_entity (target, text, size);
      break;
    case MD_TEXT_NORMAL:
    case MD_TEXT_CODE:
    case MD_TEXT_HTML:
    case MD_TEXT_LATEXMATH:
    default:
      append_plain (self, text, size);
      break;
    }
  return count (self);
}

/* The whole */

static gboolean
render (AppMarkdown *self, const char *source)
{
  Rendering       rendering = { .part = { self->text, self->spans } };
  const MD_PARSER parser = {
    .flags = MD_DIALECT_GITHUB | MD_FLAG_NOHTML,
    .enter_block = enter_block,
    .leave_block = leave_block,
    .enter_span = enter_span,
    .leave_span = leave_span,
    .text = add_text,
  };

  rendering.target = &rendering.part;
  rendering.open = g_array_new (FALSE, FALSE, sizeof (Open));
  rendering.lists = g_array_new (FALSE, FALSE, sizeof (List));
  rendering.cells = g_ptr_array_new_with_free_func (part_free);
  gboolean done = md_parse (source, (MD_SIZE)strlen (source), &parser, &rendering) == 0;
  g_array_unref (rendering.open);
  g_array_unref (rendering.lists);
  g_ptr_array_unref (rendering.cells);
  return done;
}

/* Parts of a text are named by its bytes while it grows, and by its characters for a text view. */
static void
count_characters (AppMarkdown *self)
{
  g_autofree guint32 *characters = g_new (guint32, self->text->len + 1);
  guint32             n = 0;

  for (gsize i = 0; i <= self->text->len; i++)
    {
      characters[i] = n;
      if (((guint8)self->text->str[i + (i < self->text->len)] & 0xc0) != 0x80)
        n++;
    }
  for (guint i = 0; i < self->spans->len; i++)
    {
      AppMarkdownSpan *span = &g_array_index (self->spans, AppMarkdownSpan, i);

      span->start = characters[span->start];
      span->end = characters[span->end];
    }
}

/* Cut at the end of a line, where there is one. */
static gsize
choose_length (const char *text, gsize length)
{
  if (length <= APP_MARKDOWN_MAX_BYTES)
    return length;
  const char *line = g_strrstr_len (text, APP_MARKDOWN_MAX_BYTES, "\n");
  return line != NULL ? (gsize)(line - text) + 1 : APP_MARKDOWN_MAX_BYTES;
}

static void
render_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  gsize            length;
  const char      *text = g_bytes_get_data (data, &length);
  gsize            rendered = choose_length (text, length);
  g_autofree char *valid = g_utf8_make_valid (length > 0 ? text : "", (gssize)rendered);
  g_autofree char *visible = app_visible_text_block (valid, 0);
  g_autoptr (AppMarkdown) self = g_object_new (APP_TYPE_MARKDOWN, NULL);

  self->n_hidden = length - rendered;
  gboolean done = render (self, visible);
  count_characters (self);
  if (done)
    g_task_return_pointer (task, g_steal_pointer (&self), g_object_unref);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                             _ ("This text is too large to be rendered."));
}

void
app_markdown_load_async (GBytes             *text,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_return_if_fail (text != NULL);

  g_task_set_source_tag (task, app_markdown_load_async);
  g_task_set_task_data (task, g_bytes_ref (text), (GDestroyNotify)g_bytes_unref);
  if (g_bytes_get_size (text) <= IN_PLACE_BYTES)
    render_in_worker (task, NULL, text, cancellable);
  else
    g_task_run_in_thread (task, render_in_worker);
}

AppMarkdown *
app_markdown_load_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, app_markdown_load_async), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

const char *
app_markdown_get_text (AppMarkdown *self)
{
  g_return_val_if_fail (APP_IS_MARKDOWN (self), NULL);
  return self->text->str;
}

MCP_DEFINE_GETTER (GArray *, AppMarkdown, app_markdown, spans)
MCP_DEFINE_GETTER (gsize, AppMarkdown, app_markdown, n_hidden)

MCP_DEFINE_FINALIZE (AppMarkdown, app_markdown)
{
  g_string_free (self->text, TRUE);
  g_array_unref (self->spans);
}

static void
app_markdown_init (AppMarkdown *self)
{
  Part part;

  part_init (&part);
  self->text = part.text;
  self->spans = part.spans;
}
