/** Claims about a product, each with its proof. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDayInIndia } from "../../contract/dates.ts";
import { endClaimsTask } from "../../server/shop/catalogue/claims.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
let id: string;

beforeAll(async () => {
  // With its cache: a response is stored until a topic of it changes.
  shop = await openShop({ environment: { RESPONSE_CACHE_MB: "4" } });
  owner = await signInAs(shop, "Owner");
  const categoryId = await makeCategory(shop, { slug: "attars", name: "Attars" });
  id = String(await makeProduct(shop, { slug: "gulab", title: "Gulab", categoryId, stock: 5 }));
});
afterAll(() => shop?.close());

const day = (ahead: number) => isoDayInIndia(new Date(Date.now() + ahead * 86_400_000));
const organic = { claim: "Organic", body: "OneCert Asia", number: "ORG-17", validUntil: day(0), url: "" };
const ifra = { claim: "IFRA 51", body: "The maker", number: "7", validUntil: "", url: "https://ifra.example/7" };

async function claim(claims: object[]) {
  const { version } = (await owner.send("GET", `/products/${id}`)).body.data;
  return owner.send("PATCH", `/products/${id}`, { version, claims });
}
const shown = async () =>
  (await shop.get("/api/product/gulab")).body.data.claims.map(({ claim: what }: { claim: string }) => what);
const waiting = async () =>
  (await owner.send("GET", "/home")).body.data.work.find(({ kind }: { kind: string }) => kind === "ended_claims").count;
const toRenew = async () => (await owner.send("GET", "/products?tab=ended_claims")).body.data.products.length;
const eventually = (expected: string[]) => expect.poll(shown).toEqual(expected);

describe("a claim", () => {
  it("is shown with its proof until the last day of the certificate", async () => {
    const stored = await claim([organic, ifra]);
    expect(stored.body.data.claims).toEqual([organic, ifra]);
    await eventually(["Organic", "IFRA 51"]);
    expect((await shop.get("/api/product/gulab")).body.data.claims).toEqual([
      { ...organic, validUntil: day(0) },
      { ...ifra, validUntil: null },
    ]);
    expect([await waiting(), await toRenew()]).toEqual([0, 0]);
  });

  it("leaves the shop once its proof has ended, also stored responses, and is counted on Home", async () => {
    expect(await shown()).toEqual(["Organic", "IFRA 51"]);
    // The day passes; no trigger fires for that.
    await shop.db.transaction(async (trx) => {
      await trx.execute(sql`set local session_replication_role = replica`);
      await trx.execute(
        sql`update product set claims = jsonb_set(claims, '{0,validUntil}', to_jsonb(${day(-1)}::text)) where id = ${id}`,
      );
    });
    const task = endClaimsTask(shop.db);
    expect(await task.run({}, { attempts: 1, lastError: null, stopping: new AbortController().signal })).toBeNull();
    await eventually(["IFRA 51"]);
    expect([await waiting(), await toRenew()]).toEqual([1, 1]);
    expect((await owner.send("GET", "/products/counts")).body.data.ended_claims).toBe(1);

    await claim([{ ...organic, validUntil: day(300) }, ifra]);
    await eventually(["Organic", "IFRA 51"]);
    expect([await waiting(), await toRenew()]).toEqual([0, 0]);
  });

  it("needs its proof, in each field", async () => {
    const wrong = await claim([
      ifra,
      { claim: "", body: " ", number: "", validUntil: "2027-02-30", url: "javascript:alert(1)" },
    ]);
    expect(wrong.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "claims.1.claim",
      "claims.1.body",
      "claims.1.number",
      "claims.1.validUntil",
      "claims.1.url",
    ]);
    expect((await claim(Array.from({ length: 11 }, () => ifra))).body.errors[0].field).toBe("claims");
    expect((await claim([{ ...ifra, body: "x".repeat(64_000) }])).status).toBeGreaterThanOrEqual(400);
  });

  it("is not copied to a duplicate, which needs its own certificate", async () => {
    const { body } = await owner.send("POST", `/products/${id}/duplicate`);
    expect(body.data.claims).toEqual([]);
  });
});
