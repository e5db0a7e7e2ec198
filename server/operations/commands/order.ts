import { writeFile } from "node:fs/promises";
import type { OrderAuditAction } from "../../../contract/admin/audit-names.ts";
import { DAY_MS } from "../../../contract/dates.ts";
import { ORDER_BADGES } from "../../../contract/orders/badges.ts";
import { ORDER_STATES, type OrderState } from "../../../contract/orders/schemas.ts";
import { OperatorError } from "../../base/errors.ts";
import {
  deliverParcel,
  markParcelLost,
  receiveParcelBack,
  sendParcelOut,
} from "../../orders/fulfilment/change-parcel.ts";
import {
  deliverOrder,
  noteFailedDelivery,
  packOrder,
  processOrder,
  sendOutForDelivery,
  shipOrder,
} from "../../orders/fulfilment/fulfil-order.ts";
import { markOrderLost, receiveOrderBack } from "../../orders/fulfilment/mark-lost.ts";
import { drawPackingSlip } from "../../orders/fulfilment/packing-slip.ts";
import { deliverReplacement, shipReplacement } from "../../orders/fulfilment/replacements.ts";
import { findAnyOrder, lockOrderByNumber } from "../../orders/orders/find-order.ts";
import { readMoneyEffect, readMoneyPosition } from "../../orders/orders/money-effect.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import { readOrder } from "../../orders/orders/read-orders.ts";
import { listAllOrders, type OrderFilter } from "../../orders/orders/staff/list-all-orders.ts";
import { actionsFrom, type OrderAction, requireAction } from "../../orders/orders/staff/order-actions.ts";
import { startOfDay } from "../../orders/orders/staff/staff-day.ts";
import { requireNotJustRefunded } from "../../orders/payments/just-refunded.ts";
import { cancelOrder, cancelUnits } from "../../orders/post-purchase/cancel-order.ts";
import {
  acceptReturn,
  approveReturn,
  declineReturn,
  receiveReturn,
} from "../../orders/post-purchase/return-actions.ts";
import { refundGoodwill, refundShipping, refundUnits } from "../../orders/post-purchase/staff-credits.ts";
import { COMMAND_ACTOR, recordAudit } from "../../platform/audit/record-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { readMailSender } from "../../selling/settings/mail-sender.ts";
import { readStored } from "../../selling/settings/shop-settings.ts";
import type { CommandContext } from "./context.ts";
import { type Action, type Command, defineAction, type Option } from "./declare.ts";
import { orderLine, orderPageLines } from "./order-lines.ts";
import { previewLines } from "./order-preview.ts";
import { ITEMS_EXAMPLE, readRupees, readUnits } from "./units.ts";

/** Maximum number of orders listed. */
const MAX_LISTED = 50;

type Change = {
  sender: MailSender;
  returnDays: number;
  now: Date;
  isLabelChecked: boolean;
  keepsOffers: boolean;
  isAgain: boolean;
};

/** Options for an order that is sent in several parcels. */
const OF_PARCEL = { awb: { value: "AWB", summary: "this parcel alone, of several" } } as const;

/** Actions that can refund or credit. */
const PREVIEWED: readonly string[] = [
  "lost",
  "came-back",
  "cancel",
  "return-accept",
  "refund",
  "refund-shipping",
  "goodwill",
];
const PREVIEW = { preview: { summary: "only prints what would be credited and refunded" } } as const;

/** Actions that can let the rest of an order keep its offers. */
const MAY_KEEP_OFFERS: readonly string[] = ["lost", "cancel", "return-accept", "refund"];
const KEEP_OFFERS = {
  "keep-offers": { summary: "refunds the units by their shares and leaves the rest its offers: the shop is at fault" },
} as const;

const LABEL_CHECKED = {
  "label-checked": { summary: "ships although the printed label was out of date: you have checked what it collects" },
} as const;

/** Refunds of an amount that may be meant twice; nothing else tells a second one from a repeated command. */
const REPEATABLE: readonly string[] = ["refund-shipping", "goodwill"];
const AGAIN = { again: { summary: "refunds it although the same was refunded in the last minutes" } } as const;

/** Rolls back the transaction of a preview. */
class Preview extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super("nothing is stored");
    this.lines = lines;
  }
}

/** Order actions of staff; see docs/orders.md. Changes queue emails and refunds, which the running shop sends. */
const command: Command = {
  name: "order",
  summary: "shows orders and takes them from payment to delivery",
  actions: [
    defineAction({
      verb: "list",
      options: {
        state: { value: "STATE", summary: `lists orders in this state: ${ORDER_STATES.join(", ")}` },
        from: { value: "DAY", summary: "lists orders placed on this day, such as 2026-11-25, or later" },
        to: { value: "DAY", summary: "lists orders placed on this day or earlier" },
        before: { value: "ORDER", summary: "lists orders placed before this one" },
      },
      summary: `lists the newest ${MAX_LISTED} orders`,
      async run({ db, print }, { options: { state, from, to, before } }) {
        if (state !== undefined && !isState(state))
          throw new OperatorError(`There is no state ${state}; there are ${ORDER_STATES.join(", ")}.`);
        const filter: OrderFilter = {
          states: state && [state],
          from: from === undefined ? undefined : startOfDay("from", from),
          until: to === undefined ? undefined : new Date(startOfDay("to", to).getTime() + DAY_MS),
          after: before === undefined ? undefined : await findAnyOrder(db, before),
        };
        const { orders, hasMore } = await listAllOrders(db, filter, MAX_LISTED);
        for (const order of orders) print(orderLine(order));
        const last = orders.at(-1);
        if (!last) print(Object.values(filter).some(Boolean) ? "No orders match." : "There is no order yet.");
        else if (hasMore) print(`… for older ones add --before ${last.number}`);
      },
    }),
    defineAction({
      verb: "show",
      arguments: ["ORDER"],
      summary: "prints one order with all that has happened to it",
      async run({ db, environment, print }, { arguments: [number] }) {
        const rules = await readStored(db, environment);
        const order = await findAnyOrder(db, number);
        for (const line of orderPageLines(await readOrder(db, order, rules), actionsFrom(order.state))) print(line);
      },
    }),
    defineAction({
      verb: "slip",
      arguments: ["ORDER", "FILE"],
      summary: "writes the packing slip as PDF: items with their lots, no prices",
      async run({ db, path, note, environment }, { arguments: [number, name] }) {
        const file = path(name);
        const rules = await readStored(db, environment);
        await writeFile(file, await drawPackingSlip(db, await findAnyOrder(db, number), rules));
        note(`Written to ${file}.`);
      },
    }),
    step("process", "marks it as being prepared", {}, (trx, order, { now }) => processOrder(trx, order, now)),
    step("pack", "marks it as packed", {}, (trx, order, { now }) => packOrder(trx, order, now)),
    step(
      "ship",
      "marks it as given to the courier",
      {
        awb: { value: "AWB", required: true, summary: "the courier's number of the parcel" },
        courier: { value: "NAME", required: true, summary: "who carries it, such as Delhivery" },
        items: { value: "ITEMS", summary: `what the parcel holds, if not everything: ${ITEMS_EXAMPLE}` },
      },
      (trx, order, change, { awb = "", courier = "", items }) =>
        shipOrder(
          trx,
          order,
          {
            awb,
            courier,
            units: items === undefined ? undefined : readUnits("items", items),
            isLabelChecked: change.isLabelChecked,
          },
          change,
        ),
    ),
    step("out-for-delivery", "marks its parcel as on the way to the door", OF_PARCEL, (trx, order, change, { awb }) =>
      awb === undefined ? sendOutForDelivery(trx, order, change) : sendParcelOut(trx, order, awb, change),
    ),
    step(
      "delivery-failed",
      "tells its customer that the courier could not deliver it and tries again",
      { again: { value: "DAY", required: true, summary: "when the courier tries again, such as 2026-11-25" } },
      (trx, order, change, { again = "" }) => noteFailedDelivery(trx, order, again, change),
    ),
    step("deliver", "marks its parcels as delivered", OF_PARCEL, (trx, order, change, { awb }) =>
      awb === undefined ? deliverOrder(trx, order, change) : deliverParcel(trx, order, awb, change),
    ),
    step(
      "lost",
      "cancels it because its parcel was lost, and refunds the payment",
      OF_PARCEL,
      (trx, order, change, { awb }) =>
        awb === undefined ? markOrderLost(trx, order, change) : markParcelLost(trx, order, awb, change),
    ),
    step(
      "came-back",
      "cancels it because its parcel came back, refunds the payment and restocks its units",
      OF_PARCEL,
      (trx, order, change, { awb }) =>
        awb === undefined ? receiveOrderBack(trx, order, change) : receiveParcelBack(trx, order, awb, change),
    ),
    step(
      "cancel",
      "cancels it before it ships, and refunds the payment",
      {
        reason: { value: "TEXT", summary: "why, as the customer reads it" },
        items: { value: "ITEMS", summary: `cancels only these units, before it is packed: ${ITEMS_EXAMPLE}` },
      },
      (trx, order, change, { reason = "", items }) => {
        requireAction(order, "cancel");
        const cancellation = { cause: "staff", reason, ...change } as const;
        return items === undefined
          ? cancelOrder(trx, order, cancellation)
          : cancelUnits(trx, order, readUnits("items", items), cancellation);
      },
    ),
    step(
      "return-approve",
      "approves a requested return, and emails the pick-up",
      {
        courier: { value: "NAME", required: true, summary: "who collects the parcel" },
        date: { value: "DAY", required: true, summary: "on which day, such as 2026-11-25" },
        between: { value: "TIMES", required: true, summary: 'when, such as "10 AM and 1 PM"' },
      },
      (trx, order, change, { courier = "", date = "", between = "" }) =>
        approveReturn(trx, order, { courier, date, between }, change),
    ),
    step(
      "return-receive",
      "notes that a returned parcel has arrived",
      { items: { value: "ITEMS", summary: `what has arrived, if not everything: ${ITEMS_EXAMPLE}` } },
      (trx, order, change, { items }) =>
        receiveReturn(trx, order, { units: items === undefined ? undefined : readUnits("items", items), ...change }),
    ),
    step(
      "return-accept",
      "accepts a requested return, and refunds what has arrived",
      {
        restock: { value: "ITEMS", summary: "units that can be sold again; the others are written off" },
        replace: { value: "ITEMS", summary: "units that are sent again instead of being refunded" },
      },
      (trx, order, change, { restock, replace }) =>
        acceptReturn(trx, order, {
          ...change,
          ...(restock !== undefined && { restock: readUnits("restock", restock) }),
          ...(replace !== undefined && { replace: readUnits("replace", replace) }),
        }),
    ),
    step(
      "return-decline",
      "declines a requested return",
      { reason: { value: "TEXT", required: true, summary: "why, as the customer reads it" } },
      (trx, order, change, { reason = "" }) => declineReturn(trx, order, { reason, ...change }),
    ),
    step(
      "ship-replacement",
      "marks the replacement of returned goods as given to the courier",
      {
        awb: { value: "AWB", required: true, summary: "the courier's number of the parcel" },
        courier: { value: "NAME", required: true, summary: "who carries it, such as Delhivery" },
      },
      async (trx, order, change, { awb = "", courier = "" }) => {
        await shipReplacement(trx, order, { awb, courier }, change);
        return `The replacement for order ${order.number} is marked as shipped.`;
      },
    ),
    step("deliver-replacement", "marks the replacement as delivered", {}, async (trx, order, { now }) => {
      await deliverReplacement(trx, order, now);
      return `The replacement for order ${order.number} is marked as delivered.`;
    }),
    step(
      "refund",
      "refunds units of a shipped order without a return",
      {
        items: { value: "ITEMS", required: true, summary: ITEMS_EXAMPLE },
        restock: { value: "ITEMS", summary: "those of them that return to the stock" },
      },
      async (trx, order, change, { items = "", restock }) => {
        const restocked = restock === undefined ? [] : readUnits("restock", restock);
        await refundUnits(trx, order, readUnits("items", items), { restock: restocked, ...change });
        return `The refund of order ${order.number} is requested, and a credit note issued.`;
      },
    ),
    step(
      "refund-shipping",
      "refunds shipping and fees, or a part of them, with a credit note",
      {
        amount: { value: "RUPEES", required: true, summary: "such as 49 or 99.50" },
        reason: { value: "TEXT", required: true, summary: "why, as the customer reads it" },
      },
      async (trx, order, change, { amount = "", reason = "" }) => {
        const amountPaise = readRupees("amount", amount);
        if (!change.isAgain)
          await requireNotJustRefunded(trx, order, { kind: "shipping", amountPaise, reason }, change.now);
        await refundShipping(trx, order, { amountPaise, reason, ...change });
        return `The refund of order ${order.number} is requested, and a credit note issued.`;
      },
    ),
    step(
      "goodwill",
      "refunds a part of the payment without crediting goods",
      {
        amount: { value: "RUPEES", required: true, summary: "such as 150 or 99.50" },
        reason: { value: "TEXT", required: true, summary: "why, as the customer reads it" },
      },
      async (trx, order, change, { amount = "", reason = "" }) => {
        const amountPaise = readRupees("amount", amount);
        if (!change.isAgain)
          await requireNotJustRefunded(trx, order, { kind: "goodwill", amountPaise, reason }, change.now);
        await refundGoodwill(trx, order, { amountPaise, reason, ...change });
        return `The refund of order ${order.number} is requested.`;
      },
    ),
  ],
};
export default command;

/** Actions that do not change the order's state. */
type StatelessAction = "ship-replacement" | "deliver-replacement" | "refund" | "refund-shipping" | "goodwill";

/** What the audit log calls each. */
const AUDITED_AS = {
  process: "order.processing_started",
  pack: "order.packed",
  ship: "order.shipped",
  "out-for-delivery": "order.parcel_sent_out",
  "delivery-failed": "order.delivery_failed",
  deliver: "order.delivered",
  lost: "order.parcel_lost",
  "came-back": "order.parcel_received_back",
  cancel: "order.items_cancelled",
  "return-approve": "order.return_approved",
  "return-receive": "order.return_received",
  "return-accept": "order.return_accepted",
  "return-decline": "order.return_declined",
  "ship-replacement": "order.replacement_shipped",
  "deliver-replacement": "order.replacement_delivered",
  refund: "order.items_refunded",
  "refund-shipping": "order.shipping_refunded",
  goodwill: "order.goodwill_refunded",
} as const satisfies Record<OrderAction | StatelessAction, OrderAuditAction>;

/** Applies an action to an order, in a transaction that locks it. @param apply returns the changed order, or a sentence about it */
function step(
  verb: OrderAction | StatelessAction,
  summary: string,
  options: Readonly<Record<string, Option & { value: string }>>,
  apply: (
    trx: DatabaseOrTransaction,
    order: OrderRow,
    change: Change,
    options: Readonly<Record<string, string | undefined>>,
  ) => Promise<OrderRow | string>,
): Action {
  return defineAction({
    verb,
    arguments: ["ORDER"],
    options: {
      ...options,
      ...(PREVIEWED.includes(verb) && PREVIEW),
      ...(MAY_KEEP_OFFERS.includes(verb) && KEEP_OFFERS),
      ...(verb === "ship" && LABEL_CHECKED),
      ...(REPEATABLE.includes(verb) && AGAIN),
    },
    summary,
    writes: true,
    async run(
      { db, environment, print }: CommandContext,
      {
        arguments: [number],
        options: {
          preview: isPreview,
          "label-checked": isLabelChecked = false,
          "keep-offers": keepsOffers = false,
          ...rest
        },
      },
    ) {
      const others: Readonly<Record<string, string | boolean | undefined>> = rest;
      const given: Readonly<Record<string, string>> = Object.fromEntries(
        Object.entries(others).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
      );
      // Another action has an option of this name with a value.
      const isAgain = others.again === true;
      const { RETURN_DAYS } = await readStored(db, environment);
      // Before the transaction, because it uses another connection.
      const sender = await readMailSender(db, environment, (await findAnyOrder(db, number)).shopOrigin);
      const work = db.transaction(async (trx) => {
        const order = await lockOrderByNumber(trx, number);
        const change = { sender, returnDays: RETURN_DAYS, now: new Date(), isLabelChecked, keepsOffers, isAgain };
        const before = isPreview ? await readMoneyPosition(trx, order.id) : null;
        const applied = await apply(trx, order, change, given);
        if (before) throw new Preview(previewLines(await readMoneyEffect(trx, order.id, before)));
        const subject = { type: "order" as const, id: order.number };
        const after = {
          ...given,
          ...(isLabelChecked && { label_checked: true }),
          ...(keepsOffers && { keep_offers: true }),
          ...(isAgain && { again: true }),
          ...(typeof applied !== "string" && { state: applied.state }),
        };
        const action = { action: AUDITED_AS[verb], subject, before: { state: order.state }, after };
        await recordAudit(trx, COMMAND_ACTOR, action, change.now);
        return applied;
      });
      const changed = await work.catch((error) => {
        if (error instanceof Preview) return error;
        throw error;
      });
      if (changed instanceof Preview) {
        for (const line of changed.lines) print(line);
        return;
      }
      print(typeof changed === "string" ? changed : `Order ${changed.number} is ${ORDER_BADGES[changed.state]} now.`);
    },
  });
}

function isState(text: string): text is OrderState {
  return (ORDER_STATES as readonly string[]).includes(text);
}
