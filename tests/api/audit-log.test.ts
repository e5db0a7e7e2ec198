/** The audit log has every action with who, what, before and after, and nobody changes it. */

import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordAudit } from "../../server/platform/audit/record-audit.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  shop = await openShop();
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

const list = async (query = "") => (await owner.send("GET", `/audit${query}`)).body.data;

describe("the audit log", () => {
  it("has an action with its author, what changed, and the request's id", async () => {
    const added = await owner.send("POST", "/roles", { name: "Night shift", permissions: ["view_orders"] });
    const id = added.body.data._id;
    const changed = await owner.send("PATCH", `/roles/${id}`, { version: 1, permissions: ["fulfil_orders"] });
    const { entries } = await list(`?subject=role&id=${id}`);
    expect(entries).toEqual([
      {
        _id: expect.any(String),
        at: expect.any(String),
        actor: "Owner Rao",
        actorId: String(owner.memberId),
        role: "Owner",
        action: "role.changed",
        subject: { type: "role", id, name: "Night shift" },
        before: { name: "Night shift", permissions: ["view_orders"], refundLimitPaise: 5000_00 },
        after: { name: "Night shift", permissions: ["fulfil_orders"], refundLimitPaise: 5000_00 },
        requestId: changed.headers["x-request-id"],
      },
      expect.objectContaining({ action: "role.added", before: null, requestId: added.headers["x-request-id"] }),
    ]);
  });

  it("has no entry of an action that failed", async () => {
    const { entries: before } = await list();
    expect((await owner.send("POST", "/roles", { name: "Night shift", permissions: [] })).status).toBe(409);
    expect((await list()).entries).toEqual(before);
  });

  it("cannot be changed or shortened, even by SQL", async () => {
    const count = (await rowsOf(shop, sql`select id from audit_entry`)).length;
    for (const statement of [sql`update audit_entry set actor = 'nobody'`, sql`delete from audit_entry`])
      await expect(shop.db.execute(statement)).rejects.toThrow();
    expect(await rowsOf(shop, sql`select id from audit_entry where actor <> 'nobody'`)).toHaveLength(count);
  });

  it("is read in pages and filtered by actor, action and day", async () => {
    const actor = { id: 77, name: "Ravi", role: "Packer", requestId: "r" };
    await shop.db.transaction(async (trx) => {
      for (let n = 0; n < 120; n += 1) {
        const subject = { type: "order" as const, id: `KW-${n}` };
        const at = new Date(Date.UTC(2026, 0, 1, 18, n < 60 ? 29 : 31));
        await recordAudit(trx, actor, { action: "order.packed", subject, before: { n }, after: { n: n + 1 } }, at);
      }
    });
    const seen: string[] = [];
    let before = "";
    for (let page = 0; page < 3; page += 1) {
      const { entries, hasMore } = await list(`?actor=77${before && `&before=${before}`}`);
      expect({ page, hasMore, length: entries.length }).toEqual({
        page,
        hasMore: page < 2,
        length: page < 2 ? 50 : 20,
      });
      seen.push(...entries.map(({ subject }: { subject: { id: string } }) => subject.id));
      before = entries.at(-1)._id;
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `KW-${119 - n}`));
    // The day ends at midnight in India, at 18:30 UTC.
    const days = await Promise.all(["2026-01-01", "2026-01-02"].map((day) => list(`?actor=77&from=${day}&to=${day}`)));
    expect(days.map(({ entries }) => entries[0].subject.id)).toEqual(["KW-59", "KW-119"]);
    expect((await list("?action=order.packed&subject=order&id=KW-7")).entries).toHaveLength(1);
    expect((await list("?action=order.parcel_lost")).entries).toEqual([]);
  });

  it("is a CSV file in which no cell is a formula, and its export is an action", async () => {
    const actor = { id: 78, name: '=HYPERLINK("//evil")', role: "+x", requestId: "" };
    const record = (id: string) =>
      recordAudit(shop.db, actor, { action: "order.packed", subject: { type: "order", id } }, new Date());
    for (const id of ["+91 98450 11223", "+91+1", "KW-1"]) await record(id);
    const { status, body, headers } = await owner.send("GET", "/audit.csv?actor=78");
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toBe('attachment; filename="audit-log.csv"');
    const [header, line, sum, phone] = body.split("\r\n");
    expect(header).toBe("\uFEFFtime,actor,role,action,subject,id,before,after,request");
    expect(line).toContain(`"'=HYPERLINK(""//evil"")",'+x,order.packed,order,KW-1`);
    expect([sum, phone].map((one) => one.split(",").at(5))).toEqual(["'+91+1", "+91 98450 11223"]);
    const all = (await owner.send("GET", "/audit.csv?actor=77")).body.trimEnd().split("\r\n");
    expect(all).toHaveLength(121);
    expect((await list("?action=audit.exported")).entries[0].after).toEqual({ actor: "77" });
  });
});

describe("a change that bypasses the shop", () => {
  it("is flagged with its columns and numbers, without texts", async () => {
    const psql = new pg.Client({ connectionString: shop.databaseUrl, application_name: "psql" });
    await psql.connect();
    await psql.query(`insert into setting (name, value) values ('SHOP_NAME', 'Secret plans')`);
    await psql.query("update staff_role set name = 'Boss', version = 7 where name = 'Packer'");
    await psql.query("update staff_role set version = version where name = 'Boss'");
    await psql.end();
    const { entries } = await list("?action=database.update");
    expect(entries).toEqual([
      expect.objectContaining({
        actor: expect.stringMatching(/^Database, as /),
        subject: { type: "staff_role", id: "Boss", name: null },
        before: { version: 1 },
        after: { table: "staff_role", columns: ["name", "version"], version: 7 },
      }),
    ]);
    const [inserted] = (await list("?action=database.insert")).entries;
    expect(inserted.subject).toEqual({ type: "setting", id: "SHOP_NAME", name: "Name of the shop" });
    expect(JSON.stringify(inserted)).not.toContain("Secret plans");
  });

  it("is not flagged when the shop or a command makes it", async () => {
    await owner.send("POST", "/roles", { name: "Evening", permissions: [] });
    await shop.db.execute(sql`update staff_role set version = version + 1`);
    const { entries } = await list("?subject=staff_role");
    expect(entries.filter(({ subject }: { subject: { id: string } }) => subject.id !== "Boss")).toEqual([]);
  });
});
