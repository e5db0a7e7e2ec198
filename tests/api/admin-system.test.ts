/** System in the back office: what failed in the background is retried, sent again or deleted, by those who may, with their names. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STORAGE_TROUBLE } from "../../contract/admin/storage-trouble.ts";
import { watchDiskTask } from "../../server/operations/system/watch-disk-task.ts";
import { peopleOf, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  shop = await openShop();
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

const auditOf = async (subject: string, id: string) =>
  (await owner.send("GET", `/audit?subject=${subject}&id=${id}`)).body.data.entries;
async function failedJob(path: string): Promise<string> {
  await shop.db.execute(sql`insert into job (task_identifier, payload, run_at, attempts, failed_at, last_error)
    values ('remove_media', ${JSON.stringify({ path })}::jsonb, now() + interval '1 day', 10, now(), 'the disk is full')`);
  return (await owner.send("GET", "/jobs")).body.data.jobs[0]._id;
}

describe("a job that failed", () => {
  it("is listed with its error, and retried", async () => {
    const id = await failedJob("/x");
    const { jobs, counts } = (await owner.send("GET", "/jobs")).body.data;
    expect(jobs[0]).toMatchObject({ task: "remove_media", state: "failed", lastError: "the disk is full" });
    expect(counts).toContainEqual({ state: "failed", count: 1 });
    expect((await owner.send("POST", `/jobs/${id}/retry`)).status).toBe(200);
    expect((await owner.send("POST", `/jobs/${id}/retry`)).status).toBe(409);
    expect(await auditOf("job", id)).toMatchObject([{ action: "job.retried", actor: "Owner Rao" }]);
  });

  it("is deleted with a reason and a recent second factor, unless the shop needs it", async () => {
    const id = await failedJob("/y");
    expect((await owner.send("POST", `/jobs/${id}/deletion`, { reason: " " })).body.errors[0].field).toBe("reason");
    expect((await owner.send("POST", `/jobs/${id}/deletion`, { reason: "The file is gone." })).status).toBe(200);
    expect((await owner.send("POST", `/jobs/${id}/deletion`, { reason: "Again." })).status).toBe(409);
    expect(await auditOf("job", id)).toMatchObject([
      { action: "job.deleted", before: { task: "remove_media" }, after: { reason: "The file is gone." } },
    ]);
    await shop.db.execute(sql`update job set failed_at = now(), attempts = 3 where key = 'housekeeping'`);
    const { jobs } = (await owner.send("GET", "/jobs")).body.data;
    const needed = jobs.find(({ isRecurring }: { isRecurring: boolean }) => isRecurring);
    expect((await owner.send("POST", `/jobs/${needed._id}/deletion`, { reason: "No." })).status).toBe(409);
    expect((await owner.send("POST", `/jobs/${needed._id}/retry`)).status).toBe(200);
  });
});

describe("everything that failed", () => {
  it("is retried at once, which the audit log says with the number", async () => {
    await failedJob("/a");
    await failedJob("/b");
    await shop.db.execute(sql`
      insert into mail (recipient, subject, text, html, message_id, resend, state, created_at, expires_at, last_error)
      values ('ravi@example.com', 'Your order', 'x', 'x', gen_random_uuid(), 'by_staff', 'failed', now(), now() + interval '1 day', '550')`);
    expect((await owner.send("POST", "/jobs/retry")).status).toBe(200);
    expect((await owner.send("POST", "/mails/resend")).status).toBe(200);
    expect(await auditOf("job", "all")).toMatchObject([{ action: "job.retried", after: { jobs: 2 } }]);
    expect(await auditOf("mail", "all")).toMatchObject([{ action: "mail.resent", after: { mails: 1 } }]);
  });
});

describe("an email that may not have arrived", () => {
  it("is sent again once, and not when its content is gone", async () => {
    await shop.db.execute(sql`
      insert into mail (recipient, subject, text, html, message_id, resend, state, created_at, expires_at, last_error)
      values ('meera@example.com', 'Your order', 'x', 'x', gen_random_uuid(), 'by_staff', 'failed', now(), now() + interval '1 day', '550 no such box'),
        ('meera@example.com', 'Your code', '', '', gen_random_uuid(), 'never', 'uncertain', now(), now() + interval '1 day', null)`);
    const { mails } = (await owner.send("GET", "/mails")).body.data;
    expect(mails).toMatchObject([
      { subject: "Your code", canResend: false },
      { subject: "Your order", canResend: true, lastError: "550 no such box" },
    ]);
    const [code, order] = mails.map(({ _id }: { _id: string }) => _id);
    expect((await owner.send("POST", `/mails/${code}/resend`)).status).toBe(409);
    const both = await Promise.all([1, 2].map(() => owner.send("POST", `/mails/${order}/resend`)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await auditOf("mail", order)).toMatchObject([{ action: "mail.resent" }]);
  });
});

describe("a refund", () => {
  it("of an unknown order is not found, and one that did not fail is not retried", async () => {
    expect((await owner.send("POST", "/refunds/KW-0000-0000/retry")).status).toBe(404);
    expect((await owner.send("POST", "/refunds/KW-0000-0000/paid", { reference: "UTR1" })).status).toBe(404);
    expect((await owner.send("POST", "/refunds/KW-0000-0000/paid", { reference: "" })).body.errors[0].field).toBe(
      "reference",
    );
    expect((await owner.send("GET", "/refunds/due")).body.data).toEqual([]);
  });
});

describe("a disk that is nearly full", () => {
  const GIB = 2 ** 30;
  const watch = (space: { free: number; size: number } | null) =>
    watchDiskTask({
      db: shop.db,
      read: async () => space,
      readSender: async () => ({
        name: "Kewra",
        tagline: "",
        origin: "https://shop.example",
        email: "care@kewra.example",
        phone: "",
        address: [],
        color: "#2f4a36",
        newsletter: { title: "", text: "" },
      }),
    }).run({}, { attempts: 1, lastError: null, stopping: new AbortController().signal });
  const subject = "The disk of Kewra is nearly full";
  const mails = () =>
    rowsOf<{ recipient: string }>(shop, sql`select recipient from mail where subject = ${subject} order by id`);

  it("is emailed to the owners once a day", async () => {
    for (const space of [null, { free: 2 * GIB, size: 500 * GIB }, { free: GIB, size: 8 * GIB }]) await watch(space);
    expect(await mails()).toEqual([]);
    for (const space of [
      { free: GIB, size: 20 * GIB },
      { free: GIB / 2, size: 20 * GIB },
    ])
      await watch(space);
    expect(await mails()).toEqual([{ recipient: "owner@staff.example" }]);
    const { text } = await peopleOf(shop).mailAbout("owner@staff.example", subject);
    expect(text.replaceAll(/\s+/g, " ")).toContain("1.1 GB of 21.5 GB are left on the disk of Kewra.");
    await shop.db.execute(sql`alter table audit_entry disable trigger user`);
    await shop.db.execute(
      sql`update audit_entry set at = at - interval '25 hours' where action = 'service.nearly_full'`,
    );
    await shop.db.execute(sql`alter table audit_entry enable trigger user`);
    await watch({ free: GIB / 2, size: 20 * GIB });
    expect(await mails()).toHaveLength(2);
  });
});

describe("a database whose disk is full", () => {
  it("is shown to staff with each response and on the page of services, and lets them look at the shop", async () => {
    expect((await owner.send("GET", "/session")).headers[STORAGE_TROUBLE]).toBeUndefined();
    await shop.db.execute(sql`update staff_session set last_used_at = now() - interval '5 minutes'`);
    // The SQLSTATE of PostgreSQL; a disk of the tests would have to be filled.
    await shop.db.execute(sql`
      create function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before update on staff_session execute function full_disk();
      create trigger full_disk before insert on audit_entry execute function full_disk()`);
    const session = await owner.send("GET", "/session");
    expect([session.status, session.headers[STORAGE_TROUBLE]]).toEqual([200, "disk_full"]);
    const id = await failedJob("/z");
    const refused = await owner.send("POST", `/jobs/${id}/retry`);
    expect([refused.status, refused.headers[STORAGE_TROUBLE]]).toEqual([503, "disk_full"]);
    const services = (await owner.send("GET", "/services")).body.data;
    expect(services.find(({ service }: { service: string }) => service === "database")).toMatchObject({
      failedAt: expect.any(String),
      error: expect.stringContaining("The database’s disk is full."),
    });
    for (const path of ["/admin/api/session", "/api/category"])
      expect((await shop.get(path)).headers[STORAGE_TROUBLE]).toBeUndefined();
    await shop.db.execute(sql`drop trigger full_disk on staff_session; drop trigger full_disk on audit_entry`);
  });
});
