import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importProducts } from "../../server/catalogue/import.ts";
import { customerOrder, product, stock, stockMovement } from "../../server/database/schema.ts";
import { createMediaLibrary } from "../../server/media/media-library.ts";
import { receiveStock, reserveStock } from "../../server/stock/stock.ts";
import { buyersOf } from "./buyers.ts";
import { setStock } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

/** Stock, its ledger of movements and its projection on the product. */

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

const movementsOf = async (productId: string) =>
  (
    await shop.db
      .select({ kind: stockMovement.kind, quantity: stockMovement.quantity, orderId: stockMovement.orderId })
      .from(stockMovement)
      .where(eq(stockMovement.productId, Number(productId)))
      .orderBy(asc(stockMovement.id))
  ).map(({ kind, quantity, orderId }) => `${kind} ${quantity}${orderId === null ? "" : " for an order"}`);

const balanceOf = async (productId: string) => {
  const [row] = await shop.db
    .select({ onHand: stock.onHand, reserved: stock.reserved, available: product.stock })
    .from(product)
    .leftJoin(stock, eq(stock.productId, product.id))
    .where(eq(product.id, Number(productId)));
  return row;
};

describe("the ledger of stock", () => {
  it("records a delivery, a reservation, its sale and its return", async () => {
    const a = await shoppers.sell({ stock: 5 });
    const asha = await shoppers.buyer({ [a]: 2 });
    const opened = await asha.order();
    expect(await balanceOf(a)).toEqual({ onHand: 5, reserved: 2, available: 3 });
    await asha.verify(await asha.pay(opened));
    expect(await balanceOf(a)).toEqual({ onHand: 3, reserved: 0, available: 3 });
    await asha.post(`order/${opened.orderNumber}/cancel`);
    expect(await balanceOf(a)).toEqual({ onHand: 5, reserved: 0, available: 5 });
    expect(await movementsOf(a)).toEqual([
      "received 5",
      "reserved 2 for an order",
      "sold 2 for an order",
      "returned 2 for an order",
    ]);
  });

  it("records that an unpaid order released its units, once", async () => {
    const a = await shoppers.sell({ stock: 5 });
    const asha = await shoppers.buyer({ [a]: 2 });
    const { orderNumber } = await asha.order();
    await asha.post(`order/${orderNumber}/cancel`);
    await asha.post(`order/${orderNumber}/cancel`);
    expect(await movementsOf(a)).toEqual(["received 5", "reserved 2 for an order", "released 2 for an order"]);
    expect(await balanceOf(a)).toEqual({ onHand: 5, reserved: 0, available: 5 });
  });

  it("records a product file as an adjustment of what is available, beside what is reserved", async () => {
    const a = await shoppers.sell({ slug: "counted", stock: 5 });
    await (await shoppers.buyer({ [a]: 2 })).order();
    const file = join(shop.dataDir, "counted.csv");
    const importFile = async (text: string) => {
      await writeFile(file, text);
      return importProducts(shop.db, {
        file,
        media: createMediaLibrary({ DATA_DIR: shop.dataDir }),
        onProgress: () => {},
      });
    };
    expect(await importFile("slug,stock\ncounted,10\n")).toMatchObject({ added: 0, changed: 1 });
    expect(await balanceOf(a)).toEqual({ onHand: 12, reserved: 2, available: 10 });
    expect(await importFile("slug,stock\ncounted,10\n")).toMatchObject({ added: 0, changed: 0 });
    expect(await importFile("slug,stock\ncounted,0\n")).toMatchObject({ changed: 1 });
    expect(await balanceOf(a)).toEqual({ onHand: 2, reserved: 2, available: 0 });
    expect(await movementsOf(a)).toEqual(["received 5", "reserved 2 for an order", "adjusted 7", "adjusted -10"]);
  });

  it("never promises more than is on hand, even to a writer that does not ask", async () => {
    const a = await shoppers.sell({ stock: 1 });
    const update = shop.db.execute(sql`update stock set reserved = 2 where product_id = ${Number(a)}`);
    await expect(update).rejects.toThrow();
  });

  it("reserves all units of an order or none", async () => {
    const [a, b] = [await shoppers.sell({ stock: 5 }), await shoppers.sell({ stock: 5 })];
    const asha = await shoppers.buyer({ [a]: 2, [b]: 2 });
    const { orderNumber } = await asha.order();
    await setStock(shop, b, 1);
    const [order] = await shop.db.select().from(customerOrder).where(eq(customerOrder.number, orderNumber));
    expect(await shop.db.transaction((trx) => reserveStock(trx, order?.id ?? 0))).toBe(false);
    expect(await balanceOf(a)).toEqual({ onHand: 5, reserved: 2, available: 3 });
    await shop.db.transaction((trx) => receiveStock(trx, [{ productId: Number(b), quantity: 1 }]));
    expect(await shop.db.transaction((trx) => reserveStock(trx, order?.id ?? 0))).toBe(true);
    expect([await balanceOf(a), await balanceOf(b)]).toEqual([
      { onHand: 5, reserved: 4, available: 1 },
      { onHand: 4, reserved: 4, available: 0 },
    ]);
  });

  it("adds up to the stock of every product", async () => {
    const wrong = await rowsOf(
      shop,
      sql`select product.id from product left join stock on stock.product_id = product.id
        left join lateral (
          select coalesce(sum(case when kind in ('received', 'returned', 'adjusted') then quantity when kind = 'sold' then -quantity else 0 end), 0) as on_hand,
            coalesce(sum(case when kind = 'reserved' then quantity when kind in ('released', 'sold') then -quantity else 0 end), 0) as reserved
          from stock_movement where product_id = product.id
        ) as ledger on true
        where coalesce(stock.on_hand, 0) <> ledger.on_hand or coalesce(stock.reserved, 0) <> ledger.reserved
          or product.stock <> coalesce(stock.on_hand - stock.reserved, 0)`,
    );
    expect(wrong).toEqual([]);
  });
});
