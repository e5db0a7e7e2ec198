/**
 * Staff's actions on a requested return: approve it with a pick-up, receive the parcel, accept or decline it. Every function takes a locked
 * order and throws an ApiError (409) if its state does not allow the step.
 */

import type { ReturnReason } from "../../../contract/admin/orders.ts";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { sellFurtherUnits } from "../../selling/stock/stock.ts";
import { changeState } from "../orders/change-state.ts";
import { endSamples } from "../orders/end-samples.ts";
import { type CreditableItem, type LineUnits, readCreditable } from "../orders/invoice/credit-notes.ts";
import { itemName, listUnits } from "../orders/item-name.ts";
import {
  queueReplacementPromisedEmail,
  queueReturnAcceptedEmail,
  queueReturnApprovedEmail,
  queueReturnDeclinedEmail,
  queueReturnReceivedEmail,
} from "../orders/mails/queue-return-emails.ts";
import type { PickUp } from "../orders/mails/return-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { readRequestedSizes } from "../orders/read-returns.ts";
import { prepareRemoval } from "../orders/removal.ts";
import { requireAction } from "../orders/staff/order-facts.ts";
import { readDay } from "../orders/staff/staff-day.ts";
import { quantitiesOf, storeInspected } from "../orders/store-inspected.ts";
import { changeReturn, type OpenReturn, readOpenReturn, saveLines } from "./open-return.ts";
import { prepareRefund } from "./return-order.ts";
import { reverseSale, reverseUnits } from "./reverse-sale.ts";

export interface Step {
  sender: MailSender;
  now: Date;
  /** Why staff decided so, for reports. */
  decisionReason?: ReturnReason;
  /** Whether shipping and fees are refunded although the shop is not at fault. */
  refundsFees?: boolean;
}

/** What the shop is at fault for. */
const FAULTS: readonly ReturnReason[] = ["damaged", "leaked", "wrong_item", "not_as_described"];

const isFault = (reason: ReturnReason | undefined) => reason !== undefined && FAULTS.includes(reason);

/**
 * Approves a return. @param pickUp who collects the parcel, on which day (2026-11-25) and when
 * @throws ApiError (422) if a part is missing or the date is invalid
 */
export async function approveReturn(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  pickUp: PickUp,
  { sender, now, decisionReason, refundsFees = true }: Step,
): Promise<OrderRow> {
  await requireAction(trx, order, "return-approve");
  const date = readDay("date", pickUp.date);
  const courier = pickUp.courier.trim();
  const between = pickUp.between.trim();
  for (const [field, value] of Object.entries({ courier, between }))
    if (value === "" || value.length > 60)
      throw ApiError.ofField(field, `Please give ${field} in 1 to 60 characters: it is emailed to the customer.`);
  const note = `Pick-up by ${courier} on ${date}, between ${between}.`;
  const open = await readOpenReturn(trx, order.id);
  await changeReturn(trx, open, { state: "approved", ...(decisionReason && { decisionReason }) });
  const approved = await changeState(trx, order, "return_approved", { cause: "staff", note, at: now });
  const returned = await prepareRefund(trx, order, await paidLines(trx, order, open), {
    keepsFees: !refundsFees && !isFault(decisionReason),
  });
  const wanted = await readWanted(trx, open);
  await queueReturnApprovedEmail(trx, sender, approved, { pickUp: { courier, date, between }, wanted, returned }, now);
  return approved;
}

/**
 * Records that the parcel is back. It is inspected before anything is refunded.
 * @param units that have arrived; by default all
 * @throws ApiError (422) for units that were not returned
 */
export async function receiveReturn(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { units, sender, now }: Step & { units?: readonly LineUnits[] | undefined },
): Promise<OrderRow> {
  await requireAction(trx, order, "return-receive");
  const open = await readOpenReturn(trx, order.id);
  await saveLines(trx, withReceived(open, units));
  await changeReturn(trx, open, { state: "received" });
  const received = await changeState(trx, order, "return_received", { cause: "staff", at: now });
  await queueReturnReceivedEmail(trx, sender, received, now);
  return received;
}

function withReceived({ id, lines }: OpenReturn, units?: readonly LineUnits[]): OpenReturn {
  const max = lines.map(({ position, quantity }) => ({ position, max: quantity }));
  const arrived = units && quantitiesOf("items", units, max);
  return {
    id,
    lines: lines.map((line) => ({ ...line, receivedQuantity: arrived ? arrived(line.position) : line.quantity })),
  };
}

/** How the received units are treated. */
export interface Treatment {
  /** Units to restock; the others are written off. By default none. */
  restock?: readonly LineUnits[];
  /** Units to replace instead of refunding or exchanging them; free samples are not replaced. By default none. */
  replace?: readonly LineUnits[];
}

/** How a return is accepted. */
export interface Acceptance extends Treatment {
  /** Whether the units are credited by their shares in what was paid: the shop is at fault. */
  keepsOffers?: boolean;
}

/** Reads what a customer asks for in exchange, such as "1 × Rose Attar, 12 ml". */
const readWanted = async (trx: DatabaseOrTransaction, { id }: Pick<OpenReturn, "id">): Promise<string[]> =>
  (await readRequestedSizes(trx, [id])).map((one) => `${one.quantity} × ${itemName(one)}`);

/** Returns the lines of a return without free samples, which cost nothing. */
async function paidLines(trx: DatabaseOrTransaction, { id }: OrderRow, { lines }: OpenReturn) {
  const items = await readCreditable(trx, id);
  return lines.filter(({ position }) => items.some((item) => item.position === position));
}

/** An open return whose units staff has looked at. */
export interface InspectedReturn {
  open: OpenReturn;
  /** What is left of the order. */
  items: readonly CreditableItem[];
  /** The units that are credited. */
  credited: readonly LineUnits[];
  restock: readonly LineUnits[];
  replace: readonly LineUnits[];
}

/**
 * Decides about the units of a locked order's open return that have arrived; nothing is stored. If the parcel was never recorded as
 * received, all units count as received.
 * @throws ApiError (422) for units that have not arrived, or if none has
 */
export async function inspectReturn(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { restock = [], replace = [] }: Treatment,
): Promise<InspectedReturn> {
  const read = await readOpenReturn(trx, order.id);
  const arrived = order.state === "return_received" ? read : withReceived(read);
  const items = await readCreditable(trx, order.id);
  const isPaid = ({ position }: { position: number }) => items.some((item) => item.position === position);
  const max = arrived.lines.map(({ position, receivedQuantity }) => ({ position, max: receivedQuantity ?? 0 }));
  const restocked = quantitiesOf("restock", restock, max);
  const replaced = quantitiesOf("replace", replace, max.filter(isPaid));
  const open: OpenReturn = {
    id: arrived.id,
    lines: arrived.lines.map((line) => ({
      ...line,
      restockedQuantity: restocked(line.position),
      replacedQuantity: replaced(line.position),
    })),
  };
  const credited = open.lines
    .filter(isPaid)
    .map(({ position, receivedQuantity, replacedQuantity }) => ({
      position,
      quantity: (receivedQuantity ?? 0) - replacedQuantity,
    }))
    .filter(({ quantity }) => quantity > 0);
  if (credited.length === 0 && replace.length === 0)
    throw ApiError.ofField("items", "Nothing has arrived, so there is nothing to accept. Decline the return instead.");
  return { open, items, credited, restock, replace };
}

/**
 * Accepts an inspected return as far as its units go: they are restocked or written off, and replaced if staff has chosen so. The order keeps
 * its state.
 * @throws ApiError (409) if a replacement is not in stock
 */
export async function acceptUnits(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { open, items, restock, replace }: InspectedReturn,
  { decisionReason, sender, now }: Pick<Step, "decisionReason" | "sender" | "now">,
): Promise<void> {
  const isPaid = ({ position }: { position: number }) => items.some((item) => item.position === position);
  await saveLines(trx, open);
  await changeReturn(trx, open, { state: "accepted", decidedAt: now, ...(decisionReason && { decisionReason }) });
  const samples = open.lines.filter((line) => !isPaid(line) && (line.receivedQuantity ?? 0) > 0);
  if (samples.length > 0) await endSamples(trx, order.id, samples);
  const arrived = open.lines.map(({ position, receivedQuantity }) => ({ position, quantity: receivedQuantity ?? 0 }));
  await storeInspected(trx, order.id, { arrived, restock, reason: "Returned" });
  if (replace.length > 0) await promiseReplacement(trx, order, { replace, items, sender, now });
}

/** Whether shipping and fees of what comes back are retained, unless the rest keeps its offers. */
export const keepsFeesOf = ({ refundsFees = true, decisionReason }: Pick<Step, "refundsFees" | "decisionReason">) =>
  !refundsFees && !isFault(decisionReason);

/**
 * Accepts a return of the received units: restocks or writes off each, and refunds or replaces it. If nothing is left of the order it is
 * returned, else it stays delivered.
 * @throws ApiError as `inspectReturn` and `acceptUnits`
 */
export async function acceptReturn(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { keepsOffers = false, restock, replace, ...step }: Step & Acceptance,
): Promise<OrderRow> {
  await requireAction(trx, order, "return-accept");
  const { sender, now } = step;
  const inspected = await inspectReturn(trx, order, { ...(restock && { restock }), ...(replace && { replace }) });
  await acceptUnits(trx, order, inspected, step);
  const { open, items, credited } = inspected;
  const change = { cause: "staff", at: now } as const;
  if (credited.length === 0) {
    const note = `Return accepted. We’re sending you ${listUnits(inspected.replace, items)} again.`;
    return changeState(trx, order, "delivered", { ...change, note });
  }
  const wanted = await readWanted(trx, open);
  const fault = { keepsOffers, keepsFees: !keepsOffers && keepsFeesOf(step) };
  const leaves = items.some(
    ({ position, quantity }) => quantity > (credited.find((one) => one.position === position)?.quantity ?? 0),
  );
  if (!leaves)
    return reverseSale(trx, order, {
      reason: "returned",
      change,
      ...fault,
      notify: (returned, credit) => queueReturnAcceptedEmail(trx, sender, returned, { credit, wanted }, now),
    });
  const prepared = await prepareRemoval(trx, order, credited, fault);
  const accepted = `Return accepted: ${listUnits(credited, items)}.`;
  const note = [accepted, ...prepared.reasons].join(" ");
  const delivered = await changeState(trx, order, "delivered", { ...change, note });
  await reverseUnits(trx, delivered, prepared, {
    reason: "returned",
    at: now,
    notify: (credit) => queueReturnAcceptedEmail(trx, sender, delivered, { credit, wanted }, now),
  });
  return delivered;
}

async function promiseReplacement(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { replace, items, sender, now }: Step & { replace: readonly LineUnits[]; items: readonly CreditableItem[] },
): Promise<void> {
  if (!(await sellFurtherUnits(trx, order.id, replace)))
    throw new ApiError(
      "conflict",
      `${listUnits(replace, items)}: not enough is in stock for a replacement. Accept the return without --replace to refund it.`,
    );
  await queueReplacementPromisedEmail(trx, sender, order, listUnits(replace, items), now);
}

/**
 * Declines a return; the order stays delivered.
 * @param reason for the customer
 * @throws ApiError (422) without a reason
 */
export async function declineReturn(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { reason, sender, now, decisionReason }: Step & { reason: string },
): Promise<OrderRow> {
  await requireAction(trx, order, "return-decline");
  const answer = reason.trim();
  if (answer === "") throw ApiError.ofField("reason", "Please say why: it is emailed to the customer.");
  const decision = { state: "declined", answer, decidedAt: now, ...(decisionReason && { decisionReason }) } as const;
  await changeReturn(trx, await readOpenReturn(trx, order.id), decision);
  const note = `Return declined: ${answer}`;
  const declined = await changeState(trx, order, "delivered", { cause: "staff", note, at: now });
  await queueReturnDeclinedEmail(trx, sender, declined, answer, now);
  return declined;
}
