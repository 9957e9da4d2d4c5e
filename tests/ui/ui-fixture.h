/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * What the display tests share: a workspace in folders of its own, a connected demo server, waiting
 * with a bound, and a walk over all widgets.
 */

#pragma once

#include "app-workspace.h"

#include <adwaita.h>

/* Sanitizers and a busy machine make everything slow; nothing waits that long when all is well. */
#define UI_FIXTURE_PATIENCE_SECONDS 30

/** gtk_test_init() and what an application does beside it. */
void ui_fixture_init (int *argc, char ***argv);
/** Adds icons and style to the default display, as AdwApplication does by itself. */
void ui_fixture_add_style (void);

/** An empty workspace whose file lies in the test's folder. Returns: (transfer full) */
AppWorkspace *ui_fixture_new_workspace (void);
/** Adds a profile under @name that runs the demo server. Returns: (transfer none) */
AppSession *ui_fixture_add_demo (AppWorkspace *workspace, const char *name);
/** Adds @profile. Returns: (transfer none) */
AppSession *ui_fixture_add (AppWorkspace *workspace, StoreProfile *profile);
/** Connects and waits until the lists are there. */
void ui_fixture_connect (AppSession *session);
/** Disconnects everything and lets go; the workspace must end with that. */
void ui_fixture_close (AppWorkspace *workspace);

/** Iterates the main context until @condition, or fails the test. */
#define ui_fixture_wait(condition)                                                    \
  G_STMT_START                                                                        \
  {                                                                                   \
    gint64 ui_deadline_ =                                                             \
        g_get_monotonic_time () + UI_FIXTURE_PATIENCE_SECONDS * G_USEC_PER_SEC;       \
    while (!(condition))                                                              \
      {                                                                               \
        if (g_get_monotonic_time () > ui_deadline_)                                   \
          g_error ("%s:%d: waited too long for: %s", __FILE__, __LINE__, #condition); \
        ui_fixture_iterate ();                                                        \
      }                                                                               \
  }                                                                                   \
  G_STMT_END

/** One turn of the main loop, at most a few milliseconds. */
void ui_fixture_iterate (void);
/** Turns until everything is laid out and drawn and nothing is to be drawn again. What timers of the
 * product, other processes and threads bring later is for ui_fixture_wait(). */
void ui_fixture_finish_drawing (void);
/** Turns until whatever the product's own timers of less than @milliseconds would have done is done:
 * for what must not happen. */
void ui_fixture_let_pass (guint milliseconds);

/** Puts @widget into a window of that size and shows it. Returns: (transfer none) */
GtkWindow *ui_fixture_show (GtkWidget *widget, int width, int height);
/** Closes the window and asserts that @widget, which only it had, ends. */
void ui_fixture_assert_ends (GtkWindow *window, GtkWidget *widget);

/** Calls @visit for @widget and everything below it, hidden or not. */
void ui_fixture_walk (GtkWidget *widget, void (*visit) (GtkWidget *widget, gpointer data), gpointer data);
/** The first widget of @type below @widget. Returns: (transfer none) (nullable) */
GtkWidget *ui_fixture_find (GtkWidget *widget, GType type);
/** What a result view shows. Returns: (transfer none) (nullable): it holds it */
AppCall *ui_fixture_get_call (GtkWidget *result_view);
/** What the first line of a text by lines at or below @widget shows.
 * Returns: (transfer full) (nullable) */
char *ui_fixture_dup_line (GtkWidget *widget);
/** Turns to a page of the first stack switcher below @widget, or of a result view, where there is
 * that page. */
void ui_fixture_show_page (GtkWidget *widget, const char *name);
/** Clicks the button with that label. */
void ui_fixture_click (GtkWidget *widget, const char *label);
/** The rows of the first list view below @widget, popovers aside. Returns: (transfer none) */
GtkSelectionModel *ui_fixture_get_rows (gpointer widget);
/** Activates a row of that list, as Enter or a click does. */
void ui_fixture_activate (gpointer widget, guint position);
/** The first window or dialog of this type. Returns: (transfer none) (nullable) */
GtkWindow *ui_fixture_find_window (GType type);
/** Answers the question that a message dialog asks. */
void ui_fixture_answer (const char *response);
/** The first label below @widget with exactly this text. Returns: (transfer none) (nullable) */
GtkWidget *ui_fixture_find_label (GtkWidget *widget, const char *text);
/** The first widget below @widget, labels aside, that assistive technology knows by this name.
 * Returns: (transfer none) (nullable) */
GtkWidget *ui_fixture_find_named (GtkWidget *widget, const char *name);
/** Fails for every widget that a person can act on and that has no good name. */
void ui_fixture_assert_named (GtkWidget *widget);

/** What the text view in @widget shows. Returns: (transfer full) */
char *ui_fixture_dup_text (gpointer widget);
/** Replaces the text of an entry by what is pasted from the clipboard. */
void ui_fixture_paste (GtkEditable *entry, const char *text);
