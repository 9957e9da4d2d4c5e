/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-export-page.h"
#include "ui-export-row.h"
#include "ui-file-chooser.h"
#include "ui-finding-row.h"
#include "ui-page.h"
#include "ui-settings.h"
#include "ui-source-view.h"
#include "ui-template.h"
#include "ui-widget.h"
#include "ui-width-bin.h"
#include "app-export-selection.h"
#include "app-visible-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* The others are counted. */
#define MAX_TOOLS_NAMED 5
#define MAX_NAME 100

/* A list view makes two hundred rows at once: it gets those that are seen first, and the others by
 * and by. */
#define FIRST_ROWS 24
#define ALL_ROWS 240

struct _UiExportPage
{
  AdwBin parent_instance;

  AppSession         *session;
  AppExportSelection *controller;
  GtkFilter          *filter;

  UiWidthBin     *bin;
  GtkPaned       *paned;
  GtkSearchEntry *search;
  GtkStack       *list_stack;
  GtkListView    *list;
  GtkDropDown    *format;
  GtkWidget      *copy;
  GtkWidget      *save;
  GtkLabel       *summary;
  GtkStack       *stack;
  UiSourceView   *source;
  GtkListBox     *remarks;
  GtkLabel       *more;
};

UI_DEFINE_PAGE (UiExportPage, ui_export_page, ADW_TYPE_BIN)

static const char *
get_words (UiExportPage *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->search));
}

static gboolean
matches (gpointer item, gpointer data)
{
  return app_export_choice_matches (APP_EXPORT_CHOICE (item), get_words (data));
}

static void
on_search_changed (UiExportPage *self)
{
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

static void
on_search_stop (UiExportPage *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

static void
choose_all (UiExportPage *self)
{
  app_export_selection_choose (self->controller, get_words (self), TRUE);
}

static void
choose_none (UiExportPage *self)
{
  app_export_selection_choose (self->controller, get_words (self), FALSE);
}

static void
update_list (UiExportPage *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->controller));

  gtk_stack_set_visible_child_name (self->list_stack, n > 0 ? "list" : "empty");
}

static void
show_summary (UiExportPage *self)
{
  guint taken = app_export_selection_count_included (self->controller);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->controller));
  AppToolExport *export = app_export_selection_get_export (self->controller);
  guint            tokens = export != NULL ? app_tool_export_get_tokens (export) : 0;
  g_autofree char *text =
      /* Translators: how many, of how many, a number of tokens of a language model */
      g_strdup_printf (_ ("%u of %u tools, ≈ %'u tokens"), taken, n, tokens);

  gtk_label_set_text (self->summary, text);
  gtk_widget_set_sensitive (self->copy, taken > 0 && export != NULL);
  gtk_widget_set_sensitive (self->save, taken > 0 && export != NULL);
}

/* One remark, and the names of the tools that it is about. */
typedef struct
{
  McpFinding *finding; /* borrowed */
  GPtrArray  *tools;   /* borrowed keys; empty: all of them together */
  guint       n_places;
} Remark;

static void
remark_free (gpointer data)
{
  Remark *self = data;

  g_ptr_array_unref (self->tools);
  g_free (self);
}

static void
collect_remarks (GPtrArray *findings, const char *tool, GHashTable *by_text, GPtrArray *remarks)
{
  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const char *text = mcp_finding_get_text (findings->pdata[i]);
      Remark     *remark = g_hash_table_lookup (by_text, text);

      if (remark == NULL)
        {
          remark = g_new0 (Remark, 1);
          remark->finding = findings->pdata[i];
          remark->tools = g_ptr_array_new ();
          g_ptr_array_add (remarks, remark);
          g_hash_table_insert (by_text, (gpointer)text, remark);
        }
      remark->n_places++;
      if (tool != NULL && (remark->tools->len == 0 ||
                           remark->tools->pdata[remark->tools->len - 1] != (gpointer)tool))
        g_ptr_array_add (remark->tools, (gpointer)tool);
    }
}

/* "search_index, every_field" or "54 tools: search_index, …" */
static char *
dup_tools (GPtrArray *tools, guint n_places)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (tools->len > MAX_TOOLS_NAMED)
    /* Translators: %u tools, whose names follow */
    g_string_append_printf (text, ngettext ("%u tool: ", "%u tools: ", tools->len), tools->len);
  for (guint i = 0; i < MIN (tools->len, MAX_TOOLS_NAMED); i++)
    {
      g_autofree char *name = app_visible_text_line (tools->pdata[i], MAX_NAME);
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", name);
    }
  if (tools->len > MAX_TOOLS_NAMED)
    g_string_append (text, ", …");
  if (n_places > tools->len)
    /* Translators: in how many places of a schema something was found */
    g_string_append_printf (text, ngettext (" · %u place", " · %u places", n_places), n_places);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* What all have in common first, then by tool; what is said of many is said once. */
static void
show_remarks (UiExportPage *self, AppToolExport *export)
{
  g_autoptr (GPtrArray) remarks = g_ptr_array_new_with_free_func (remark_free);
  g_autoptr (GHashTable) by_text = g_hash_table_new (g_str_hash, g_str_equal);

  ui_widget_clear (self->remarks);
  collect_remarks (app_tool_export_get_findings (export), NULL, by_text, remarks);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (export)); i++)
    {
      g_autoptr (AppExportedTool) tool = g_list_model_get_item (G_LIST_MODEL (export), i);
      McpDefinition *definition = MCP_DEFINITION (app_exported_tool_get_tool (tool));

      collect_remarks (app_exported_tool_get_findings (tool), mcp_definition_get_key (definition),
                       by_text, remarks);
    }
  guint n = remarks->len;
  for (guint i = 0; i < MIN (n, UI_EXPORT_PAGE_MAX_REMARKS); i++)
    {
      Remark          *remark = remarks->pdata[i];
      g_autofree char *tools = dup_tools (remark->tools, remark->n_places);

      gtk_list_box_append (self->remarks,
                           ui_finding_row_new (remark->finding,
                                               remark->tools->len > 0 ? tools : NULL, -1));
    }
  /* Translators: a number */
  g_autofree char *title = g_strdup_printf (_ ("Warnings (%u)"), n);
  g_autofree char *hidden =
      n > UI_EXPORT_PAGE_MAX_REMARKS
          ? g_strdup_printf (_ ("%u more not shown"), n - UI_EXPORT_PAGE_MAX_REMARKS)
          : NULL;
  GtkWidget *page = gtk_stack_get_child_by_name (self->stack, "remarks");
  gtk_stack_page_set_title (gtk_stack_get_page (self->stack, page),
                            n > 0 ? title : _ ("Warnings"));
  gtk_label_set_text (self->more, n == 0           ? _ ("No warnings")
                                  : hidden != NULL ? hidden
                                                   : "");
  gtk_widget_set_visible (GTK_WIDGET (self->more), n == 0 || hidden != NULL);
}

static void
show_export (UiExportPage *self)
{
  AppToolExport *export = app_export_selection_get_export (self->controller);
  const char *text = app_export_selection_get_text (self->controller);

  if (export == NULL)
    return;
  if (g_list_model_get_n_items (G_LIST_MODEL (export)) == 0)
    ui_source_view_set_text (self->source, _ ("No tools selected"), UI_SOURCE_PLAIN);
  else
    ui_source_view_set_text (self->source, text, UI_SOURCE_RAW);
  show_remarks (self, export);
  show_summary (self);
}

static void
on_format (UiExportPage *self)
{
  AppExportFormat format = (AppExportFormat)gtk_drop_down_get_selected (self->format);

  /* While the list is filled, nobody has chosen. */
  if (self->controller == NULL || (guint)format >= APP_EXPORT_N_FORMATS)
    return;
  ui_settings_set_int ("export-format", (int)format);
  app_export_selection_set_format (self->controller, format);
}

static void
on_copy (UiExportPage *self)
{
  const char *text = app_export_selection_get_text (self->controller);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiExportPage) self = data;
  g_autoptr (GError) error = NULL;

  if (g_file_replace_contents_finish (G_FILE (object), result, NULL, &error))
    return;
  g_autofree char *text = app_visible_text_line (error->message, 0);
  gtk_label_set_text (self->summary, text);
}

static void
on_file (gpointer object, GFile *file)
{
  const char *text = app_export_selection_get_text (UI_EXPORT_PAGE (object)->controller);

  if (text == NULL)
    return;
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_REPLACE_DESTINATION,
                                       NULL, on_written, g_object_ref (object));
}

static void
on_save (UiExportPage *self)
{
  AppExportFormat  format = app_export_selection_get_format (self->controller);
  g_autofree char *name = g_strdup_printf ("tools-%s.json", app_export_format_to_text (format));
  g_autoptr (GFile) start = g_file_new_build_filename (g_get_home_dir (), name, NULL);

  ui_file_chooser_ask (GTK_WIDGET (self), _ ("Save"), GTK_FILE_CHOOSER_ACTION_SAVE, start, NULL,
                       on_file, self);
}

static void
apply_orientation (UiExportPage *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned), ui_width_bin_get_wide (self->bin)
                                                                    ? GTK_ORIENTATION_HORIZONTAL
                                                                    : GTK_ORIENTATION_VERTICAL);
}

static void
on_activate (UiExportPage *self, guint position)
{
  GListModel *model = G_LIST_MODEL (gtk_list_view_get_model (self->list));
  g_autoptr (AppExportChoice) choice = g_list_model_get_item (model, position);

  if (choice != NULL && app_export_choice_get_enabled (choice))
    app_export_choice_set_chosen (choice, !app_export_choice_get_chosen (choice));
}

UI_DEFINE_DISPOSE (UiExportPage, ui_export_page)
{
  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
}

static gboolean
ui_export_page_search (UiPage *page)
{
  UiExportPage *self = UI_EXPORT_PAGE (page);

  gtk_widget_grab_focus (GTK_WIDGET (self->search));
  gtk_editable_select_region (GTK_EDITABLE (self->search), 0, -1);
  return TRUE;
}

static void
ui_export_page_page_init (UiPageInterface *iface)
{
  iface->search = ui_export_page_search;
}

UI_DEFINE_CLASS (UiExportPage, ui_export_page)
{
  G_OBJECT_CLASS (klass)->dispose = ui_export_page_dispose;

  ui_template_ensure_types (UI_TYPE_WIDTH_BIN, UI_TYPE_SOURCE_VIEW, UI_TYPE_EXPORT_ROW);
  ui_template_set (widget_class, "ui/export/ui-export-page.ui");
  ui_template_hold (widget_class, UiExportPage, filter, controller, session);
  ui_template_bind_children (widget_class, UiExportPage, bin, paned, search, list_stack, list,
                             format, copy, save, summary, stack, source, remarks, more);
  ui_template_bind_callbacks (widget_class, on_search_changed, on_search_stop, choose_all,
                              choose_none, on_format, on_activate, on_copy, on_save,
                              apply_orientation);
}

static gboolean
add_rows (gpointer data)
{
  GtkSliceListModel *rows = data;
  guint              n = gtk_slice_list_model_get_size (rows) + FIRST_ROWS;

  gtk_slice_list_model_set_size (rows, n < ALL_ROWS ? n : G_MAXUINT);
  return n < ALL_ROWS;
}

static void
ui_export_page_init (UiExportPage *self)
{
  g_autoptr (GtkStringList) formats = gtk_string_list_new (NULL);

  ui_template_init (self);
  for (guint i = 0; i < APP_EXPORT_N_FORMATS; i++)
    gtk_string_list_append (formats, app_export_format_get_title ((AppExportFormat)i));
  gtk_drop_down_set_model (self->format, G_LIST_MODEL (formats));
  apply_orientation (self);
}

GtkWidget *
ui_export_page_new (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);

  UiExportPage *self = g_object_new (UI_TYPE_EXPORT_PAGE, NULL);
  int           format = ui_settings_get_int ("export-format", 0);

  self->session = g_object_ref (session);
  self->controller = app_export_selection_new (session);
  self->filter = GTK_FILTER (gtk_custom_filter_new (matches, self, NULL));
  g_autoptr (GtkFilterListModel) filtered = gtk_filter_list_model_new (
      G_LIST_MODEL (g_object_ref (self->controller)), g_object_ref (self->filter));
  GtkSliceListModel *rows =
      gtk_slice_list_model_new (G_LIST_MODEL (g_object_ref (filtered)), 0, FIRST_ROWS);
  g_autoptr (GtkNoSelection) selection = gtk_no_selection_new (G_LIST_MODEL (rows));
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, add_rows, g_object_ref (rows), g_object_unref);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
  ui_connect (self->controller, "items-changed", update_list, self);
  ui_connect (self->controller, "notify::export", show_export, self);
  if (format >= 0 && format < (int)APP_EXPORT_N_FORMATS)
    gtk_drop_down_set_selected (self->format, (guint)format);
  on_format (self);
  update_list (self);
  show_summary (self);
  return GTK_WIDGET (self);
}
