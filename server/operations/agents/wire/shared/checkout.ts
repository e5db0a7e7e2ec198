/** Carts and checkouts: what they have in common in every version. */

import { formatDay } from "../../../../../contract/dates.ts";
import type { AgentDestination } from "../../../../platform/database/schema.ts";
import type {
  AgentCheckout,
  AgentLine,
  AgentSession,
  AgentShipping,
  AgentShippingOption,
} from "../../buying/agent-session.ts";
import type { ReadConsent } from "../../buying/read-content.ts";
import type { CapabilityName } from "../../capabilities.ts";
import { CURRENCY } from "./fields.ts";
import { appliedDiscounts, lineTotalsOf, optionTotalsOf, totalsOf } from "./totals.ts";

/** What of carts and checkouts differs between versions. */
interface Differences {
  readConsent: ReadConsent;
  /** The buyer's decisions, and what the shop asks for; undefined if there is nothing to say. */
  consent(consent: AgentSession["consent"]): object | undefined;
  destination(destination: AgentDestination): object;
  optionDescription(text: string): unknown;
}

/** The requests and responses of carts and checkouts in a version. */
export interface CheckoutWire {
  readConsent: ReadConsent;
  cart(cart: AgentSession, negotiated: ReadonlySet<CapabilityName>): object;
  checkout(checkout: AgentCheckout, negotiated: ReadonlySet<CapabilityName>): object;
}

/** Everything goes in one parcel. */
const METHOD_ID = "shipping";
const GROUP_ID = "parcel";

export function checkoutWire({ readConsent, consent, destination, optionDescription }: Differences): CheckoutWire {
  const toBuyer = ({ buyer, consent: decided }: AgentSession, negotiated: ReadonlySet<CapabilityName>) => {
    const shown = negotiated.has("dev.ucp.shopping.buyer_consent") ? consent(decided) : undefined;
    return Object.keys(buyer).length > 0 || shown ? { buyer: { ...buyer, ...(shown && { consent: shown }) } } : {};
  };
  const toDiscounts = ({ codes, lines, offers }: AgentSession, negotiated: ReadonlySet<CapabilityName>) =>
    negotiated.has("dev.ucp.shopping.discount") && {
      discounts: { codes, applied: appliedDiscounts(lines, offers) },
    };
  const toSession = (session: AgentSession, negotiated: ReadonlySet<CapabilityName>) => ({
    id: session.id,
    line_items: session.lines.map(toLine),
    ...toBuyer(session, negotiated),
    currency: CURRENCY,
    totals: totalsOf(session.lines, session.totals),
    ...toDiscounts(session, negotiated),
    ...(session.messages.length > 0 && { messages: session.messages }),
    expires_at: session.expiresAt.toISOString(),
    ...(session.continueUrl !== null && { continue_url: session.continueUrl }),
  });
  const toOption = (option: AgentShippingOption) => {
    const text = arrivalOf(option);
    return {
      id: option.code,
      title: option.name,
      ...(text !== null && { description: optionDescription(text) }),
      ...(option.earliest !== null && { earliest_fulfillment_time: `${option.earliest}T00:00:00+05:30` }),
      ...(option.latest !== null && { latest_fulfillment_time: `${option.latest}T23:59:59+05:30` }),
      totals: optionTotalsOf(option),
    };
  };
  const toFulfillment = (
    { destinations, destinationId, options, optionId }: AgentShipping,
    lines: readonly AgentLine[],
  ) => {
    const lineIds = lines.map(({ sku }) => sku);
    return {
      methods: [
        {
          id: METHOD_ID,
          type: "shipping",
          line_item_ids: lineIds,
          destinations: destinations.map(destination),
          selected_destination_id: destinationId,
          ...(options.length > 0 && {
            groups: [
              { id: GROUP_ID, line_item_ids: lineIds, options: options.map(toOption), selected_option_id: optionId },
            ],
          }),
        },
      ],
    };
  };
  return {
    readConsent,
    cart: toSession,
    checkout: (checkout, negotiated) => ({
      ...toSession(checkout, negotiated),
      status: checkout.status,
      links: checkout.links,
      ...(negotiated.has("dev.ucp.shopping.fulfillment") &&
        checkout.shipping && { fulfillment: toFulfillment(checkout.shipping, checkout.lines) }),
      ...(checkout.order && {
        order: {
          id: checkout.order.id,
          label: checkout.order.id,
          permalink_url: checkout.order.permalinkUrl,
        },
      }),
    }),
  };
}

/** The SKU is the line's id: each stands in one line. */
const toLine = (line: AgentLine) => ({
  id: line.sku,
  item: {
    id: line.sku,
    title: line.title,
    price: line.price as number,
    ...(line.imageUrl !== null && { image_url: line.imageUrl }),
  },
  quantity: line.quantity,
  totals: lineTotalsOf(line),
});

/** "Arrives between 4 December 2026 and 6 December 2026"; null without a promise. */
function arrivalOf({ earliest, latest }: AgentShippingOption): string | null {
  if (latest === null) return null;
  const until = formatDay(`${latest}T12:00:00+05:30`);
  if (earliest === null || earliest === latest) return `Arrives ${earliest === null ? "by" : "on"} ${until}`;
  return `Arrives between ${formatDay(`${earliest}T12:00:00+05:30`)} and ${until}`;
}
