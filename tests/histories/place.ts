/** Places an order: a random cart, with a code or without, paid online or in cash. */

import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { BENGALURU, LUCKNOW } from "../api/buyers.ts";
import { rowsOf } from "../api/people.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { type History, send } from "./history.ts";
import { type Account, creditOfSet, type ModelLine, type ModelOrder } from "./model.ts";
import { type Terms, worthOf } from "./rules.ts";

const CASH_FEE_PAISE = 4_900;

export async function placeOrder(history: History): Promise<ModelOrder> {
  const { random, world, account, buyers, log } = history;
  const { buyer } = account;
  const lines: ModelLine[] = random.some(world.wares).map((ware) => {
    const quantity = random.int(1, 4);
    return { ware, product: ware.id, pricePaise: ware.pricePaise, quantity, ordered: quantity, position: -1 };
  });
  if (random.chance(0.3))
    lines.push({
      ware: world.set,
      product: world.set.id,
      pricePaise: world.set.pricePaise,
      quantity: 1,
      ordered: 1,
      position: -1,
    });
  log.push(`cart: ${lines.map(({ ware, quantity }) => `${quantity} × ${ware.slug} at ${ware.pricePaise}`).join(", ")}`);
  for (const { product, quantity } of lines)
    await send(history, buyer, "cart", { product_id: String(product), quantity });

  const codes = world.offers.flatMap(({ code }) => code ?? []);
  if (codes.length > 0 && random.chance(0.6)) await buyer.post("cart/code", { code: random.pick(codes) });
  // An order is not placed with a code that does not apply.
  let { code } = await buyer.cart();
  if (code?.problem) {
    await buyers.people.send("DELETE", "cart/code", undefined, { token: buyer.token });
    code = null;
  }
  const wantsCash = random.chance(0.35);
  const setOrder = world.creditsSets ? creditableSet(account) : null;
  const terms: Terms = {
    offers: world.offers,
    code: code?.code ?? null,
    setProduct: world.set.id,
    setCreditPaise: setOrder ? await creditOfKeptSet(history, setOrder) : 0,
    shippingPaise: world.shipping.pricePaise,
    freeFromPaise: world.shipping.freeFromPaise,
    feesPaise: 0,
    wholeRupees: false,
  };
  // An order that costs nothing is placed without a payment; no cash is collected for goods that cost nothing.
  const { totalPaise, shippingPaise } = worthOf(lines, terms);
  const isFree = totalPaise === 0;
  const isCash = wantsCash && totalPaise > shippingPaise;
  if (isCash) {
    terms.feesPaise = CASH_FEE_PAISE;
    terms.wholeRupees = true;
  }
  const worth = worthOf(lines, terms);
  // A credit that takes nothing off, because the product is free already, is none of the order's terms.
  if (worth.creditPaise === 0) terms.setCreditPaise = 0;
  if (worth.earnsSamples) await send(history, buyer, "cart/samples", { variant_ids: [String(world.sample.variantId)] });

  log.push(`${isCash ? "cash" : "online"}, code ${terms.code}, credit ${terms.setCreditPaise}: ${worth.totalPaise}`);
  const address = random.pick([LUCKNOW, BENGALURU]);
  const place = isFree ? placeFree : isCash ? placeForCash : placeOnline;
  const number = await place(history, address);
  const { items } = (await buyer.get(`order/${number}`)).body.data;
  for (const line of lines) {
    const item = items.find(
      ({ product }: { product: { variant_id: string } }) => product.variant_id === String(line.ware.variantId),
    );
    line.position = item.position;
    line.ware.onHand -= line.quantity;
  }
  const samples = worth.earnsSamples ? [world.sample] : [];
  for (const ware of samples) ware.onHand -= 1;
  return {
    number,
    buyer,
    lines,
    terms,
    address,
    isCash,
    isRounded: isCash,
    isInvoiced: !isCash,
    totalPaise: worth.totalPaise,
    netPaise: worth.totalPaise,
    paidPaise: isCash ? 0 : worth.totalPaise,
    refundedPaise: 0,
    forgivenPaise: 0,
    samples,
    state: "open",
    setOrder: worth.creditPaise > 0 ? setOrder : null,
    pendingEdit: null,
    hasExchange: false,
    owesExchange: false,
    isReleased: false,
  };
}

async function placeOnline(history: History, address: object): Promise<string> {
  const { buyer } = history.account;
  const opened = (await send(history, buyer, "init/payment", { address })).body.data;
  const verified = await send(history, buyer, "verify/payment", await buyer.pay(opened));
  expect(verified.body.data.outcome).toBe("paid");
  return opened.orderNumber;
}

async function placeFree(history: History, address: object): Promise<string> {
  const body = { address, total_price: 0 };
  return (await send(history, history.account.buyer, "free-order", body)).body.data.orderNumber;
}

async function placeForCash(history: History, address: object): Promise<string> {
  const { buyer } = history.account;
  const { orderNumber } = (await send(history, buyer, "cash-order", { address })).body.data;
  const readCode = async () => {
    const mails = await history.buyers.people.mailsTo(buyer.email, 0);
    const mail = mails.find(({ subject }) => subject === `Confirm your order ${orderNumber}`);
    return mail && history.buyers.people.codeIn(mail);
  };
  // Behind the mails of all other histories.
  await expect.poll(readCode, { timeout: LONGEST_WAIT_MS, interval: 50 }).toBeTruthy();
  await send(history, buyer, `cash-order/${orderNumber}/confirm`, { code: await readCode() });
  return orderNumber;
}

/** The oldest order that is delivered with a set, of which nothing was sent back, and whose credit no order uses. */
function creditableSet({ orders, setProduct }: Account): ModelOrder | null {
  const isUsed = (one: ModelOrder) => orders.some(({ setOrder, isReleased }) => setOrder === one && !isReleased);
  const hasSet = ({ lines }: ModelOrder) =>
    lines.some(({ product, quantity }) => product === setProduct && quantity > 0);
  return orders.find((one) => one.state === "delivered" && hasSet(one) && !isUsed(one)) ?? null;
}

/**
 * What the dearest set that is kept of an order is worth later. Of one that came in exchange it is the stored price: how the change's amount is
 * divided between what came is none of the model's subjects.
 */
async function creditOfKeptSet({ shop, world }: History, { number, lines, ...order }: ModelOrder): Promise<number> {
  const [dearest] = lines
    .filter(({ product, quantity }) => product === world.set.id && quantity > 0)
    .sort((one, other) => other.pricePaise - one.pricePaise);
  if (!dearest) return 0;
  if (dearest.ordered > 0) return creditOfSet({ number, lines, ...order }, world.set.id);
  const [stored] = await rowsOf<{ paise: number }>(
    shop,
    sql`select price_paise - ceil(discount_paise::numeric / quantity)::int as paise from order_item
      where position = ${dearest.position} and order_id = (select id from customer_order where number = ${number})`,
  );
  return stored?.paise ?? 0;
}
