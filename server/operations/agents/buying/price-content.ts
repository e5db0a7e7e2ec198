/** What a platform has put together, at today's prices: by the shop's own functions for items, offers, shipping and addresses. */

import { and, eq, isNull } from "drizzle-orm";
import { shopCode } from "../../../../contract/written-numbers.ts";
import { canonicalEmail } from "../../../base/canonical-email.ts";
import { formatRupees, paise, sumPaise } from "../../../base/money.ts";
import type { OrderRules } from "../../../buying/checkout/requested-order.ts";
import type { LinkedOrder } from "../../../buying/draft-orders/price-linked-draft.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { type AgentContent, customer, type PostalAddress } from "../../../platform/database/schema.ts";
import type { CodeProblem, OfferDecision } from "../../../selling/offers/apply-offers.ts";
import { codeProblemText } from "../../../selling/offers/code-problem.ts";
import { readLinkedOffers } from "../../../selling/offers/read-offers.ts";
import { totalProblem } from "../../../selling/pricing/order-total.ts";
import { type MethodRate, toOption } from "../../../selling/shipping/shipping-rules.ts";
import { findBySkus } from "../../../selling/variants/size-names.ts";
import { availableUnits } from "../../../shop/cart/availability.ts";
import type { CartRow } from "../../../shop/cart/read-cart.ts";
import { readVariantRows } from "../../../shop/cart/read-variants.ts";
import { allergenDisclosure } from "../catalogue/disclosures.ts";
import { catalogueOf, readAgentShop } from "../catalogue/read-catalogue.ts";
import type { AgentDeps } from "../deps.ts";
import type { Message } from "../responses.ts";
import type { AgentShippingOption, PricedContent } from "./agent-session.ts";
import { priceRows } from "./price-rows.ts";
import { type Buyer, emailOf, type ReadAddress, readAddress, readBuyer, recoverable } from "./read-buyer.ts";

export interface PricedRequest extends PricedContent {
  /** The items that can be ordered, as many as are in stock. */
  order: LinkedOrder;
  /** Everything that an order needs; null while something is missing or wrong. */
  complete: { buyer: Buyer; address: PostalAddress; receiver: ReadAddress["receiver"]; optionId: string } | null;
}

export interface PricingContext {
  rules: OrderRules;
  origin: string;
}

/** Prices what a platform has sent, and says what is missing or wrong. */
export async function priceContent(
  deps: AgentDeps,
  content: AgentContent,
  { rules: rulesAnywhere, origin }: PricingContext,
): Promise<PricedRequest> {
  const { db } = deps;
  const customerId = await findAccount(db, content);
  const { rows, messages: itemMessages } = await readRows(db, content, {
    customerId,
    maxUnits: rulesAnywhere.maxUnits,
  });
  const [code] = content.codes;
  const offers = { code: code === undefined ? null : shopCode(code), isProven: false };
  const applicable = await readLinkedOffers(db, customerId, offers, rulesAnywhere.now);
  const chosen = chosenDestination(content);
  const path = `$.fulfillment.methods[0].destinations[${chosen?.at ?? 0}]`;
  const place: ReadAddress | null = chosen && (await readAddress(chosen.destination, content.buyer, path));
  const destination = place?.destination ?? null;
  const rules = destination ? await deps.terms.withCouriers(rulesAnywhere, destination.pincode) : rulesAnywhere;
  const wanted = content.shipping?.optionId ?? null;
  const { buyer, messages: buyerMessages } = readBuyer(content.buyer, chosen?.destination);

  const {
    priced,
    totals,
    offers: applied,
    methods,
    method,
  } = priceRows(rows, applicable, { destination, optionId: wanted, paymentMethod: "online" }, rules);
  const { lines, decision, totalPaise } = priced;
  const options = methods.map(({ rate, price, discount }): AgentShippingOption => {
    const { code, name, earliest, latest } = toOption(rate, rules.shipping.calendar, rules.now);
    return { code, name, price, discount, earliest, latest };
  });
  const shippingMessages = shippingProblems({
    content,
    place,
    chosen: chosen !== null,
    methods,
    wanted,
    hasRows: rows.length > 0,
  });
  const problem = rows.length === 0 ? null : totalProblem(totalPaise, rules.maxPaise);
  const products = await catalogueOf(deps).read(
    [...new Set(rows.map(({ productId }) => productId))],
    await readAgentShop(deps, origin),
  );
  const productOf = (row: CartRow) => products.find(({ rowId }) => rowId === row.productId);
  const shown = lines.map(({ item, pricePaise, quantity, discountPaise }) => {
    const product = productOf(item);
    const variant = product?.variants.find(({ id }) => id === item.variant?.sku);
    return {
      sku: item.variant?.sku ?? "",
      title: variant?.name ?? [item.title, item.label].filter(Boolean).join(", "),
      imageUrl: (variant?.media[0] ?? product?.media[0])?.url ?? null,
      price: pricePaise,
      quantity,
      discount: discountPaise,
    };
  });
  const taxPaise = sumPaise(lines.map((line) => paise(line.totalPaise - line.taxablePaise)));
  const errors = [
    ...itemMessages,
    ...buyerMessages,
    ...shippingMessages,
    ...(problem === null ? [] : [recoverable("order_amount", problem, "$.totals")]),
  ];
  return {
    lines: shown,
    totals,
    offers: applied,
    shipping: content.shipping && {
      destinations: content.shipping.destinations,
      destinationId: chosen?.destination.id ?? null,
      options,
      optionId: method?.method.code ?? null,
    },
    messages: [
      ...errors,
      ...codeMessages(
        content.codes,
        method || isAboutGoods(decision) ? (decision.code?.problem ?? null) : null,
        rows.length > 0,
      ),
      ...lines.flatMap(({ item }, at) => {
        const product = productOf(item);
        return product ? allergenDisclosure(product, `$.line_items[${at}]`) : [];
      }),
      ...(lines.length === 0
        ? []
        : [
            {
              type: "info",
              code: "prices_include_gst",
              content: `All prices include GST: ${formatRupees(taxPaise)} of the total.`,
            } as const,
          ]),
    ],
    order: { customerId, rows, offers },
    complete:
      errors.every(({ type }) => type !== "error") && rows.length > 0 && buyer && place?.address && method
        ? { buyer, address: place.address, receiver: place.receiver, optionId: method.method.code }
        : null,
  };
}

/** Finds the account of the buyer's email, whose unpaid order and used offers count. */
async function findAccount(db: DatabaseOrTransaction, { buyer }: AgentContent): Promise<number | null> {
  const email = emailOf(buyer);
  if (email === null) return null;
  const [found] = await db
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.email, canonicalEmail(email)), isNull(customer.closedAt)));
  return found?.id ?? null;
}

/** Reads the items that can be ordered, in the order of the request, each with at most the units in stock. */
export async function readRows(
  db: DatabaseOrTransaction,
  { items }: AgentContent,
  { customerId, maxUnits }: { customerId: number | null; maxUnits: number },
): Promise<{ rows: CartRow[]; messages: Message[] }> {
  const sizes = await findBySkus(
    db,
    items.map(({ sku }) => sku),
  );
  const quantities = new Map<number, number>();
  for (const { sku, quantity } of items) {
    const size = sizes.get(sku);
    if (size) quantities.set(size.id, Math.min((quantities.get(size.id) ?? 0) + quantity, MAX_QUANTITY));
  }
  const chosen = [...quantities].map(([variantId, quantity]) => ({ variantId, quantity }));
  const read = new Map((await readVariantRows(db, chosen, customerId)).map((row) => [row.variantId, row]));
  const rows: CartRow[] = [];
  const messages: Message[] = [];
  for (const { sku } of items) if (!sizes.has(sku)) messages.push(unavailable(`There is no item ${sku}.`));
  for (const { variantId } of chosen) {
    const row = read.get(variantId);
    if (!row?.variant) messages.push(unavailable(`${row ? nameOf(row) : "An item"} is no longer sold.`));
    else if (row.variant.stock <= 0)
      messages.push(recoverable("out_of_stock", `${nameOf(row)} is sold out.`, "$.line_items"));
    else {
      const units = availableUnits(row, maxUnits);
      if (row.quantity > units)
        messages.push({
          type: "warning",
          code: "quantity_adjusted",
          content: `There are only ${units} of ${nameOf(row)} for an order, so ${row.quantity} became ${units}.`,
          path: `$.line_items[${rows.length}].quantity`,
        });
      rows.push({ ...row, quantity: Math.min(row.quantity, units) });
    }
  }
  if (items.length === 0) messages.push(recoverable("field_required", "There are no items.", "$.line_items"));
  return { rows, messages };
}

/** More than anybody can order; beyond it sums would overflow. */
const MAX_QUANTITY = 1_000_000;

const nameOf = ({ title, label }: CartRow) => [title, label].filter(Boolean).join(", ");

const unavailable = (content: string) => recoverable("item_unavailable", content, "$.line_items");

function chosenDestination({ shipping }: AgentContent) {
  if (!shipping) return null;
  const { destinations, destinationId } = shipping;
  const at =
    destinationId === null && destinations.length === 1 ? 0 : destinations.findIndex(({ id }) => id === destinationId);
  const destination = destinations[at];
  return destination ? { destination, at } : null;
}

function shippingProblems({
  content: { shipping },
  place,
  chosen,
  methods,
  wanted,
  hasRows,
}: {
  content: AgentContent;
  place: ReadAddress | null;
  chosen: boolean;
  methods: readonly { rate: MethodRate }[];
  wanted: string | null;
  hasRows: boolean;
}): Message[] {
  if (!shipping || shipping.destinations.length === 0)
    return [recoverable("field_required", "The delivery address is missing.", "$.fulfillment.methods[0].destinations")];
  if (!chosen)
    return [
      recoverable(
        "destination_unknown",
        "Choose one of the destinations.",
        "$.fulfillment.methods[0].selected_destination_id",
      ),
    ];
  const messages: Message[] = [...(place?.messages ?? [])];
  if (place?.destination && hasRows && methods.length === 0)
    messages.push(
      recoverable(
        "address_undeliverable",
        `The shop does not deliver to ${place.destination.pincode} yet. Choose another address.`,
        "$.fulfillment.methods[0].selected_destination_id",
      ),
    );
  if (wanted !== null && methods.length > 0 && !methods.some(({ rate }) => rate.method.code === wanted))
    messages.push(
      recoverable(
        "option_unknown",
        "Choose one of the options.",
        "$.fulfillment.methods[0].groups[0].selected_option_id",
      ),
    );
  return messages;
}

/** Whether a code that does not apply has a reason other than shipping, whose price is unknown before there is a destination. */
const isAboutGoods = ({ code }: OfferDecision) => code?.problem?.reason !== "shipping_is_free";

/** Why codes do not apply: warnings, because the buyer expects another total. The shop takes one code. */
function codeMessages(codes: readonly string[], problem: CodeProblem | null, hasRows: boolean): Message[] {
  return codes.flatMap((code, at): Message[] => {
    const path = `$.discounts.codes[${at}]`;
    if (at > 0)
      return [
        {
          type: "warning",
          code: "discount_code_combination_disallowed",
          content: `An order takes one code, so ${code} is not used.`,
          path,
        },
      ];
    if (!problem || !hasRows) return [];
    return [{ type: "warning", code: REJECTIONS[problem.reason], content: codeProblemText(code, problem), path }];
  });
}

const REJECTIONS: Readonly<Record<CodeProblem["reason"], string>> = {
  unknown: "discount_code_invalid",
  not_started: "discount_code_invalid",
  expired: "discount_code_expired",
  used_up: "discount_code_expired",
  used_already: "discount_code_user_ineligible",
  first_order_only: "discount_code_user_ineligible",
  other_customers: "discount_code_user_ineligible",
  not_these_products: "discount_code_not_applicable",
  minimum: "discount_code_not_applicable",
  more_units: "discount_code_not_applicable",
  discounted_already: "discount_code_combination_disallowed",
  shipping_is_free: "discount_code_combination_disallowed",
  no_saving: "discount_code_combination_disallowed",
};
