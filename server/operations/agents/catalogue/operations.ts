import type { Operation } from "../operations.ts";

const loadRequests = () => import("../wire/shared/catalogue.ts");

/** Anybody may look around. */
const READS = { method: "POST", unsigned: "always", writes: false, payload: "catalog" } as const;

export const CATALOGUE_OPERATIONS: readonly Operation[] = [
  {
    ...READS,
    name: "search_catalog",
    path: "/catalog/search",
    capability: "dev.ucp.shopping.catalog.search",
    description:
      "Searches the shop’s products by words (up to 100 characters, also misspelt), categories and price, or lists them by categories and price alone. Amounts are paise. Returns 10 products a page, each with its sizes.",
    request: async () => (await loadRequests()).searchRequest,
    load: async () => (await import("./search-catalog.ts")).searchCatalog,
  },
  {
    ...READS,
    name: "lookup_catalog",
    path: "/catalog/lookup",
    capability: "dev.ucp.shopping.catalog.lookup",
    description:
      "Finds up to 100 products or sizes by their ids (of products, or SKUs), with price and availability now.",
    request: async () => (await loadRequests()).lookupRequest,
    load: async () => (await import("./lookup-catalog.ts")).lookupCatalog,
  },
  {
    ...READS,
    name: "get_product",
    path: "/catalog/product",
    capability: "dev.ucp.shopping.catalog.lookup",
    description:
      'Reads one product by its id or a SKU: sizes, prices, availability, ingredients and what the label states. Select a size by selected: [{name: "Size", label: "50 ml"}].',
    request: async () => (await loadRequests()).productRequest,
    load: async () => (await import("./get-product.ts")).getProduct,
  },
];
