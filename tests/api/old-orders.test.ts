/** Orders of the shop before are a history that their customer and staff read, and nothing counts. */

import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Move, MovedPeople } from "../../contract/admin/moves.ts";
import { peopleOf, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { SHOP, signInAs } from "./staff-people.ts";

let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  shop = await openShop();
  people = peopleOf(shop);
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

const SAMPLE = readFileSync("tests/samples/moved-shopify-orders.csv", "utf8");
async function start(content: string): Promise<Move> {
  const cookie = [...owner.browser.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  const headers = { cookie, origin: SHOP, "content-type": "text/csv" };
  const url = "/admin/api/moves?name=orders_export.csv";
  return (await shop.app.inject({ method: "POST", url, headers, payload: content })).json().data;
}
const fileOf = ({ people: [file] }: Move): MovedPeople => {
  if (!file) throw new Error("the move has no file of orders");
  return file;
};
async function run(move: Move, what: "store" | "undo"): Promise<MovedPeople> {
  const path = `/moves/${move._id}/people/${fileOf(move)._id}/${what}`;
  const { body } = await owner.send("POST", path, what === "store" ? { consent: null } : {});
  expect(body, JSON.stringify(body)).toMatchObject({ statusCode: 200 });
  for (let tries = 0; tries < 2400; tries += 1) {
    const file = fileOf((await owner.send("GET", `/moves/${move._id}`)).body.data);
    if (!["storing", "undoing"].includes(file.state)) return file;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("the job takes too long");
}
const counted = () =>
  rowsOf(
    shop,
    sql`select (select count(*)::int from customer_order) as orders, (select count(*)::int from stock_movement) as moves,
      (select count(*)::int from mail) as mails, (select count(*)::int from sales_day) as days, (select count(*)::int from issued_document) as papers`,
  );

describe("a file of orders", () => {
  it("is shown before anything is stored, with what is not taken and why", async () => {
    const move = await start(SAMPLE);
    expect(move.facts.files).toMatchObject([{ kind: "orders", rows: 7 }]);
    expect(fileOf(move)).toMatchObject({ kind: "orders", counts: { rows: 7, new: 3, known: 0, skipped: 3 } });
    expect(move.notes.map(({ row, column, product, message }) => [row, column, product, message])).toEqual([
      [5, "Email", "#1003", "has no email, by which customers find it"],
      [6, "Currency", "#1004", "only orders in INR are taken"],
      [7, "Name", "#1001", "stands in the file before: its rows were sorted, or belong to another order"],
    ]);
    expect(await rowsOf(shop, sql`select number from old_order`)).toEqual([]);
  });

  it("is stored once, counts nothing, and changes only what has changed", async () => {
    const before = await counted();
    expect((await run(await start(SAMPLE), "store")).counts).toMatchObject({ added: 3, changed: 0 });
    const again = await start(SAMPLE.replace("unfulfilled", "fulfilled"));
    expect(fileOf(again).counts).toMatchObject({ new: 0, known: 3 });
    expect((await run(again, "store")).counts).toMatchObject({ added: 0, changed: 1 });
    expect(await counted()).toEqual(before);
  });
});

describe("orders of the shop before", () => {
  it("are shown to the customer whose email they have, by page, also if the account comes later", async () => {
    const { token } = await people.signUp("meera.iyer@example.com");
    const { body } = await people.get("order/before", token);
    expect(body).toMatchObject({ totalData: 2, before: "2026-11-30T18:00:00.000Z" });
    expect(body.data).toEqual([
      {
        ...{
          number: "#1002",
          placedAt: "2026-10-01T02:29:00.000Z",
          status: "partially refunded, fulfilled, cancelled",
        },
        ...{ total: 549, refunded: 100 },
        lines: [{ title: "=cmd|calc", sku: "X", quantity: 1, price: 500 }],
      },
      {
        ...{
          number: "#1001",
          placedAt: "2026-09-03T04:44:00.000Z",
          status: "paid, fulfilled",
          total: 1398,
          refunded: 0,
        },
        lines: [
          { title: "Mogra attar - 3 ml", sku: "MOG-3", quantity: 2, price: 349 },
          { title: "Rose water - 100 ml", sku: "ROSE-100", quantity: 1, price: 700 },
        ],
      },
    ]);
    const second = await people.get("order/before?page=2&perPage=1", token);
    expect(second.body).toMatchObject({ totalPages: 2, data: [{ number: "#1001" }] });
    const stranger = await people.signUp("stranger@example.com");
    expect((await people.get("order/before", stranger.token)).body).toMatchObject({ data: [], before: null });
    expect((await people.get("order/before")).status).toBe(401);
    expect((await people.get("order", token)).body.data).toEqual([]);
  });

  it("stand on the customer's page, and in the file that the owner takes along", async () => {
    const found = (await owner.send("GET", "/customers?q=meera.iyer@example.com")).body.data.customers[0];
    const { data } = (await owner.send("GET", `/customers/${found._id}`)).body;
    expect(data).toMatchObject({
      orders: 0,
      spent: 0,
      movedAt: null,
      oldOrders: { count: 2, orders: [{ number: "#1002" }, {}] },
    });
    const file = (await owner.send("GET", "/old-orders.csv")).body;
    expect(file).toContain(
      'shopify,#1001,2026-09-03,"paid, fulfilled",Meera Iyer,meera.iyer@example.com,Bengaluru,1398.00,0.00,Mogra',
    );
    expect(file).toContain("'=cmd|calc");
  });

  it("are in a copy of somebody's data, go with an erasure, and do not come back", async () => {
    const { token } = await people.signUp("later@example.com");
    const copy = (await people.get("user/data", token)).body.data;
    expect(copy.orders_before).toMatchObject([{ number: "#1005", total: 99, name: "Later", city: "Pune" }]);
    await people.post("user/close", { password: "sandalwood", reviews: "delete" }, { token });
    const move = await start(SAMPLE);
    expect(fileOf(move).counts).toMatchObject({ new: 0, known: 2, skipped: 4 });
    await run(move, "store");
    expect(await rowsOf(shop, sql`select number from old_order where email = 'later@example.com'`)).toEqual([]);
  });

  it("are deleted when their file is undone", async () => {
    const other = SAMPLE.replaceAll("#100", "#200");
    const move = await start(other);
    await run(move, "store");
    expect(await run(move, "undo")).toMatchObject({ state: "undone", message: "", counts: { deleted: 2 } });
    expect(await rowsOf(shop, sql`select number from old_order where number like '#2%'`)).toEqual([]);
  });
});
