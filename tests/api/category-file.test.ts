import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMAND_ACTOR } from "../../server/platform/audit/record-audit.ts";
import { category, product } from "../../server/platform/database/schema.ts";
import { createMediaLibrary } from "../../server/platform/media/media-library.ts";
import { CATEGORY_COLUMNS } from "../../server/shop/catalogue/import/category-columns.ts";
import { exportCategories, importCategories } from "../../server/shop/catalogue/import/category-file.ts";
import { describeProblem, headerOf, writeRow } from "../../server/shop/catalogue/import/csv-table.ts";
import type { ImportResult } from "../../server/shop/catalogue/import/import.ts";
import { makeProduct } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let folder: string;

beforeAll(async () => {
  shop = await openShop();
  folder = await mkdtemp(join(tmpdir(), "category-file-"));
});

afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

async function importText(text: string): Promise<ImportResult> {
  const file = join(folder, "categories.csv");
  await writeFile(file, text);
  return importCategories(shop.db, {
    file,
    media: createMediaLibrary({ DATA_DIR: join(folder, "data") }),
    actor: COMMAND_ACTOR,
  });
}

const problemsOf = (result: ImportResult) => (result.imported ? [] : result.problems.map(describeProblem));
const find = async (slug: string) => (await shop.db.select().from(category).where(eq(category.slug, slug)))[0];

describe("a category file", () => {
  it("fills an empty shop, subcategories before their category or behind it", async () => {
    const result = await importText(
      "slug,name,parent,description\nroses,Roses,perfumes,Only roses.\nperfumes,Perfumes,,\nattars,Attars,,\n",
    );
    expect(result).toEqual({ imported: true, total: 3, added: 3, changed: 0 });
    const { body } = await shop.get("/api/category");
    expect(body.data).toMatchObject([
      { slug: "perfumes", name: "Perfumes", subcategories: [{ slug: "roses", name: "Roses" }] },
      { slug: "attars", subcategories: [] },
    ]);
  });

  it("that was exported changes nothing when it is imported again", async () => {
    const before = await exportCategories(shop.db);
    const text = [headerOf(CATEGORY_COLUMNS), ...before.map((values) => writeRow(CATEGORY_COLUMNS, values))];
    expect(await importText(`${text.map((cells) => cells.join(",")).join("\n")}\n`)).toEqual({
      imported: true,
      total: 3,
      added: 0,
      changed: 0,
    });
    expect(await exportCategories(shop.db)).toEqual(before);
  });

  it("does not change a column that it lacks", async () => {
    expect(await importText("slug,name\nroses,Gulab\n")).toMatchObject({ imported: true, changed: 1 });
    expect(await find("roses")).toMatchObject({ name: "Gulab", description: "Only roses." });
    expect((await find("roses"))?.parentId).toBe((await find("perfumes"))?.id);
  });

  it("brings a picture along", async () => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#c0392b" } })
      .png()
      .toBuffer();
    await writeFile(join(folder, "Attars.png"), picture);
    expect(await importText("slug,image\nattars,Attars.png\n")).toMatchObject({ imported: true, changed: 1 });
    expect((await find("attars"))?.image).toMatchObject({
      path: expect.stringMatching(/^\/categories\/attars\.[0-9a-f]{8}\.png$/),
      alt: "Attars",
      width: 60,
    });
    expect(await importText("slug,image\nattars,\n")).toMatchObject({ imported: true, changed: 1 });
    expect((await find("attars"))?.image).toBeNull();
  });

  it("moves products with their subcategory", async () => {
    const placeOf = async () => (await shop.db.select().from(product).where(eq(product.slug, "gulab")))[0];
    const [roses, perfumes, attars] = [await find("roses"), await find("perfumes"), await find("attars")];
    await makeProduct(shop, { slug: "gulab", categoryId: perfumes?.id ?? 0, subcategoryId: roses?.id ?? 0 });
    await importText("slug,parent\nroses,attars\n");
    expect(await placeOf()).toMatchObject({ categoryId: attars?.id, subcategoryId: roses?.id });
    await importText("slug,parent\nroses,\n");
    expect(await placeOf()).toMatchObject({ categoryId: roses?.id, subcategoryId: null });
    await importText("slug,parent\nroses,perfumes\n");
    expect(await placeOf()).toMatchObject({ categoryId: perfumes?.id, subcategoryId: roses?.id });
  });

  it("reports all its problems by row and slug, and stores nothing", async () => {
    const before = await exportCategories(shop.db);
    const result = await importText(
      [
        "slug,name,parent,image",
        "attars,New Name,,",
        "Bad Slug,Bad,,",
        "deep,Deep,roses,",
        "lost,Lost,no-such,",
        "perfumes,Perfumes,attars,",
        "attars,Twice,,",
        "nameless,,,",
        "pictured,Pictured,,gone.png",
      ].join("\n"),
    );
    expect(problemsOf(result)).toEqual([
      'row 3, slug: "Bad Slug" is not a slug such as rose-of-kannauj (lowercase letters, digits and hyphens)',
      'row 4 (deep), parent: "roses" is a subcategory itself; there are two levels, no more',
      'row 5 (lost), parent: there is no category "no-such"',
      "row 6 (perfumes), parent: has subcategories, so it cannot become one",
      'row 7 (attars), slug: "attars" is in row 2 already',
      "row 8 (nameless), name: must not be empty",
      'row 9 (pictured), image: "gone.png": There is no picture gone.png.',
    ]);
    expect(await exportCategories(shop.db)).toEqual(before);
  });

  it("says which column a new category needs", async () => {
    expect(problemsOf(await importText("slug,parent\nnewest,\n"))).toEqual([
      "row 2 (newest): is a new category and needs name, which the file has no column for",
    ]);
  });
});
