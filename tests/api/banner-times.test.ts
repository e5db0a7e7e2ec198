/** Banners that are shown from a time, until a time. */

import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeTimeInIndia } from "../../contract/dates.ts";
import { job } from "../../server/platform/database/schema.ts";
import { publishTopicTask } from "../../server/platform/jobs/publish-later.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

const MINUTE_MS = 60_000;

let shop: TestShop;
let editor: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  // With its cache: a response is stored until a topic of it changes.
  shop = await openShop({ demo: true, environment: { RESPONSE_CACHE_MB: "4" } });
  editor = await signInAs(shop, "Content");
});
afterAll(() => shop?.close());

const read = async () => (await editor.send("GET", "/content/banners")).body.data;
const save = async (list: object[]) =>
  editor.send("POST", "/content/banners", { version: (await read()).version, text: JSON.stringify(list) });
const titles = async () => (await shop.get("/api/banner")).body.data.map(({ title }: { title: string }) => title);
const inMinutes = (minutes: number) => writeTimeInIndia(new Date(Date.now() + minutes * MINUTE_MS));
/** The time passes; no trigger fires for that. */
const passes = (minutes: number) =>
  shop.db.transaction(async (trx) => {
    await trx.execute(sql`set local session_replication_role = replica`);
    await trx.execute(
      sql`update banner set starts_at = starts_at - ${minutes} * interval '1 minute', ends_at = ends_at - ${minutes} * interval '1 minute'`,
    );
  });
const refresh = () =>
  publishTopicTask(shop.db).run(
    { topic: "content" },
    { attempts: 1, lastError: null, stopping: new AbortController().signal },
  );

describe("a banner with times", () => {
  it("is shown between them, and stored responses change at each", async () => {
    const banners = JSON.parse((await read()).text) as { title: string; placement: string; device: string }[];
    const hero = banners.find(({ placement, device }) => placement === "hero" && device === "desktop");
    const diwali = { ...hero, title: "Diwali, a week early", starts: inMinutes(30), ends: inMinutes(90) };
    const saved = await save([diwali, ...banners]);
    expect(saved.status).toBe(200);
    expect(JSON.parse(saved.body.data.text)[0]).toMatchObject({ starts: diwali.starts, ends: diwali.ends });
    const jobs = await shop.db
      .select({ runAt: job.runAt })
      .from(job)
      .where(eq(job.taskIdentifier, "publish_topic"))
      .orderBy(asc(job.runAt));
    // Half a second later, for clocks that are behind.
    expect(jobs.map(({ runAt }) => writeTimeInIndia(runAt))).toEqual([diwali.starts, diwali.ends]);

    const without = await titles();
    expect(without).not.toContain(diwali.title);
    await passes(31);
    await refresh();
    await expect.poll(titles).toEqual([diwali.title, ...without]);
    await passes(60);
    await refresh();
    await expect.poll(titles).toEqual(without);
  });

  it("is exported as it was imported, and needs an end after its start", async () => {
    const [first, ...others] = JSON.parse((await read()).text);
    for (const [field, times] of Object.entries({
      "0.ends": { starts: "2026-12-01T09:00", ends: "2026-12-01T09:00" },
      "0.starts": { starts: "2026-02-30T09:00" },
    }))
      expect((await save([{ ...first, ...times }, ...others])).body.errors).toMatchObject([{ field }]);
    for (const starts of ["2026-12-01", "tomorrow", "2026-12-01T09:00Z", "9".repeat(64_000), 5, null])
      expect((await save([{ ...first, starts }, ...others])).status).toBeGreaterThanOrEqual(400);
    // Files that were exported before banners had times.
    const { starts, ends, ...plain } = first;
    const saved = await save([plain, ...others]);
    expect(saved.status).toBe(200);
    expect(JSON.parse(saved.body.data.text)[0]).not.toHaveProperty("starts");
  });

  it("is previewed with its picture before it is stored", async () => {
    const banners = JSON.parse((await read()).text);
    const text = JSON.stringify([
      { ...banners[0], title: "Soon", starts: inMinutes(60) },
      { ...banners[0], image: "x.jpg" },
    ]);
    const { data } = (await editor.send("POST", "/content/banners/preview", { text })).body;
    expect(data.banners).toHaveLength(1);
    expect(data.banners[0]).toMatchObject({ title: "Soon", starts: inMinutes(60), ends: "" });
    expect(data.banners[0].image.width).toBeGreaterThan(0);
    expect(await titles()).not.toContain("Soon");
  });
});
