/** System in the back office: what failed in the background is retried, sent again or deleted, by those who may, with their names. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
