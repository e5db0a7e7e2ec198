/** The owner's settings in the back office: changed with their versions, logged, and never at odds with the environment. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SettingList } from "../../contract/admin/settings.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  shop = await openShop({ environment: { SHOP_TAGLINE: "Scents of Kannauj" } });
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

const list = async (): Promise<SettingList> => (await owner.send("GET", "/settings")).body.data;
const of = async (name: string) => (await list()).settings.find((setting) => setting.name === name);
const versionOf = async (subject: string) =>
  (await list()).subjects.find((one) => one.subject === subject)?.version ?? -1;
const change = async (subject: string, values: Record<string, string | null>, version?: number) =>
  owner.send("PATCH", "/settings", { subject, values, version: version ?? (await versionOf(subject)) });
const changesOf = async (name: string) => (await owner.send("GET", `/settings/${name}/changes`)).body.data.changes;

describe("a setting", () => {
  it("is stored, takes effect at once, is logged with its author, and goes back to its default", async () => {
    expect((await change("shop", { SHOP_NAME: "Attar House", SHOP_PHONE: "+91 98765 43210" })).status).toBe(200);
    expect((await shop.get("/api/shop")).body.data.name).toBe("Attar House");
    expect(await of("SHOP_NAME")).toMatchObject({ value: "Attar House", default: null, source: "stored" });
    expect((await change("shop", { SHOP_NAME: null })).status).toBe(200);
    expect((await shop.get("/api/shop")).body.data.name).toBe("Kewra");
    expect(await changesOf("SHOP_NAME")).toMatchObject([
      { actor: "Owner Rao", before: "Attar House", after: "Kewra", isReset: true },
      { actor: "Owner Rao", before: null, after: "Attar House", isReset: false },
    ]);
  });

  it("names each invalid value, and stores none", async () => {
    const { status, body } = await change("seller", {
      SELLER_NAME: "Attar House Pvt Ltd",
      SELLER_GSTIN: "12345",
      SELLER_STATE: "Atlantis",
    });
    expect(status).toBe(422);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(["SELLER_GSTIN", "SELLER_STATE"]);
    expect((await of("SELLER_NAME"))?.source).toBe("default");
    for (const [subject, name, value] of [
      ["cash", "CASH_EXCLUDED_CATEGORIES", "no-such-category"],
      ["pages", "FOOTER_PRODUCTS", "no-such-product"],
      ["shop", "SHOP_NAME", "  "],
      ["orders", "RETURN_DAYS", "7 days"],
    ] as const)
      expect((await change(subject, { [name]: value })).body.errors[0].field).toBe(name);
    for (const text of ["x".repeat(60_000), "\u0000".repeat(10)])
      expect((await change("shop", { SHOP_NAME: text })).status).toBe(422);
  });

  it("of the environment, of the machine, of another subject or unknown is not changed", async () => {
    expect(await of("SHOP_TAGLINE")).toMatchObject({ value: "Scents of Kannauj", source: "environment" });
    for (const [subject, name] of [
      ["shop", "SHOP_TAGLINE"],
      ["machine", "PORT"],
      ["shop", "SELLER_NAME"],
      ["shop", "NO_SUCH_SETTING"],
      ["shop", "constructor"],
    ] as const) {
      const { status } = await change(subject, { [name]: "x" });
      expect({ name, status }).toEqual({ name, status: 422 });
    }
    expect((await owner.send("GET", "/settings/PORT/changes")).status).toBe(404);
  });

  it("that a colleague, a command or SQL has changed meanwhile is not overwritten", async () => {
    const seen = await versionOf("orders");
    expect((await change("orders", { RETURN_DAYS: "10" }, seen)).status).toBe(200);
    const late = await change("orders", { RETURN_DAYS: "14" }, seen);
    expect(late.body).toMatchObject({ code: "conflict", message: "Owner Rao has changed these settings meanwhile." });
    const now = await versionOf("orders");
    expect((await performCommand(shop, "settings RETURN_DAYS 12")).code).toBe(0);
    expect((await change("orders", { RETURN_DAYS: "14" }, now)).body.message).toContain("Command has changed");
    // Another subject is not affected.
    expect((await change("payments", { PAYMENT_BRAND: "Attar House" })).status).toBe(200);
    const both = await versionOf("orders");
    const results = await Promise.all([
      change("orders", { RETURN_DAYS: "20" }, both),
      change("orders", { RETURN_DAYS: "21" }, both),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("that is a secret is shown nowhere", async () => {
    const key = "a key that nobody reads";
    expect((await change("security", { SESSION_SECRET: key })).status).toBe(200);
    expect(await of("SESSION_SECRET")).toMatchObject({ value: "", default: null, source: "stored", liveProblem: null });
    expect(await changesOf("SESSION_SECRET")).toMatchObject([{ before: null, after: null, isSecret: true }]);
    const everywhere = JSON.stringify([await list(), (await owner.send("GET", "/audit")).body]);
    expect(everywhere).not.toContain(key);
    expect((await performCommand(shop, `settings SESSION_SECRET ${key.replaceAll(" ", "-")}`)).out).not.toContain(
      "key-that",
    );
  });

  it("is confirmed by storing its default", async () => {
    expect(await of("SHOP_OPENING_HOURS")).toMatchObject({ canConfirm: true, liveProblem: expect.any(String) });
    const { default: usual = "" } = (await of("SHOP_OPENING_HOURS")) ?? {};
    expect((await change("shop", { SHOP_OPENING_HOURS: usual })).status).toBe(200);
    expect(await of("SHOP_OPENING_HOURS")).toMatchObject({ source: "stored", liveProblem: null });
  });
});
