import * as z from "zod/mini";
import type { Endpoint } from "../endpoint.ts";
import { responseOf } from "../responses.ts";
import { textField } from "../text.ts";
import { catalogueRoutes } from "./routes.ts";
import { category, categoryDetail, product, productList, productQuery, slug } from "./schemas.ts";

/** The error of a preview link that has expired or was tampered with. */
export const PREVIEW_OVER = "This preview has ended. Please open a new one in the back office.";

const bySlug = z.object({ slug });

export const catalogueEndpoints = {
  listProducts: {
    ...catalogueRoutes.listProducts,
    summary: "A page of products, filtered and sorted, with the counts of the filter panel",
    tag: "Catalogue",
    public: true,
    auth: "optional",
    query: productQuery,
    errorStatuses: [404],
    response: productList,
  },
  readProduct: {
    ...catalogueRoutes.readProduct,
    summary: "One product with everything its page shows, including similar products",
    tag: "Catalogue",
    public: true,
    auth: "optional",
    params: bySlug,
    response: responseOf(product),
  },
  previewProduct: {
    ...catalogueRoutes.previewProduct,
    repeat: "harmless",
    summary: "A product in any state, by the link that the back office has signed",
    tag: "Catalogue",
    body: z.object({
      token: textField({
        max: 120,
        pattern: /^[0-9]+\.[0-9]+\.[0-9A-Za-z_-]+$/,
        error: PREVIEW_OVER,
        missing: PREVIEW_OVER,
      }),
    }),
    errorStatuses: [404],
    response: responseOf(product),
  },
  listCategories: {
    ...catalogueRoutes.listCategories,
    summary: "The categories with their subcategories, in the order of the menu",
    tag: "Catalogue",
    public: true,
    response: responseOf(z.array(category)),
  },
  readCategory: {
    ...catalogueRoutes.readCategory,
    summary: "One category or subcategory",
    tag: "Catalogue",
    public: true,
    params: bySlug,
    response: responseOf(categoryDetail),
  },
} as const satisfies Record<string, Endpoint>;
