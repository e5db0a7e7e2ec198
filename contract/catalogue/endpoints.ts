import * as z from "zod/mini";
import type { Endpoint } from "../endpoint.ts";
import { responseOf } from "../responses.ts";
import { catalogueRoutes } from "./routes.ts";
import { category, categoryDetail, product, productList, productQuery, slug } from "./schemas.ts";

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
