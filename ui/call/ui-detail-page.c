/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-detail-page.h"
#include "app-task-list.h"
#include "ui-detail-header.h"
#include "ui-detail-presets.h"
#include "ui-form-view.h"
#include "ui-memory-bar.h"
#include "ui-result-view.h"
#include "ui-settings.h"
#include "ui-template.h"
#include "ui-watch-bar.h"
#include "ui-width-bin.h"
#include "app-argument-memory.h"
#include "app-completer.h"
#include "app-definition-form.h"
#include "app-form-references.h"
#include "app-drafts.h"
#include "app-references.h"
#include "app-resource-text.h"
#include "mcp-prompt.h"
#include "mcp-resource-template.h"
#include "mcp-resource.h"
#include "mcp-tool.h"

#include <glib/gi18n.h>

/* What is kept of a definition while another one is shown. */
typedef struct
{
  McpDefinition *definition;
  AppForm       *form; /* NULL where there is nothing to fill in */
  AppCall       *call;
  gboolean       as_task;
  char          *meta;        /* (nullable): as it was typed */
  gboolean       json_values; /* of a prompt */
} Draft;

struct _UiDetailPage
{
  GtkWidget parent_instance;

  AppSession      *session;
  GHashTable      *drafts; /* kind and key → Draft */
  Draft           *draft;  /* of the definition that is shown; borrowed from the table */
  AppCall         *followed;
  UiDetailPresets *presets;

  GtkStack       *stack;
  UiDetailHeader *header;
  UiWatchBar     *watch_bar;
  GtkPaned       *paned;
  UiWidthBin     *bin;
  GtkWidget      *as_task;
  UiMemoryBar    *memory_bar;
  GtkWidget      *json_values;
  UiFormView     *form_view;
  GtkWidget      *plain;
  GtkButton      *plain_submit;
  UiResultView   *result_view;
};

G_DEFINE_FINAL_TYPE (UiDetailPage, ui_detail_page, GTK_TYPE_WIDGET)

static void
draft_free (gpointer data)
{
  Draft *draft = data;

  g_clear_object (&draft->definition);
  g_clear_object (&draft->form);
  g_clear_object (&draft->call);
  g_free (draft->meta);
  g_free (draft);
}

static gboolean
is_task (UiDetailPage *self, AppCall *call)
{
  return app_task_list_has_call (app_session_get_feature (self->session, APP_TYPE_TASK_LIST), call);
}

static void
update_busy (UiDetailPage *self)
{
  AppCall     *call = self->draft != NULL ? self->draft->call : NULL;
  AppCallState state = call != NULL ? app_call_get_state (call) : APP_CALL_PREPARED;
  /* A task runs beside whatever else is called; it is found again on its page. */
  gboolean busy = call != NULL && !is_task (self, call) &&
                  (app_call_is_running (call) || state == APP_CALL_NEEDS_APPROVAL);

  ui_form_view_set_busy (self->form_view, busy);
  gtk_widget_set_sensitive (GTK_WIDGET (self->plain_submit), !busy);
}

/* A template has no URI of its own: it is that of what was read of it last. */
static void
show_watch (UiDetailPage *self, AppCall *call)
{
  McpDefinition *definition = self->draft != NULL ? self->draft->definition : NULL;
  const char    *uri = NULL;

  if (MCP_IS_RESOURCE (definition))
    uri = mcp_definition_get_key (definition);
  else if (MCP_IS_RESOURCE_TEMPLATE (definition) && call != NULL)
    uri = app_call_get_target (call);
  ui_watch_bar_set_resource (self->watch_bar, self->session, uri);
  ui_watch_bar_set_call (self->watch_bar, call);
}

static void
follow_call (UiDetailPage *self, AppCall *call)
{
  if (self->followed != NULL)
    g_signal_handlers_disconnect_by_data (self->followed, self);
  g_set_object (&self->followed, call);
  if (call != NULL)
    g_signal_connect_object (call, "notify::state", G_CALLBACK (update_busy), self,
                             G_CONNECT_SWAPPED);
  ui_result_view_set_call (self->result_view, call);
  show_watch (self, call);
  update_busy (self);
}

static void
on_as_task (UiDetailPage *self)
{
  if (self->draft != NULL && gtk_widget_is_sensitive (self->as_task))
    self->draft->as_task = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->as_task));
}

/* Whether a tool is called or begun is the person's choice where tool and server leave it. */
static void
update_as_task (UiDetailPage *self)
{
  McpDefinition *definition = self->draft != NULL ? self->draft->definition : NULL;
  AppTaskChoice  choice = APP_TASK_CHOICE_NONE;

  if (MCP_IS_TOOL (definition))
    choice = app_task_list_get_choice (app_session_get_feature (self->session, APP_TYPE_TASK_LIST),
                                       MCP_TOOL (definition));
  gtk_widget_set_visible (self->as_task, choice != APP_TASK_CHOICE_NONE);
  gtk_widget_set_sensitive (self->as_task, choice == APP_TASK_CHOICE_OPTIONAL);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->as_task),
                               choice == APP_TASK_CHOICE_REQUIRED ||
                                   (self->draft != NULL && self->draft->as_task));
  gtk_widget_set_tooltip_text (self->as_task,
                               choice == APP_TASK_CHOICE_REQUIRED
                                   ? _ ("This tool runs in no other way")
                                   : _ ("The server answers at once and goes on; see Tasks"));
}

/* The call tells its own story through its state; the error is the same told twice. */
static void
on_call_ended (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  (void)app_call_run_finish (APP_CALL (object), result, &error);
}

static void
run_call (UiDetailPage *self, AppCall *call)
{
  g_set_object (&self->draft->call, call);
  follow_call (self, call);
  app_call_run_async (call, NULL, on_call_ended, NULL);
}

/* After the person has visited the pages that the server wanted to be visited first. */
static void
run_again (UiDetailPage *self, AppCall *again)
{
  if (self->draft != NULL)
    run_call (self, again);
}

static void
send_call (UiDetailPage *self)
{
  if (self->draft == NULL)
    return;
  if (self->draft->call != NULL && app_call_is_running (self->draft->call) &&
      !is_task (self, self->draft->call))
    return;
  if (!ui_meta_button_check (ui_detail_header_get_meta (self->header)))
    return;
  g_autoptr (AppCall) call =
      app_definition_form_prepare (self->session, self->draft->definition, self->draft->form);
  if (call == NULL)
    return;
  app_call_set_meta (call, self->draft->meta);
  app_call_get_options (call)->as_task =
      gtk_widget_get_visible (self->as_task) &&
      gtk_check_button_get_active (GTK_CHECK_BUTTON (self->as_task));
  if (MCP_IS_TOOL (self->draft->definition) && self->draft->form != NULL)
    app_argument_memory_follow (app_session_get_feature (self->session, APP_TYPE_ARGUMENT_MEMORY),
                                self->draft->form, call);
  run_call (self, call);
}

/* The same resource as before, whatever the form says by now. */
static void
read_again (UiDetailPage *self)
{
  if (self->draft == NULL || self->draft->call == NULL || app_call_is_running (self->draft->call))
    return;
  g_autoptr (AppCall) call = app_session_new_call (self->session, APP_CALL_READ,
                                                   app_call_get_target (self->draft->call), NULL);
  app_call_set_meta (call, app_call_get_meta (self->draft->call));
  run_call (self, call);
}

static void
on_meta_changed (UiDetailPage *self, UiMetaButton *button)
{
  if (self->draft == NULL)
    return;
  g_free (self->draft->meta);
  self->draft->meta = ui_meta_button_dup_text (button);
}

static const char *
submit_label (McpDefinition *definition)
{
  switch (mcp_definition_get_kind (definition))
    {
    case MCP_DEFINITION_RESOURCE:
    case MCP_DEFINITION_RESOURCE_TEMPLATE:
      return _ ("Read");
    case MCP_DEFINITION_PROMPT:
      return _ ("Get");
    case MCP_DEFINITION_TOOL:
    default:
      return _ ("Call");
    }
}

/* What is the same in all the tools is nothing that a person typed here. */
static void
fill_from_memory (UiDetailPage *self, McpDefinition *definition, AppForm *form)
{
  if (!MCP_IS_TOOL (definition) || app_form_is_modified (form) ||
      !app_argument_memory_fill (app_session_get_feature (self->session, APP_TYPE_ARGUMENT_MEMORY),
                                 form))
    return;
  app_form_forget_history (form);
  app_drafts_set_untouched (app_session_get_feature (self->session, APP_TYPE_DRAFTS), form);
}

static AppForm *
create_form (UiDetailPage *self, McpDefinition *definition, gboolean json_values)
{
  AppForm *form = json_values && MCP_IS_PROMPT (definition)
                      ? app_definition_form_new_with_values (definition)
                      : app_definition_form_new (definition);
  g_autoptr (AppCompleter) completer = app_completer_new (self->session, definition);

  g_autoptr (AppReferences) references = app_references_new (self->session, definition);

  if (form != NULL && completer != NULL)
    app_form_set_completer (form, completer);
  if (form != NULL)
    {
      g_autoptr (AppResourceText) texts = app_resource_text_new (self->session, definition);
      app_form_set_resource_text (form, texts);
      app_form_references_attach (form, references);
      app_drafts_follow (app_session_get_feature (self->session, APP_TYPE_DRAFTS), definition,
                         form);
      fill_from_memory (self, definition, form);
    }
  return form;
}

static Draft *
find_draft (UiDetailPage *self, McpDefinition *definition)
{
  g_autofree char *key = g_strdup_printf ("%d %s", mcp_definition_get_kind (definition),
                                          mcp_definition_get_key (definition));
  Draft           *draft = g_hash_table_lookup (self->drafts, key);

  if (draft == NULL)
    {
      draft = g_new0 (Draft, 1);
      g_hash_table_insert (self->drafts, g_steal_pointer (&key), draft);
    }
  if (draft->definition == definition)
    return draft;

  /* Listed again with another schema: what was typed moves into the new form. */
  g_autofree char *typed = NULL;
  if (draft->form != NULL && app_form_is_modified (draft->form))
    typed = app_form_dup_json (draft->form);
  if (draft->definition == NULL || !mcp_definition_equal (draft->definition, definition))
    {
      g_autoptr (AppForm) before = g_steal_pointer (&draft->form);
      draft->form = create_form (self, definition, draft->json_values);
      if (draft->form != NULL && typed != NULL)
        {
          app_form_set_json (draft->form, typed);
          app_form_references_set_marks (draft->form, app_form_references_get_marks (before));
          app_form_forget_history (draft->form);
        }
    }
  g_set_object (&draft->definition, definition);
  return draft;
}

/* What was typed stays what it is, text or not. */
static void
on_json_values (UiDetailPage *self)
{
  Draft   *draft = self->draft;
  gboolean wanted = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->json_values));

  if (draft == NULL || draft->form == NULL || draft->json_values == wanted)
    return;
  g_autoptr (AppForm) before = g_steal_pointer (&draft->form);
  g_autofree char *typed = app_form_dup_json (before);
  draft->json_values = wanted;
  draft->form = create_form (self, draft->definition, wanted);
  app_form_set_json (draft->form, typed);
  app_form_references_set_marks (draft->form, app_form_references_get_marks (before));
  app_form_forget_history (draft->form);
  ui_form_view_set_form (self->form_view, draft->form);
}

static void
update_json_values (UiDetailPage *self)
{
  McpDefinition *definition = self->draft != NULL ? self->draft->definition : NULL;

  gtk_widget_set_visible (self->json_values,
                          MCP_IS_PROMPT (definition) && self->draft->form != NULL);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->json_values),
                               self->draft != NULL && self->draft->json_values);
}

static void
apply_orientation (UiDetailPage *self)
{
  gboolean wide = ui_width_bin_get_wide (self->bin);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned), wide
                                                                    ? GTK_ORIENTATION_HORIZONTAL
                                                                    : GTK_ORIENTATION_VERTICAL);
  int position = ui_settings_get_int (wide ? "form-width" : "form-height", -1);
  if (position > 0)
    gtk_paned_set_position (self->paned, position);
  else
    g_object_set (self->paned, "position-set", FALSE, NULL);
}

static void
on_position_changed (UiDetailPage *self)
{
  gboolean set = FALSE;

  /* Positions that GTK found by itself are not the person's. */
  g_object_get (self->paned, "position-set", &set, NULL);
  if (!set || !gtk_widget_get_mapped (GTK_WIDGET (self->paned)))
    return;
  gboolean wide = gtk_orientable_get_orientation (GTK_ORIENTABLE (self->paned)) ==
                  GTK_ORIENTATION_HORIZONTAL;
  ui_settings_set_int (wide ? "form-width" : "form-height",
                       gtk_paned_get_position (self->paned));
}

static void
ui_detail_page_dispose (GObject *object)
{
  UiDetailPage *self = UI_DETAIL_PAGE (object);

  if (self->followed != NULL)
    g_signal_handlers_disconnect_by_data (self->followed, self);
  ui_template_dispose (object);
  g_clear_object (&self->followed);
  g_clear_object (&self->presets);
  self->draft = NULL;
  g_clear_pointer (&self->drafts, g_hash_table_unref);
  g_clear_object (&self->session);
}

static void
ui_detail_page_class_init (UiDetailPageClass *klass)
{
  GObjectClass   *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ui_detail_page_dispose;

  g_type_ensure (UI_TYPE_WIDTH_BIN);
  g_type_ensure (UI_TYPE_DETAIL_HEADER);
  g_type_ensure (UI_TYPE_FORM_VIEW);
  g_type_ensure (UI_TYPE_MEMORY_BAR);
  g_type_ensure (UI_TYPE_RESULT_VIEW);
  g_type_ensure (UI_TYPE_WATCH_BAR);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ui_template_set (widget_class, "ui/call/ui-detail-page.ui");
  gtk_widget_class_bind_template_child (widget_class, UiDetailPage, stack);
  gtk_widget_class_bind_template_child (widget_class, UiDetailPage, header);
  gtk_widget_class_bind_template_child (widget_class, UiDetailPage, watch_bar);
  gtk_widget_class_bind_template_child (widget_class, UiDetailPage, paned);
  gtk_widget_class_bind_template_child (widget_class, UiDetailPage, bin);
  gtk_widget_class_bind_template_child (widget_class, UiDetailPage, as_task);
  gtk_widget_class_bind_template_child (widget_class, UiDetailPage, memory_bar);
  gtk_widget_class_bind_template_child (widget_class, UiDetailPage, json_values);
  gtk_widget_class_bind_template_child (widget_class, UiDetailPage, form_view);
  gtk_widget_class_bind_template_child (widget_class, UiDetailPage, plain);
  gtk_widget_class_bind_template_child (widget_class, UiDetailPage, plain_submit);
  gtk_widget_class_bind_template_child (widget_class, UiDetailPage, result_view);
  gtk_widget_class_bind_template_callback (widget_class, apply_orientation);
  gtk_widget_class_bind_template_callback (widget_class, on_as_task);
  gtk_widget_class_bind_template_callback (widget_class, on_json_values);
  gtk_widget_class_bind_template_callback (widget_class, on_position_changed);
  gtk_widget_class_bind_template_callback (widget_class, read_again);
  gtk_widget_class_bind_template_callback (widget_class, run_again);
  gtk_widget_class_bind_template_callback (widget_class, send_call);
}

static void
ui_detail_page_init (UiDetailPage *self)
{
  self->drafts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, draft_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (ui_detail_header_get_meta (self->header), "changed",
                           G_CALLBACK (on_meta_changed), self, G_CONNECT_SWAPPED);
  apply_orientation (self);
}

GtkWidget *
ui_detail_page_new (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);
  UiDetailPage *self = g_object_new (UI_TYPE_DETAIL_PAGE, NULL);

  self->session = g_object_ref (session);
  self->presets = ui_detail_presets_new (session, self->form_view);
  return GTK_WIDGET (self);
}

void
ui_detail_page_set_definition (UiDetailPage *self, McpDefinition *definition)
{
  g_return_if_fail (UI_IS_DETAIL_PAGE (self));
  g_return_if_fail (definition == NULL || MCP_IS_DEFINITION (definition));

  if (definition == ui_detail_page_get_definition (self))
    return;
  gtk_stack_set_visible_child_name (self->stack, definition != NULL ? "definition" : "empty");
  self->draft = definition != NULL ? find_draft (self, definition) : NULL;
  AppForm *form = self->draft != NULL ? self->draft->form : NULL;
  if (definition != NULL)
    {
      ui_form_view_set_submit_label (self->form_view, submit_label (definition));
      gtk_button_set_label (self->plain_submit, submit_label (definition));
    }
  ui_detail_header_set_definition (self->header, self->session, definition);
  ui_meta_button_set_text (ui_detail_header_get_meta (self->header),
                           self->draft != NULL ? self->draft->meta : NULL);
  ui_memory_bar_set_form (self->memory_bar, self->session, MCP_IS_TOOL (definition) ? form : NULL);
  ui_form_view_set_form (self->form_view, form);
  ui_detail_presets_set_definition (self->presets, definition);
  gtk_widget_set_visible (GTK_WIDGET (self->form_view), form != NULL);
  gtk_widget_set_visible (self->plain, form == NULL);
  update_as_task (self);
  update_json_values (self);
  follow_call (self, self->draft != NULL ? self->draft->call : NULL);
}

McpDefinition *
ui_detail_page_get_definition (UiDetailPage *self)
{
  g_return_val_if_fail (UI_IS_DETAIL_PAGE (self), NULL);
  return self->draft != NULL ? self->draft->definition : NULL;
}

void
ui_detail_page_focus_form (UiDetailPage *self)
{
  g_return_if_fail (UI_IS_DETAIL_PAGE (self));

  if (self->draft == NULL)
    return;
  if (self->draft->form != NULL)
    ui_form_view_focus_first (self->form_view);
  else
    gtk_widget_grab_focus (GTK_WIDGET (self->plain_submit));
}

void
ui_detail_page_submit (UiDetailPage *self)
{
  g_return_if_fail (UI_IS_DETAIL_PAGE (self));

  if (self->draft == NULL)
    return;
  if (self->draft->form != NULL)
    ui_form_view_submit (self->form_view);
  else
    send_call (self);
}

gboolean
ui_detail_page_cancel (UiDetailPage *self)
{
  g_return_val_if_fail (UI_IS_DETAIL_PAGE (self), FALSE);

  AppCall *call = self->draft != NULL ? self->draft->call : NULL;
  if (call == NULL || !app_call_is_running (call))
    return FALSE;
  app_call_cancel (call);
  return TRUE;
}

void
ui_detail_page_add_panes (UiDetailPage *self, GPtrArray *panes)
{
  g_return_if_fail (UI_IS_DETAIL_PAGE (self));

  if (self->draft == NULL)
    return;
  g_ptr_array_add (panes, self->draft->form != NULL ? GTK_WIDGET (self->form_view) : self->plain);
  g_ptr_array_add (panes, self->result_view);
}

void
ui_detail_page_use_reference (UiDetailPage *self, const char *argument, AppReference *reference)
{
  GListModel *fields;

  g_return_if_fail (UI_IS_DETAIL_PAGE (self));

  if (self->draft == NULL || self->draft->form == NULL)
    return;
  fields = app_field_get_children (app_form_get_root (self->draft->form));
  for (guint i = 0; i < g_list_model_get_n_items (fields); i++)
    {
      g_autoptr (AppField) field = g_list_model_get_item (fields, i);
      g_autofree char *pointer = app_field_dup_pointer (field);

      if (g_strcmp0 (app_field_get_key (field), argument) != 0)
        continue;
      app_form_references_set (field, reference);
      ui_form_view_focus_field (self->form_view, pointer);
      return;
    }
}
