/* SPDX-License-Identifier: GPL-3.0-or-later */

/**
 * The demo's product catalogue: resources, templates, prompts and the tools that change it. What
 * changes, changes for all clients of the process and lasts as long as it.
 */

#pragma once

#include "app-demo-system.h"

G_BEGIN_DECLS

typedef struct
{
  char       *id;
  char       *category;
  char       *name;
  char       *description;
  char       *uri;
  double      price; /* euro */
  gint64      stock; /* pieces */
  McpJsonSlot value;
} AppDemoProduct;

/** Returns: (transfer none) (element-type AppDemoProduct) */
GPtrArray *app_demo_products_get (AppDemoServer *server);
/** Returns: (transfer none) (nullable) */
AppDemoProduct *app_demo_products_find (AppDemoServer *server, const char *id);
/** Writes the product as it is now. */
void app_demo_products_write (McpJsonWriter *writer, const AppDemoProduct *product);
/** Returns: (transfer full): the product as indented JSON */
char *app_demo_products_print (const AppDemoProduct *product);

/* In app-demo-product-tools.c */
extern const AppDemoHandler app_demo_product_tools[];
extern const AppDemoHandler app_demo_product_prompts[];

G_END_DECLS
