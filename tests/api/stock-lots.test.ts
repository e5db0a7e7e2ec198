/** Stock and its lots: what is received, corrected, counted, withheld and recalled. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readPackingSlip } from "../../server/orders/fulfilment/packing-slip.ts";
import { invoiceOf, readInvoice } from "../../server/orders/orders/invoice/read-invoice.ts";
import { customerOrder } from "../../server/platform/database/schema.ts";
import { withholdLots } from "../../server/selling/stock/withhold-lots-task.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { askAdmin, performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

let made = 0;
/** Makes a product; its size has the SKU `sku`. */
async function sell(stock: number): Promise<{ id: string; sku: string; title: string }> {
  made += 1;
  const sku = `K${made}`;
  const title = `Attar ${made}`;
  return { sku, title, id: await shoppers.sell({ title, stock, sku }) };
}
const run = (words: string) => performCommand(shop, `admin ${words}`);
const readSize = (sku: string) => askAdmin(shop, `readStock ${sku}`);
const order = (words: string) => actOnOrder(shop, words);

/** Waits until the job that withholds lots has run, and postpones its next run. */
const postponeJob = () =>
  vi.waitFor(
    async () => {
      const postponed = await rowsOf(
        shop,
        sql`update job set run_at = run_at + interval '1 day' where key = 'withhold_lots' and run_at > now() returning id`,
      );
      expect(postponed).toHaveLength(1);
    },
    { timeout: LONGEST_WAIT_MS, interval: 25 },
  );

const ledgerOf = async (sku: string) =>
  (
    await rowsOf<{ line: string }>(
      shop,
      sql`select kind || ' ' || quantity || case when reason = '' then '' else ': ' || reason end as line
        from stock_movement join variant on variant.id = variant_id where sku = ${sku} order by stock_movement.id`,
    )
  ).map(({ line }) => line);

describe("stock and its lots", () => {
  it("receives units with and without a lot, and shows them with the ledger", async () => {
    const { sku } = await sell(0);
    await run(`receiveStock ${sku} --units 3 --reason Note-7`);
    const received = await run(
      `receiveStock ${sku} --units 5 --lot A12 --manufacturedOn 2026-10-01 --lifeKind use_before --lifeMonth 2031-03`,
    );
    expect(received).toMatchObject({ code: 0 });
    const [size] = (await askAdmin(shop, `listStock --q ${sku}`)).sizes;
    expect(size).toMatchObject({ sku, available: 8 });
    expect((await readSize(sku)).lots).toMatchObject([
      { number: "A12", life: "use before 03/2031", onHand: 5, manufacturedOn: "2026-10-01" },
    ]);
    expect((await run(`listMovements ${sku}`)).out).toMatch(/received +5 +Lot A12.*\n.*received +3 +Note-7/);
    const again = `receiveStock ${sku} --units 5 --lifeKind use_before --lifeMonth 2031-04`;
    expect((await run(`${again} --lot A12`)).err).toContain("is known with other dates");
    expect((await run(again)).err).toContain("lot");
    // As typed: capitals make no difference.
    expect(await readSize(sku.toLowerCase())).toMatchObject({ sku });
    expect((await run("readStock NONE")).err).toContain("There is no size with the SKU NONE.");
  });

  it("corrects stock with a reason, of a lot or without", async () => {
    const { sku } = await sell(2);
    await run(`receiveStock ${sku} --units 4 --lot B1 --lifeKind expiry --lifeMonth 2031-03`);
    expect((await run(`adjustStock ${sku} --difference=-1 --reason Broken --lot B1`)).code).toBe(0);
    expect((await run(`adjustStock ${sku} --difference 2 --reason Found`)).code).toBe(0);
    expect((await run(`adjustStock ${sku} --difference=-9 --reason Broken`)).err).toContain("7 units are on hand");
    expect((await run(`adjustStock ${sku} --difference=-4 --reason Broken --lot B1`)).err).toContain(
      "has only 3 units",
    );
    expect((await run(`adjustStock ${sku} --difference=-1`)).err).toContain("reason");
    expect(await ledgerOf(sku)).toEqual([
      "received 2",
      "received 4: Lot B1",
      "adjusted -1: Broken",
      "adjusted 2: Found",
    ]);
  });

  it("counts what is on hand, and records the difference", async () => {
    const { sku, id } = await sell(6);
    await (await shoppers.buyer({ [id]: 2 })).order();
    const count = (counted: number, more: object = {}) =>
      run(`countStock --no-preview --reason Stock-take --counts ${JSON.stringify([{ sku, counted, ...more }])}`);
    // A difference is stored only from the number that was seen.
    expect((await count(5)).err).toContain("6 units should be there, 5 are counted");
    expect((await count(5, { expected: 7 })).err).toContain("6 units should be there now, not 7");
    expect((await count(5, { expected: 6 })).out).toMatch(/ 6 +5$/m);
    expect((await count(5)).out).toMatch(/ 5 +5$/m);
    expect((await count(1, { expected: 5 })).err).toContain("unpaid orders reserve 2 of them");
    await run(`receiveStock ${sku} --units 4 --lot C1`);
    expect((await count(7, { lot: "C1", expected: 4 })).out).toMatch(/ 4 +7$/m);
    expect(await ledgerOf(sku)).toEqual([
      "received 6",
      "reserved 2",
      "adjusted -1: Stock-take",
      "received 4: Lot C1",
      "adjusted 3: Stock-take",
    ]);
  });

  it("lists sizes that are low", async () => {
    const low = await sell(4);
    const enough = await sell(60);
    const { out } = await run("listStock --tab low");
    expect(out).toContain(`${low.sku} `);
    expect(out).not.toContain(`${enough.sku} `);
    expect((await run("listStock")).out).toContain(`${enough.sku} `);
  });
});

describe("a lot whose life becomes too short", () => {
  it("is withheld on the day, except what unpaid orders reserve, and sold again by another rule", async () => {
    const { sku, id } = await sell(1);
    await run(`receiveStock ${sku} --units 4 --lot D1 --lifeKind expiry --lifeMonth 2031-03`);
    await postponeJob();
    const asha = await shoppers.buyer({ [id]: 2 });
    const opened = await asha.order();
    await withholdLots(shop.db, { today: "2031-03-01", minDays: 30 });
    expect(await shoppers.stockOf(id)).toBe(3);
    await withholdLots(shop.db, { today: "2031-03-02", minDays: 30 });
    expect(await shoppers.stockOf(id)).toBe(0);
    expect((await readSize(sku)).lots).toMatchObject([{ number: "D1", onHand: 1, withheld: 3 }]);

    await asha.verify(await asha.pay(opened));
    await asha.post(`order/${opened.orderNumber}/cancel`);
    expect((await readSize(sku)).lots).toMatchObject([{ number: "D1", onHand: 0, withheld: 4 }]);
    expect(await shoppers.stockOf(id)).toBe(1);

    await withholdLots(shop.db, { today: "2031-03-02", minDays: 7 });
    expect(await shoppers.stockOf(id)).toBe(5);
    expect(await ledgerOf(sku)).toEqual([
      "received 1",
      "received 4: Lot D1",
      "reserved 2",
      "withheld 3: Lot D1 is good until 31 March 2031",
      "sold 2",
      "returned 2",
      "withheld 1: Returned to lot D1",
      "restored 4: Lot D1 is sold again",
    ]);
  });
});

describe("a recalled lot", () => {
  it("is not sold, replaced in orders that are not shipped, and mailed once to those who have it", async () => {
    const { sku, id, title } = await sell(0);
    await run(`receiveStock ${sku} --units 5 --lot R1 --lifeKind expiry --lifeMonth 2031-03`);
    const asha = await shoppers.buyer({ [id]: 2 });
    const sent = (await asha.buy()).orderNumber;
    await order(`ship ${sent} --awb RECALL-1 --courier Delhivery`);
    const binu = await shoppers.buyer({ [id]: 1 });
    const packed = (await binu.buy()).orderNumber;
    await order(`pack ${packed}`);
    const chitra = await shoppers.buyer({ [id]: 1 });
    const short = (await chitra.buy()).orderNumber;
    await run(`receiveStock ${sku} --units 1 --lot R2 --lifeKind expiry --lifeMonth 2031-06`);

    await askAdmin(shop, "recallLot R1 --reason Leaking.");
    expect((await askAdmin(shop, "recallOrders R1 --mail")).orders).toMatchObject([
      { number: sent, units: 2, effect: "nothing", mailedNow: true },
      { number: packed, effect: "repack", mailedNow: false },
      { number: short, effect: "short", mailedNow: false },
    ]);
    expect(await askAdmin(shop, "readLot R1")).toMatchObject({
      recallReason: "Leaking.",
      sizes: [{ onHand: 0, withheld: 2 }],
    });
    const { text } = await shoppers.people.mailAbout(
      asha.email,
      `Please stop using ${title}, 50 ml from order ${sent}`,
    );
    expect(text).toContain("Leaking.");
    expect(text).toContain("R1");
    expect(await shoppers.stockOf(id)).toBe(0);
    expect((await order(`pack ${short}`)).err).toContain("recalled lot R1");
    expect((await order(`ship ${packed} --awb RECALL-2 --courier Delhivery`)).code).toBe(0);

    await run(`receiveStock ${sku} --units 1`);
    expect((await askAdmin(shop, "recallOrders R1 --mail")).orders).toMatchObject([
      { number: sent, mailedNow: false },
      { number: short, effect: "replaced" },
    ]);
    expect((await order(`pack ${short}`)).code).toBe(0);
    expect((await askAdmin(shop, "readLot R1")).orders).toMatchObject([{ number: sent }]);

    await askAdmin(shop, "reinstateLot R1");
    expect(await shoppers.stockOf(id)).toBe(3);
    expect((await run("recallLot NONE --reason x")).err).toContain("There is no lot NONE.");
  });

  it("is never sold while it is recalled, however many buy at once", async () => {
    const { sku, id } = await sell(4);
    await run(`receiveStock ${sku} --units 8 --lot S1 --lifeKind expiry --lifeMonth 2031-03`);
    const buyers = await Promise.all(Array.from({ length: 10 }, () => shoppers.buyer({ [id]: 1 })));
    const [bought] = await Promise.all([
      Promise.all(buyers.map(async (buyer) => (await buyer.buy().catch(() => null))?.orderNumber)),
      run("recallLot S1 --reason Leaking."),
    ]);
    expect(bought.filter(Boolean).length).toBeGreaterThanOrEqual(4);
    await withholdLots(shop.db, { today: "2026-12-01", minDays: 30 });
    await run("recallOrders S1 --no-mail");
    const [lot] = await rowsOf(
      shop,
      sql`select lot.on_hand, withheld, (select coalesce(sum(quantity), 0)::int from lot_allocation where lot_id = lot.id) as sold
        from lot where number = 'S1'`,
    );
    expect(lot).toMatchObject({ on_hand: 0 });
    expect(Number(lot?.withheld) + Number(lot?.sold)).toBe(8);
    expect(await shoppers.stockOf(id)).toBe(12 - Number(lot?.withheld) - bought.filter(Boolean).length);
  });
});

describe("the lots of an order", () => {
  it("are on its page, its invoice and its packing slip, which omits cancelled units and prices", async () => {
    const { sku, id, title } = await sell(0);
    await run(`receiveStock ${sku} --units 1 --lot P1 --lifeKind use_before --lifeMonth 2031-03`);
    await run(`receiveStock ${sku} --units 2 --lot P2 --lifeKind expiry --lifeMonth 2031-06`);
    const asha = await shoppers.buyer({ [id]: 3 });
    const { orderNumber } = await asha.buy();
    const lots = [
      { position: 0, quantity: 1, text: "P1, use before 03/2031" },
      { position: 0, quantity: 2, text: "P2, expiry 06/2031" },
    ];
    expect((await asha.get(`order/${orderNumber}`)).body.data.lots).toEqual(lots);
    expect((await run(`readAnyOrder ${orderNumber}`)).out).toMatch(/0 +1 +P1, use before 03\/2031/);
    const [row] = await shop.db.select().from(customerOrder).where(eq(customerOrder.number, orderNumber));
    if (!row) throw new Error("the order was not stored");
    const { lines } = await invoiceOf(shop.db, row);
    expect(lines.map((line) => line.lots)).toEqual([lots.map(({ text }) => text)]);
    const media = { find: async () => null };
    expect((await readInvoice({ db: shop.db, media }, row)).content.subarray(0, 5).toString()).toBe("%PDF-");

    await order(`cancel ${orderNumber} --items 0:1`);
    expect((await readPackingSlip(shop.db, row, { EWAY_BILL_RUPEES: 50_000 })).items).toEqual([
      { title: `${title}, 50 ml`, sku, quantity: 2, lots: ["2 of lot P2, expiry 06/2031"] },
    ]);
    const slip = () => run(`printOrders --document slip --numbers ${orderNumber} --output slip.pdf --force`);
    expect(await slip()).toMatchObject({ code: 0 });
    expect((await readFile(join(shop.dataDir, "slip.pdf"))).subarray(0, 5).toString()).toBe("%PDF-");

    await order(`cancel ${orderNumber}`);
    expect((await slip()).code).toBe(1);
  });
});

describe("the ledger", () => {
  it("records units that come back spoilt or are lost, without changing the stock", async () => {
    const { sku, id } = await sell(5);
    await run(`receiveStock ${sku} --units 2 --lot W1 --lifeKind expiry --lifeMonth 2031-03`);
    const asha = await shoppers.buyer({ [id]: 2 });
    const { orderNumber } = await asha.buy();
    await order(`ship ${orderNumber} --awb LOST-1 --courier Delhivery`);
    expect((await order(`lost ${orderNumber}`)).code).toBe(0);
    expect((await ledgerOf(sku)).at(-1)).toBe("written_off 2: Lost in transit");
    expect(await shoppers.stockOf(id)).toBe(5);
    expect((await askAdmin(shop, "readLot W1")).orders).toEqual([]);
  });
});
