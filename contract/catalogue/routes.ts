import type { Route } from "../endpoint.ts";

export const catalogueRoutes = {
  listProducts: { method: "GET", path: "/product" },
  readProduct: { method: "GET", path: "/product/:slug" },
  previewProduct: { method: "POST", path: "/product-preview" },
  listCategories: { method: "GET", path: "/category" },
  readCategory: { method: "GET", path: "/category/:slug" },
} as const satisfies Record<string, Route>;
