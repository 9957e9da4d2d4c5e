/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * UiReferenceMode: how a row of a form becomes one that takes its value from an object, and back: a
 * button beside its menu where that is offered, objects and values that are dropped on it, a
 * reference that is pasted. It shows a UiReferenceEditor in the place of the control.
 *
 * Actions of the row: field.use-reference, field.use-value, field.put-value-in,
 * field.paste-reference
 */

#pragma once

#include "ui-field-row.h"

/** Does nothing for a row whose form knows of no objects. */
extern const UiFieldFeature ui_reference_feature;
