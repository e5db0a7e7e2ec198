import { formatDateTime } from "../../../contract/dates.ts";
import { formatRupees } from "../../base/money.ts";
import { recordManualRefunds } from "../../orders/payments/refunds-by-hand.ts";
import { listRefundsForStaff, type RefundForStaff, retryRefunds } from "../../orders/payments/staff-refunds.ts";
import { readMailSender } from "../../selling/settings/mail-sender.ts";
import { type Command, defineAction } from "./declare.ts";

/** Maximum number of refunds listed. */
const MAX_LISTED = 50;

/** Lists refunds, and handles those that the provider or a bank has rejected; see docs/orders.md. */
const command: Command = {
  name: "refunds",
  summary: "shows refunds, and sends failed ones again",
  actions: [
    defineAction({
      verb: "list",
      summary: `lists the newest ${MAX_LISTED} refunds, those made in the provider's dashboard too`,
      async run({ db, print }) {
        const refunds = await listRefundsForStaff(db, { needsAttention: false, max: MAX_LISTED });
        for (const refund of refunds) print(refundLine(refund));
        if (refunds.length === 0) print("There is no refund yet.");
      },
    }),
    defineAction({
      verb: "failed",
      summary: "lists the refunds that failed, that you pay by hand, or that wait for money at the payment provider",
      async run({ db, print }) {
        const refunds = await listRefundsForStaff(db, { needsAttention: true, max: MAX_LISTED });
        for (const refund of refunds) {
          print(refundLine(refund));
          if (refund.lastError) print(`    ${refund.lastError}`);
          if (refund.state === "awaiting_payout" || refund.upiId)
            print(
              `    ${refund.upiId ? `pay it to the UPI ID ${refund.upiId}` : "its customer has not given a UPI ID yet"}`,
            );
        }
        if (refunds.length === 0) print("No refund needs you.");
      },
    }),
    defineAction({
      verb: "retry",
      arguments: ["ORDER"],
      summary: "retries the failed refunds of an order",
      writes: true,
      async run({ db, print }, { arguments: [number] }) {
        const paise = await retryRefunds(db, number);
        print(`The refund of ${formatRupees(paise)} is requested from the payment provider again.`);
      },
    }),
    defineAction({
      verb: "paid",
      arguments: ["ORDER"],
      options: { reference: { value: "TEXT", required: true, summary: "the reference of the transfer" } },
      summary:
        "notes that you have paid the refunds of an order by hand, because they failed or were of cash, and emails the customer",
      writes: true,
      async run({ db, environment, print }, { arguments: [number], options: { reference } }) {
        const readSender = (origin: string) => readMailSender(db, environment, origin);
        const paise = await recordManualRefunds(db, number, reference ?? "", { readSender, now: new Date() });
        print(`${formatRupees(paise)} is noted as refunded.`);
      },
    }),
  ],
};
export default command;

function refundLine({
  orderNumber,
  customerName,
  paymentReference,
  amountPaise,
  reason,
  state,
  createdAt,
}: RefundForStaff) {
  return [
    orderNumber,
    state.replaceAll("_", " ").padEnd(16),
    formatDateTime(createdAt).padEnd(27),
    formatRupees(amountPaise).padStart(12),
    ` ${reason.replace("_", " ")}, ${customerName}, ${paymentReference}`,
  ].join("  ");
}
