/** Actions of `stock` on a lot, in all sizes that have its number or in one of them. */

import { ORDER_BADGES } from "../../../contract/orders/badges.ts";
import { OperatorError } from "../../base/errors.ts";
import { notifyOfRecall, ordersOfLots, type RecalledOrder, replaceInOrder } from "../../orders/fulfilment/recall.ts";
import { readMailSender } from "../../selling/settings/mail-sender.ts";
import { findLots, recallLots, reinstateLots } from "../../selling/stock/recall-lots.ts";
import { counted } from "./counted.ts";
import { type Action, defineAction } from "./declare.ts";
import { lotLine } from "./stock-lines.ts";
import { readRule } from "./stock-rule.ts";

const SKU = { value: "SKU", summary: "only the lot of this size" } as const;

export const LOT_ACTIONS: readonly Action[] = [
  defineAction({
    verb: "lot",
    arguments: ["NUMBER"],
    options: { sku: SKU },
    summary: "prints a lot and the orders that have units of it",
    async run({ db, print }, { arguments: [number], options: { sku } }) {
      const lots = await findLots(db, number, sku);
      for (const lot of lots) print(lotLine(lot));
      let orders = 0;
      for await (const found of ordersOfLots(db, lots)) {
        print(orderLine(found));
        orders += 1;
      }
      print(`${counted(orders, "order")}.`);
    },
  }),
  defineAction({
    verb: "recall",
    arguments: ["NUMBER"],
    options: {
      reason: { value: "TEXT", required: true, summary: "a sentence for customers" },
      mail: { summary: "emails the customers who have received units, once" },
      sku: SKU,
    },
    summary: "stops selling a lot, allocates other units to orders that are not shipped, and lists its orders",
    writes: true,
    async run(context, { arguments: [number], options: { reason = "", mail, sku } }) {
      const { db, environment, print } = context;
      const sentence = reason.trim();
      if (sentence === "" || sentence.length > 300)
        throw new OperatorError("Please give --reason in 1 to 300 characters: customers read it.");
      const now = new Date();
      const rule = await readRule(context);
      const lots = await findLots(db, number, sku);
      await db.transaction((trx) => recallLots(trx, lots, { reason: sentence, now }, rule));
      let orders = 0;
      let mailed = 0;
      let unresolved = 0;
      for await (const found of ordersOfLots(db, lots)) {
        orders += 1;
        const { order } = found;
        const replaced = await replaceInOrder(db, order);
        const sender = await readMailSender(db, environment, order.shopOrigin);
        const isMailed = mail && (await notifyOfRecall(db, order, { lots, reason: sentence, sender, now }));
        if (isMailed) mailed += 1;
        if (replaced === "short") unresolved += 1;
        print(`${orderLine(found)}${NOTES[replaced]}${isMailed ? ", emailed now" : ""}`);
      }
      for (const lot of await findLots(db, number, sku)) print(lotLine(lot));
      print(`${counted(orders, "order")}, ${counted(mailed, "email")} queued.`);
      return unresolved > 0 ? 1 : 0;
    },
  }),
  defineAction({
    verb: "reinstate",
    arguments: ["NUMBER"],
    options: { sku: SKU },
    summary: "ends a recall: the lot is sold again",
    writes: true,
    async run(context, { arguments: [number], options: { sku } }) {
      const { db, print } = context;
      const rule = await readRule(context);
      const lots = await findLots(db, number, sku);
      await db.transaction((trx) => reinstateLots(trx, lots, rule));
      for (const lot of await findLots(db, number, sku)) print(lotLine(lot));
    },
  }),
];

const NOTES = {
  "nothing to do": "",
  replaced: ", has other units now",
  repack: ", has other units now: please pack it again",
  short: ", no other units are available: please cancel them, or receive more and recall again",
} as const;

function orderLine({ order, units, isMailed }: RecalledOrder): string {
  const { number, state, customerName, email } = order;
  return `${number}  ${ORDER_BADGES[state].padEnd(16)}  ${counted(units, "unit")}  ${customerName}, ${email}${isMailed ? ", emailed" : ""}`;
}
