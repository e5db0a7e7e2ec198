/** A database is marked as a demo's or a live shop's, and rejects what is dangerous to either. */

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sandboxMail, sandboxPaymentEntity } from "../../server/platform/database/schema/sandbox.ts";
import {
  customer,
  customerOrder,
  invoiceCounter,
  milestone,
  product,
  review,
  session,
  setting,
} from "../../server/platform/database/schema.ts";
import { requireMatchingDatabase } from "../../server/platform/live/database-state.ts";
import { peopleOf, rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

const LIVE = { DEMO: false };
const DEMO = { DEMO: true };
let shop: TestShop;

async function schemas(shop: TestShop): Promise<string[]> {
  return (await rowsOf<{ nspname: string }>(shop, sql`select nspname from pg_namespace`)).map(({ nspname }) => nspname);
}

describe("the database of a demo", () => {
  beforeAll(async () => {
    shop = await openShop({ demo: true });
  });
  afterAll(() => shop?.close());

  it("does not open as a live shop while it has the demo's people, and golive reports that", async () => {
    await expect(requireMatchingDatabase(shop.db, LIVE)).rejects.toThrow(
      /^A live shop cannot open on this database: it holds the demo’s customers.* npm run demo:clear -- --keep-catalogue$/,
    );
    const { code, out } = await performCommand(shop, "golive");
    expect(code).toBe(1);
    expect(out).toContain("it holds the demo’s customers, whose password everybody knows");
    expect(out).not.toContain("There is no product.");
  });

  it("is cleared only when the shop's name is typed", async () => {
    const refused = await performCommand(shop, "demo:clear --keep-catalogue", { responses: ["Kevra"] });
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^Shop "Kewra", DEMO=true, .*\n\d+ customers, \d+ orders and all that belongs to them/);
    expect(refused.err).toMatch(
      /Type the shop's name, Kewra, to continue:\nThe shop is named "Kewra", not "Kevra", so nothing was deleted\.\n$/,
    );
    expect(await shop.db.$count(customer)).toBeGreaterThan(1);
  });

  it("loses its people, orders, invoice numbers and stars, and keeps its catalogue", async () => {
    const products = await shop.db.$count(product);
    expect(await performCommand(shop, "demo:clear --keep-catalogue --yes-delete Kewra")).toMatchObject({ code: 0 });
    for (const table of [customer, session, customerOrder, invoiceCounter, review, sandboxMail, sandboxPaymentEntity])
      expect(await shop.db.$count(table)).toBe(0);
    const left = await shop.db.select().from(product);
    expect(left).toHaveLength(products);
    expect(new Set(left.map(({ reviewCount }) => reviewCount))).toEqual(new Set([0]));
    expect((await shop.get("/api/product")).body.totalData).toBe(products);
    expect((await shop.get("/api/faqs")).status).toBe(200);
    expect((await shop.get("/api/shop")).body.data.giftWrap).toBeNull();
  });

  it("does not open as a live shop either when somebody has signed up in the demo since", async () => {
    await peopleOf(shop).signUp("late@example.com");
    await expect(requireMatchingDatabase(shop.db, LIVE)).rejects.toThrow(/open as a demo/);
    expect(await performCommand(shop, "demo:clear --keep-catalogue --yes-delete Kewra")).toMatchObject({ code: 0 });
  });

  it("does not open as a live shop either when somebody has entered its back office since", async () => {
    await signInAs(shop, "Owner");
    await expect(requireMatchingDatabase(shop.db, LIVE)).rejects.toThrow(/open as a demo/);
    expect(await performCommand(shop, "demo:clear --keep-catalogue --yes-delete Kewra")).toMatchObject({ code: 0 });
  });

  it("becomes a live shop; then no demo opens on it and no command empties it", async () => {
    expect(await schemas(shop)).toContain("sandbox");
    await requireMatchingDatabase(shop.db, LIVE);
    expect(await schemas(shop)).not.toContain("sandbox");
    await requireMatchingDatabase(shop.db, LIVE);
    await expect(requireMatchingDatabase(shop.db, DEMO)).rejects.toThrow(
      /^This database is that of a live shop, and DEMO is true/,
    );
    for (const words of ["demo:reset --yes-delete Kewra", "demo:clear --yes-delete Kewra"])
      expect((await performCommand(shop, words)).err).toContain(
        "This is the database of a live shop, which no command empties",
      );
    expect(await shop.db.$count(product)).toBeGreaterThan(0);
  });
});

describe("a demo that is reset", () => {
  beforeAll(async () => {
    shop = await openShop({ demo: true });
  });
  afterAll(() => shop?.close());

  it("is emptied, settings included, once the shop's name is typed", async () => {
    await performCommand(shop, "settings SHOP_NAME Attar");
    await shop.db.insert(customer).values({ email: "new@example.com", name: "New" });
    expect((await performCommand(shop, "demo:reset", { responses: ["Kewra"] })).err).toMatch(
      /is named "Attar", not "Kewra"/,
    );
    expect(await performCommand(shop, "demo:reset", { responses: ["Attar"] })).toMatchObject({ code: 0 });
    expect(await shop.db.select({ name: setting.name }).from(setting)).toEqual(
      expect.arrayContaining([{ name: "AGENTS_SIGNED_ONLY" }, { name: "GIFT_WRAP_RUPEES" }]),
    );
    expect(await shop.db.$count(setting, eq(setting.name, "SHOP_NAME"))).toBe(0);
    expect(await shop.db.$count(customer, eq(customer.email, "new@example.com"))).toBe(0);
    expect(await shop.db.$count(customerOrder)).toBeGreaterThan(1);
    expect((await shop.get("/api/shop")).body.data.name).toBe("Kewra");
  });
});

describe("an empty database", () => {
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  it("lacks what a shop needs, as golive reports", async () => {
    const { out } = await performCommand(shop, "golive");
    expect(out).toContain("There is no category.\n    npm run categories:import FILE\n");
    expect(out).toContain("There is no product.\n");
    expect(out).toContain("Pages without a text: about-us, contact, privacy-policy, refund-policy, terms-conditions.");
    expect(out).toContain("FOOTER_PRODUCTS is “kewra-bloom;");
    // Each point is said once.
    expect(out).not.toContain("FOOTER_PRODUCTS names products that do not exist");
    const footer = await performCommand(shop, "settings FOOTER_PRODUCTS no-such-product");
    expect(footer).toMatchObject({ code: 1, err: expect.stringContaining("no product with the slug no-such-product") });
    expect(out).toContain(
      "SHOP_NAME is “Kewra”: it is the demo’s name.\n    npm run settings -- SHOP_NAME VALUE; the same value confirms it\n",
    );
    expect(out).toMatch(/\n\d+ points to settle before the shop goes live\.\n$/);
  });

  it("that was open with DEMO=true must be cleared before it opens as a live shop, since anyone could use it", async () => {
    await requireMatchingDatabase(shop.db, DEMO);
    await expect(requireMatchingDatabase(shop.db, LIVE)).rejects.toThrow(/anyone could log in as any customer/);
    expect(await performCommand(shop, "demo:clear --yes-delete Kewra")).toMatchObject({ code: 0 });
    await requireMatchingDatabase(shop.db, LIVE);
  });

  it("with customers that was never open as a demo is emptied by no command", async () => {
    await shop.db.delete(milestone);
    await shop.db.insert(customer).values({ email: "real@example.com", name: "Real" });
    expect((await performCommand(shop, "demo:reset --yes-delete Kewra")).err).toContain(
      "This database has never been open as a demo (DEMO=true), so nothing was deleted.",
    );
    expect(await shop.db.$count(customer)).toBe(1);
  });

  it("keeps the owner's settings, and reports what was not stored", async () => {
    await performCommand(shop, "settings SHOP_NAME Attar");
    expect((await performCommand(shop, "settings SHOP_EMAIL nonsense")).err).toBe(
      'The setting SHOP_EMAIL must be an email address; "nonsense" was not stored.\n',
    );
    const environment = {
      CODE_SECRET: "Zk3/0bq7XWmC1h8yTn5rLd2vUe9sGf4o",
      SMTP_URL: "smtps://me:hunter2@mail.example",
    };
    const cleared = await performCommand(shop, "settings CODE_SECRET --default", { environment });
    expect(cleared).toMatchObject({
      out: "",
      err: "The setting CODE_SECRET is read from the environment; set it there.\n",
    });
    const { out } = await performCommand(shop, "settings", { environment });
    expect(out).toContain("SHOP_NAME = Attar\n");
    expect(out).toContain("SMTP_URL = smtps://me:…@mail.example\n");
    expect(out).not.toMatch(/Zk3|hunter2/);
  });
});
