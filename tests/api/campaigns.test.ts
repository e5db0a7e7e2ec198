/** Staff writes a campaign, tests it, and sends it to the subscribers: to nobody twice, and to nobody who has unsubscribed. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { buyersOf } from "./buyers.ts";
import { headerOf, mailServer } from "./mail-server.ts";
import { peopleOf, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

type Member = Awaited<ReturnType<typeof signInAs>>;
const waitOptions = { timeout: LONGEST_WAIT_MS, interval: 50 };
const TEXT = {
  subject: "The monsoon batch of {SHOP_NAME}",
  preview: "Wet clay and vetiver",
  body: "Hello <b>friend</b>.\n\n## How we make it\n\nSlowly.\n\n- Clay\n- Vetiver",
  action: "See all",
  link: "/bestsellers",
  products: [] as string[],
};
const EMPTY = { subject: "", preview: "", body: "", action: "", link: "", products: [] };

async function subscribers(shop: TestShop, count: number, name = "reader"): Promise<void> {
  await shop.db.execute(
    sql`insert into newsletter_subscriber (email, state, unsubscribe_token, shop_origin, asked_at, confirmed_at)
    select ${name}::text || n || '@example.com', 'confirmed', rpad(${name}::text || n, 43, 'x'), 'http://localhost', now(), now()
    from generate_series(1, ${count}::int) n`,
  );
}
const draftOf = async (member: Member, fields: object = TEXT) => {
  const { _id, version } = (await member.send("POST", "/campaigns", {})).body.data;
  return (await member.send("PATCH", `/campaigns/${_id}`, { version, ...fields })).body.data;
};
const read = async (member: Member, id: string) => (await member.send("GET", `/campaigns/${id}`)).body.data;
const send = (
  member: Member,
  { _id, version, subscribers: seen }: { _id: string; version: number; subscribers: number },
  more = {},
) => member.send("POST", `/campaigns/${_id}/send`, { version, subscribers: seen, ...more });
const isSent = (member: Member, id: string) =>
  vi.waitFor(async () => {
    const campaign = await read(member, id);
    expect(campaign.state).toBe("sent");
    return campaign;
  }, waitOptions);

describe("writing a campaign", () => {
  let shop: TestShop;
  let manager: Member;
  beforeAll(async () => {
    shop = await openShop();
    manager = await signInAs(shop, "Manager");
  });
  afterAll(() => shop?.close());

  it("stores versions of a draft, which two members cannot overwrite", async () => {
    const draft = await draftOf(manager);
    expect(draft).toMatchObject({ state: "draft", version: 2, problems: [], subscribers: 0 });
    const { _id: id } = draft;
    const changes = ["One", "Two"].map((subject) => manager.send("PATCH", `/campaigns/${id}`, { version: 2, subject }));
    expect((await Promise.all(changes)).map(({ status }) => status).sort()).toEqual([200, 409]);
    const [, , audited] = await rowsOf(
      shop,
      sql`select action, before, after from audit_entry where subject_type = 'campaign' and subject_id = ${id} order by id`,
    );
    expect(audited).toMatchObject({
      action: "campaign.changed",
      before: { subject: TEXT.subject },
      after: { subject: expect.stringMatching(/^(One|Two)$/) },
    });
    const copy = (await manager.send("POST", "/campaigns", { copyOf: id })).body.data;
    expect(copy).toMatchObject({ body: TEXT.body, state: "draft", version: 1 });
    expect((await manager.send("GET", "/campaigns")).body.data.campaigns[0]._id).toBe(copy._id);
    expect((await manager.send("DELETE", `/campaigns/${copy._id}`)).status).toBe(200);
    for (const path of [`/campaigns/${copy._id}`, "/campaigns/x"])
      expect((await manager.send("GET", path)).status).toBe(404);
    expect((await manager.send("POST", "/campaigns", { copyOf: copy._id })).status).toBe(404);
  });

  it("reports every problem, and sends nothing while one is left", async () => {
    const { sell } = buyersOf(shop);
    await sell({ title: "Rose Attar", pricePaise: 11_800 });
    const found = (await manager.send("GET", "/campaign-products?q=ATTAR%20ro")).body.data;
    expect(found).toMatchObject([{ title: "Rose Attar" }]);
    for (const q of ["%25", "_ose", "\\"])
      expect((await manager.send("GET", `/campaign-products?q=${q}`)).body.data).toEqual([]);
    const problems = async (fields: object) =>
      (await manager.send("POST", "/campaign-previews", { ...TEXT, ...fields })).body.data.problems.map(
        ({ field }: { field: string }) => field,
      );
    expect(await problems({})).toEqual([]);
    expect(await problems(EMPTY)).toEqual(["subject", "body"]);
    expect(await problems({ body: "# Big", action: "", preview: "{SHOP_FAX}" })).toEqual(["body", "preview", "action"]);
    expect(await problems({ products: [found[0].slug, "gone"] })).toEqual(["products"]);
    const broken = await draftOf(manager, { ...TEXT, body: "## \n" });
    expect((await send(manager, broken)).status).toBe(422);
    const nobody = await draftOf(manager);
    expect((await send(manager, nobody)).body.errors[0].field).toBe("subscribers");
  });

  it("shows it as the email looks, in which a text stays a text", async () => {
    const [{ slug }] = (await manager.send("GET", "/campaign-products?q=rose")).body.data;
    const { html, text } = (await manager.send("POST", "/campaign-previews", { ...TEXT, products: [slug] })).body.data;
    expect(html).toContain("The monsoon batch of Kewra");
    expect(html).toContain("Hello &#60;b&#62;friend&#60;/b&#62;.");
    expect(html).toMatch(/<h2 [^>]*>How we make it<\/h2>/);
    expect(html).toMatch(/<li [^>]*>Vetiver<\/li>/);
    expect(html).toContain(`href="http://localhost:80/product/${slug}"`);
    expect(html).toContain('href="http://localhost:80/bestsellers"');
    expect(text).toContain("Rose Attar, ₹118:");
    expect(text).toContain("- Clay\n- Vetiver");
  });

  it("rejects what no email can have", async () => {
    const { _id, version } = await draftOf(manager);
    const long = "x".repeat(64_000);
    const bad = [
      { subject: long },
      { preview: long },
      { body: long },
      { action: long },
      { link: `/${long}` },
      { link: "javascript:alert(1)" },
      { link: "//evil.example" },
      { link: "http://plain.example" },
      { products: ["Not A Slug"] },
      { products: Array(13).fill("rose") },
      { subject: 5 },
      { products: "rose" },
    ];
    for (const fields of bad)
      expect({
        fields: JSON.stringify(fields).slice(0, 60),
        status: (await manager.send("PATCH", `/campaigns/${_id}`, { version, ...fields })).status,
      }).toMatchObject({ status: 422 });
    const clean = await manager.send("PATCH", `/campaigns/${_id}`, { version, subject: "A\u0000\r\nBcc: x@y.z\u202e" });
    expect(clean.body.data.subject).toBe("A Bcc: x@y.z");
  });

  it("needs its permission, and the second factor before it sends", async () => {
    const packer = await signInAs(shop, "Packer");
    const draft = await draftOf(manager);
    for (const [method, path] of [
      ["GET", "/campaigns"],
      ["POST", "/campaigns"],
      ["POST", `/campaigns/${draft._id}/send`],
    ] as const)
      expect((await packer.send(method, path, method === "POST" ? {} : undefined)).status).toBe(403);
    await shop.db.execute(sql`update staff_session set second_factor_at = now() - interval '1 day'`);
    const { status, body } = await send(manager, draft);
    expect({ status, code: body.code }).toEqual({ status: 403, code: "step_up_required" });
    expect((await manager.send("POST", `/campaigns/${draft._id}/resume`)).body.code).toBe("step_up_required");
  });
});

describe("sending a campaign", () => {
  async function open(rejectMails?: Parameters<typeof mailServer>[1]) {
    const server = await mailServer(0, rejectMails);
    onTestFinished(() => server.close());
    const shop = await openShop({ environment: { SMTP_URL: `smtp://127.0.0.1:${server.port}` } });
    onTestFinished(() => shop.close());
    return { server, shop, manager: await signInAs(shop, "Manager") };
  }

  it("emails the member a test that unsubscribes nobody", async () => {
    const { server, manager } = await open();
    expect((await manager.send("POST", "/campaign-tests", TEXT)).body.data).toEqual({ to: "manager@staff.example" });
    await vi.waitFor(() => expect(server.received).toHaveLength(1), waitOptions);
    const { to, content = "" } = server.received[0] ?? {};
    expect(to).toEqual(["manager@staff.example"]);
    expect(headerOf(content, "Subject")).toBe("[Test] The monsoon batch of Kewra");
    expect(headerOf(content, "List-Unsubscribe")).toBeUndefined();
    for (let sent = 1; sent < 30; sent++) await manager.send("POST", "/campaign-tests", TEXT);
    expect((await manager.send("POST", "/campaign-tests", TEXT)).status).toBe(429);
  });

  it("goes to each confirmed subscriber once, with the headers of RFC 8058", async () => {
    const { server, shop, manager } = await open();
    await subscribers(shop, 61);
    await shop.db.execute(
      sql`update newsletter_subscriber set state = 'unsubscribed', unsubscribed_at = now() where email = 'reader7@example.com'`,
    );
    const draft = await draftOf(manager);
    expect(draft.subscribers).toBe(60);
    expect((await send(manager, { ...draft, subscribers: 20 })).status).toBe(409);
    expect((await send(manager, draft)).body.data).toMatchObject({ state: "sending", author: "Manager Rao" });
    // A second click, and a change of what is being sent.
    expect((await send(manager, draft)).status).toBe(409);
    expect((await manager.send("PATCH", `/campaigns/${draft._id}`, { version: 3, subject: "x" })).status).toBe(409);
    expect((await manager.send("DELETE", `/campaigns/${draft._id}`)).status).toBe(409);
    expect(await isSent(manager, draft._id)).toMatchObject({
      queued: 60,
      sent: 60,
      failed: 0,
      waiting: 0,
      withheld: 0,
      unsubscribed: 0,
    });
    const recipients = server.received.map(({ to }) => to[0]);
    expect(new Set(recipients).size).toBe(60);
    expect(recipients).toHaveLength(60);
    expect(recipients).not.toContain("reader7@example.com");
    const { content = "" } = server.received.find(({ to }) => to[0] === "reader1@example.com") ?? {};
    const url = `http://localhost:80/newsletter/unsubscribe/${"reader1".padEnd(43, "x")}`;
    expect(headerOf(content, "List-Unsubscribe")).toBe(`<${url}>`);
    expect(headerOf(content, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(headerOf(content, "List-Id")).toMatch(/^"?Kewra newsletter"? <newsletter\.[\w.]+>$/);
    // Nothing counts who opens it.
    expect(content).not.toMatch(/width=3D"1"|pixel|track/i);
    const path = new URL(url).pathname;
    expect(
      (
        await shop.app.inject({
          method: "POST",
          url: path,
          payload: "List-Unsubscribe=One-Click",
          headers: { "content-type": "application/x-www-form-urlencoded" },
        })
      ).statusCode,
    ).toBe(200);
    expect(await read(manager, draft._id)).toMatchObject({ sent: 60, unsubscribed: 1 });
    const owner = await signInAs(shop, "Owner");
    const { entries } = (await owner.send("GET", `/audit?subject=campaign&id=${draft._id}`)).body.data;
    expect(entries[0]).toMatchObject({ action: "campaign.sent", after: { subscribers: 60 } });
  });

  it("goes no more to a mailbox that two issues in a row did not find, until somebody says so", async () => {
    // Of five readers: 1 does not exist, 2 is full, 3 comes back after one issue, 4 signs up again, and 5 is there.
    const gone = new Set(["reader1@example.com", "reader3@example.com", "reader4@example.com"]);
    const { shop, manager } = await open((_attempt, to) => {
      if (to === "reader2@example.com") return { responseCode: 552, message: "5.2.2 Mailbox full" };
      return gone.has(to) ? { responseCode: 550, message: "5.1.1 No such user" } : null;
    });
    await subscribers(shop, 5);
    const issue = async () => {
      const draft = await draftOf(manager);
      await send(manager, draft);
      const { sent, failed } = await isSent(manager, draft._id);
      return { to: draft.subscribers, sent, failed };
    };
    const setAside = async (): Promise<{ email: string; _id: string }[]> =>
      (await manager.send("GET", "/subscribers?state=set_aside")).body.data.subscribers;
    expect(await issue()).toEqual({ to: 5, sent: 1, failed: 4 });
    expect(await setAside()).toEqual([]);
    gone.delete("reader3@example.com");
    expect(await issue()).toEqual({ to: 5, sent: 2, failed: 3 });
    expect((await setAside()).map(({ email }) => email)).toEqual(["reader4@example.com", "reader1@example.com"]);
    expect((await manager.send("GET", "/subscribers")).body.data.subscribers).toHaveLength(3);
    const audit = (await manager.send("GET", "/audit?action=campaign.subscribers_set_aside")).body.data.entries;
    expect(audit).toMatchObject([{ actor: "Mail server", after: { subscribers: 2 } }]);

    const [four, one] = await setAside();
    gone.clear();
    const resumed = await manager.send("POST", `/subscribers/${one?._id}/resume`);
    expect(resumed.body.data).toMatchObject({ state: "confirmed", setAsideAt: null });
    expect((await manager.send("POST", `/subscribers/${one?._id}/resume`)).status).toBe(409);
    expect((await manager.send("POST", "/subscribers/999999/resume")).status).toBe(404);
    await peopleOf(shop).post("newsletter", { email: four?.email, page: "/" });
    const subject = "Confirm your Kewra newsletter";
    const [{ asked } = { asked: 0 }] = await rowsOf<{ asked: number }>(
      shop,
      sql`select count(*)::int as asked from mail where recipient = ${four?.email} and subject = ${subject}`,
    );
    expect(asked).toBe(1);
    expect(await issue()).toEqual({ to: 4, sent: 3, failed: 1 });
  });

  it("sends nothing to a subscriber who unsubscribes while the email waits", async () => {
    const { server, shop, manager } = await open(() => ({ responseCode: 451, message: "try later" }));
    await subscribers(shop, 3);
    const draft = await draftOf(manager);
    await send(manager, draft);
    await vi.waitFor(async () => {
      const waiting = await rowsOf(
        shop,
        sql`select from job where task_identifier = 'send_mail' and attempts > 0 and locked_at is null`,
      );
      expect(waiting).toHaveLength(3);
    }, waitOptions);
    expect(await read(manager, draft._id)).toMatchObject({ state: "sending", queued: 3, sent: 0, waiting: 3 });
    await shop.app.inject({ method: "POST", url: `/newsletter/unsubscribe/${"reader2".padEnd(43, "x")}` });
    const before = server.attempts();
    await shop.db.execute(sql`update job set run_at = now() where task_identifier = 'send_mail'`);
    await shop.db.execute(sql`select pg_notify('shop_changed', 'jobs')`);
    await vi.waitFor(() => expect(server.attempts()).toBe(before + 2), waitOptions);
    await vi.waitFor(
      async () => expect(await read(manager, draft._id)).toMatchObject({ waiting: 2, withheld: 1, unsubscribed: 1 }),
      waitOptions,
    );
  });

  it("stops, and continues with subscribers who have not got it", async () => {
    const { server, shop, manager } = await open();
    await subscribers(shop, 120);
    // A full outbox holds it up.
    await shop.db.execute(
      sql`insert into mail (recipient, subject, text, html, message_id, created_at, expires_at)
      select 'other@example.com', 's', 't', 'h', 'm' || n, now(), now() + interval '1 day' from generate_series(1, 100) n`,
    );
    const draft = await draftOf(manager);
    await send(manager, draft);
    await shop.db.execute(sql`delete from mail where message_id like 'm%' and id % 2 = 0`);
    await vi.waitFor(async () => expect((await read(manager, draft._id)).queued).toBeGreaterThan(0), waitOptions);
    const stopped = (await manager.send("POST", `/campaigns/${draft._id}/stop`)).body.data;
    expect(stopped.state).toBe("stopped");
    expect(stopped.queued).toBeLessThan(120);
    expect((await manager.send("POST", `/campaigns/${draft._id}/stop`)).body.data.state).toBe("stopped");
    await shop.db.execute(sql`delete from mail where message_id like 'm%'`);
    await manager.send("POST", `/campaigns/${draft._id}/resume`);
    expect((await manager.send("POST", `/campaigns/${draft._id}/resume`)).status).toBe(409);
    await isSent(manager, draft._id);
    const recipients = server.received.map(({ to }) => to[0]);
    expect(recipients).toHaveLength(120);
    expect(new Set(recipients).size).toBe(120);
  });

  it("waits for its time, and is a draft again until then", async () => {
    const { server, shop, manager } = await open();
    await subscribers(shop, 2);
    const draft = await draftOf(manager);
    for (const at of ["2020-01-01T09:00:00+05:30", "2099-01-01T09:00:00Z", "tomorrow", "2026-13-45T99:99:00Z"])
      expect((await send(manager, draft, { at })).status).toBe(422);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    expect((await send(manager, draft, { at })).body.data).toMatchObject({ state: "scheduled", scheduledAt: at });
    const back = (await manager.send("POST", `/campaigns/${draft._id}/stop`)).body.data;
    expect(back).toMatchObject({ state: "draft", scheduledAt: null });
    const { version } = (await send(manager, back, { at })).body.data;
    expect(server.received).toHaveLength(0);
    const change = (fields: object) => manager.send("PATCH", `/campaigns/${draft._id}`, { version, ...fields });
    expect((await change({ body: "" })).body.errors).toMatchObject([{ field: "body" }]);
    await shop.db.execute(sql`update staff_session set second_factor_at = now() - interval '1 day'`);
    expect((await change({ subject: "Corrected" })).body.code).toBe("step_up_required");
    await shop.db.execute(sql`update staff_session set second_factor_at = now()`);
    const corrected = (await change({ subject: "Corrected" })).body.data;
    expect(corrected).toMatchObject({ state: "scheduled", scheduledAt: at, subject: "Corrected" });
    await shop.db.execute(sql`update newsletter_campaign set scheduled_at = now()`);
    await shop.db.execute(sql`update job set run_at = now() where task_identifier = 'send_campaign'`);
    await shop.db.execute(sql`select pg_notify('shop_changed', 'jobs')`);
    expect(await isSent(manager, draft._id)).toMatchObject({ sent: 2 });
    expect(server.received.map(({ content }) => headerOf(content, "Subject"))).toEqual(["Corrected", "Corrected"]);
    const late = await manager.send("PATCH", `/campaigns/${draft._id}`, {
      version: corrected.version,
      subject: "Late",
    });
    expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining("Copy it") } });
  });

  it("is continued by another server when its own ends", async () => {
    const { server, shop, manager } = await open();
    await subscribers(shop, 60);
    const draft = await draftOf(manager);
    await send(manager, draft);
    await isSent(manager, draft._id);
    // As if the process had ended before it noted how far it came, and the job ran again.
    await shop.db.execute(sql`update newsletter_campaign set state = 'sending', last_subscriber_id = 0`);
    await shop.db.execute(
      sql`insert into job (task_identifier, payload, run_at) values ('send_campaign', ${`{"campaignId":${draft._id}}`}::jsonb, now())`,
    );
    await shop.db.execute(sql`select pg_notify('shop_changed', 'jobs')`);
    await isSent(manager, draft._id);
    expect(server.received).toHaveLength(60);
  });
});
