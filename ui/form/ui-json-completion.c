/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-json-completion.h"
#include "ui-json-text.h"
#include "ui-template.h"
#include "app-form-completion.h"

#include <glib/gi18n.h>

#define PAGE_ROWS 8

/* One row of the list */

#define UI_TYPE_JSON_PROPOSAL (ui_json_proposal_get_type ())
G_DECLARE_FINAL_TYPE (UiJsonProposal, ui_json_proposal, UI, JSON_PROPOSAL, GObject)

struct _UiJsonProposal
{
  GObject parent_instance;

  AppFormProposal *said;
};

static char *
dup_typed_text (GtkSourceCompletionProposal *proposal)
{
  return g_strdup (UI_JSON_PROPOSAL (proposal)->said->label);
}

static void
init_proposal (GtkSourceCompletionProposalInterface *iface)
{
  iface->get_typed_text = dup_typed_text;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (UiJsonProposal,
                               ui_json_proposal,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_COMPLETION_PROPOSAL,
                                                      init_proposal))
MCP_DEFINE_CLASS_INIT (UiJsonProposal, ui_json_proposal)

static void
ui_json_proposal_finalize (GObject *object)
{
  g_clear_pointer (&UI_JSON_PROPOSAL (object)->said, app_form_proposal_free);
  G_OBJECT_CLASS (ui_json_proposal_parent_class)->finalize (object);
}

MCP_DEFINE_INIT (UiJsonProposal, ui_json_proposal)

/* The provider */

struct _UiJsonCompletion
{
  GObject parent_instance;

  AppForm *form; /* (nullable): weak */
};

/* Returns: (transfer full) (nullable): %NULL where nothing is proposed */
static AppFormCompletion *
complete (UiJsonCompletion *self, GtkSourceCompletionContext *context, char **text)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (gtk_source_completion_context_get_buffer (context));
  gboolean       asked = gtk_source_completion_context_get_activation (context) ==
                   GTK_SOURCE_COMPLETION_ACTIVATION_USER_REQUESTED;
  GtkTextIter at;

  *text = NULL;
  if (self->form == NULL ||
      gtk_text_buffer_get_char_count (buffer) > (int)UI_JSON_TEXT_CHECK_BYTES)
    return NULL;
  g_object_get (buffer, "text", text, NULL);
  gtk_text_buffer_get_iter_at_mark (buffer, &at, gtk_text_buffer_get_insert (buffer));
  const char *cursor = g_utf8_offset_to_pointer (*text, gtk_text_iter_get_offset (&at));
  return app_form_completion_new (self->form, *text, (gsize)(cursor - *text), asked);
}

static void
fill (UiJsonCompletion *self, GtkSourceCompletionContext *context, GListStore *store)
{
  g_autofree char *text = NULL;
  g_autoptr (AppFormCompletion) found = complete (self, context, &text);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  gsize                n = 0;
  g_autofree gpointer *said = found != NULL ? g_ptr_array_steal (found->proposals, &n) : NULL;
  for (gsize i = 0; i < n; i++)
    {
      UiJsonProposal *row = g_object_new (UI_TYPE_JSON_PROPOSAL, NULL);

      row->said = said[i];
      g_ptr_array_add (rows, row);
    }
  g_list_store_splice (store, 0, g_list_model_get_n_items (G_LIST_MODEL (store)), rows->pdata,
                       rows->len);
}

static GListModel *
populate (GtkSourceCompletionProvider *provider,
          GtkSourceCompletionContext  *context,
          GError                     **error)
{
  GListStore *store = g_list_store_new (UI_TYPE_JSON_PROPOSAL);

  fill (UI_JSON_COMPLETION (provider), context, store);
  return G_LIST_MODEL (store);
}

static void
populate_async (GtkSourceCompletionProvider *provider,
                GtkSourceCompletionContext  *context,
                GCancellable                *cancellable,
                GAsyncReadyCallback          callback,
                gpointer                     data)
{
  g_autoptr (GTask) task = g_task_new (provider, cancellable, callback, data);

  g_task_return_pointer (task, populate (provider, context, NULL), g_object_unref);
}

static GListModel *
populate_finish (GtkSourceCompletionProvider *provider, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
refilter (GtkSourceCompletionProvider *provider,
          GtkSourceCompletionContext  *context,
          GListModel                  *model)
{
  fill (UI_JSON_COMPLETION (provider), context, G_LIST_STORE (model));
}

/* @at: behind @typed */
static gboolean
is_trigger (GtkSourceCompletionProvider *provider, const GtkTextIter *at, gunichar typed)
{
  return typed == '"' || typed == ':' || typed == '[';
}

static void
display (GtkSourceCompletionProvider *provider,
         GtkSourceCompletionContext  *context,
         GtkSourceCompletionProposal *proposal,
         GtkSourceCompletionCell     *cell)
{
  const AppFormProposal *said = UI_JSON_PROPOSAL (proposal)->said;

  switch (gtk_source_completion_cell_get_column (cell))
    {
    case GTK_SOURCE_COMPLETION_COLUMN_TYPED_TEXT:
      gtk_source_completion_cell_set_text (cell, said->label);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_AFTER:
      gtk_source_completion_cell_set_text (cell, said->detail);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_COMMENT:
      gtk_source_completion_cell_set_text (cell, said->comment[0] != '\0' ? said->comment : NULL);
      break;
    case GTK_SOURCE_COMPLETION_COLUMN_ICON:
    case GTK_SOURCE_COMPLETION_COLUMN_BEFORE:
    case GTK_SOURCE_COMPLETION_COLUMN_DETAILS:
    default:
      gtk_source_completion_cell_set_text (cell, NULL);
      break;
    }
}

/* What is typed already stays: one change of the text is one step to undo. */
static void
activate (GtkSourceCompletionProvider *provider,
          GtkSourceCompletionContext  *context,
          GtkSourceCompletionProposal *proposal)
{
  GtkTextBuffer   *buffer = GTK_TEXT_BUFFER (gtk_source_completion_context_get_buffer (context));
  const char      *insert = UI_JSON_PROPOSAL (proposal)->said->insert;
  g_autofree char *text = NULL;
  g_autoptr (AppFormCompletion) found = complete (UI_JSON_COMPLETION (provider), context, &text);
  GtkTextIter start, end;

  if (found == NULL)
    return;
  const char *from = text + found->start;
  const char *to = text + found->end;
  while (from < to && *insert != '\0' && g_utf8_get_char (from) == g_utf8_get_char (insert))
    {
      from = g_utf8_next_char (from);
      insert = g_utf8_next_char (insert);
    }
  gtk_text_buffer_get_iter_at_offset (buffer, &start, (int)g_utf8_pointer_to_offset (text, from));
  gtk_text_buffer_get_iter_at_offset (buffer, &end, (int)g_utf8_pointer_to_offset (text, to));
  gtk_text_buffer_begin_user_action (buffer);
  if (from < to)
    gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, insert, -1);
  gtk_text_buffer_place_cursor (buffer, &start);
  gtk_text_buffer_end_user_action (buffer);
}

static char *
dup_title (GtkSourceCompletionProvider *provider)
{
  return g_strdup (_ ("Schema"));
}

static void
init_provider (GtkSourceCompletionProviderInterface *iface)
{
  iface->get_title = dup_title;
  iface->is_trigger = is_trigger;
  iface->populate = populate;
  iface->populate_async = populate_async;
  iface->populate_finish = populate_finish;
  iface->refilter = refilter;
  iface->display = display;
  iface->activate = activate;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (UiJsonCompletion,
                               ui_json_completion,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_COMPLETION_PROVIDER,
                                                      init_provider))
MCP_DEFINE_CLASS_INIT (UiJsonCompletion, ui_json_completion)

static void
ui_json_completion_finalize (GObject *object)
{
  g_clear_weak_pointer (&UI_JSON_COMPLETION (object)->form);
  G_OBJECT_CLASS (ui_json_completion_parent_class)->finalize (object);
}

MCP_DEFINE_INIT (UiJsonCompletion, ui_json_completion)

UiJsonCompletion *
ui_json_completion_add (GtkSourceView *view)
{
  g_return_val_if_fail (GTK_SOURCE_IS_VIEW (view), NULL);

  g_autoptr (UiJsonCompletion) self = g_object_new (UI_TYPE_JSON_COMPLETION, NULL);
  GtkSourceCompletion *completion = gtk_source_view_get_completion (view);
  g_object_set (completion, "select-on-show", TRUE, "show-icons", FALSE, "page-size", PAGE_ROWS,
                NULL);
  gtk_source_completion_add_provider (completion, GTK_SOURCE_COMPLETION_PROVIDER (self));
  return self;
}

void
ui_json_completion_set_form (UiJsonCompletion *self, AppForm *form)
{
  g_return_if_fail (UI_IS_JSON_COMPLETION (self));
  g_return_if_fail (form == NULL || APP_IS_FORM (form));
  g_set_weak_pointer (&self->form, form);
}
