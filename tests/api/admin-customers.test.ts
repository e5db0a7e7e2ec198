/** Staff finds customers, reads what belongs to them, writes notes and ends sessions. */

import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDayInIndia } from "../../contract/dates.ts";
import { buyersOf } from "./buyers.ts";
import { makeCustomer, peopleOf, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let people: ReturnType<typeof peopleOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  people = peopleOf(shop);
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

let made = 0;
async function customerNamed(name: string) {
  made += 1;
  const email = `customer-${made}@example.com`;
  const { id, token } = await makeCustomer(shop.db, email, name);
  await shop.db.execute(sql`update customer set mobile = ${String(9_800_000_000 + made)} where id = ${id}`);
  const [row] = await rowsOf<{ public_id: string }>(shop, sql`select public_id from customer where id = ${id}`);
  return { id, token, email, mobile: String(9_800_000_000 + made), publicId: row?.public_id ?? "" };
}
async function find(q: string): Promise<string[]> {
  const { body } = await owner.send("GET", `/customers?q=${encodeURIComponent(q)}`);
  return body.data.customers.map(({ _id }: { _id: string }) => _id);
}
const read = async (id: string) => (await owner.send("GET", `/customers/${id}`)).body.data;
const audit = async (id: string) =>
  (await owner.send("GET", `/audit?subject=customer&id=${id}`)).body.data.entries as { action: string }[];

describe("the list of customers", () => {
  it("finds them by name, email, phone and order number, each literally", async () => {
    const { publicId, email, mobile } = await customerNamed("Zubeida Qureshi");
    for (const q of ["zubeida", "QURESHI zub", email.toUpperCase(), mobile, `+91 ${mobile}`])
      expect(await find(q), q).toEqual([publicId]);
    for (const q of ["%%%", "___", "Zubeida\\", "nobody@example.com", "KW-0000-0000"])
      expect(await find(q), q).toEqual([]);
    expect((await owner.send("GET", "/customers?q=zu")).status).toBe(400);
  });

  it("is paged by keyset, and omits deleted accounts", async () => {
    const gone = await customerNamed("Gone Already");
    await shop.db.execute(sql`update customer set closed_at = now() where id = ${gone.id}`);
    await shop.db.execute(
      sql`insert into customer (email, name) select 'many-' || n || '@example.com', 'Many ' || n from generate_series(1, 60) n`,
    );
    const first = (await owner.send("GET", "/customers")).body.data;
    const second = (await owner.send("GET", `/customers?after=${first.customers.at(-1)._id}`)).body.data;
    expect(first).toMatchObject({ hasMore: true, customers: { length: 50 } });
    const names = [...first.customers, ...second.customers].map(({ name }: { name: string }) => name);
    expect(names.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, at) => `Many ${60 - at}`));
    expect(names).not.toContain("Gone Already");
    expect((await owner.send("GET", `/customers?after=${crypto.randomUUID()}`)).status).toBe(404);
  });

  it("is exported, every customer who matches, by members with the permission, which the audit log notes without the search", async () => {
    const { email, mobile, id } = await customerNamed("=Farida Export");
    const attar = await shoppers.sell({ title: "Attar", pricePaise: 11_850, stock: 10 });
    const buyer = await shoppers.buyer({ [attar]: 2 });
    await buyer.buy();
    await shop.db.execute(sql`update customer set name = 'Gita Export' where email = ${buyer.email}`);
    await shop.db.execute(sql`insert into address (customer_id, street, city, state, pincode, is_default)
      values (${id}, '1 Old Road', 'Agra', 'Uttar Pradesh', '282001', false), (${id}, '27 Church Street', 'Bengaluru', 'Karnataka', '560001', true)`);
    await shop.db.execute(sql`
      insert into newsletter_subscriber (email, state, unsubscribe_token, shop_origin, asked_at, confirmed_at)
      values (${email}, 'confirmed', 'farida', 'http://localhost', now(), now())`);
    const file = async (query = "") =>
      parse<Record<string, string>>((await owner.send("GET", `/customers.csv${query}`)).body, {
        bom: true,
        columns: true,
      });
    const today = isoDayInIndia(new Date());
    expect(await file("?q=export")).toEqual([
      {
        name: "Gita Export",
        email: buyer.email,
        phone: expect.any(String),
        joined_on: today,
        orders: "1",
        spent: "237.00",
        last_order_on: today,
        ...{ address: "", city: "", state: "", pincode: "", newsletter: "" },
      },
      {
        name: "'=Farida Export",
        email,
        phone: mobile,
        joined_on: today,
        orders: "0",
        spent: "0.00",
        last_order_on: "",
        address: "27 Church Street",
        city: "Bengaluru",
        state: "Karnataka",
        pincode: "560001",
        newsletter: "confirmed",
      },
    ]);
    // More than one batch.
    await shop.db.execute(
      sql`insert into customer (email, name) select 'batch-' || n || '@example.com', 'Batch ' || n from generate_series(1, 1100) n`,
    );
    const names = (await file("?q=batch")).map(({ name }) => name);
    expect(names).toEqual(Array.from({ length: 1100 }, (_, at) => `Batch ${1100 - at}`));
    await shop.db.execute(sql`delete from customer where name like 'Batch %'`);

    expect((await owner.send("GET", "/customers.csv?q=zu")).status).toBe(400);
    expect((await (await signInAs(shop, "Manager")).send("GET", "/customers.csv")).status).toBe(403);
    expect((await audit("all"))[0]).toMatchObject({
      action: "customers.exported",
      actor: "Owner Rao",
      after: { isSearch: true },
    });
  });

  it("counts sold orders, and what they cost less credit notes", async () => {
    const attar = await shoppers.sell({ title: "Rose Attar", pricePaise: 11_800, gstPercent: 18, stock: 10 });
    const buyer = await shoppers.buyer({ [attar]: 3 });
    // Of 354.00, one unit of 118.00 is cancelled; an order that was never paid does not count.
    const { orderNumber } = await buyer.buy();
    const { version } = (await owner.send("GET", `/orders/${orderNumber}`)).body.data;
    const lines = [{ position: 0, quantity: 1 }];
    await owner.send("POST", `/orders/${orderNumber}/cancel`, { version, reason: "One is broken.", lines });
    await buyer.add(attar);
    await buyer.order();
    const { customers } = (await owner.send("GET", `/customers?q=${buyer.email}`)).body.data;
    expect(customers).toMatchObject([{ orders: 1, spent: 236, lastOrderAt: expect.any(String) }]);
    expect((await read(customers[0]._id)).recentOrders).toMatchObject([
      { state: "pending", total: 118 },
      { number: orderNumber, state: "paid", total: 354 },
    ]);
    for (const q of [orderNumber.toLowerCase(), orderNumber.slice(3)])
      expect(await find(q)).toEqual([customers[0]._id]);
  });
});

describe("a customer's page", () => {
  it("has contact, consents and sessions, and the audit log says once who opened it", async () => {
    const { publicId, email, token } = await customerNamed("Meera Nair");
    await people.post(
      "user/address",
      { street: "12 Rose Lane", city: "Kochi", state: "Kerala", pincode: "682001" },
      { token },
    );
    await people.post("newsletter", { email });
    const page = await read(publicId);
    expect(page).toMatchObject({
      name: "Meera Nair",
      email,
      orders: 0,
      spent: 0,
      lastOrderAt: null,
      sessions: [{ device: "test" }],
      newsletter: { state: "pending", confirmedAt: null },
      notes: [],
    });
    await read(publicId);
    const [entry, ...others] = await audit(publicId);
    expect(entry).toMatchObject({ action: "customer.opened", before: null, after: null });
    expect(others).toEqual([]);
  });

  it("takes notes, which nobody reads in the audit log", async () => {
    const { publicId } = await customerNamed("Anil Kumar");
    const worst = `Rings twice\u0000\n<b>${"x".repeat(900)}`;
    const { body } = await owner.send("POST", `/customers/${publicId}/notes`, { text: worst });
    expect(body.data.notes).toMatchObject([{ by: "Owner Rao", text: worst.replace("\u0000", " ") }]);
    for (const text of ["", " ", "x".repeat(64_000), 5, null])
      expect((await owner.send("POST", `/customers/${publicId}/notes`, { text })).status).toBe(422);
    const note = body.data.notes[0]._id;
    const other = await customerNamed("Somebody Else");
    expect((await owner.send("DELETE", `/customers/${other.publicId}/notes/${note}`)).status).toBe(404);
    expect((await owner.send("DELETE", `/customers/${publicId}/notes/${note}`)).body.data.notes).toEqual([]);
    expect((await owner.send("DELETE", `/customers/${publicId}/notes/${note}`)).status).toBe(404);
    const entries = await audit(publicId);
    expect(entries.map(({ action }) => action)).toEqual(["customer.note_deleted", "customer.note_added"]);
    expect(JSON.stringify(entries)).not.toContain("Rings");
  });

  it("ends every session of this customer and of nobody else", async () => {
    const [one, other] = [await customerNamed("Ravi Rao"), await customerNamed("Sita Rao")];
    const { body } = await owner.send("DELETE", `/customers/${one.publicId}/sessions`);
    expect(body.data.sessions).toEqual([]);
    expect((await people.get("user", one.token)).status).toBe(401);
    expect((await people.get("user", other.token)).status).not.toBe(401);
    expect((await audit(one.publicId))[0]).toMatchObject({ action: "customer.sessions_ended", after: { sessions: 1 } });
  });

  it("of a deleted account keeps its orders, loses its notes and accepts none", async () => {
    const { publicId, token, email } = await customerNamed("Leaves Soon");
    await owner.send("POST", `/customers/${publicId}/notes`, { text: "Likes vetiver" });
    await people.post("user/close/code", {}, { token });
    const otp = await people.latestCode(email);
    expect((await people.post("user/close", { otp, reviews: "keep" }, { token })).status).toBe(200);
    expect(await read(publicId)).toMatchObject({ name: "Former customer", closedAt: expect.any(String), notes: [] });
    expect((await owner.send("POST", `/customers/${publicId}/notes`, { text: "Still here?" })).status).toBe(409);
  });

  it("is found by the search over everything", async () => {
    const { publicId, email } = await customerNamed("Tara Bose");
    const { customers } = (await owner.send("GET", `/search?q=${email}`)).body.data;
    expect(customers).toEqual([{ _id: publicId, name: "Tara Bose", email }]);
  });
});
