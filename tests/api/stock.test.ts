/** Stock, its ledger of movements and its projection on the product. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMAND_ACTOR } from "../../server/platform/audit/record-audit.ts";
import { customerOrder, product, stock, stockMovement, variant } from "../../server/platform/database/schema.ts";
import { createMediaLibrary } from "../../server/platform/media/media-library.ts";
import { receiveStock, reserveStock } from "../../server/selling/stock/stock.ts";
import { projectVariants } from "../../server/selling/variants/project-variants.ts";
import { importProducts } from "../../server/shop/catalogue/import/import.ts";
import { buyersOf } from "./buyers.ts";
import { changeVariant, setStock, variantsOf } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

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
      .innerJoin(variant, eq(variant.id, stockMovement.variantId))
      .where(eq(variant.productId, Number(productId)))
      .orderBy(asc(stockMovement.id))
  ).map(({ kind, quantity, orderId }) => `${kind} ${quantity}${orderId === null ? "" : " for an order"}`);

const balanceOf = async (productId: string) => {
  const [row] = await shop.db
    .select({ onHand: stock.onHand, reserved: stock.reserved, available: sql<number>`on_hand - reserved` })
    .from(product)
    .leftJoin(stock, eq(stock.variantId, product.firstVariantId))
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
        actor: COMMAND_ACTOR,
        onProgress: () => {},
      });
    };
    expect(await importFile("slug,stock,stock_before\ncounted,10,3\n")).toMatchObject({ added: 0, changed: 1 });
    expect(await balanceOf(a)).toEqual({ onHand: 12, reserved: 2, available: 10 });
    expect(await importFile("slug,stock\ncounted,10\n")).toMatchObject({ added: 0, changed: 0 });
    expect(await importFile("slug,stock,stock_before\ncounted,0,10\n")).toMatchObject({ changed: 1 });
    expect(await balanceOf(a)).toEqual({ onHand: 2, reserved: 2, available: 0 });
    expect(await movementsOf(a)).toEqual(["received 5", "reserved 2 for an order", "adjusted 7", "adjusted -10"]);
  });

  it("never reserves more than is on hand, even for a writer that does not check", async () => {
    const a = await shoppers.sell({ stock: 1 });
    const update = shop.db.execute(
      sql`update stock set reserved = 2 where variant_id = (select first_variant_id from product where id = ${Number(a)})`,
    );
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
    const [variantOfB = 0] = await variantsOf(shop, b);
    await shop.db.transaction((trx) => receiveStock(trx, [{ variantId: variantOfB, quantity: 1 }]));
    expect(await shop.db.transaction((trx) => reserveStock(trx, order?.id ?? 0))).toBe(true);
    expect([await balanceOf(a), await balanceOf(b)]).toEqual([
      { onHand: 5, reserved: 4, available: 1 },
      { onHand: 4, reserved: 4, available: 0 },
    ]);
  });

  it("is projected on products with the prices and labels of their sizes", async () => {
    const id = await shoppers.sell({
      stock: 0,
      pricePaise: 90_000,
      sizes: [
        { label: "10 ml", stock: 1, pricePaise: 25_000 },
        { label: "2 ml", stock: 5, pricePaise: 9_900, onSale: false },
      ],
    });
    const [, small = 0, tiny = 0] = await variantsOf(shop, id);
    const projected = async () => {
      const [row] = await shop.db
        .select()
        .from(product)
        .where(eq(product.id, Number(id)));
      return [row?.pricePaise, row?.lowestPricePaise, row?.sizes, row?.inStock];
    };
    // The first size is sold out.
    expect(await projected()).toEqual([25_000, 25_000, ["50 ml", "10 ml"], true]);
    const asha = await shoppers.buyer();
    await asha.post("cart", { product_id: id, variant_id: String(small) });
    await asha.buy();
    expect(await projected()).toEqual([90_000, 25_000, ["50 ml", "10 ml"], false]);
    await changeVariant(shop, tiny, { onSale: true });
    expect(await projected()).toEqual([9_900, 9_900, ["50 ml", "10 ml", "2 ml"], true]);

    const before = await shop.db.select().from(product).orderBy(product.id);
    await shop.db.transaction((trx) =>
      projectVariants(
        trx,
        before.map((row) => row.id),
      ),
    );
    expect(await shop.db.select().from(product).orderBy(product.id)).toEqual(before);
  });

  it("adds up to the stock of every size", async () => {
    const wrong = await rowsOf(
      shop,
      sql`select variant.id from variant left join stock on stock.variant_id = variant.id
        left join lateral (
          select coalesce(sum(case when kind in ('received', 'returned', 'adjusted') then quantity when kind = 'sold' then -quantity else 0 end), 0) as on_hand,
            coalesce(sum(case when kind = 'reserved' then quantity when kind in ('released', 'sold') then -quantity else 0 end), 0) as reserved
          from stock_movement where variant_id = variant.id
        ) as ledger on true
        where coalesce(stock.on_hand, 0) <> ledger.on_hand or coalesce(stock.reserved, 0) <> ledger.reserved`,
    );
    expect(wrong).toEqual([]);
  });
});
