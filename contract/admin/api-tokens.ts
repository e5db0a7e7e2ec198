/** Tokens with which programs use the back office's API: `Authorization: Bearer shop_…`. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import type { Permission } from "./permissions.ts";

/** What a token may do. A read-only token may only send GET requests. */
export const TOKEN_SCOPES = {
  read_orders: { name: "Read orders", permissions: ["view_orders"], writes: false },
  fulfil_orders: { name: "Pack, ship and deliver orders", permissions: ["fulfil_orders"], writes: true },
  read_products: { name: "Read products and stock", permissions: ["view_products"], writes: false },
  write_products: { name: "Edit products", permissions: ["edit_products"], writes: true },
  write_prices: { name: "Change prices", permissions: ["edit_prices"], writes: true },
  write_stock: { name: "Receive and adjust stock", permissions: ["adjust_stock"], writes: true },
  read_customers: { name: "Read customers", permissions: ["view_customers"], writes: false },
  read_reports: { name: "Read reports", permissions: ["view_reports"], writes: false },
} as const satisfies Record<string, { name: string; permissions: readonly Permission[]; writes: boolean }>;
export type TokenScope = keyof typeof TOKEN_SCOPES;
const SCOPES = Object.keys(TOKEN_SCOPES) as TokenScope[];

export const TOKEN_PREFIX = "shop_";
/** Begins the tokens of earlier releases, which are valid until they expire. */
export const FORMER_TOKEN_PREFIX = "kewra_";
/** Rate limit of each token. */
export const TOKEN_REQUESTS_PER_MINUTE = 300;
export const MAX_TOKENS = 50;

const apiToken = z.object({
  _id: z.string(),
  name: z.string(),
  /** The token's first characters, by which staff recognises it. */
  start: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
  /** Updated at most once a minute. */
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
});
export type ApiToken = z.infer<typeof apiToken>;

const TOKENS = { tag: "Integrations", permission: "edit_settings" } as const;

export const apiTokenEndpoints = {
  listApiTokens: {
    ...TOKENS,
    method: "GET",
    path: "/tokens",
    summary: "Tokens of programs, newest first; the tokens themselves are not stored",
    response: responseOf(z.array(apiToken)),
  },
  addApiToken: {
    ...TOKENS,
    method: "POST",
    path: "/tokens",
    repeat: "key",
    summary: "Makes a token, which only this response has",
    stepUp: true,
    body: z.object({
      name: textField({ max: 60, error: "Please name what uses the token, in at most 60 characters." }),
      scopes: z
        .array(z.enum(SCOPES, "scopes must be of the list."))
        .check(z.minLength(1, "Please choose what it may do.")),
      /** Days until it expires; null for never. */
      days: z.nullable(z.int().check(z.gte(1), z.lte(3650))),
    }),
    errorStatuses: [409],
    response: responseOf(z.object({ token: z.string(), added: apiToken })),
  },
  revokeApiToken: {
    ...TOKENS,
    method: "POST",
    path: "/tokens/:id/revocation",
    repeat: "harmless",
    summary: "Revokes a token; its next request is rejected",
    params: z.object({ id: rowId("id must be digits.") }),
    errorStatuses: [404],
    response: responseOf(z.array(apiToken)),
  },
} as const satisfies Record<string, AdminEndpoint>;
