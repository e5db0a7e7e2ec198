import { paidWith } from "../../../../contract/checkout/payment-messages.ts";
import { formatAmount } from "../../../base/money.ts";
import type { Invoice, Particulars } from "./invoice.ts";

/** Says below the totals how much it is in words, why it is credited, and where the money came from or goes. */
export function statementsOf(invoice: Particulars): { label: string; text: string }[] {
  const { total, offers, advance, credit } = invoice;
  const paid = paidText(invoice);
  return [
    ...(credit ? [{ label: "Reason", text: credit.reason }] : []),
    ...(credit?.isFinancial
      ? [{ label: "GST", text: "Not reduced: issued after 30 November following the invoice’s financial year." }]
      : []),
    ...(offers.length > 0 ? [{ label: "Offers", text: offers.join(", ") }] : []),
    { label: "Amount in words", text: total.inWords },
    ...(paid ? [{ label: credit ? "Refunded to" : "Paid", text: paid }] : []),
    ...(credit?.parts && credit.parts.uncollectedPaise > 0
      ? [{ label: "Not collected", text: `₹${formatAmount(credit.parts.uncollectedPaise)} in cash on delivery` }]
      : []),
    ...(credit?.parts && credit.parts.byBankPaise > 0
      ? [
          {
            label: "Returned by the bank",
            text: `₹${formatAmount(credit.parts.byBankPaise)}, after a dispute of the payment`,
          },
        ]
      : []),
    ...(advance && !credit ? [{ label: "Balance", text: balanceText(advance) }] : []),
  ];
}

/** How the invoice was paid, or where the credited amount goes; empty if nothing is. */
function paidText({ payment, advance, credit }: Particulars): string {
  if (credit?.parts)
    return credit.parts.refunds
      .map(({ amountPaise, payment: to }) => `${refundedTo(to)} (₹${formatAmount(amountPaise)})`)
      .join(", ");
  if (!payment) return "";
  if (credit && payment.method === "cash_on_delivery") return refundedTo(payment);
  const parts = [
    advance && `₹${formatAmount(advance.amountPaise)}`,
    paidWith(payment),
    `reference ${payment.reference}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** Cash is refunded to the UPI ID that the customer enters. */
const refundedTo = (payment: { method: string; detail: string }) =>
  payment.method === "cash_on_delivery" ? "the customer’s UPI ID" : paidWith(payment);

function balanceText({ restPaise, isRestOnline }: NonNullable<Invoice["advance"]>): string {
  if (restPaise === 0) return "Nothing is due on delivery";
  return `₹${formatAmount(restPaise)}, ${isRestOnline ? "paid online" : "in cash on delivery"}`;
}
