/** Every command that changes something leaves an entry of the audit log, by "Command", or is listed here with its reason. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../server/operations/commands/registry.ts";
import { recordMilestone } from "../../server/platform/live/database-state.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
  const categoryId = await makeCategory(shop, { slug: "soaps", name: "Soaps" });
  for (const slug of ["neem", "khus"])
    await makeProduct(shop, { slug, title: slug, categoryId, sku: `SK-${slug}`, pricePaise: 199_00, stock: 10 });
});
afterAll(() => shop?.close());

/** The entries that something adds, oldest first. By their time: emptying a demo starts their numbers again. */
async function entriesOf(run: () => Promise<unknown>) {
  const since = new Date().toISOString();
  await run();
  return rowsOf<{ actor: string; action: string }>(
    shop,
    sql`select actor, action from audit_entry where at >= ${since} order by id`,
  );
}

const write = async (name: string, text: string) => {
  const path = join(shop.dataDir, name);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, text);
};
const perform = (words: string) => performCommand(shop, words);
const categories = () => write("soaps.csv", "slug,name\nsoaps,Soap bars\n");
const prices = (price: number) => write("prices.csv", `slug,price\nneem,${price}\n`);

/** The commands that leave no entry, and why. */
const UNAUDITED: Readonly<Record<string, string>> = {
  admin: "sends requests to the API of the back office, whose entries every test checks (tests/api/audited.ts)",
  backup: "reads",
  "catalogue:export": "reads, for who may read the database anyway",
  "categories:export": "reads",
  "content:export": "reads",
  "demo:reset": "fills a demo again, whose audit log is emptied with everything else",
  golive: "reads",
  migrate: "changes tables, not what the owner has decided",
  restore: "fills an empty database, with the audit log of the backup",
  "sales check": "reads",
  "sales rebuild": "computes again what orders say",
  "staff list": "reads",
};

/** What each of the others is run with, and the entries that it leaves. */
const AUDITED: Readonly<Record<string, { prepare?: () => Promise<void>; words: string; actions: string[] }>> = {
  "catalogue:import": {
    prepare: () => prices(189),
    words: "prices.csv",
    actions: ["product.changed", "products.imported"],
  },
  "categories:import": { prepare: categories, words: "soaps.csv", actions: ["category.changed"] },
  "content:import": {
    prepare: () => write("texts/faqs.md", "# Orders\n\n## May I cancel?\n\nYes.\n"),
    words: "texts",
    actions: ["content.changed"],
  },
  settings: { words: "SHOP_NAME Attar", actions: ["setting.changed"] },
  setup: {
    prepare: () => prices(179),
    words: "--yes --shop-name Gulab --products prices.csv",
    actions: ["setting.changed", "content.changed", "product.changed", "products.imported"],
  },
  "staff invite": { words: "asha@kewra.example --role owner", actions: ["staff.invited"] },
  "staff reset": { words: "ravi@kewra.example", actions: ["staff.reset"] },
  "staff end-sessions": { words: "ravi@kewra.example", actions: ["staff.sessions_ended"] },
  "staff remove": { words: "ravi@kewra.example", actions: ["staff.removed"] },
  "demo:clear": {
    prepare: () => recordMilestone(shop.db, "demo"),
    words: "--yes-delete Gulab",
    actions: ["shop.demo_deleted"],
  },
};

describe("a command", () => {
  it("leaves an entry, or is listed with the reason for none", async () => {
    const names: string[] = [];
    for (const [name, load] of Object.entries(COMMANDS)) {
      const verbs = (await load()).default.actions.flatMap(({ verb }) => verb ?? []);
      names.push(...(verbs.length > 0 ? verbs.map((verb) => `${name} ${verb}`) : [name]));
    }
    expect([...Object.keys(UNAUDITED), ...Object.keys(AUDITED)].sort()).toEqual(names.sort());
  });

  it.each(Object.entries(AUDITED))("%s names what it has done and that a command did it", async (name, one) => {
    await signInAs(shop, "Packer", "ravi@kewra.example");
    await one.prepare?.();
    const entries = await entriesOf(() => perform(`${name} ${one.words}`));
    expect([...new Set(entries.map(({ action }) => action))]).toEqual(one.actions);
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(["Command"]));
  });
});
