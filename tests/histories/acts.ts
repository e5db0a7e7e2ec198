/** What customer and staff can do with an order, each with its effect on the model. */

import { expect } from "vitest";
import { readPackingSlip } from "../../server/orders/fulfilment/packing-slip.ts";
import { findAnyOrder } from "../../server/orders/orders/find-order.ts";
import { BENGALURU, LUCKNOW } from "../api/buyers.ts";
import { type History, send, sendAsStaff } from "./history.ts";
import {
  changeBy,
  credit,
  type Edit,
  keptUnits,
  lineAt,
  type ModelOrder,
  settle,
  takeOut,
  type Units,
} from "./model.ts";
import type { Random } from "./random.ts";
import { sum, worthOf } from "./rules.ts";
import type { Ware } from "./world.ts";

/** What one order may have of a product, by default. */
const MAX_UNITS = 20;

interface Act {
  isPossible: (order: ModelOrder) => boolean;
  perform: (history: History, order: ModelOrder) => Promise<void>;
}

const isOpen = ({ state }: ModelOrder) => state === "open";
const isShipped = ({ state }: ModelOrder) => state === "shipped";
const isDelivered = ({ state }: ModelOrder) => state === "delivered";
/** Whether money is left that could be refunded. */
const hasMoney = ({ paidPaise, refundedPaise }: ModelOrder) => paidPaise - refundedPaise > 100;

export const ACTS: Record<string, Act> = {
  "customer cancels units": {
    isPossible: isOpen,
    perform: async (history, order) => {
      const lines = someUnits(history.random, order);
      history.log.push(JSON.stringify(lines));
      await send(history, order.buyer, `order/${order.number}/cancel`, { lines });
      cancel(history, order, lines);
    },
  },
  "staff cancels units": {
    isPossible: isOpen,
    perform: async (history, order) => {
      const lines = someUnits(history.random, order);
      history.log.push(JSON.stringify(lines));
      await sendAsStaff(history, order.number, "cancel", { reason: "", lines });
      cancel(history, order, lines);
    },
  },
  "staff edits items": {
    isPossible: (order) => isOpen(order) && order.pendingEdit === null && (!order.isInvoiced || !order.isCash),
    perform: async (history, order) => {
      const { random } = history;
      const remove = random.chance(0.7) ? someUnits(random, order) : [];
      const added = someWares(history, order, remove);
      if (added.length === 0) return;
      const add = added.map(({ ware, quantity }) => ({ sku: `SKU-${ware.slug}`, quantity }));
      history.log.push(JSON.stringify({ remove, add }));
      const change = await changeOf(history, order, { remove, added });
      // Too little to be paid online.
      if (order.isInvoiced && change > 0 && change < 100) return;
      const changed = await sendAsStaff(history, order.number, "items", { reason: "", remove, add }, "PATCH");
      const { due } = changed.body.data.edit;
      expect(Math.round(due * 100), order.number).toBe(order.isInvoiced ? Math.max(0, change) : 0);
      const edit = { remove, restocked: remove, added, duePaise: change };
      if (due > 0) {
        order.pendingEdit = edit;
        if (random.chance(0.5)) await payForEdit(history, order);
      } else edited(history, order, edit, changed.body.data.order, () => credit(order, -change));
    },
  },
  "customer pays for the change": {
    isPossible: (order) => order.pendingEdit !== null,
    perform: payForEdit,
  },
  "customer cancels all": {
    isPossible: isOpen,
    perform: async (history, order) => {
      await send(history, order.buyer, `order/${order.number}/cancel`, {});
      cancel(history, order, keptUnits(order));
    },
  },
  "customer prepays": {
    isPossible: (order) => isOpen(order) && order.isCash && order.netPaise > order.terms.feesPaise + 100,
    perform: async (history, order) => {
      await payByLink(history, order);
      // The fee for cash is waived, and what is charged from now on may have paise.
      order.netPaise -= order.terms.feesPaise;
      order.totalPaise = order.netPaise;
      order.terms = { ...order.terms, feesPaise: 0, wholeRupees: false };
      order.paidPaise = order.netPaise;
      order.isCash = false;
      order.isInvoiced = true;
    },
  },
  "staff moves it to another state": {
    isPossible: (order) => isOpen(order) && !order.isInvoiced,
    perform: async (history, order) => {
      order.address = order.address === LUCKNOW ? BENGALURU : LUCKNOW;
      await sendAsStaff(history, order.number, "address", order.address, "PATCH");
    },
  },
  ship: {
    isPossible: isOpen,
    perform: async (history, order) => {
      await sendAsStaff(history, order.number, "ship", { courier: "Delhivery", awb: awbOf(order) });
      order.state = "shipped";
      order.isInvoiced = true;
      order.pendingEdit = null;
    },
  },
  deliver: {
    isPossible: isShipped,
    perform: async (history, order) => {
      await sendAsStaff(history, order.number, "deliver");
      order.state = "delivered";
      if (order.isCash) order.paidPaise = order.totalPaise;
    },
  },
  "ship by mistake": {
    isPossible: isShipped,
    perform: async (history, order) => {
      await sendAsStaff(history, order.number, "undo-step");
      await sendAsStaff(history, order.number, "ship", { courier: "Delhivery", awb: awbOf(order) });
    },
  },
  "deliver by mistake": {
    isPossible: (order) => isDelivered(order) && !order.hasExchange && (!order.isCash || order.refundedPaise === 0),
    perform: async (history, order) => {
      await sendAsStaff(history, order.number, "undo-step");
      await sendAsStaff(history, order.number, "deliver");
    },
  },
  lose: {
    isPossible: isShipped,
    perform: async (history, order) => {
      await sendAsStaff(history, order.number, "lost");
      end(history, order);
    },
  },
  "come back": {
    isPossible: isShipped,
    perform: async (history, order) => {
      await sendAsStaff(history, order.number, "came-back");
      if (!order.isCash) {
        for (const { ware, quantity } of order.lines) ware.onHand += quantity;
        for (const ware of order.samples) ware.onHand += 1;
      }
      end(history, order);
    },
  },
  "refund units": {
    isPossible: (order) => (isShipped(order) && !order.isCash) || isDelivered(order),
    perform: async (history, order) => {
      const lines = someUnits(history.random, order);
      // The order would stay delivered with nothing left.
      if (lines.length === keptUnits(order).length) return;
      history.log.push(JSON.stringify(lines));
      const isRestocked = history.random.chance(0.3);
      await sendAsStaff(history, order.number, "refund", { lines, restock: isRestocked ? lines : [] });
      if (isRestocked) restock(order, lines);
      takeOut(history.account, order, lines);
    },
  },
  "refund shipping": {
    isPossible: (order) =>
      order.isInvoiced && hasMoney(order) && order.state !== "ended" && order.state !== "returning",
    perform: async (history, order) => {
      const { shippingLeft } = (await history.owner.send("GET", `/orders/${order.number}`)).body.data;
      const amountPaise = Math.min(Math.round(shippingLeft * 100), 2_500, order.paidPaise - order.refundedPaise);
      if (amountPaise <= 0) return;
      await sendAsStaff(history, order.number, "refund-shipping", {
        amount: amountPaise / 100,
        reason: "It was late.",
      });
      order.forgivenPaise += amountPaise;
      credit(order, amountPaise);
    },
  },
  goodwill: {
    isPossible: (order) => hasMoney(order) && (isOpen(order) || isShipped(order) || isDelivered(order)),
    perform: async (history, order) => {
      const amountPaise = history.random.int(1, Math.min(5_000, order.paidPaise - order.refundedPaise));
      await sendAsStaff(history, order.number, "goodwill", { amount: amountPaise / 100, reason: "Sorry." });
      order.refundedPaise += amountPaise;
    },
  },
  exchange: {
    isPossible: (order) => isDelivered(order) && !order.owesExchange,
    perform: async (history, order) => {
      const { random } = history;
      const remove = someUnits(random, order);
      const added = someWares(history, order, remove);
      if (added.length === 0) return;
      history.log.push(JSON.stringify({ remove, added: added.map(({ ware, quantity }) => [ware.sku, quantity]) }));
      const duePaise = await changeOf(history, order, { remove, added });
      // Too little to be paid online.
      if (duePaise > 0 && duePaise < 100) return;
      await send(history, order.buyer, `order/${order.number}/return`, { reason: "Too strong.", lines: remove });
      await acceptExchange(history, order, { remove, added, duePaise });
    },
  },
  "customer asks for other sizes": {
    isPossible: (order) => isDelivered(order) && !order.owesExchange,
    perform: async (history, order) => {
      const { random, world } = history;
      const lines = someUnits(random, order);
      const wanted = lines.flatMap(({ position, quantity }) => {
        const { ware } = lineAt(order, position);
        const large = world.large.get(ware.id);
        const isReturned = lines.some((one) => lineAt(order, one.position).ware === large);
        return large && !isReturned ? [{ position, ware: large, quantity: random.int(1, quantity) }] : [];
      });
      if (wanted.length === 0) return;
      const added = [...new Set(wanted.map(({ ware }) => ware))].map((ware) => ({
        ware,
        quantity: sum(wanted.filter((one) => one.ware === ware).map(({ quantity }) => quantity)),
      }));
      const exchange = wanted.map(({ position, ware, quantity }) => ({ position, sku: ware.sku, quantity }));
      history.log.push(JSON.stringify({ lines, exchange }));
      const duePaise = await changeOf(history, order, { remove: lines, added });
      if (duePaise > 0 && duePaise < 100) return;
      const path = `order/${order.number}/return`;
      const shown = (await send(history, order.buyer, `${path}/preview`, { lines, exchange })).body.data;
      expect(Math.round(shown.amount * 100) + duePaise, order.number).toBe(0);
      expect(Math.round(shown.exchange.due * 100), order.number).toBe(Math.max(0, duePaise));
      await send(history, order.buyer, path, { reason: "Larger, please.", lines, exchange, amount: shown.amount });
      await acceptExchange(history, order, { remove: lines, added, duePaise });
    },
  },
  "send what was exchanged": {
    isPossible: ({ owesExchange }) => owesExchange,
    perform: async (history, order) => {
      const { actions, returns } = (await history.owner.send("GET", `/orders/${order.number}`)).body.data;
      const awb = `${awbOf(order)}X${history.log.length}`;
      // What was refunded meanwhile is not sent.
      if (actions.includes("ship-replacement")) {
        await sendAsStaff(history, order.number, "ship-replacement", { courier: "Delhivery", awb });
        const held = returns.findLast(({ exchange }: { exchange: Units[] }) => exchange.length > 0).exchange;
        if (history.random.chance(0.3) && (await missParcel(history, order, awb, held))) return;
      }
      order.owesExchange = false;
    },
  },
  return: {
    isPossible: (order) => isDelivered(order) && !order.owesExchange,
    perform: async (history, order) => {
      const lines = someUnits(history.random, order);
      history.log.push(JSON.stringify(lines));
      await send(history, order.buyer, `order/${order.number}/return`, { reason: "Too strong.", lines });
      const restocked = history.random.chance(0.5) ? lines : [];
      const isReplaced = history.random.chance(0.15);
      await sendAsStaff(history, order.number, "return-accept", {
        decisionReason: "changed_mind",
        restock: restocked,
        replace: isReplaced ? lines : [],
      });
      restock(order, restocked);
      if (isReplaced) {
        for (const { position, quantity } of lines) lineAt(order, position).ware.onHand -= quantity;
        const awb = `${awbOf(order)}R${history.log.length}`;
        await sendAsStaff(history, order.number, "ship-replacement", { courier: "Delhivery", awb });
        if (history.random.chance(0.3) && (await missParcel(history, order, awb, lines)))
          await sendAsStaff(history, order.number, "ship-replacement", { courier: "Delhivery", awb: `${awb}B` });
        return;
      }
      takeOut(history.account, order, lines);
      if (keptUnits(order).length === 0) order.state = "ended";
    },
  },
};

/** Has staff accept an open return in exchange for units, which the customer may have to pay for. */
async function acceptExchange(
  history: History,
  order: ModelOrder,
  { remove, added, duePaise }: Pick<Edit, "remove" | "added" | "duePaise">,
): Promise<void> {
  const { random } = history;
  const exchange = added.map(({ ware, quantity }) => ({ sku: ware.sku, quantity }));
  const restocked = random.chance(0.5) ? remove : [];
  const decision = { decisionReason: "changed_mind", restock: restocked };
  const accepted = await sendAsStaff(history, order.number, "return-accept", { ...decision, exchange });
  expect(Math.round(accepted.body.data.exchange.due * 100), order.number).toBe(Math.max(0, duePaise));
  const edit = { remove, restocked, added, duePaise };
  if (duePaise <= 0) {
    exchanged(history, order, edit, accepted.body.data.order, () => credit(order, -duePaise));
    return;
  }
  order.pendingEdit = edit;
  if (random.chance(0.6)) return payForEdit(history, order);
  // It is not paid: staff refunds the return instead.
  await sendAsStaff(history, order.number, "withdraw-edit");
  order.pendingEdit = null;
  await sendAsStaff(history, order.number, "return-accept", decision);
  restock(order, restocked);
  takeOut(history.account, order, remove);
  if (keptUnits(order).length === 0) order.state = "ended";
}

/**
 * Loses the parcel of an exchange or a replacement, or receives it back. @returns whether what it held is sent again; else it is refunded
 */
async function missParcel(history: History, order: ModelOrder, awb: string, held: readonly Units[]): Promise<boolean> {
  const { random } = history;
  // Some of it is refunded while it is on its way.
  if (random.chance(0.3)) await ACTS["refund units"]?.perform(history, order);
  const state = random.pick(["lost", "came_back"]);
  const units = held.map(({ position, quantity }) => ({
    position,
    quantity: Math.min(quantity, lineAt(order, position).quantity),
  }));
  const countOf = (counted: readonly Units[]) => sum(counted.map(({ quantity }) => quantity));
  // The order would stay delivered with nothing left.
  const isAll = countOf(units) === countOf(keptUnits(order));
  const sendAgain = countOf(units) > 0 && (isAll || random.chance(0.5));
  history.log.push(JSON.stringify({ awb, state, sendAgain, units }));
  await sendAsStaff(history, order.number, `parcels/${awb}/credit`, { state, sendAgain });
  if (state === "came_back") restock(order, units);
  if (sendAgain) {
    for (const { position, quantity } of units) lineAt(order, position).ware.onHand -= quantity;
    await compareSlip(history, order, units);
  } else takeOut(history.account, order, units);
  return sendAgain;
}

/** Compares the packing slip with the units that are sent. */
async function compareSlip({ shop }: History, order: ModelOrder, units: readonly Units[]): Promise<void> {
  const { number } = order;
  const { items } = await readPackingSlip(shop.db, await findAnyOrder(shop.db, number), { EWAY_BILL_RUPEES: 50_000 });
  const listed = (counted: readonly { sku: string; quantity: number }[]) =>
    counted
      .filter(({ quantity }) => quantity > 0)
      .map(({ sku, quantity }) => `${quantity} × ${sku}`)
      .sort();
  const sent = units.map(({ position, quantity }) => ({ sku: lineAt(order, position).ware.sku, quantity }));
  expect(listed(items), number).toEqual(listed(sent));
}

/** Some of the kept units; sometimes all. */
function someUnits(random: Random, order: ModelOrder): Units[] {
  return random.some(keptUnits(order)).map(({ position, quantity }) => ({
    position,
    quantity: random.chance(0.5) ? quantity : random.int(1, quantity),
  }));
}

/** Some products that can come for units that go; none if the order would have too many of one. */
function someWares({ random, world }: History, order: ModelOrder, remove: readonly Units[]): Edit["added"] {
  const isRemoved = ({ variantId }: Ware) =>
    remove.some(({ position }) => lineAt(order, position).ware.variantId === variantId);
  const added = random
    .some(world.wares)
    .filter((ware) => !isRemoved(ware))
    .map((ware) => ({ ware, quantity: random.int(1, 3) }));
  return added.some((one) => keptOf(order, one.ware) + one.quantity > MAX_UNITS) ? [] : added;
}

/** Pays what an order's link asks for. */
async function payByLink(history: History, { buyer, number }: ModelOrder): Promise<void> {
  const { path } = (await buyer.get(`cash-order/${number}/pay-link`)).body.data;
  const link = path.replace("/pay/", "draft-orders/");
  const opened = (await send(history, buyer, `${link}/pay`, {})).body.data;
  const verified = await send(history, buyer, `${link}/verify`, await buyer.pay(opened));
  expect(verified.body.data.outcome, number).toBe("paid");
}

/** Pays for the change that waits, if it still costs the same: what is paid for another amount is refunded. */
async function payForEdit(history: History, order: ModelOrder): Promise<void> {
  const { pendingEdit: edit } = order;
  if (!edit || (await changeOf(history, order, edit)) !== edit.duePaise) return;
  await payByLink(history, order);
  order.pendingEdit = null;
  const change = order.state === "delivered" ? exchanged : edited;
  change(history, order, edit, (await history.owner.send("GET", `/orders/${order.number}`)).body.data, () => {
    order.netPaise += edit.duePaise;
    order.paidPaise += edit.duePaise;
  });
}

/** How much dearer an order becomes by a change; nothing of the model changes. */
async function changeOf(
  { account, owner }: History,
  order: ModelOrder,
  { remove, added }: Pick<Edit, "remove" | "added">,
): Promise<number> {
  const { shippingLeft } = (await owner.send("GET", `/orders/${order.number}`)).body.data;
  for (const { position, quantity } of remove) lineAt(order, position).quantity -= quantity;
  const change = changeBy(account, order, added, Math.round(shippingLeft * 100));
  for (const { position, quantity } of remove) lineAt(order, position).quantity += quantity;
  return change;
}

/** Changes the items of an order. @param shown the order as staff sees it now @param changeMoney once it has its new items */
function edited(
  { account }: History,
  order: ModelOrder,
  { remove, restocked, added }: Edit,
  shown: { items: Parameters<typeof addTo>[2]; totalPrice: number },
  changeMoney: () => void,
): void {
  for (const { position, quantity } of remove) lineAt(order, position).quantity -= quantity;
  restock(order, restocked);
  for (const { ware, quantity } of added) ware.onHand -= quantity;
  addTo(order, added, shown.items);
  changeMoney();
  // How the change is divided between credit note and further invoice is none of the model's subjects.
  if (order.isInvoiced) order.totalPaise = Math.round(shown.totalPrice * 100);
  if (order.setOrder?.isInvoiced) settle(account, order.setOrder);
  if (order.state === "open") endUnearnedSamples(order);
}

/** Exchanges units of a delivered order: as `edited`, but what comes is sent in a parcel of its own, and the customer keeps free samples. */
const exchanged: typeof edited = (history, order, ...change) => {
  edited(history, order, ...change);
  order.owesExchange = true;
  order.hasExchange = true;
};

/** Cancels units before they are sent. */
function cancel({ account }: History, order: ModelOrder, lines: readonly Units[]): void {
  restock(order, lines);
  order.pendingEdit = null;
  takeOut(account, order, lines);
  endUnearnedSamples(order);
  if (keptUnits(order).length > 0) return;
  order.state = "ended";
  order.isReleased = true;
  if (order.setOrder) settle(account, order.setOrder);
}

/** Free samples that what is kept does not earn are not sent. */
function endUnearnedSamples(order: ModelOrder): void {
  if (!worthOf(order.lines, order.terms).earnsSamples) for (const ware of order.samples.splice(0)) ware.onHand += 1;
}

const keptOf = ({ lines }: ModelOrder, ware: Ware) =>
  sum(lines.filter((line) => line.ware === ware).map(({ quantity }) => quantity));

/** Adds units to the items that the order has, or as items of their own, whose positions the shop has chosen. */
function addTo(
  order: ModelOrder,
  added: readonly { ware: Ware; quantity: number }[],
  items: readonly { position: number; product: { variant_id: string } }[],
): void {
  for (const { ware, quantity } of added) {
    const positions = items.filter(({ product }) => product.variant_id === String(ware.variantId));
    const { position = -1 } = positions.at(-1) ?? {};
    const known = order.lines.find((line) => line.position === position);
    if (known) known.quantity += quantity;
    else {
      const { id: product, pricePaise } = ware;
      // What is added later is on an invoice of its own, and leaves the price of a set as it was.
      const ordered = order.isInvoiced ? 0 : quantity;
      order.lines.push({ ware, product, pricePaise, quantity, ordered, position });
    }
  }
}

/** Ends an order whose parcel did not arrive. */
function end({ account }: History, order: ModelOrder): void {
  order.isReleased = true;
  order.state = "ended";
  takeOut(account, order, keptUnits(order));
}

function restock(order: ModelOrder, lines: readonly Units[]): void {
  for (const { position, quantity } of lines) lineAt(order, position).ware.onHand += quantity;
}

const awbOf = ({ number }: ModelOrder) => `AWB${number.replaceAll("-", "")}`;
