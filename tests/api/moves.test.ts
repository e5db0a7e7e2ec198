/** An owner moves in from another shop: its files are read, the products staged as an import, and stored by it. */

import { readFileSync, writeFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Move, MoveDecisions } from "../../contract/admin/moves.ts";
import { readMoveAside } from "../../server/operations/moving/read-aside.ts";
import { readSettings } from "../../server/platform/config/config.ts";
import { DatabaseUnavailable } from "../../server/platform/database/unavailable.ts";
import { makeCategory } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { SHOP, signInAs } from "./staff-people.ts";

let shop: TestShop;
let manager: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  shop = await openShop();
  manager = await signInAs(shop, "Manager");
  await makeCategory(shop, { slug: "attars", name: "Attars" });
});
afterAll(() => shop?.close());

const sample = (name: string) => readFileSync(`tests/samples/${name}`);

async function add(name: string, content: string | Buffer, to = "/moves", who = manager) {
  const cookie = [...who.browser.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  const response = await shop.app.inject({
    method: "POST",
    url: `/admin/api${to}?name=${name}`,
    headers: { cookie, origin: SHOP, "content-type": "text/csv" },
    payload: content,
  });
  return { status: response.statusCode, body: response.json() };
}
const start = async (name: string, content: string | Buffer): Promise<Move> => (await add(name, content)).body.data;

/** Decides everything: attars at 18 %, prices with GST, no pictures. */
const decided = (move: Move, others: Partial<MoveDecisions> = {}): MoveDecisions => ({
  ...{ ...move.decisions, pricesWithGst: true, shelfLifeMonths: 36, withoutQuantity: "piece", pictures: "none" },
  words: move.decisions.words.map((word) => ({ ...word, category: "attars", hsn: "33030050", gstPercent: 18 })),
  ...others,
});
async function decide(move: Move, others: Partial<MoveDecisions> = {}): Promise<Move> {
  const { version } = move;
  const sent = { version, ...decided(move, others) };
  const { status, body } = await manager.send("POST", `/moves/${move._id}/decisions`, sent);
  expect(body, JSON.stringify(body)).toMatchObject({ statusCode: status });
  return body.data;
}
/** Stages a move, and waits for the comparison. */
async function stage({ _id }: Move) {
  const { body } = await manager.send("POST", `/moves/${_id}/stage`, {});
  return settled(body.data.importId);
}
async function settled(id: string) {
  for (let tries = 0; tries < 2400; tries += 1) {
    const { data } = (await manager.send("GET", `/imports/${id}`)).body;
    if (!["comparing", "storing"].includes(data.state)) return data;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("the import takes too long");
}
async function store({ _id, digest }: { _id: string; digest: string }) {
  await manager.send("POST", `/imports/${_id}/store`, { digest });
  return settled(_id);
}
const sizes = (slug: string) =>
  rowsOf(
    shop,
    sql`select variant.sku, label, variant.price_paise, variant.original_price_paise, on_hand, state, category.slug as category
      from variant join product on product.id = product_id left join stock on stock.variant_id = variant.id
        join category on category.id = category_id
      where product.slug = ${slug} order by variant.position, variant.id`,
  );

describe("a move from Shopify", () => {
  it("says what it has recognised, and asks what nobody can know", async () => {
    const move = await start("products_export.csv", sample("moved-shopify.csv"));
    expect(move.facts.files).toEqual([
      { name: "products_export.csv", kind: "shopify", rows: 6, text: "Shopify’s products" },
    ]);
    expect(move.counts).toMatchObject({ products: 2, sizes: 4, known: 0, new: 2, takenSizes: 4, refused: 1 });
    expect(move.facts.words.map(({ word }) => word)).toEqual(["Attar", "Face mist"]);
    expect(move.decisions.words[0]).toMatchObject({ category: "attars", gstPercent: null });
    expect(move.open).toEqual([
      "Say whether prices include GST.",
      "Choose the category and the GST rate of 2 of their words, such as “Attar”.",
      "Give the shelf life.",
    ]);
    expect(move.notes[0]).toMatchObject({ row: 7, column: "Gift card", loss: "product" });
    const { status, body } = await manager.send("POST", `/moves/${move._id}/stage`, {});
    expect([status, body.message]).toEqual([409, "Say whether prices include GST."]);
  });

  it("keeps what was decided, and stores products as drafts through the import", async () => {
    const started = await start("products_export.csv", sample("moved-shopify.csv"));
    await decide(started);
    await add("inventory.csv", sample("moved-shopify-inventory.csv"), `/moves/${started._id}/files`);
    const move: Move = (await manager.send("GET", `/moves/${started._id}`)).body.data;
    expect(move).toMatchObject({ open: [], isStored: false, fileNames: ["products_export.csv", "inventory.csv"] });
    expect(move.decisions).toMatchObject({ pricesWithGst: true, shelfLifeMonths: 36 });
    const compared = await stage(move);
    expect(compared).toMatchObject({ state: "compared", problems: 0, added: 4 });
    expect(await store(compared)).toMatchObject({ state: "stored" });
    expect((await manager.send("GET", `/moves/${started._id}`)).body.data).toMatchObject({ isStored: true });
    const of = { state: "draft", category: "attars", original_price_paise: null };
    expect(await sizes("mogra-attar")).toMatchObject([
      { ...of, sku: "MOG-3", label: "3 ml", price_paise: 34_900, on_hand: 50 },
      { ...of, sku: "00123", label: "6 ml", price_paise: 64_900, original_price_paise: 79_900, on_hand: 0 },
      { ...of, sku: "MOG-12", label: "12 ml", price_paise: 119_900, on_hand: 0 },
    ]);
  });

  it("changes only what has changed when it is run again, and leaves the stock and what was decided here", async () => {
    await shop.db.execute(sql`update product set shelf_life_months = 24 where slug = 'mogra-attar'`);
    const again = `${sample("moved-shopify.csv")}`.replace("649.00", "699.00");
    const extra =
      "Khus,khus,,,,Attar,,TRUE,active,KHUS-6,,Size,6 ml,,,,,299.00,,,TRUE,,,shopify,7,DENY,0,TRUE,,,,,FALSE,,,\n";
    const move = await start("products_export.csv", again + extra);
    expect(move).toMatchObject({ open: [], counts: { known: 2, new: 1 }, decisions: { stock: "new" } });
    const compared = await stage(move);
    expect(compared).toMatchObject({ state: "compared", added: 1, changed: 1 });
    const { lines } = (await manager.send("GET", `/imports/${compared._id}/lines?kind=changed`)).body.data;
    expect(lines[0].cells).toEqual([{ column: "price", before: "649", after: "699" }]);
    await store(compared);
    expect(await sizes("khus")).toMatchObject([{ price_paise: 29_900, on_hand: 7 }]);
    expect(await stage(await start("products_export.csv", again + extra))).toMatchObject({ added: 0, changed: 0 });
  });

  it("refuses a SKU that belongs to another product of this shop, and says whose", async () => {
    const csv =
      "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\nother,Other,Size,6 ml,khus-6,99\nkhus,Khus,Size,9 ml,MOG-3,99\n";
    const { notes } = await start("products.csv", csv);
    expect(notes).toMatchObject([
      { row: 3, column: "Variant SKU", cell: "MOG-3", message: expect.stringContaining("mogra-attar") },
    ]);
  });

  it("lists what is not taken as a file", async () => {
    const { _id } = await start("products_export.csv", sample("moved-shopify-older.csv"));
    const { body } = await manager.send("GET", `/moves/${_id}/not-taken.csv`);
    expect(body).toContain("products_export.csv,6,Variant SKU,Pouch set,8.90E+12,no,");
  });

  it("replaces what it has staged before, and is deleted without its import", async () => {
    const move = await decide(await start("products.csv", sample("moved-shopify.csv")));
    const first = await stage(move);
    const second = await stage(move);
    expect((await manager.send("GET", `/imports/${first._id}`)).status).toBe(404);
    expect((await manager.send("DELETE", `/moves/${move._id}`)).status).toBe(200);
    expect((await manager.send("GET", `/moves/${move._id}`)).status).toBe(404);
    expect((await manager.send("GET", `/imports/${second._id}`)).status).toBe(200);
    expect((await manager.send("GET", "/moves")).body.data.moves).not.toContainEqual(
      expect.objectContaining({ _id: move._id }),
    );
  });
});

describe("other files", () => {
  it("stores WooCommerce's products, also without HSN codes, which are given later for all of a word", async () => {
    const started = await start("wc-product-export.csv", sample("moved-woocommerce.csv"));
    const without = decided(started).words.map((word) => ({ ...word, hsn: "" }));
    const first = await decide(started, { words: without });
    const compared = await stage(first);
    expect(compared).toMatchObject({ state: "compared", added: 3, problems: 0 });
    expect(await store(compared)).toMatchObject({ state: "stored", skipped: 0 });
    expect(await sizes("sandal-attar")).toMatchObject([
      { sku: "SAN-5", label: "5 ml", price_paise: 49_900, on_hand: 0 },
      { sku: "SAN-10", label: "10 ml", price_paise: 89_900, original_price_paise: 99_900, on_hand: 8 },
    ]);
    const again = await stage(await decide(first, { stock: "new" }));
    expect(again).toMatchObject({ state: "compared", added: 0, changed: 3 });
    const { lines } = (await manager.send("GET", `/imports/${again._id}/lines?kind=changed`)).body.data;
    expect(lines[0].cells).toEqual([{ column: "hsn", before: "", after: "33030050" }]);
  });

  it("reads a table that nobody knows once its columns are matched, and remembers the match", async () => {
    const started = await start("list.csv", sample("moved-price-list.csv"));
    expect(started.open).toEqual(["Say which columns are the title and the price, or the customers’ email."]);
    expect(started.facts.unknown.map(({ heading }) => heading)).toContain("Our rate");
    const columns: MoveDecisions["columns"] = [
      { heading: "Product", field: "title" },
      { heading: "Code", field: "sku" },
      { heading: "MRP", field: "originalPrice" },
      { heading: "Our rate", field: "price" },
      { heading: "Pack size", field: "size" },
    ];
    const matched = await decide(started, { columns });
    expect(matched.counts).toMatchObject({ products: 2, sizes: 3 });
    const move = await decide(matched, { columns });
    expect(await stage(move)).toMatchObject({ state: "compared", added: 3, problems: 0 });
    expect((await start("list-2.csv", sample("moved-price-list.csv"))).decisions.columns).toEqual(columns);
  });

  it.each([
    ["an empty file", "", "This file is empty."],
    [
      "an Excel file",
      Buffer.from("PK\x03\x04 workbook", "latin1"),
      "f.csv, this is an Excel file: save it as CSV UTF-8.",
    ],
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "f.csv, the file is not UTF-8"],
    ["NUL", "Handle,Title,Variant Price\nrose,Ro\0se,9\n", "f.csv, row 2: has a character that cannot be stored"],
    ["NUL in a heading", "Product,Ra\0te\nRose,9\n", "f.csv, row 1: has a character that cannot be stored"],
    ["an unclosed quotation mark", 'Handle,Title,Variant Price\nrose,"Rose,9\n', "f.csv, row 2: a quotation mark"],
    ["a text", "Dear all", "f.csv is no table of products"],
  ])("refuses %s with the way out", async (_, content, message) => {
    const { status, body } = await add("f.csv", content);
    expect([status, body.errors?.[0].message]).toEqual([422, expect.stringContaining(message)]);
  });

  it("reads semicolons and UTF-16, and says which files it does not take", async () => {
    const semicolons = await start("p.csv", "Handle;Title;Option1 Value;Variant Price\nsemi;Semi;6 ml;99.00\n");
    expect(semicolons.counts).toMatchObject({ products: 1, sizes: 1 });
    const utf16 = await start("u.csv", Buffer.from("\ufeffHandle,Title,Variant Price\nutf,Utf,9", "utf16le"));
    expect(utf16.counts).toMatchObject({ products: 1, sizes: 1 });
    const customers = await start(
      "c.csv",
      "First Name,Last Name,Email,Accepts Email Marketing\nA,B,a@example.com,no\n",
    );
    expect(customers.facts.files[0]?.text).toBe("customers");
    expect(customers.open).toEqual([]);
  });

  it("reads a large file in a process of its own, and says what is wrong with one", async () => {
    const words = "Rain over vetiver. ".repeat(2200);
    const row = (n: number) => `large-${n},Large ${n},"${words}",Attar,${n} ml,LARGE-${n},99.00\n`;
    const header = "Handle,Title,Body (HTML),Type,Option1 Value,Variant SKU,Variant Price\n";
    const rows = header + Array.from({ length: 120 }, (_, at) => row(at + 1)).join("");
    expect(rows.length).toBeGreaterThan(4 * 1024 * 1024);
    const move = await start("large.csv", rows);
    expect(move).toMatchObject({ counts: { products: 120, new: 120, refused: 0 } });
    expect(await stage(await decide(move))).toMatchObject({ state: "compared", added: 120 });
    const { status, body } = await add("large.csv", `${rows}\0`);
    expect([status, body.errors[0].message]).toEqual([422, expect.stringContaining("code 0")]);
  });

  it("is asked to come again with a large file while the database is away", async () => {
    const path = `${shop.dataDir}/away.csv`;
    writeFileSync(path, `Handle,Title,Variant Price\n${"x,y,1\n".repeat(800_000)}`);
    const settings = { ...readSettings({}), DATABASE_URL: "postgres://postgres@127.0.0.1:1/gone" };
    const work = { files: [{ name: "away.csv", path }], today: "2026-12-01", before: null };
    await expect(readMoveAside({ db: shop.db, settings }, work)).rejects.toThrow(DatabaseUnavailable);
  });

  it("shows the beginning of a long cell without half a character", async () => {
    const long = "x".repeat(79);
    const { facts } = await start("long.csv", `Product,Rate\n${long}🌸${long.repeat(2)}🌸,9\n`);
    expect(facts.unknown[0]?.samples).toEqual([expect.stringMatching(/^x{79}(🌸)?$/u)]);
  });

  it("is not for members who may not edit products", async () => {
    const packer = await signInAs(shop, "Packer");
    expect((await add("p.csv", "a,b\n1,2\n", "/moves", packer)).status).toBe(403);
  });

  it("stores one of two decisions that two members make at once, and tells the other", async () => {
    const move = await start("products_export.csv", sample("moved-shopify.csv"));
    let both: ReturnType<typeof manager.send>[] = [];
    await shop.db.transaction(async (trx) => {
      await trx.execute(sql`select from product_move where id = ${move._id} for update`);
      both = [18, 24].map((shelfLifeMonths) =>
        manager.send("POST", `/moves/${move._id}/decisions`, { version: move.version, shelfLifeMonths }),
      );
      // Both have read the move.
      const waiting = async () =>
        rowsOf(
          shop,
          sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%product_move%'`,
        );
      await expect.poll(waiting).toHaveLength(2);
    });
    const answers = await Promise.all(both);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stored = answers.find(({ status }) => status === 200)?.body.data.decisions.shelfLifeMonths;
    const { data } = (await manager.send("GET", `/moves/${move._id}`)).body;
    expect(data.decisions.shelfLifeMonths).toBe(stored);
  });

  it("refuses decisions about a move that has changed since it was seen, and stores nothing of them", async () => {
    const seen = await start("products_export.csv", sample("moved-shopify.csv"));
    const path = `/moves/${seen._id}`;
    const decideOf = ({ version }: Move, shelfLifeMonths: number) =>
      manager.send("POST", `${path}/decisions`, { version, shelfLifeMonths });
    const conflict = [
      409,
      "conflict",
      "Somebody has changed this move meanwhile. Nothing that you have typed is lost.",
    ];

    const theirs = (await decideOf(seen, 24)).body.data;
    const late = await decideOf(seen, 36);
    expect([late.status, late.body.code, late.body.message]).toEqual(conflict);
    const { data: now } = (await manager.send("GET", path)).body;
    expect(now).toMatchObject({ version: theirs.version, decisions: { shelfLifeMonths: 24 } });

    const { body: added } = await add("inventory.csv", sample("moved-shopify-inventory.csv"), `${path}/files`);
    expect((await decideOf(now, 36)).status).toBe(409);
    expect((await decideOf(added.data, 36)).body.data.decisions.shelfLifeMonths).toBe(36);
    const { status, body } = await manager.send("POST", `${path}/decisions`, { shelfLifeMonths: 12 });
    expect([status, body.errors[0].field]).toEqual([422, "version"]);
  });

  it("refuses invalid decisions, each with its field", async () => {
    const move = await start("products.csv", sample("moved-shopify.csv"));
    const body = {
      ...{ version: move.version, ...decided(move) },
      shelfLifeMonths: 0,
      words: [{ word: "Attar", category: "attars", hsn: "330", gstPercent: 200 }],
    };
    const { status, body: response } = await manager.send("POST", `/moves/${move._id}/decisions`, body);
    expect([status, response.errors.map(({ field }: { field: string }) => field).sort()]).toEqual([
      422,
      ["shelfLifeMonths", "words.0.gstPercent", "words.0.hsn"],
    ]);
  });
});
