import { orderPage } from "../../../../contract/orders/forms.ts";
import { paise } from "../../../base/money.ts";
import { payPath } from "../../../orders/orders/pay-link.ts";
import type { ShopSettings } from "../../../platform/config/config.ts";
import type { AgentContent, PlacedContent } from "../../../platform/database/schema.ts";
import type { ErrorMessage, Message } from "../responses.ts";
import type { AgentCheckout, AgentSession, CheckoutStatus, PricedContent } from "./agent-session.ts";
import type { PricedRequest } from "./price-content.ts";
import { type CartRow, type FoundCheckout, stateOf } from "./sessions.ts";

interface Shop {
  settings: ShopSettings;
  origin: string;
  now: Date;
}

/** The shop's page of a checkout, which opens without logging in. */
export const continueUrlOf = (origin: string, id: string) => origin + payPath(id);

/** @param priced null for a checkout that is completed */
export function buildCheckout(
  found: FoundCheckout & { content: AgentContent },
  priced: PricedRequest | null,
  { settings, origin, now }: Shop,
): AgentCheckout {
  const { row, order, content } = found;
  const state = stateOf(found, now);
  const shown = state === "completed" && row.placed ? placedContent(row.placed, content) : priced;
  if (!shown) throw new Error("a checkout that is not completed has no price");
  const isOpen = state === "open";
  const isComplete = priced?.complete !== null && priced !== null;
  const status: CheckoutStatus = isOpen
    ? isComplete
      ? "requires_escalation"
      : "incomplete"
    : state === "completed"
      ? "completed"
      : "canceled";
  return {
    ...shown,
    ...whatWasSent(content),
    id: row.id,
    status,
    continueUrl: isOpen ? continueUrlOf(origin, row.id) : null,
    expiresAt: row.expiresAt,
    messages: [
      ...(status === "requires_escalation" ? [paymentRequired(settings)] : []),
      ...(state === "expired" ? [ended("The checkout has expired. Create a new one.")] : []),
      // Nothing can be mended in what has ended.
      ...shown.messages.filter(({ type }) => isOpen || type !== "error"),
    ],
    links: linksOf(settings, origin),
    order:
      status === "completed" && order ? { id: order.number, permalinkUrl: origin + orderPage(order.number) } : null,
  };
}

/** A cart has no address yet, and no buyer need be known. At its page a shopper takes it over. */
export function buildCart(row: CartRow, priced: PricedRequest, origin: string): AgentSession {
  return {
    ...priced,
    ...whatWasSent(row.content),
    id: row.id,
    continueUrl: `${origin}/cart/assistant/${row.id}`,
    expiresAt: row.expiresAt,
    messages: priced.messages.filter((message) => message.type !== "error" || isAboutItems(message)),
  };
}

const isAboutItems = ({ path = "" }: ErrorMessage) => path.startsWith("$.line_items");

const whatWasSent = ({ buyer, consent, codes }: AgentContent) => ({ buyer, consent, codes });

const ended = (content: string): Message => ({
  type: "error",
  code: "checkout_expired",
  content,
  severity: "unrecoverable",
});

const paymentRequired = ({ CASH_ON_DELIVERY }: Pick<ShopSettings, "CASH_ON_DELIVERY">): Message => ({
  type: "error",
  code: "payment_required",
  content: `Everything is ready. Please open continue_url: the buyer pays there by UPI, card or net banking${CASH_ON_DELIVERY ? ", or chooses cash on delivery" : ""}, without logging in.`,
  severity: "requires_buyer_input",
});

function linksOf({ REFUND_POLICY_PATH }: Pick<ShopSettings, "REFUND_POLICY_PATH">, origin: string) {
  return [
    { type: "privacy_policy", url: `${origin}/privacy-policy`, title: "Privacy policy" },
    { type: "terms_of_service", url: `${origin}/terms-conditions`, title: "Terms and conditions" },
    // The delivery section of the shop's terms, at whose top a reader is if the owner has renamed it.
    { type: "shipping_policy", url: `${origin}/terms-conditions#delivery`, title: "Delivery" },
    { type: "refund_policy", url: origin + REFUND_POLICY_PATH, title: "Refund policy" },
    { type: "faq", url: `${origin}/faq`, title: "FAQs" },
  ];
}

function placedContent(
  { items, offers, totals, shipping: sent }: PlacedContent,
  { shipping }: AgentContent,
): PricedContent {
  return {
    lines: items.map(({ sku, title, quantity, pricePaise, discountPaise }) => ({
      ...{ sku, title, quantity, imageUrl: null },
      price: paise(pricePaise),
      discount: paise(discountPaise),
    })),
    totals: {
      shipping: paise(totals.shippingPaise),
      shippingDiscount: paise(totals.shippingDiscountPaise),
      fees: paise(totals.feesPaise),
      rounding: paise(totals.roundingPaise),
      total: paise(totals.totalPaise),
    },
    offers: offers.map(({ name, code, discounts, shippingDiscountPaise }) => ({
      ...{ name, code },
      discounts: discounts.map(paise),
      shippingDiscount: paise(shippingDiscountPaise),
    })),
    shipping: shipping && {
      ...shipping,
      options: [
        {
          code: sent.method,
          name: sent.name,
          price: paise(totals.shippingPaise),
          discount: paise(totals.shippingDiscountPaise),
          earliest: null,
          latest: sent.deliverBy,
        },
      ],
      optionId: sent.method,
    },
    messages: [],
  };
}
