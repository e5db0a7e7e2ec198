/** Staff narrows the orders list: the same filters for the list, its views, bulk actions and files. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { variantsOf } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

const ADDRESSES = {
  lucknow: LUCKNOW,
  bengaluru: { street: "27 Church Street", city: "Bengaluru", state: "Karnataka", pincode: "560001" },
  mysuru: { street: "4 Sayyaji Rao Road", city: "Mysuru", state: "Karnataka", pincode: "570001" },
  pune: { street: "11 Laxmi Road", city: "Pune", state: "Maharashtra", pincode: "411030" },
};
type Place = keyof typeof ADDRESSES;

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
/** The number of each order, by where it goes. */
const numberOf = {} as Record<Place, string>;

beforeAll(async () => {
  shop = await openShop();
  const shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  const rose = await shoppers.sell({
    title: "Rose Attar",
    sku: "ROSE-6",
    label: "6 ml",
    stock: 50,
    sizes: [{ sku: "ROSE-12", label: "12 ml", stock: 50 }],
  });
  const soap = await shoppers.sell({ title: "Neem Soap", sku: "SOAP", stock: 50 });
  const [small = 0, large = 0] = await variantsOf(shop, rose);
  const items: Record<Place, object> = {
    lucknow: { product_id: rose, variant_id: String(small) },
    bengaluru: { product_id: rose, variant_id: String(large) },
    mysuru: { product_id: soap },
    pune: { product_id: rose, variant_id: String(large) },
  };
  for (const [place, address] of Object.entries(ADDRESSES) as [Place, object][]) {
    const buyer = await shoppers.buyer();
    await buyer.post("cart", { ...items[place], quantity: 1 });
    const { orderNumber } = place === "pune" ? await buyer.order({ address }) : await buyer.buy({ address });
    numberOf[place] = orderNumber;
  }
  // Bengaluru's parcel left on the last day of October, in India; Mysuru's a minute later, on the first of November.
  for (const [place, at] of [
    ["bengaluru", "2026-10-31T23:59:30+05:30"],
    ["mysuru", "2026-11-01T00:00:30+05:30"],
  ] as const) {
    await actOnOrder(shop, `ship ${numberOf[place]} --courier Delhivery --awb DLV-${place}`);
    await shop.db.execute(
      sql`update shipment set shipped_at = ${at}::timestamptz where order_id = (select id from customer_order where number = ${numberOf[place]})`,
    );
  }
});
afterAll(() => shop?.close());

const get = async (path: string) => (await owner.send("GET", path)).body;
/** Returns the places of the orders that the list has, the oldest first. */
async function placesOf(query: string): Promise<Place[]> {
  const { orders } = (await get(`/orders?${query}&sort=oldest`)).data;
  return orders.map(({ number }: { number: string }) =>
    (Object.keys(numberOf) as Place[]).find((place) => numberOf[place] === number),
  );
}

it.each<[string, Place[]]>([
  ["item=ROSE-6", ["lucknow"]],
  ["item=rose-12", ["bengaluru", "pune"]],
  ["item=rose%20attar", ["lucknow", "bengaluru", "pune"]],
  ["item=nothing%20like%20it", []],
  ["deliveryState=Karnataka", ["bengaluru", "mysuru"]],
  ["deliveryState=maharastra", ["pune"]],
  ["deliveryState=U.P.", ["lucknow"]],
  ["pincode=560001", ["bengaluru"]],
  ["pincode=5", ["bengaluru", "mysuru"]],
  ["shippedFrom=2026-10-31&shippedTo=2026-10-31", ["bengaluru"]],
  ["shippedFrom=2026-11-01", ["mysuru"]],
  ["shippedTo=2026-11-01", ["bengaluru", "mysuru"]],
  ["paymentState=paid", ["lucknow", "bengaluru", "mysuru"]],
  ["paymentState=unpaid", ["pune"]],
  ["paymentState=refunded", []],
  ["state=shipped&deliveryState=Karnataka&item=ROSE-12", ["bengaluru"]],
  ["tab=to_pack&pincode=2&paymentState=paid", ["lucknow"]],
])("by %s", async (query, places) => {
  expect(await placesOf(query)).toEqual(places);
});

it("alike for the neighbours of an order, for all that match, and for the files", async () => {
  const query = "deliveryState=Karnataka&shippedFrom=2026-10-01";
  expect((await get(`/orders/${numberOf.mysuru}/neighbours?${query}`)).data).toEqual({
    previous: null,
    next: numberOf.bengaluru,
  });
  expect((await get(`/orders/matching?${query}`)).data.numbers.sort()).toEqual(
    [numberOf.bengaluru, numberOf.mysuru].sort(),
  );
  const csv = (await get(`/orders.csv?${query}&item=SOAP`)) as string;
  expect(csv).toContain(numberOf.mysuru);
  for (const place of ["lucknow", "bengaluru", "pune"] as const) expect(csv).not.toContain(numberOf[place]);
  const file = (await get("/orders/for-courier.csv?pincode=226001")) as string;
  expect(file).toContain(numberOf.lucknow);
  const shared = await owner.send("POST", "/orders/views", { name: "Karnataka", query });
  expect(shared.body.data).toMatchObject({ query });
});

it("by what is refunded, once it is", async () => {
  const { version } = (await get(`/orders/${numberOf.lucknow}`)).data;
  const cancelled = await owner.send("POST", `/orders/${numberOf.lucknow}/cancel`, {
    version,
    reason: "Sold out.",
  });
  expect(cancelled.status).toBe(200);
  expect(await placesOf("paymentState=refunded")).toEqual(["lucknow"]);
});

it("not by what no order can have", async () => {
  for (const [query, field] of [
    ["deliveryState=Atlantis", "deliveryState"],
    [`deliveryState=${"x".repeat(61)}`, "deliveryState"],
    ["pincode=0", "pincode"],
    ["pincode=5600011", "pincode"],
    ["pincode=%25", "pincode"],
    [`item=${"x".repeat(101)}`, "item"],
    ["paymentState=perhaps", "paymentState"],
    ["shippedFrom=2026-02-30", "shippedFrom"],
  ]) {
    const { status, body } = await owner.send("GET", `/orders?${query}`);
    expect({ query, status, field: body.errors?.[0].field }).toEqual({ query, status: 400, field });
  }
});
