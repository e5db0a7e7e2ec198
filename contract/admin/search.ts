/** The search over everything. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

/** A shorter search finds only pages of the back office. */
export const MIN_SEARCH = 3;

const found = z.object({
  /** Each list is empty for members who may not see its entries. */
  orders: z.array(z.object({ number: z.string(), customer: z.string(), badge: z.string() })),
  customers: z.array(z.object({ _id: z.string(), name: z.string(), email: z.string() })),
  products: z.array(z.object({ _id: z.string(), title: z.string(), slug: z.string() })),
});
export type Found = z.infer<typeof found>;

export const searchEndpoints = {
  searchEverything: {
    method: "GET",
    path: "/search",
    summary: "The first orders, customers and products that match, of what the caller may see",
    tag: "Home",
    permission: "signed_in",
    query: z.object({
      q: textField({
        missing: "q is required.",
        min: MIN_SEARCH,
        max: 100,
        error: `Please type ${MIN_SEARCH} to 100 characters.`,
      }),
    }),
    response: responseOf(found),
  },
} as const satisfies Record<string, AdminEndpoint>;
