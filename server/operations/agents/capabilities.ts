/**
 * What agents can do here: the one list from which profiles, negotiation and responses derive. A capability stands here only when all its operations
 * work in every version.
 */

import type { UcpVersion } from "./versions.ts";

export type CapabilityName = `dev.ucp.${string}`;

export interface Capability {
  name: CapabilityName;
  /** The capabilities that it extends, as its schema's `$defs` say; none for one that stands by itself. */
  parents: Readonly<Record<UcpVersion, readonly CapabilityName[]>>;
  /** Path of its specification below `https://ucp.dev/<version>/specification/`. */
  spec: Readonly<Record<UcpVersion, string>>;
  /** What the profile says about it, in every version. */
  config?: Readonly<Record<string, unknown>>;
  /** Path of its schema below `https://ucp.dev/<version>/schemas/`. */
  schema: string;
}

/** The parents of a capability that stands by itself. */
const NONE: Capability["parents"] = { "2026-08-25": [], "2026-04-08": [] };

const specIn = (older: string, current: string): Capability["spec"] => ({ "2026-08-25": current, "2026-04-08": older });

export const CAPABILITIES: readonly Capability[] = [
  {
    name: "dev.ucp.shopping.catalog.search",
    parents: NONE,
    spec: specIn("catalog/search", "shopping/catalog/search"),
    schema: "shopping/catalog_search.json",
  },
  {
    name: "dev.ucp.shopping.catalog.lookup",
    parents: NONE,
    spec: specIn("catalog/lookup", "shopping/catalog/lookup"),
    schema: "shopping/catalog_lookup.json",
  },
  {
    name: "dev.ucp.shopping.cart",
    parents: NONE,
    spec: specIn("cart", "shopping/cart"),
    schema: "shopping/cart.json",
  },
  {
    name: "dev.ucp.shopping.checkout",
    parents: NONE,
    spec: specIn("checkout", "shopping/checkout"),
    schema: "shopping/checkout.json",
  },
  {
    name: "dev.ucp.shopping.fulfillment",
    parents: { "2026-08-25": ["dev.ucp.shopping.checkout"], "2026-04-08": ["dev.ucp.shopping.checkout"] },
    spec: specIn("fulfillment", "fulfillment"),
    schema: "shopping/fulfillment.json",
  },
  {
    name: "dev.ucp.shopping.discount",
    parents: {
      "2026-08-25": ["dev.ucp.shopping.cart", "dev.ucp.shopping.checkout"],
      "2026-04-08": ["dev.ucp.shopping.cart", "dev.ucp.shopping.checkout"],
    },
    spec: specIn("discount", "discount"),
    schema: "shopping/discount.json",
  },
  {
    name: "dev.ucp.shopping.buyer_consent",
    parents: {
      "2026-08-25": ["dev.ucp.shopping.cart", "dev.ucp.shopping.checkout"],
      "2026-04-08": ["dev.ucp.shopping.checkout"],
    },
    spec: specIn("buyer-consent", "buyer-consent"),
    schema: "shopping/buyer_consent.json",
  },
  {
    name: "dev.ucp.shopping.order",
    parents: NONE,
    spec: specIn("order", "shopping/order"),
    schema: "shopping/order.json",
  },
];
