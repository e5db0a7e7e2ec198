/** Product files in the back office: compared before anything is stored, stored as they were shown, and undone. */

import { readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareFile } from "../../server/catalogue/compare-file.ts";
import { restoreFile } from "../../server/catalogue/import-files.ts";
import type { LegalFacts } from "../../server/catalogue/missing-for-sale.ts";
import { storeLines } from "../../server/catalogue/store-lines.ts";
import { product, variant } from "../../server/database/schema.ts";
import { addJob } from "../../server/jobs/add-job.ts";
import type { MediaLibrary } from "../../server/media/media-library.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { SHOP, signInAs } from "./staff-people.ts";

let shop: TestShop;
let manager: Awaited<ReturnType<typeof signInAs>>;
/** Uploads the files that are only compared: a member may upload 30 an hour. */
let uploader: typeof manager;

beforeAll(async () => {
  shop = await openShop();
  manager = await signInAs(shop, "Manager");
  uploader = manager;
  const categoryId = await makeCategory(shop, { slug: "attars", name: "Attars" });
  for (const [slug, title] of [
    ["gulab", "Gulab"],
    ["khus", "Khus"],
    ["mitti", "Mitti"],
  ] as const)
    await makeProduct(shop, { slug, title, categoryId, sku: `SK-${slug}`, pricePaise: 50_000, stock: 10 });
});
afterAll(() => shop?.close());

async function upload(csv: string | Buffer, who = manager) {
  const cookie = [...who.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await shop.app.inject({
    method: "POST",
    url: "/admin/api/imports?name=prices.csv",
    headers: { cookie, origin: SHOP, "content-type": "text/csv" },
    payload: csv,
  });
  return { status: response.statusCode, body: response.json() };
}

type Columns = { heading: string; column: string }[];
/** Waits for the job of an import. */
async function settled(id: string) {
  for (let tries = 0; tries < 2400; tries += 1) {
    const { data } = (await manager.send("GET", `/imports/${id}`)).body;
    if (!["comparing", "storing", "undoing"].includes(data.state)) return data;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("the import takes too long");
}
async function compare(csv: string, choose: (columns: Columns) => Columns = (columns) => columns) {
  const { body } = await upload(csv, uploader);
  const columns = choose(body.data.columns.map(({ heading, column }: Columns[number]) => ({ heading, column })));
  const { status, body: started } = await manager.send("POST", `/imports/${body.data._id}/compare`, { columns });
  if (status !== 200) return started;
  return settled(body.data._id);
}
async function store({ _id, digest }: { _id: string; digest: string }) {
  const { status, body } = await manager.send("POST", `/imports/${_id}/store`, { digest });
  return status === 200 ? settled(_id) : body;
}
async function undo(id: string) {
  const { status, body } = await manager.send("POST", `/imports/${id}/undo`, {});
  return status === 200 ? settled(id) : body;
}
const lines = async (id: string, kind: string, after = "") =>
  (await manager.send("GET", `/imports/${id}/lines?kind=${kind}${after && `&after=${after}`}`)).body.data;
const priceOf = async (slug: string) =>
  (
    await rowsOf<{ price_paise: number }>(
      shop,
      sql`select variant.price_paise from variant join product on product.id = product_id where slug = ${slug}`,
    )
  )[0]?.price_paise;
const setPrice = async (slug: string, pricePaise: number) => {
  const [{ id } = { id: 0 }] = await shop.db.select({ id: product.id }).from(product).where(eq(product.slug, slug));
  await shop.db.execute(sql`update variant set price_paise = ${pricePaise} where product_id = ${id}`);
};

describe("a product file", () => {
  it("shows its differences row by row before anything is stored, stores them, and is undone", async () => {
    const compared = await compare("slug,price,stock\ngulab,549.50,7\nkhus,500,10\nmitti,450,10\n");
    expect(compared).toMatchObject({ state: "compared", rows: 3, added: 0, changed: 2, problems: 0 });
    const { lines: changed } = await lines(compared._id, "changed");
    expect(changed).toMatchObject([
      {
        row: 2,
        slug: "gulab",
        sku: "SK-gulab",
        cells: [
          { column: "price", before: "500", after: "549.50" },
          { column: "stock", before: "10", after: "7" },
        ],
      },
      { row: 4, slug: "mitti", cells: [{ column: "price", before: "500", after: "450" }] },
    ]);
    expect(await priceOf("gulab")).toBe(50_000);

    const stored = await store(compared);
    expect(stored).toMatchObject({ state: "stored", can_undo: true });
    expect([await priceOf("gulab"), await priceOf("mitti")]).toEqual([54_950, 45_000]);
    // Two are sold meanwhile: the undo takes back the difference.
    const adjusted = await manager.send("POST", "/stock/SK-gulab/adjust", { difference: -2, reason: "Sold by hand" });
    expect(adjusted.body.data.available).toBe(5);
    expect(await undo(stored._id)).toMatchObject({ state: "undone", can_undo: false });
    expect([await priceOf("gulab"), await priceOf("mitti")]).toEqual([50_000, 50_000]);
    expect((await manager.send("GET", "/stock/SK-gulab")).body.data.available).toBe(8);
    const audit = await rowsOf<{ action: string; actor: string; after: unknown }>(
      shop,
      sql`select action, actor, after from audit_entry where subject_type = 'import' and subject_id = ${stored._id} order by id`,
    );
    expect(audit).toMatchObject([
      { action: "products.file_uploaded", actor: "Manager Rao", after: { file: "prices.csv", bytes: 57 } },
      { action: "products.imported", actor: "Manager Rao", after: { file: "prices.csv", added: 0, changed: 2 } },
      { action: "products.import_undone", actor: "Manager Rao" },
    ]);
  });

  it("names its columns by a mapping, which is remembered", async () => {
    const choose = (columns: Columns) =>
      columns.map(({ heading, column }) => ({
        heading,
        column: { "Item Code": "slug", "New Price": "price" }[heading] ?? column,
      }));
    const csv = "Item Code,New Price,Remark\nkhus,501,=cmd\n";
    const compared = await compare(csv, choose);
    expect(compared).toMatchObject({ state: "compared", changed: 1 });
    expect((await lines(compared._id, "changed")).lines[0].cells).toEqual([
      { column: "price", before: "500", after: "501" },
    ]);
    const again = (await upload(csv)).body.data;
    expect(again.columns.map(({ column }: Columns[number]) => column)).toEqual(["slug", "price", ""]);
    expect(again.columns[2].samples).toEqual(["=cmd"]);
    expect((await manager.send("DELETE", `/imports/${again._id}`)).status).toBe(200);
    expect((await manager.send("GET", `/imports/${again._id}`)).status).toBe(404);

    const wrong = async (columns: Columns) =>
      (await manager.send("POST", `/imports/${compared._id}/compare`, { columns })).body.errors[0].message;
    expect(await wrong([{ heading: "Item Code", column: "" }])).toContain("slug");
    expect(
      await wrong([
        { heading: "Item Code", column: "slug" },
        { heading: "New Price", column: "price" },
        { heading: "Remark", column: "price" },
      ]),
    ).toContain("Two headings are the column price");
    expect(await wrong([{ heading: "Item Code", column: "nothing" }])).toContain("no column nothing");
  });

  it("with 1,000 problems lists each beside its cell, in pages", async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => `khus-${at},Rs ${at},x`);
    const rejected = await compare(`slug,price,stock\n${rows.join("\n")}\n`);
    expect(rejected).toMatchObject({ state: "rejected", rows: 1000 });
    expect(rejected.problems).toBeGreaterThanOrEqual(2000);
    const first = await lines(rejected._id, "problem");
    expect(first.hasMore).toBe(true);
    expect(first.lines[0]).toMatchObject({
      row: 2,
      slug: "khus-0",
      cells: [
        { column: "price", after: "Rs 0", problem: expect.stringContaining("not an amount") },
        { column: "stock", after: "x" },
        { column: "", problem: expect.stringContaining("is a new product and needs sku") },
      ],
    });
    let seen = 0;
    for (let page = first; ; page = await lines(rejected._id, "problem", page.lines.at(-1)._id)) {
      seen += page.lines.length;
      if (!page.hasMore) break;
    }
    expect(seen).toBeGreaterThanOrEqual(1000);
    expect((await manager.send("POST", `/imports/${rejected._id}/store`, { digest: "x" })).status).toBe(409);
  });

  it("adds products, which its undo takes off sale", async () => {
    const header =
      "slug,sku,title,category,price,net_quantity,net_quantity_unit,country_of_origin,shelf_life_months,hsn,gst_percent";
    const compared = await compare(`${header}\nkewra,SK-kewra,Kewra,attars,600,10,ml,India,36,33030040,18\n`);
    expect(compared).toMatchObject({ state: "compared", added: 1, changed: 0 });
    expect((await lines(compared._id, "added")).lines[0]).toMatchObject({ slug: "kewra", sku: "SK-kewra" });
    const stored = await store(compared);
    expect(await priceOf("kewra")).toBe(60_000);
    expect(await undo(stored._id)).toMatchObject({ state: "undone" });
    const [size] = await shop.db.select().from(variant).where(eq(variant.sku, "SK-kewra"));
    expect(size?.onSale).toBe(false);
  });
});

describe("what an import publishes", () => {
  const header =
    "slug,sku,title,category,price,net_quantity,net_quantity_unit,country_of_origin,shelf_life_months,hsn,gst_percent";
  const stateOf = async (slug: string) =>
    (
      await rowsOf<{ state: string; lowest_price_paise: number }>(
        shop,
        sql`select state, lowest_price_paise from product where slug = ${slug}`,
      )
    )[0];
  const inShop = async (slug: string) => (await shop.get(`/api/product/${slug}`)).status;

  it("needs the state published: without a state a new product is a draft", async () => {
    await store(await compare(`${header}\nvetiver,SK-vetiver,Vetiver,attars,600,10,ml,India,36,33030040,18\n`));
    expect([await stateOf("vetiver"), await inShop("vetiver")]).toEqual([
      { state: "draft", lowest_price_paise: 0 },
      404,
    ]);
    await store(
      await compare(`${header},state\ndavana,SK-davana,Davana,attars,600,10,ml,India,36,33030040,18,published\n`),
    );
    expect([await stateOf("davana"), await inShop("davana")]).toEqual([
      { state: "published", lowest_price_paise: 60_000 },
      200,
    ]);

    const changed = await compare("slug,state\nvetiver,published\ndavana,archived\n");
    expect((await lines(changed._id, "changed")).lines.map(({ cells }: { cells: unknown }) => cells)).toEqual([
      [{ column: "state", before: "draft", after: "published" }],
      [{ column: "state", before: "published", after: "archived" }],
    ]);
    const stored = await store(changed);
    expect([await inShop("vetiver"), await inShop("davana")]).toEqual([200, 404]);
    await undo(stored._id);
    expect([await inShop("vetiver"), await inShop("davana")]).toEqual([404, 200]);
    // An empty cell changes nothing.
    expect(await compare("slug,title,state\ndavana,Davana,\n")).toMatchObject({ state: "compared", changed: 0 });
  });

  it("has what the law asks of a listing, or a problem beside its cell", async () => {
    const problems = async (csv: string) => {
      const rejected = await compare(csv);
      expect(rejected.state).toBe("rejected");
      return (await lines(rejected._id, "problem")).lines.flatMap(
        ({ row, cells }: { row: number; cells: { column: string; problem: string }[] }) =>
          cells.map(({ column, problem }) => `${row} ${column}: ${problem}`),
      );
    };
    const life =
      "shelf_life_months: what is in the shop needs this by law: the shelf life, which says until when the product can be used";
    expect(
      await problems(`${header},state\nlotus,SK-lotus,Lotus,attars,600,10,ml,India,0,33030040,18,published\n`),
    ).toEqual([`2 ${life}`]);
    // What is published loses nothing either.
    expect(await problems("slug,shelf_life_months\ngulab,0\n")).toEqual([`2 ${life}`]);
    // A draft of the back office without HSN code.
    await store(await compare(`${header}\nlotus,SK-lotus,Lotus,attars,600,10,ml,India,36,33030040,18\n`));
    await shop.db.update(variant).set({ hsn: "" }).where(eq(variant.sku, "SK-lotus"));
    expect(await problems("slug,state\nlotus,published\n")).toEqual([
      "2 state: what is in the shop needs this by law: the HSN code of 10 ml, for its invoices",
    ]);
    expect(await compare("slug,state,hsn\nlotus,published,33030040\n")).toMatchObject({ state: "compared" });
    expect(await problems("slug,state\nlotus,scheduled\nkhus,live\n")).toEqual([
      expect.stringMatching(/^2 state: cannot become scheduled here/),
      expect.stringMatching(/^3 state: "live" is not one of/),
    ]);
  });

  it("names no picture of another folder, such as a customer’s", async () => {
    const rejected = await compare("slug,images\ngulab,/reviews/face.3f2a9c1b.webp\n");
    expect((await lines(rejected._id, "problem")).lines[0].cells[0].problem).toContain("begin with /catalogue/");
  });
});

describe("a change beside an import", () => {
  it("is not overwritten: the differences are shown again", async () => {
    const compared = await compare("slug,price\nkhus,510\n");
    await setPrice("khus", 52_000);
    const again = await store(compared);
    expect(again).toMatchObject({ state: "compared", message: expect.stringContaining("has changed since") });
    expect((await lines(again._id, "changed")).lines[0].cells).toEqual([
      { column: "price", before: "520", after: "510" },
    ]);
    expect((await store(compared)).code).toBe("conflict");
    expect(await store(again)).toMatchObject({ state: "stored" });

    await setPrice("khus", 53_000);
    const kept = await undo(again._id);
    expect(kept).toMatchObject({
      state: "stored",
      message: "It can’t be undone, since this has changed meanwhile: row 2 (khus, SK-khus), price: is “530” now.",
    });
    expect(await priceOf("khus")).toBe(53_000);
    // Only the last import is undone.
    const later = await store(await compare("slug,price\nmitti,333\n"));
    expect((await undo(again._id)).message).toContain("Another file was stored after this one");
    expect(await undo(later._id)).toMatchObject({ state: "undone" });
    expect(await priceOf("mitti")).toBe(50_000);
  });
});

describe("a large file", () => {
  beforeAll(async () => {
    uploader = await signInAs(shop, "Manager", "large-files@staff.example");
  });
  const COUNT = 120;
  const header =
    "slug,sku,title,category,price,stock,net_quantity,net_quantity_unit,country_of_origin,shelf_life_months,hsn,gst_percent";
  const numbers = Array.from({ length: COUNT }, (_, at) => at);
  const newProducts = `${header}\n${numbers
    .map((at) => `many-${at},M-${at},Many ${at},attars,600,3,10,ml,India,36,33030040,18`)
    .join("\n")}\n`;
  const countOf = async (query: ReturnType<typeof sql>) =>
    Number((await rowsOf<{ count: number }>(shop, query))[0]?.count);

  it("that breaks off while it is stored goes on with the rest, stores nothing twice, and skips what an editor changed", async () => {
    const compared = await compare(newProducts);
    expect(compared).toMatchObject({ state: "compared", added: COUNT });
    const id = Number(compared._id);
    await shop.db.execute(sql`update product_import set state = 'storing', stored_at = now() where id = ${id}`);
    const died = storeLines(shop.db, {
      importId: id,
      direction: "store",
      media: {} as MediaLibrary,
      pictures: "catalogue",
      folder: shop.dataDir,
      facts: { origin: "" } as unknown as LegalFacts,
      onRestocked: async () => {},
      onProgress: () => Promise.reject(new Error("the process ends here")),
    });
    await expect(died).rejects.toThrow("the process ends here");
    const stored = () => countOf(sql`select count(*) from product where slug like 'many-%'`);
    expect(await stored()).toBe(20);

    expect((await manager.send("POST", `/imports/${id}/stop`, {})).status).toBe(200);
    await addJob(shop.db, "import_products", { importId: id });
    const stopped = await settled(compared._id);
    expect(stopped).toMatchObject({
      state: "stored",
      can_continue: true,
      message: "Stopped: 20 of 120 rows are stored. Go on to store the others, or undo what is stored.",
    });
    expect((await manager.send("POST", `/imports/${id}/stop`, {})).status).toBe(409);

    const categoryId = await countOf(sql`select id as count from category where slug = 'attars'`);
    await makeProduct(shop, { slug: "many-77", title: "An editor’s", categoryId, sku: "OTHER-77" });
    expect(await store(stopped)).toMatchObject({
      state: "stored",
      can_continue: false,
      skipped: 1,
      message: "1 row was not stored, because the products have changed meanwhile.",
    });
    expect(await stored()).toBe(COUNT);
    expect((await lines(compared._id, "skipped")).lines).toMatchObject([
      { slug: "many-77", note: "row 79: is in the catalogue meanwhile" },
    ]);
    const movements = sql`select count(*) from stock_movement join variant on variant.id = variant_id where sku like 'M-%'`;
    expect(await countOf(movements)).toBe(COUNT - 1);
    expect((await manager.send("POST", `/imports/${id}/store`, { digest: compared.digest })).status).toBe(409);
    await shop.db.execute(sql`update variant set sku = 'M-77' where sku = 'OTHER-77'`);
  });

  it("that two processes compare at once, because one was frozen, has one line for each row", async () => {
    const { body } = await upload(newProducts.replaceAll("many-", "twice-").replaceAll("M-", "T-"), uploader);
    const id = Number(body.data._id);
    await shop.db.execute(sql`update product_import set state = 'comparing' where id = ${id}`);
    const file = join(shop.dataDir, "twice.csv");
    await writeFile(file, newProducts.replaceAll("many-", "twice-").replaceAll("M-", "T-"));
    const compareOnce = () =>
      compareFile(shop.db, {
        importId: id,
        state: "comparing",
        file,
        mapping: new Map(),
        media: {} as MediaLibrary,
        pictures: "catalogue",
        folder: shop.dataDir,
        facts: { origin: "" } as unknown as LegalFacts,
        onProgress: () => new Promise((resolve) => setTimeout(resolve, 20)),
      });
    const [one, other] = await Promise.all([compareOnce(), compareOnce()]);
    expect(one).toMatchObject({ rows: COUNT, added: COUNT });
    expect(other.digest).toBe(one.digest);
    expect(await countOf(sql`select count(*) from product_import_line where import_id = ${id}`)).toBe(COUNT);
    // What is decided meanwhile stays.
    await shop.db.execute(sql`update product_import set state = 'compared' where id = ${id}`);
    await expect(compareOnce()).rejects.toThrow("another process has finished");
    expect(await countOf(sql`select count(*) from product_import_line where import_id = ${id}`)).toBe(COUNT);
  });

  it("lets other requests run in between, and so does its undo", async () => {
    const prices = `slug,sku,price\n${numbers.map((at) => `many-${at},M-${at},${700 + at}`).join("\n")}\n`;
    const compared = await compare(prices);
    expect(compared).toMatchObject({ state: "compared", changed: COUNT });
    let [isRunning, answered] = [true, 0];
    const requests = (async () => {
      while (isRunning) {
        expect((await shop.get("/api/product/gulab")).status).toBe(200);
        answered += 1;
      }
    })();
    const stored = await store(compared);
    isRunning = false;
    await requests;
    expect(stored.state).toBe("stored");
    // One transaction for all of it would answer them at its end.
    expect(answered).toBeGreaterThan(3);
    expect([await priceOf("many-0"), await priceOf("many-119")]).toEqual([70_000, 81_900]);
    expect(await undo(stored._id)).toMatchObject({ state: "undone" });
    expect([await priceOf("many-0"), await priceOf("many-119")]).toEqual([60_000, 60_000]);
  });

  it("exchanges SKUs of products that are far apart, and rejects one that another product keeps", async () => {
    const skus = (at: number) => (at === 0 ? "M-119" : at === 119 ? "M-0" : `M-${at}`);
    const csv = (of: (at: number) => string, to = COUNT) =>
      `slug,sku,price\n${numbers
        .slice(0, to)
        .map((at) => `many-${at},${of(at)},601`)
        .join("\n")}\n`;
    const stored = await store(await compare(csv(skus)));
    expect(stored).toMatchObject({ state: "stored", message: "" });
    const slugOf = async (sku: string) =>
      (
        await rowsOf<{ slug: string }>(
          shop,
          sql`select slug from variant join product on product.id = product_id where sku = ${sku}`,
        )
      )[0]?.slug;
    expect([await slugOf("M-0"), await slugOf("M-119")]).toEqual(["many-119", "many-0"]);
    expect(await undo(stored._id)).toMatchObject({ state: "undone" });
    expect([await slugOf("M-0"), await slugOf("M-119")]).toEqual(["many-0", "many-119"]);

    const rejected = await compare(csv(skus, 119));
    expect((await lines(rejected._id, "problem")).lines[0].cells).toMatchObject([
      { column: "sku", problem: '"M-119" belongs to the product many-119' },
    ]);
    const twice = await compare(`${csv((at) => `M-${at}`)}many-3,M-4,1\n`);
    expect((await lines(twice._id, "problem")).lines[0].cells).toMatchObject([
      { column: "slug", problem: '"many-3" is in row 5 already' },
      { column: "sku", problem: '"M-4" is in row 6 already' },
    ]);
  });

  it("beside another one of the same products is shown again", async () => {
    const [one, other] = [
      await compare("slug,price\nmany-1,801\n"),
      await compare("slug,price\nmany-1,802\nmany-2,802\n"),
    ];
    const results = await Promise.all([store(one), store(other)]);
    expect(results.map(({ state }) => state).sort()).toEqual(["compared", "stored"]);
  });
});

describe("an upload", () => {
  it("of several parts is stored byte for byte", async () => {
    // The first part of 1 MB ends within a character.
    const csv = `slug,title\n${"abc,गुलाब\n".repeat(60_000)}`;
    const { body } = await upload(csv, await signInAs(shop, "Manager", "parts@staff.example"));
    const parts = await rowsOf<{ bytes: number }>(
      shop,
      sql`select length(bytes)::int as bytes from product_import_part where import_id = ${body.data._id} order by position`,
    );
    expect(parts.map(({ bytes }) => bytes)).toEqual([1_048_576, Buffer.byteLength(csv) - 1_048_576]);
    const file = join(shop.dataDir, "restored.csv");
    await restoreFile(shop.db, Number(body.data._id), file);
    expect((await readFile(file)).equals(Buffer.from(csv))).toBe(true);
  });

  it("that is not a CSV file is rejected with a sentence", async () => {
    const refused = async (content: string | Buffer) => {
      const { status, body } = await upload(content);
      return `${status} ${body.errors?.[0]?.message ?? body.message}`;
    };
    expect(await refused("")).toContain("422");
    expect(await refused("slug;price\nx;1\n")).toContain("separated by commas");
    expect(await refused(Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x0a]))).toContain("not UTF-8");
    expect(await refused("slug,slug\nx,1\n")).toContain("occurs twice");
    expect(await refused(`${"x,".repeat(300)}\n`)).toMatch(/422/);
    expect((await manager.send("POST", "/imports?name=x.csv", {})).status).toBe(422);
  });

  it("that breaks off leaves nothing behind", async () => {
    const { host, port } = new URL(await shop.app.listen({ host: "127.0.0.1", port: 0 }));
    const before = (await manager.send("GET", "/imports")).body.data.imports.length;
    const cookie = [...manager.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    await new Promise<void>((resolve) => {
      const sent = request({
        host: "127.0.0.1",
        port,
        path: "/admin/api/imports?name=cut.csv",
        method: "POST",
        headers: { cookie, origin: `http://${host}`, "content-type": "text/csv", "content-length": 1_000_000 },
      });
      sent.on("error", () => resolve());
      sent.write("slug,price\ngulab,1\n", () => setTimeout(() => sent.destroy(new Error("the line broke")), 50));
    });
    expect((await manager.send("GET", "/imports")).body.data.imports).toHaveLength(before);
  });

  it("is limited to 30 an hour, and is discarded with an entry of the audit log", async () => {
    const member = await signInAs(shop, "Content", "uploads@staff.example");
    const { body } = await upload("slug,title\nkhus,Khus\n", member);
    expect((await member.send("DELETE", `/imports/${body.data._id}`)).status).toBe(200);
    const audit = await rowsOf<{ action: string }>(
      shop,
      sql`select action, before from audit_entry where subject_type = 'import' and subject_id = ${body.data._id} order by id`,
    );
    expect(audit).toMatchObject([
      { action: "products.file_uploaded" },
      { action: "products.file_discarded", before: { file: "prices.csv" } },
    ]);
    for (let at = 1; at < 30; at += 1) await upload("x", member);
    expect((await upload("x", member)).status).toBe(429);
  });

  it("needs the permission of the columns that it changes", async () => {
    const content = await signInAs(shop, "Content");
    const { body } = await upload("slug,price,title\nkhus,1,Khus\n", content);
    const columns = body.data.columns.map(({ heading, column }: Columns[number]) => ({ heading, column }));
    const path = `/imports/${body.data._id}/compare`;
    const forbidden = await content.send("POST", path, { columns });
    expect({ status: forbidden.status, message: forbidden.body.message }).toEqual({
      status: 403,
      message: expect.stringContaining("edit_prices"),
    });
    const titles = columns.map((one: Columns[number]) => ({
      ...one,
      column: one.heading === "price" ? "" : one.column,
    }));
    expect((await content.send("POST", path, { columns: titles })).status).toBe(200);
    await settled(body.data._id);
  });
});

describe("the export", () => {
  it("has the products that match, as an import reads them", async () => {
    const { body } = await manager.send("GET", "/catalogue.csv?q=gul&category=attars");
    const rows = (body as string).trimEnd().split("\r\n");
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^\uFEFFslug,sku,/);
    expect(rows[1]).toContain("SK-gulab");
    expect(
      ((await manager.send("GET", "/catalogue.csv?category=nothing")).body as string).trim().split("\r\n"),
    ).toHaveLength(1);
    const all = (await manager.send("GET", "/catalogue.csv")).body as string;
    expect(await compare(all.replace("\uFEFF", ""))).toMatchObject({
      state: "compared",
      added: 0,
      changed: 0,
      problems: 0,
    });
  });
});
