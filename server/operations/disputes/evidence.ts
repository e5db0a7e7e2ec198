/** The evidence of a dispute: one PDF for each kind of document that the provider's form accepts. */

import type { ContentDocument } from "../../../contract/admin/content.ts";
import type { StaffDispute } from "../../../contract/admin/disputes.ts";
import type { AdminOrder } from "../../../contract/admin/orders.ts";
import { ALL_PERMISSIONS } from "../../../contract/admin/permissions.ts";
import { withoutLinks } from "../../../contract/content/links.ts";
import { formatDateTime, formatDay } from "../../../contract/dates.ts";
import { NOUN_LABELS, nounOf } from "../../../contract/orders/change-nouns.ts";
import { termsOf } from "../../../contract/orders/payment-terms.ts";
import { formatRupees, paise, toPaise } from "../../base/money.ts";
import { drawPackingSlip } from "../../orders/fulfilment/packing-slip.ts";
import { findAnyOrder } from "../../orders/orders/find-order.ts";
import { readCreditNote } from "../../orders/orders/invoice/read-credit-note.ts";
import { type PaperDeps, readInvoice } from "../../orders/orders/invoice/read-invoice.ts";
import { isSale } from "../../orders/orders/lifecycle.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import { readForStaff } from "../../orders/orders/staff/admin-orders.ts";
import { readMessagesFrom } from "../../people/contact/answer-messages.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { previewPage, readDocumentAt } from "../../shop/content/content-documents.ts";
import type { TextDocument } from "./text-pdf.ts";
import { type ZipEntry, zipFile } from "./zip-file.ts";

const MAX_MESSAGES = 50;
const POLICIES = ["refund-policy", "terms-conditions"] as const satisfies ContentDocument[];

type Section = TextDocument["sections"][number];
type Text = Omit<TextDocument, "brand" | "subtitle">;

/** @returns a ZIP file */
export async function makeEvidence(
  deps: PaperDeps & { db: Database },
  dispute: StaffDispute,
  settings: ShopSettings,
): Promise<Buffer> {
  const { db } = deps;
  const now = new Date();
  const row = await findAnyOrder(db, dispute.order);
  // The bank compares the customer’s details with those of its card.
  const order = await readForStaff(db, row, settings, new Set(ALL_PERMISSIONS));
  // Loaded on first use, because it would slow every start.
  const { drawText } = await import("./text-pdf.ts");
  const documents: (readonly [string, Text])[] = [
    ["explanation-letter", explanationLetter(dispute, order, row)],
    ["shipping-proof", shippingProof(order, row)],
    ["customer-communication", await communication(db, order, row)],
    ...(order.refunds.length > 0 ? ([["refund-confirmation", refundConfirmation(order)]] as const) : []),
    ...(await Promise.all(POLICIES.map(async (name) => [name, await policy(db, name, row, settings)] as const))),
  ];
  const entries: ZipEntry[] = [];
  for (const [name, document] of documents) {
    const text = {
      ...document,
      subtitle: `Order ${row.number}, dispute ${dispute.providerDisputeId}`,
      brand: row.seller.brand,
    };
    entries.push({ name: `${name}.pdf`, content: await drawText(text, now) });
  }
  if (row.invoiceNumber !== null)
    entries.push({ name: "billing-proof-invoice.pdf", content: (await readInvoice(deps, row)).content });
  if (order.creditNoteNumber !== null)
    entries.push({ name: "cancellation-proof-credit-note.pdf", content: (await readCreditNote(deps, row)).content });
  if (isSale(row.state)) entries.push({ name: "packing-slip.pdf", content: await drawPackingSlip(db, row, settings) });
  return zipFile(entries, now);
}

const amountOf = (rupees: number) => formatRupees(toPaise(rupees));

function explanationLetter(dispute: StaffDispute, order: AdminOrder, row: OrderRow): Text {
  const { street, city, state, pincode } = row.shippingAddress;
  const facts: Section = {
    heading: "The payment",
    paragraphs: [
      `Dispute ${dispute.providerDisputeId} of payment ${dispute.providerPaymentId}, ${amountOf(dispute.amount)}: ${dispute.reason}.`,
      `Order ${row.number}, placed ${formatDateTime(row.createdAt)} by ${row.customerName}, ${row.email}, ${row.mobile}.`,
      `To ${[street, `${city} ${pincode}`, state].join(", ")}.`,
      totalText(row),
    ],
  };
  const items: Section = {
    heading: "What was ordered",
    paragraphs: order.items.map(
      ({ product: { title, size }, quantity }) => `${quantity} × ${[title, size].filter(Boolean).join(", ")}`,
    ),
  };
  return {
    title: "Explanation letter",
    sections: [
      ...(dispute.explanation ? [{ heading: "", paragraphs: dispute.explanation.split("\n\n") }] : []),
      facts,
      items,
      { heading: "What happened to the order", paragraphs: historyOf(order) },
    ],
  };
}

/** The total, and how much of it was paid in advance: a dispute of an advance is about less than the order. */
export function totalText(row: OrderRow): string {
  const { totalPaise, advancePaise, exchangedPaise, paidAt } = row;
  const total = `Total ${formatRupees(totalPaise)}${row.invoiceNumber ? `, invoice ${row.invoiceNumber}` : ""}`;
  if (advancePaise === 0) return `${total}.`;
  const rest = formatRupees(paise(totalPaise - advancePaise - exchangedPaise));
  const how = termsOf(row).courierCollects ? `${paidAt ? "paid" : "due"} in cash on delivery` : "paid online later";
  const exchanged = exchangedPaise > 0 ? `, ${formatRupees(exchangedPaise)} for exchanged items` : "";
  return `${total}: ${formatRupees(advancePaise)} paid online in advance, ${rest} ${how}${exchanged}.`;
}

/** Lists the events oldest first. */
const historyOf = ({ history }: AdminOrder) =>
  history
    .filter(({ kind }) => kind !== "action")
    .toReversed()
    .map(({ at, title, note }) => `${formatDateTime(at)}: ${title}${note ? `. ${note}` : ""}`);

function shippingProof({ shipments }: AdminOrder, row: OrderRow): Text {
  const parcels = shipments.map(({ courier, awb, shippedAt, deliveredAt, isReplacement, isExchange, state }) => ({
    heading: `${isReplacement ? NOUN_LABELS[nounOf({ replaces: true, exchanges: isExchange })] : "Parcel"}: ${courier}, AWB ${awb}`,
    paragraphs: [
      `Given to the courier ${formatDateTime(shippedAt)}.`,
      deliveredAt ? `Delivered ${formatDateTime(deliveredAt)}.` : `Not delivered: ${state.replaceAll("_", " ")}.`,
    ],
  }));
  const promised = row.deliverBy ? [`Delivery was promised by ${formatDay(`${row.deliverBy}T12:00:00+05:30`)}.`] : [];
  return {
    title: "Shipping proof",
    sections: [
      { heading: `Shipping: ${row.shippingMethodName}`, paragraphs: promised },
      ...(parcels.length > 0 ? parcels : [{ heading: "", paragraphs: ["Nothing is sent yet."] }]),
    ],
  };
}

async function communication(db: Database, { history, notes }: AdminOrder, row: OrderRow): Promise<Text> {
  const messages = await readMessagesFrom(db, row.email, MAX_MESSAGES);
  const written = messages.map(({ reference, at, message, answers }) => ({
    heading: `Message ${reference}, ${formatDateTime(at)}`,
    paragraphs: [
      message || "Asks to be called or written to.",
      ...answers.map((answer) => `Answer of ${formatDateTime(answer.at)}: ${answer.text}`),
    ],
  }));
  const sent = notes
    .filter(({ toCustomer }) => toCustomer)
    .toReversed()
    .map(({ at, text }) => ({ heading: `Email to the customer, ${formatDateTime(at)}`, paragraphs: [text] }));
  const emails = history
    .filter(({ kind }) => kind === "mail")
    .toReversed()
    .map(({ at, title, note }) => `${formatDateTime(at)}: ${title}${note ? ` (${note})` : ""}`);
  const none = { heading: "", paragraphs: ["The customer has not written to the shop."] };
  return {
    title: "Customer communication",
    sections: [
      ...(written.length > 0 ? written : [none]),
      ...sent,
      { heading: `Emails about the order to ${row.email}`, paragraphs: emails },
    ],
  };
}

function refundConfirmation({ refunds }: AdminOrder): Text {
  return {
    title: "Refund confirmation",
    sections: [
      {
        heading: "",
        paragraphs: refunds.map(({ amount, state, requestedAt, refundedAt, bankReference }) =>
          [
            `${amountOf(amount)}, ${state}, requested ${formatDateTime(requestedAt)}`,
            ...(refundedAt ? [`refunded ${formatDateTime(refundedAt)}`] : []),
            ...(bankReference ? [`reference ${bankReference}`] : []),
          ].join(", "),
        ),
      },
    ],
  };
}

/** The policy as it was when the order was placed. */
export async function policy(
  db: Database,
  name: (typeof POLICIES)[number],
  { createdAt }: OrderRow,
  settings: ShopSettings,
): Promise<Text> {
  const { version, text } = await readDocumentAt(db, name, createdAt);
  const { title, summary, sections } = previewPage(name, text, settings);
  return {
    title: title || name,
    sections: [
      { heading: "", paragraphs: [`Version ${version}, as it was ${formatDateTime(createdAt)}.`, summary] },
      ...sections.map(({ heading, paragraphs, points }) => ({
        heading,
        paragraphs: [...paragraphs, ...points.map((point) => `• ${point}`)].map(withoutLinks),
      })),
    ],
  };
}
