/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui-detail-page.h"
#include "ui-call-copy.h"
#include "ui-call-split.h"
#include "ui-copy.h"
#include "ui-detail-header.h"
#include "ui-form-end.h"
#include "ui-form-view.h"
#include "ui-layout.h"
#include "ui-memory-bar.h"
#include "ui-page.h"
#include "ui-presets-window.h"
#include "ui-result-view.h"
#include "ui-settings.h"
#include "ui-template.h"
#include "ui-watch-bar.h"
#include "ui-widget.h"
#include "app-drafts.h"
#include "app-form-references.h"
#include "app-form-summary.h"
#include "app-session-presets.h"
#include "mcp-prompt.h"
#include "mcp-resource.h"
#include "mcp-tool.h"

#include <glib/gi18n.h>
#include <string.h>

/* What a person passes with the arrow keys is not read. */
#define READ_DELAY_MS 300
/* Larger ones are read when somebody asks for them. */
#define MAX_UNASKED_BYTES (256 * 1024)

struct _UiDetailPage
{
  GtkWidget parent_instance;

  AppSession   *session;
  AppDraft     *draft;   /* (nullable): of the definition that is shown */
  GSignalGroup *signals; /* of the draft */
  guint         reading; /* source: the resource is read unless another one is selected */
  gboolean      form_wanted;
  gboolean      editing_json; /* a form without fields, for its JSON */
  GtkWidget    *editing;      /* (nullable) (weak): had the focus in the form when it was folded */

  GtkStack       *stack;
  UiDetailHeader *header;
  UiWatchBar     *watch_bar;
  UiCallSplit    *split;
  GtkWidget      *actions;
  GtkWidget      *summary; /* the arguments on one line, where their form is folded */
  GtkLabel       *summary_text;
  GtkWidget      *as_task;
  UiMemoryBar    *memory_bar;
  GtkWidget      *json_values;
  UiFormView     *form_view;
  GtkWidget      *plain;
  GtkButton      *plain_submit;
  UiResultView   *result_view;
};

/* The form's, for the menu of the header. */
static const char *const form_actions[] = { "form.add-member", "form.tidy", "form.undo",
                                            "form.redo", "form.reset" };

/* Of a draft: its form is folded. Another tool in between changes nothing. */
static G_DEFINE_QUARK (ui_detail_page_folded, folded);

UI_DEFINE_PAGE (UiDetailPage, ui_detail_page, GTK_TYPE_WIDGET)

/* What the draft says */

/* Why nothing can be sent to the server now; %NULL where it can. */
static const char *
name_obstacle (AppSession *session)
{
  switch (app_session_get_state (session))
    {
    case APP_SESSION_READY:
      return NULL;
    case APP_SESSION_CONNECTING:
      return _ ("Connecting…");
    case APP_SESSION_RECONNECTING:
      return _ ("Reconnecting…");
    default:
      return _ ("Not connected");
    }
}

static void
update_busy (UiDetailPage *self)
{
  gboolean quiet = FALSE;
  g_object_get (self->result_view, "quiet", &quiet, NULL);
  gboolean busy = self->draft != NULL && app_draft_is_busy (self->draft) && !quiet;

  ui_form_view_set_busy (self->form_view, busy);
  gtk_widget_set_sensitive (GTK_WIDGET (self->plain_submit),
                            !busy && name_obstacle (self->session) == NULL);
}

static void
update_obstacle (UiDetailPage *self)
{
  const char *obstacle = name_obstacle (self->session);

  ui_form_view_set_obstacle (self->form_view, obstacle);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->plain_submit), obstacle);
  ui_widget_describe (self->plain_submit, obstacle != NULL ? obstacle : "");
  update_busy (self);
}

/* Where nothing can be filled in, nothing is shown of a form, unless the person wants to add to
 * it. */
static gboolean
has_form (UiDetailPage *self)
{
  return self->draft != NULL &&
         (app_draft_takes_arguments (self->draft) ||
          (self->editing_json && app_draft_get_form (self->draft) != NULL));
}

/* A form that is shown itself is not summed up with each letter that is typed. */
static void
update_summary (UiDetailPage *self)
{
  AppForm *form = self->draft != NULL ? app_draft_get_form (self->draft) : NULL;

  if (form == NULL || !gtk_widget_get_visible (self->summary))
    return;
  g_autofree char *summary = app_form_get_text_error (form) != NULL ? g_strdup (_ ("Invalid JSON"))
                                                                    : app_form_dup_summary (form);
  const char      *text = summary[0] != '\0' ? summary : _ ("No arguments");
  /* Translators: %s is what is filled in, on one line */
  g_autofree char *spoken = g_strdup_printf (_ ("Arguments %s"), text);

  gtk_label_set_text (self->summary_text, text);
  ui_widget_name (self->summary, spoken);
}

/* A line that stands for the form's own button, and for what there is besides. */
static void
update_actions (UiDetailPage *self)
{
  gboolean plain = !ui_call_split_get_form_shown (self->split);

  if (self->draft == NULL)
    return;
  gtk_widget_set_visible (self->plain, plain);
  gtk_widget_set_visible (self->summary, plain && has_form (self));
  update_summary (self);
  gtk_widget_set_visible (self->json_values,
                          !plain && MCP_IS_PROMPT (app_draft_get_definition (self->draft)));
  gboolean watched = gtk_widget_get_visible (GTK_WIDGET (self->watch_bar));
  gboolean choice = gtk_widget_get_visible (self->as_task) ||
                    gtk_widget_get_visible (self->json_values);
  gtk_widget_set_visible (self->actions, plain || watched || choice);
}

static void
show_call (UiDetailPage *self)
{
  AppCall *call = self->draft != NULL ? app_draft_get_call (self->draft) : NULL;

  ui_result_view_set_history (self->result_view,
                              self->draft != NULL
                                  ? G_LIST_MODEL (app_draft_get_history (self->draft))
                                  : NULL);
  ui_result_view_set_call (self->result_view, call);
  ui_call_split_set_has_result (self->split, call != NULL);
  ui_watch_bar_set_resource (self->watch_bar, self->session,
                             self->draft != NULL ? app_draft_get_resource (self->draft) : NULL);
  ui_watch_bar_set_call (self->watch_bar, call);
  update_actions (self);
}

/* Whether a tool is called or begun is the person's choice where tool and server leave it. */
static void
update_as_task (UiDetailPage *self)
{
  AppTaskChoice choice = self->draft != NULL ? app_draft_get_task_choice (self->draft)
                                             : APP_TASK_CHOICE_NONE;

  gtk_widget_set_visible (self->as_task, choice != APP_TASK_CHOICE_NONE);
  gtk_widget_set_sensitive (self->as_task, choice == APP_TASK_CHOICE_OPTIONAL);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->as_task),
                               self->draft != NULL && app_draft_get_as_task (self->draft));
  gtk_widget_set_tooltip_text (self->as_task,
                               choice == APP_TASK_CHOICE_REQUIRED
                                   ? _ ("This tool only runs as a task")
                                   : _ ("The server responds at once and continues in the "
                                        "background; see Tasks"));
  update_actions (self);
}

static void
update_form_wanted (UiDetailPage *self)
{
  self->form_wanted = has_form (self);
  ui_call_split_set_form_wanted (self->split, self->form_wanted);
  update_actions (self);
}

/* Text that is no JSON says so itself. */
static void
update_save (UiDetailPage *self)
{
  AppForm *form = self->draft != NULL ? app_draft_get_form (self->draft) : NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "call.save",
                                 self->draft != NULL &&
                                     (form == NULL || app_form_get_text_error (form) == NULL));
}

/* The person may add to a form, or take from it, until there is one or none. */
static void
on_draft_changed (UiDetailPage *self)
{
  update_save (self);
  if (self->form_wanted != has_form (self))
    update_form_wanted (self);
  else
    update_summary (self);
}

static void
show_form (UiDetailPage *self)
{
  AppForm       *form = self->draft != NULL ? app_draft_get_form (self->draft) : NULL;
  McpDefinition *definition = ui_detail_page_get_definition (self);

  /* What a person typed was not taken over from anywhere. */
  ui_memory_bar_set_form (self->memory_bar, self->session,
                          MCP_IS_TOOL (definition) && !app_draft_is_typed (self->draft) ? form
                                                                                        : NULL);
  ui_form_view_set_form (self->form_view, form);
  for (guint i = 0; i < G_N_ELEMENTS (form_actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), form_actions[i], form != NULL);
  update_form_wanted (self);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->json_values),
                               self->draft != NULL && app_draft_get_json_values (self->draft));
}

static void
show_presets (UiDetailPage *self)
{
  ui_form_view_set_presets (self->form_view,
                            self->draft != NULL ? app_draft_get_presets (self->draft) : NULL);
  update_form_wanted (self);
}

/* What the person does */

static void
on_as_task (UiDetailPage *self)
{
  if (self->draft != NULL && gtk_widget_is_sensitive (self->as_task))
    app_draft_set_as_task (self->draft,
                           gtk_check_button_get_active (GTK_CHECK_BUTTON (self->as_task)));
}

static void
on_json_values (UiDetailPage *self)
{
  if (self->draft != NULL)
    app_draft_set_json_values (self->draft,
                               gtk_check_button_get_active (GTK_CHECK_BUTTON (self->json_values)));
}

static void
on_meta_changed (UiDetailPage *self, UiToolMenu *menu)
{
  g_autofree char *text = ui_tool_menu_dup_meta (menu);

  if (self->draft != NULL)
    app_draft_set_meta (self->draft, text);
}

static void
on_preset_changed (UiDetailPage *self, const char *path, const char *lexeme, gboolean secret)
{
  app_session_presets_set (app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS), path,
                           lexeme, secret);
}

static void
on_pin_changed (UiDetailPage *self, const char *path, const char *lexeme, gboolean secret)
{
  app_session_presets_pin (app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS), path,
                           lexeme, secret);
}

static void
on_show_presets (UiDetailPage *self)
{
  ui_presets_window_present (self->session, GTK_WIDGET (self->form_view));
}

/* By another view. Where somebody types here, what was written meanwhile is older. */
static void
on_values_changed (UiDetailPage *self)
{
  AppPresets *presets = self->draft != NULL ? app_draft_get_presets (self->draft) : NULL;
  GtkRoot    *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (presets != NULL && !(GTK_IS_WINDOW (root) && gtk_window_is_active (GTK_WINDOW (root))))
    app_session_presets_refresh (app_session_get_feature (self->session, APP_TYPE_SESSION_PRESETS),
                                 presets);
}

static void
set_folded (UiDetailPage *self, gboolean folded)
{
  g_object_set_qdata (G_OBJECT (self->draft), folded_quark (), GINT_TO_POINTER (folded));
  ui_call_split_set_folded (self->split, folded);
}

/* The result has the room; what was sent stays in sight on one line. */
static void
fold (UiDetailPage *self)
{
  GtkRoot   *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean   inside = focus != NULL &&
                    gtk_widget_is_ancestor (focus, GTK_WIDGET (self->form_view));

  if (!ui_layout_get_fold_form (ui_layout_get_default ()) || ui_call_split_fits (self->split))
    return;
  if (inside)
    g_set_weak_pointer (&self->editing, focus);
  set_folded (self, TRUE);
  if (!inside || ui_call_split_get_form_shown (self->split))
    return;
  /* Whoever pressed Call can press it again; whoever typed can type again. */
  if (gtk_widget_get_ancestor (focus, UI_TYPE_FORM_END) != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->plain_submit));
  else
    gtk_widget_grab_focus (self->summary);
}

/* What is wrong with the arguments is said where they are, too. */
static void
show_arguments (UiDetailPage *self)
{
  set_folded (self, FALSE);
  g_object_set (ui_layout_get_default (), "result-only", FALSE, NULL);
}

/* Back to where the person was in the form. */
static void
unfold (UiDetailPage *self)
{
  GtkWidget *editing = self->editing;

  if (self->draft == NULL)
    return;
  show_arguments (self);
  if (editing == NULL || gtk_widget_get_ancestor (editing, UI_TYPE_FORM_END) != NULL ||
      !gtk_widget_is_ancestor (editing, GTK_WIDGET (self->form_view)) ||
      !gtk_widget_grab_focus (editing))
    ui_form_view_focus_first (self->form_view);
}

static void
send_call (UiDetailPage *self)
{
  if (self->draft == NULL || app_draft_is_busy (self->draft) ||
      name_obstacle (self->session) != NULL ||
      !ui_tool_menu_check_meta (ui_detail_header_get_menu (self->header)))
    return;
  app_draft_send (self->draft);
  if (has_form (self))
    fold (self);
}

/* After the person has visited the pages that the server wanted to be visited first. */
static void
run_again (UiDetailPage *self, AppCall *again)
{
  if (self->draft != NULL)
    app_draft_send_call (self->draft, again);
}

static void
read_again (UiDetailPage *self)
{
  if (self->draft != NULL)
    app_draft_read_again (self->draft);
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
      return _ ("Get Prompt");
    case MCP_DEFINITION_TOOL:
    default:
      return _ ("Call");
    }
}

static const char *
describe_submit (McpDefinition *definition)
{
  return MCP_IS_TOOL (definition)     ? _ ("Press Ctrl+Enter to call")
         : MCP_IS_PROMPT (definition) ? _ ("Press Ctrl+Enter to get the prompt")
                                      : _ ("Press Ctrl+Enter to read");
}

/* Whoever has just called looks for something in what came back. */
static gboolean
ui_detail_page_search (UiPage *page)
{
  return ui_page_search (UI_DETAIL_PAGE (page)->result_view);
}

static void
ui_detail_page_page_init (UiPageInterface *iface)
{
  iface->search = ui_detail_page_search;
}

UI_DEFINE_DISPOSE (UiDetailPage, ui_detail_page)
{
  g_clear_handle_id (&self->reading, g_source_remove);
  g_clear_object (&self->signals);
  g_clear_weak_pointer (&self->editing);
}

/* With what stands in the form, whether it was sent or not. */
static void
save_call (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiDetailPage *self = UI_DETAIL_PAGE (widget);
  const char   *id = store_profile_get_id (app_session_get_profile (self->session));
  g_autoptr (AppCall) call = app_draft_create_call (self->draft);
  const char *arguments = call != NULL ? app_call_get_arguments (call) : NULL;

  if (call != NULL)
    gtk_widget_activate_action (widget, "win.save-call", "(suss)", id != NULL ? id : "",
                                (guint)app_call_get_kind (call), app_call_get_target (call),
                                arguments != NULL ? arguments : "");
}

static void
copy_call (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (AppCall) call = app_draft_create_call (UI_DETAIL_PAGE (widget)->draft);
  g_autofree char *text = call != NULL ? ui_call_copy_dup_text (call, name) : NULL;

  if (text != NULL)
    ui_copy_text (widget, text, strlen (text));
}

static void
edit_form (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiDetailPage *self = UI_DETAIL_PAGE (widget);

  self->editing_json = TRUE;
  update_form_wanted (self);
  show_arguments (self);
  gtk_widget_activate_action (GTK_WIDGET (self->form_view), name, NULL);
}

/* The switch of the form's menu is a setting: it holds for all forms. The tick of the layout is at
 * what is shown. */
static void
add_settings (UiDetailPage *self)
{
  g_autoptr (GSimpleActionGroup) settings = g_simple_action_group_new ();
  g_autoptr (GSimpleActionGroup) split = g_simple_action_group_new ();
  g_autoptr (GPropertyAction) layout = g_property_action_new ("layout", self->split, "layout");

  g_action_map_add_action (G_ACTION_MAP (split), G_ACTION (layout));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "split", G_ACTION_GROUP (split));
  if (ui_settings_get () == NULL)
    return;
  g_autoptr (GAction) everywhere =
      g_settings_create_action (ui_settings_get (), "references-everywhere");
  g_action_map_add_action (G_ACTION_MAP (settings), everywhere);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "form-settings", G_ACTION_GROUP (settings));
}

UI_DEFINE_CLASS (UiDetailPage, ui_detail_page)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ui_detail_page_dispose;

  ui_template_ensure_types (UI_TYPE_CALL_SPLIT, UI_TYPE_DETAIL_HEADER,
                            UI_TYPE_FORM_VIEW, UI_TYPE_MEMORY_BAR, UI_TYPE_RESULT_VIEW,
                            UI_TYPE_WATCH_BAR);
  gtk_widget_class_install_action (widget_class, "call.save", NULL, save_call);
  gtk_widget_class_install_action (widget_class, "call.copy-cli", NULL, copy_call);
  gtk_widget_class_install_action (widget_class, "call.copy-json-rpc", NULL, copy_call);
  gtk_widget_class_install_action (widget_class, "call.copy-curl", NULL, copy_call);
  for (guint i = 0; i < G_N_ELEMENTS (form_actions); i++)
    gtk_widget_class_install_action (widget_class, form_actions[i], NULL, edit_form);
  ui_template_set_bin (widget_class, "ui/call/ui-detail-page.ui");
  ui_template_hold (widget_class, UiDetailPage, draft, session);
  ui_template_bind_children (widget_class, UiDetailPage, stack, header, watch_bar, split, actions,
                             summary, summary_text, as_task, memory_bar, json_values, form_view,
                             plain, plain_submit, result_view);
  ui_template_bind_callbacks (widget_class, on_as_task, on_json_values, on_pin_changed,
                              on_preset_changed, on_show_presets, read_again, run_again, send_call,
                              ui_detail_page_submit, show_arguments, unfold, update_actions,
                              update_busy);
}

static void
ui_detail_page_init (UiDetailPage *self)
{
  self->signals = g_signal_group_new (APP_TYPE_DRAFT);
  g_signal_group_connect_swapped (self->signals, "notify::form", G_CALLBACK (show_form), self);
  g_signal_group_connect_swapped (self->signals, "notify::presets", G_CALLBACK (show_presets),
                                  self);
  g_signal_group_connect_swapped (self->signals, "changed", G_CALLBACK (on_draft_changed), self);
  g_signal_group_connect_swapped (self->signals, "notify::call", G_CALLBACK (show_call), self);
  g_signal_group_connect_swapped (self->signals, "notify::busy", G_CALLBACK (update_busy), self);
  ui_template_init (self);
  add_settings (self);
  ui_widget_set_expanded (self->summary, FALSE);
  ui_connect (ui_detail_header_get_menu (self->header), "meta-changed", on_meta_changed, self);
  update_actions (self);
}

GtkWidget *
ui_detail_page_new (AppSession *session)
{
  g_return_val_if_fail (APP_IS_SESSION (session), NULL);
  UiDetailPage *self = g_object_new (UI_TYPE_DETAIL_PAGE, NULL);

  self->session = g_object_ref (session);
  ui_connect (app_session_get_profile (session), "notify::presets", on_values_changed, self);
  ui_connect (app_session_get_profile (session), "notify::preset-sets", on_values_changed, self);
  ui_connect (app_session_get_profile (session), "notify::preset-set", on_values_changed, self);
  ui_connect (session, "notify::state", update_obstacle, self);
  update_obstacle (self);
  return GTK_WIDGET (self);
}

static gboolean
read_selected (gpointer data)
{
  UiDetailPage *self = data;

  self->reading = 0;
  if (app_session_get_state (self->session) == APP_SESSION_READY &&
      app_draft_get_call (self->draft) == NULL)
    send_call (self);
  return G_SOURCE_REMOVE;
}

/* As files are shown when they are selected, where the person wants that. */
static void
plan_reading (UiDetailPage *self, McpDefinition *definition)
{
  g_clear_handle_id (&self->reading, g_source_remove);
  if (definition != NULL && MCP_IS_RESOURCE (definition) &&
      mcp_resource_get_size (MCP_RESOURCE (definition)) <= MAX_UNASKED_BYTES &&
      app_draft_get_call (self->draft) == NULL &&
      ui_settings_get_boolean ("read-when-selected", FALSE))
    self->reading = g_timeout_add (READ_DELAY_MS, read_selected, self);
}

void
ui_detail_page_set_definition (UiDetailPage *self, McpDefinition *definition)
{
  AppDraft *draft = NULL;

  g_return_if_fail (UI_IS_DETAIL_PAGE (self));
  g_return_if_fail (definition == NULL || MCP_IS_DEFINITION (definition));

  if (definition == ui_detail_page_get_definition (self))
    return;
  gtk_stack_set_visible_child_name (self->stack, definition != NULL ? "definition" : "empty");
  if (definition != NULL)
    draft = app_drafts_open (app_session_get_feature (self->session, APP_TYPE_DRAFTS), definition);
  g_signal_group_set_target (self->signals, NULL);
  g_set_object (&self->draft, draft);
  g_signal_group_set_target (self->signals, self->draft);
  update_save (self);
  if (definition != NULL)
    {
      ui_form_view_set_submit_label (self->form_view, submit_label (definition));
      ui_result_view_set_empty_text (self->result_view, describe_submit (definition));
      gtk_button_set_label (self->plain_submit, submit_label (definition));
    }
  ui_detail_header_set_definition (self->header, self->session, definition);
  ui_tool_menu_set_meta (ui_detail_header_get_menu (self->header),
                         self->draft != NULL ? app_draft_get_meta (self->draft) : NULL);
  g_clear_weak_pointer (&self->editing);
  self->editing_json = FALSE;
  ui_call_split_set_folded (self->split,
                            draft != NULL &&
                                g_object_get_qdata (G_OBJECT (draft), folded_quark ()) != NULL);
  show_form (self);
  show_presets (self);
  update_as_task (self);
  show_call (self);
  update_busy (self);
  plan_reading (self, definition);
}

McpDefinition *
ui_detail_page_get_definition (UiDetailPage *self)
{
  g_return_val_if_fail (UI_IS_DETAIL_PAGE (self), NULL);
  return self->draft != NULL ? app_draft_get_definition (self->draft) : NULL;
}

void
ui_detail_page_focus_form (UiDetailPage *self)
{
  g_return_if_fail (UI_IS_DETAIL_PAGE (self));

  if (self->draft == NULL)
    return;
  if (!g_str_equal (ui_layout_get_preset (ui_layout_get_default ()), UI_LAYOUT_RESULT))
    set_folded (self, FALSE);
  if (ui_call_split_get_form_shown (self->split))
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
  if (app_draft_get_form (self->draft) == NULL)
    {
      if (name_obstacle (self->session) != NULL)
        gtk_widget_error_bell (GTK_WIDGET (self));
      send_call (self);
      return;
    }
  ui_form_view_submit (self->form_view);
}

gboolean
ui_detail_page_cancel (UiDetailPage *self)
{
  g_return_val_if_fail (UI_IS_DETAIL_PAGE (self), FALSE);

  AppCall *call = self->draft != NULL ? app_draft_get_call (self->draft) : NULL;
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
  if (ui_call_split_get_form_shown (self->split))
    g_ptr_array_add (panes, self->form_view);
  else if (has_form (self))
    g_ptr_array_add (panes, self->summary);
  else
    g_ptr_array_add (panes, self->plain_submit);
  g_ptr_array_add (panes, self->result_view);
}

/* Returns: (transfer full) (nullable): the field of a top-level argument */
static AppField *
find_argument (UiDetailPage *self, const char *argument)
{
  AppForm    *form = self->draft != NULL ? app_draft_get_form (self->draft) : NULL;
  GListModel *fields = form != NULL ? app_field_get_children (app_form_get_root (form)) : NULL;

  for (guint i = 0; fields != NULL && i < g_list_model_get_n_items (fields); i++)
    {
      g_autoptr (AppField) field = g_list_model_get_item (fields, i);

      if (g_strcmp0 (app_field_get_place (field)->key, argument) == 0)
        return g_steal_pointer (&field);
    }
  return NULL;
}

void
ui_detail_page_fill (UiDetailPage *self, const char *argument, const char *text)
{
  g_return_if_fail (UI_IS_DETAIL_PAGE (self));

  g_autoptr (AppField) field = find_argument (self, argument);
  if (field == NULL)
    return;
  g_autofree char *pointer = app_field_dup_pointer (field);
  app_field_set_text (field, text);
  show_arguments (self);
  ui_form_view_focus_field (self->form_view, pointer);
}

void
ui_detail_page_use_reference (UiDetailPage *self, const char *argument, AppReference *reference)
{
  g_return_if_fail (UI_IS_DETAIL_PAGE (self));

  g_autoptr (AppField) field = find_argument (self, argument);
  if (field == NULL)
    return;
  g_autofree char *pointer = app_field_dup_pointer (field);
  app_form_references_set (field, reference);
  show_arguments (self);
  ui_form_view_focus_field (self->form_view, pointer);
}
