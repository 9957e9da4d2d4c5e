/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiDoctorDialog: why a server cannot be reached: the steps of the doctor, appearing as they go,
 * and where they end. It can be stopped, run again, and copied as text. Closing it stops it.
 */

#pragma once

#include "app-session.h"
#include "app-workspace.h"

#include <adwaita.h>

#define UI_TYPE_DOCTOR_DIALOG (ui_doctor_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UiDoctorDialog, ui_doctor_dialog, UI, DOCTOR_DIALOG, AdwWindow)

/** Begins at once. @parent: (nullable). Returns: (transfer none): owned by GTK, as windows are */
UiDoctorDialog *
ui_doctor_dialog_new (GtkWindow *parent, AppWorkspace *workspace, AppSession *session);
