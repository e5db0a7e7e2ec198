/** The owner's settings in an open shop. */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeTimeInIndia } from "../../contract/dates.ts";
import { job } from "../../server/platform/database/schema.ts";
import { clearSetting, storeSetting } from "../../server/selling/settings/settings.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let statements: string[] = [];
beforeAll(async () => {
  shop = await openShop({ onStatement: (statement) => statements.push(statement) });
});
afterAll(() => shop?.close());

const nameOf = async () => (await shop.get("/api/shop")).body.data.name as string;

describe("a stored setting", () => {
  it("is not read from the database for every request", async () => {
    await nameOf();
    statements = [];
    for (let request = 0; request < 3; request++) await nameOf();
    expect(statements.filter((statement) => statement.includes('"setting"'))).toEqual([]);
  });

  it("takes effect at once on the instance that stores it", async () => {
    for (const name of ["Attar House", "Rose House"]) {
      await storeSetting(shop.db, "SHOP_NAME", name);
      expect(await nameOf()).toBe(name);
    }
    await clearSetting(shop.db, "SHOP_NAME");
    expect(await nameOf()).toBe("Kewra");
  });

  it("leads the announcement somewhere, or shows none", async () => {
    await storeSetting(shop.db, "SHOP_ANNOUNCEMENT", "Monsoon batch is here");
    await storeSetting(shop.db, "SHOP_ANNOUNCEMENT_LINK", "/bestsellers");
    expect((await shop.get("/api/shop")).body.data).toMatchObject({
      announcement: "Monsoon batch is here",
      announcementLink: "/bestsellers",
    });
    for (const link of [
      "javascript:alert(1)",
      "//evil.example",
      "http://plain.example",
      "/a b",
      `/${"x".repeat(64_000)}`,
    ])
      await expect(storeSetting(shop.db, "SHOP_ANNOUNCEMENT_LINK", link)).rejects.toThrow();
    await storeSetting(shop.db, "SHOP_ANNOUNCEMENT", "");
    expect((await shop.get("/api/shop")).body.data.announcement).toBe("");
    await clearSetting(shop.db, "SHOP_ANNOUNCEMENT");
    await clearSetting(shop.db, "SHOP_ANNOUNCEMENT_LINK");
  });

  it("shows the announcement between its times, and has pages rendered again at each", async () => {
    const shown = async () => (await shop.get("/api/shop")).body.data.announcement as string;
    const inMinutes = (minutes: number) => writeTimeInIndia(new Date(Date.now() + minutes * 60_000));
    const set = async (starts: string, ends: string) => {
      for (const name of ["SHOP_ANNOUNCEMENT_STARTS", "SHOP_ANNOUNCEMENT_ENDS"] as const)
        await clearSetting(shop.db, name);
      await storeSetting(shop.db, "SHOP_ANNOUNCEMENT_STARTS", starts);
      await storeSetting(shop.db, "SHOP_ANNOUNCEMENT_ENDS", ends);
    };
    const [from, until] = [inMinutes(10), inMinutes(20)];
    await set(from, until);
    expect(await shown()).toBe("");
    const jobs = await shop.db.select({ runAt: job.runAt }).from(job).where(eq(job.taskIdentifier, "publish_topic"));
    expect(jobs.map(({ runAt }) => writeTimeInIndia(runAt)).sort()).toEqual([from, until]);
    await set(inMinutes(-10), inMinutes(10));
    expect(await shown()).toContain("Free shipping");
    await set(inMinutes(-20), inMinutes(-10));
    expect(await shown()).toBe("");
    for (const wrong of ["tomorrow", "2026-02-30T09:00", "2026-12-01T09:00Z", "9".repeat(64_000)])
      await expect(storeSetting(shop.db, "SHOP_ANNOUNCEMENT_ENDS", wrong)).rejects.toThrow("a time in India");
    // The other time is the stored one.
    for (const [name, wrong] of [
      ["SHOP_ANNOUNCEMENT_ENDS", inMinutes(-30)],
      ["SHOP_ANNOUNCEMENT_STARTS", inMinutes(-10)],
    ] as const)
      await expect(storeSetting(shop.db, name, wrong)).rejects.toThrow(/would end .* before it begins/);
    for (const name of ["SHOP_ANNOUNCEMENT_STARTS", "SHOP_ANNOUNCEMENT_ENDS"] as const)
      await clearSetting(shop.db, name);
    expect(await shown()).toContain("Free shipping");
  });

  it("holds the claims about everything that the shop sells, which need not be the specification's", {
    meta: { requirements: "S1.20 to S1.24" },
  }, async () => {
    const reasons = async () => (await shop.get("/api/reasons")).body.data;
    const badges = async () => (await shop.get("/api/shop")).body.data.productBadges;
    expect((await reasons()).map(({ title }: { title: string }) => title)).toEqual([
      "Cruelty free",
      "Fragrance forward",
      "Affordable luxury",
      "Gender neutral",
    ]);
    expect(await badges()).toEqual([
      { name: "Long Lasting", icon: "clock" },
      { name: "IFRA - Certified", icon: "seal" },
      { name: "Imported Oils", icon: "drop" },
      { name: "Made In India", icon: "leaf" },
    ]);
    await storeSetting(
      shop.db,
      "WHY_CHOOSE_US",
      "Slow: We distil by hand: three days a batch (small). (fragrance-forward)",
    );
    expect(await reasons()).toEqual([
      { title: "Slow", text: "We distil by hand: three days a batch (small).", icon: "fragrance-forward" },
    ]);
    await storeSetting(shop.db, "PRODUCT_BADGES", "Vegan (leaf)|Long Lasting (12 hours)|Odd (rocket)");
    expect(await badges()).toEqual([
      { name: "Vegan", icon: "leaf" },
      { name: "Long Lasting (12 hours)", icon: "check" },
      { name: "Odd (rocket)", icon: "check" },
    ]);
    for (const wrong of ["Slow", "Slow: By hand.", "Slow: By hand. (rocket)", ": x (cruelty-free)", "x".repeat(64_000)])
      await expect(storeSetting(shop.db, "WHY_CHOOSE_US", wrong)).rejects.toThrow("must be written as");
    for (const name of ["WHY_CHOOSE_US", "PRODUCT_BADGES"] as const) {
      await storeSetting(shop.db, name, "");
      expect(name === "WHY_CHOOSE_US" ? await reasons() : await badges()).toEqual([]);
      await clearSetting(shop.db, name);
    }
  });

  it("takes effect on other instances within 2 s", async () => {
    const other = await shop.openAnother();
    const nameOnOther = async () => (await other.inject("/api/shop")).json().data.name as string;
    expect(await nameOnOther()).toBe("Kewra");
    await storeSetting(shop.db, "SHOP_NAME", "Attar House");
    await expect.poll(nameOnOther).toBe("Attar House");
    await clearSetting(shop.db, "SHOP_NAME");
  });
});
