/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * PageMeasures: what shows of a window at one moment, in reading order, and what is wrong with it.
 * Each measure adds a line for each finding; a page without any is what tests ask for.
 */

#pragma once

#include <gtk/gtk.h>

/* WCAG 2.2, 1.4.3 */
#define PAGE_MEASURES_CONTRAST 4.5

/* Pixels, at the usual size of the text */
#define PAGE_MEASURES_FONT_SIZE 12.0

typedef struct _PageMeasures PageMeasures;

/** @place: what findings begin with. Returns: (transfer full) */
PageMeasures *page_measures_new (GtkWidget *window, const char *place, GPtrArray *found);
void          page_measures_free (PageMeasures *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PageMeasures, page_measures_free)

/** Texts with less contrast than PAGE_MEASURES_CONTRAST, on the pixels. What cannot be used at the
 * moment may be paler, as WCAG allows. */
void page_measures_find_pale (PageMeasures *self);
/** Texts that are smaller than PAGE_MEASURES_FONT_SIZE. */
void page_measures_find_small (PageMeasures *self);
/** Controls that assistive technology knows by no name, by one that is said twice, or with the
 * underscore of a mnemonic. */
void page_measures_find_nameless (PageMeasures *self);
/** What takes the focus and does not say what it is. */
void page_measures_find_wrong_roles (PageMeasures *self);
/** Controls that are cut at a side though nothing scrolls there, texts on texts, controls on
 * controls. */
void page_measures_find_misplaced (PageMeasures *self);

/** The contrast of two colours of 0xrrggbb. */
double page_measures_get_ratio (guint32 one, guint32 other);
/** The contrast of a text with what is behind it, 0 where there is no text.
 * @colours: 0xrrggbb → how often it is met where the text is */
double page_measures_get_contrast (GHashTable *colours);
/** A number that stays while everything stays at its place. */
guint page_measures_hash (GtkWidget *window);
