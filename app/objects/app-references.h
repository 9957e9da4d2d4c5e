/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * AppReferences: what a form needs to know so that its fields can take values from objects: which
 * objects there are, of the server's store and of ours, where paths lead, what a reference comes to
 * or what the server will say of it, and whether the tool takes references at all. One for a form.
 *
 * A tool takes references where its description says so; then the server resolves them in the
 * arguments themselves, not inside of them. Ours are resolved here, and may stand anywhere.
 *
 * Property (notifies): everywhere (boolean: the person wants every field to offer references).
 * Signal: changed, where objects came, went or are better known.
 *
 * Source: deepset-mcp-server's @referenceable and its object-store tools.
 */

#pragma once

#include "app-field.h"
#include "app-reference-marks.h"
#include "app-server-objects.h"
#include "app-session.h"
#include "mcp-definition.h"

/* What is proposed at once. */
#define APP_REFERENCES_MAX_CHOICES 200u
/* Arguments that are listed; beyond that a person searches. */
#define APP_REFERENCES_MAX_TARGETS 2000u
/* A value is put in and held against the schema while somebody types; a larger one is not. */
#define APP_REFERENCES_MAX_CHECKED (512u * 1024u)

typedef enum {
  APP_REFERENCE_FOUND,
  APP_REFERENCE_UNKNOWN,   /* cannot be told here: the server knows */
  APP_REFERENCE_GONE,      /* there is no such object (any more) */
  APP_REFERENCE_NOWHERE,   /* the object has no such path */
  APP_REFERENCE_FORBIDDEN, /* the server lets no path go there, or it is no path */
} AppReferenceState;

/** What a reference comes to. Texts are fit to be shown. */
typedef struct
{
  AppReferenceState state;
  char             *type_name; /* (nullable): "dict", "list", "str", … */
  gint64            length;    /* -1: none, or not known */
  char             *origin;    /* (nullable): "list_pipelines · 12:40" */
  char             *text;      /* (nullable): the value, as far as it is shown */
  gboolean          whole;     /* the text hides nothing */
  char             *note;      /* (nullable): in words, what is to be known of it */
  char             *error;     /* (nullable): in words, why it will fail */
} AppReferenceView;

void app_reference_view_clear (AppReferenceView *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AppReferenceView, app_reference_view_clear)

/** One object or path that is proposed. */
typedef struct
{
  char *text;   /* the whole reference */
  char *label;  /* (nullable): shown in its place: "Result 3", or the last part of a path */
  char *detail; /* "object · 3", and the beginning of a scalar; fit to be shown */
} AppReferenceChoice;

/** An argument that a reference may be put into. */
typedef struct
{
  McpDefinition *tool;
  char          *argument;
  char          *type;  /* (nullable): one of JSON's, where the schema names one alone */
  gboolean       takes; /* the tool says that it takes references */
} AppReferenceTarget;

#define APP_TYPE_REFERENCES (app_references_get_type ())
G_DECLARE_FINAL_TYPE (AppReferences, app_references, APP, REFERENCES, GObject)

/** @session: held weakly. @definition: (nullable): what the form is for
 * Returns: (transfer full) */
AppReferences *app_references_new (AppSession *session, McpDefinition *definition);

/** Whether @field is an argument that the server resolves. */
gboolean app_references_takes_field (AppReferences *self, AppField *field);
gboolean app_references_is_everywhere (AppReferences *self);
/** The store that is meant where one of ours is written without any, such as "sqlite".
 * Returns: (transfer none) */
const char *app_references_get_store (AppReferences *self);
/** Whether the server has objects, or tools that make them. */
gboolean app_references_has_server_objects (AppReferences *self);

/** The objects, or the paths, that what was typed may become; a whole reference among them, where
 * it leads on. @text: as typed, of either kind
 * Returns: (transfer full) (element-type AppReferenceChoice) */
GPtrArray *app_references_complete (AppReferences *self, AppReferenceKind kind, const char *text);
/** @field: (nullable): where it stands, for what the server will say
 * @view: (out): to be cleared */
void app_references_look (AppReferences    *self,
                          AppReference     *reference,
                          AppField         *field,
                          AppReferenceView *view);
/** Of ours: the value, borrowed from @object. @session: (nullable)
 * @object: (out) (transfer full): set where there is a value, or the object is no JSON and meant
 * whole
 * Returns: none with G_IO_ERROR_PENDING while the object is being read ("changed" says when it is),
 * APP_ERROR_NOT_FOUND, or APP_ERROR_INVALID_INPUT where the path is none */
McpJsonValue app_references_find_value (AppSession   *session,
                                        AppReference *reference,
                                        StoreObject **object,
                                        GError      **error);
/** The same as JSON text, as it is kept; a text that is no JSON as a string, other data as base64.
 * Returns: (transfer full) (nullable) */
char *app_references_resolve (AppSession *session, AppReference *reference, GError **error);
/** Arguments as they are sent: the values of ours in the places of their references, every other
 * byte as it is. @marks: those of @arguments. Returns: (transfer full) (nullable): JSON text */
char *app_references_resolve_marks (AppSession        *session,
                                    AppReferenceMarks *marks,
                                    McpJsonValue       arguments,
                                    GError           **error);

/** The arguments of tools, those first that take references; at most APP_REFERENCES_MAX_TARGETS.
 * @tools: of McpTool. Returns: (transfer full) (element-type AppReferenceTarget) */
GPtrArray *app_references_list_targets (GListModel *tools);

/** The call that shows more of a server's object. @tool: (out) (transfer full), @arguments: (out)
 * (transfer full). Returns: %FALSE where the server has no tool for it */
gboolean app_references_dup_fetch (AppReferences *self,
                                   AppReference  *reference,
                                   char         **tool,
                                   char         **arguments);
/** Returns: (transfer full) (nullable): while it lives */
AppSession *app_references_dup_session (AppReferences *self);

/** A reference to a value inside an object of ours. @object: in a store. @value: in the object's
 * value, or the value itself. Returns: (transfer full) (nullable): %NULL where it is not in it */
AppReference *app_references_new_for_value (StoreObject *object, McpJsonValue value);
