/** The requests of carts and checkouts. Each replaces all that was sent before. */

import * as z from "zod/mini";
import type { AgentContent, AgentDestination, AgentPurpose } from "../../../platform/database/schema.ts";
import { readRequest } from "../wire/read-request.ts";
import { text } from "../wire/shared/fields.ts";

const MAX_LINES = 50;
const MAX_DESTINATIONS = 10;
const MAX_CODES = 10;

const line = z.object({
  item: z.object({ id: text(300).check(z.minLength(1)) }),
  quantity: z.int().check(z.gte(1), z.lte(1_000_000)),
});
/** Longer ones are told by the checks of each field, as missing ones are. */
const field = z.optional(text(300));
const destination = z.object({
  id: z.optional(text(100)),
  extended_address: field,
  street_address: field,
  address_locality: field,
  address_region: field,
  address_country: field,
  postal_code: field,
  first_name: field,
  last_name: field,
  phone_number: field,
});
const method = z.object({
  type: z.optional(text(100)),
  destinations: z.optional(z.array(destination).check(z.maxLength(MAX_DESTINATIONS))),
  selected_destination_id: z.optional(z.nullable(text(100))),
  groups: z.optional(
    z.array(z.object({ selected_option_id: z.optional(z.nullable(text(100))) })).check(z.maxLength(MAX_LINES)),
  ),
});
const consent = z.optional(z.record(text(200), z.unknown()));

export const contentRequest = z.object({
  cart_id: z.optional(text(100)),
  line_items: z.optional(z.array(line).check(z.maxLength(MAX_LINES))),
  buyer: z.optional(z.object({ first_name: field, last_name: field, email: field, phone_number: field, consent })),
  context: z.optional(z.object({ postal_code: z.optional(text(100)) })),
  discounts: z.optional(z.object({ codes: z.optional(z.array(text(100)).check(z.maxLength(MAX_CODES))) })),
  fulfillment: z.optional(z.object({ methods: z.optional(z.array(method).check(z.maxLength(MAX_LINES))) })),
});

/** How a version writes the buyer's decisions. @returns those that the platform has asked the buyer for */
export type ReadConsent = (sent: Readonly<Record<string, unknown>>) => AgentContent["consent"];

export interface ReadContent {
  content: AgentContent;
  cartId: string | null;
}

/**
 * Reads what a platform has sent.
 * @param before what it has sent before, whose destinations it may choose from without sending them again
 * @throws TransportError (invalid_request)
 */
export function readContent(input: unknown, readConsent: ReadConsent, before: AgentContent | null): ReadContent {
  const { cart_id, line_items = [], buyer = {}, context, discounts, fulfillment } = readRequest(contentRequest, input);
  const { consent: decided, ...person } = buyer;
  const quantities = new Map<string, number>();
  for (const { item, quantity } of line_items) quantities.set(item.id, (quantities.get(item.id) ?? 0) + quantity);
  return {
    cartId: cart_id ?? null,
    content: {
      items: [...quantities].map(([sku, quantity]) => ({ sku, quantity })),
      buyer: person,
      consent: decided ? readConsent(decided) : {},
      codes: [...new Set(discounts?.codes ?? [])].filter((code) => code.trim() !== ""),
      shipping: shippingOf(fulfillment?.methods, before),
      postalCode: context?.postal_code ?? null,
    },
  };
}

type Method = z.infer<typeof method>;

/** The shop only ships, everything in one parcel: of several methods the first that ships counts. */
function shippingOf(methods: readonly Method[] | undefined, before: AgentContent | null): AgentContent["shipping"] {
  const sent = methods?.find(({ type = "shipping" }) => type === "shipping");
  if (!sent) return null;
  const destinations = sent.destinations?.map(
    (one, at): AgentDestination => ({ ...one, id: one.id ?? `destination_${at + 1}` }),
  );
  return {
    destinations: destinations ?? before?.shipping?.destinations ?? [],
    destinationId: sent.selected_destination_id ?? null,
    optionId: sent.groups?.[0]?.selected_option_id ?? null,
  };
}

/** Reads flags by the names that a version has for purposes. */
export const readFlags = (
  sent: Readonly<Record<string, unknown>>,
  names: Readonly<Partial<Record<AgentPurpose, string>>>,
  readFlag: (value: unknown) => boolean | null,
): AgentContent["consent"] =>
  Object.fromEntries(
    Object.entries(names).flatMap(([purpose, name]) => {
      const value = readFlag(sent[name]);
      return value === null ? [] : [[purpose, value]];
    }),
  );
