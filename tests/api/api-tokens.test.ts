/** Programs use the back office's API with tokens: what each may do, and nothing more. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_TOKENS, TOKEN_REQUESTS_PER_MINUTE } from "../../contract/admin/api-tokens.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { openBrowser, signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  shop = await openShop();
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

async function make(scopes: string[], days: number | null = 90) {
  const { status, body } = await owner.send("POST", "/tokens", { name: "Accounting", scopes, days });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const { token, added } = body.data;
  // A program names no origin.
  const send = (method: "GET" | "POST" | "PATCH", path: string, payload?: object, headers = {}) =>
    shop.app
      .inject({
        method,
        url: `/admin/api${path}`,
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(payload && { payload }),
      })
      .then((response) => ({ status: response.statusCode, body: response.json() }));
  return { token: token as string, id: added._id as string, send };
}

describe("a token", () => {
  it("is shown once, stored as a hash, and reads within its scopes", async () => {
    const { token, id, send } = await make(["read_orders"]);
    expect(token).toMatch(/^shop_[\w-]{43}$/);
    expect((await send("GET", "/orders")).status).toBe(200);
    const listed = (await owner.send("GET", "/tokens")).body.data;
    expect(listed[0]).toMatchObject({ _id: id, name: "Accounting", start: token.slice(0, 9), createdBy: "Owner Rao" });
    expect(listed[0].lastUsedAt).not.toBeNull();
    const [row] = await rows(sql`select * from api_token where id = ${id}`);
    const everything = JSON.stringify([listed, row, (await owner.send("GET", "/audit")).body]);
    expect(everything).not.toContain(token);
  });

  it("is rejected beyond them: another scope, a write when read-only, a member's own account, a second factor", async () => {
    const { send } = await make(["read_orders", "read_products"]);
    for (const [method, path, body] of [
      ["GET", "/customers", undefined],
      ["GET", "/settings", undefined],
      ["GET", "/session", undefined],
      ["GET", "/tokens", undefined],
      ["POST", "/tokens", { name: "More", scopes: ["read_orders"], days: null }],
      ["POST", "/orders/KW-0000-0000/notes", { text: "Hello" }],
      ["PATCH", "/settings", { subject: "shop", version: 0, values: {} }],
    ] as const) {
      const { status, body: answer } = await send(method, path, body);
      expect({ path, status, code: answer.code }).toEqual({ path, status: 403, code: "permission_missing" });
    }
    // A member's cookie beside it adds nothing.
    const cookie = `staff_session=${owner.browser.cookies.get("staff_session")}`;
    expect((await send("GET", "/settings", undefined, { cookie })).status).toBe(403);
  });

  it("writes stock under its name, without an origin", async () => {
    const categoryId = await makeCategory(shop, { slug: "attars", name: "Attars" });
    await makeProduct(shop, { slug: "rose", categoryId, sku: "ROSE-10", stock: 5 });
    const { send } = await make(["write_stock"]);
    expect((await send("POST", "/stock/ROSE-10/adjust", { difference: 3, reason: "Counted." })).status).toBe(200);
    const [entry] = await rows(
      sql`select actor, actor_id from audit_entry where action like 'stock.%' order by id desc limit 1`,
    );
    expect(entry).toEqual({ actor: expect.stringMatching(/^API token \d+: Accounting$/), actor_id: null });
  });

  it("has no views of its own, which belong to a member", async () => {
    const { send } = await make(["fulfil_orders"]);
    const { status, body } = await send("POST", "/orders/views", { name: "To pack", query: "tab=to_pack" });
    expect({ status, code: body.code }).toEqual({ status: 403, code: "permission_missing" });
  });

  it("ends when it is revoked or expires", async () => {
    const { id, send } = await make(["read_orders"], 1);
    expect((await send("GET", "/orders")).status).toBe(200);
    await shop.db.execute(sql`update api_token set expires_at = now() - interval '1 second' where id = ${id}`);
    expect((await send("GET", "/orders")).status).toBe(401);
    const other = await make(["read_orders"]);
    expect((await owner.send("POST", `/tokens/${other.id}/revocation`)).status).toBe(200);
    expect((await owner.send("POST", `/tokens/${other.id}/revocation`)).status).toBe(404);
    expect((await other.send("GET", "/orders")).status).toBe(401);
    const { entries } = (await owner.send("GET", `/audit?subject=token&id=${other.id}`)).body.data;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(["token.revoked", "token.added"]);
  });

  it("ends with its author: when the member who made it is reset or removed", async () => {
    const second = await signInAs(shop, "Owner", "second@staff.example");
    const made = await second.send("POST", "/tokens", { name: "Theirs", scopes: ["read_orders"], days: null });
    const headers = { authorization: `Bearer ${made.body.data.token}` };
    const read = () => shop.app.inject({ url: "/admin/api/orders", headers });
    expect((await read()).statusCode).toBe(200);
    await performCommand(shop, "staff reset second@staff.example");
    expect((await read()).statusCode).toBe(401);
  });

  it("may do no more than its author may now", async () => {
    const third = await signInAs(shop, "Owner", "third@staff.example");
    const made = await third.send("POST", "/tokens", { name: "Wide", scopes: ["read_orders"], days: null });
    const headers = { authorization: `Bearer ${made.body.data.token}` };
    const read = () => shop.app.inject({ url: "/admin/api/orders", headers });
    expect((await read()).statusCode).toBe(200);
    const roles = (await owner.send("GET", "/roles")).body.data as { _id: string; name: string }[];
    const content = roles.find(({ name }) => name === "Content")?._id;
    await shop.db.execute(sql`update staff_member set role_id = ${content} where email = 'third@staff.example'`);
    const answer = await read();
    expect([answer.statusCode, answer.json().code]).toEqual([403, "permission_missing"]);
  });

  it("is created by members who have its permissions, with a recent second factor", async () => {
    await owner.send("POST", "/roles", { name: "Clerk", permissions: ["edit_settings"] });
    const clerk = await signInAs(shop, "Clerk");
    const body = { name: "Mine", scopes: ["read_orders"], days: 30 };
    expect((await clerk.send("POST", "/tokens", body)).body.code).toBe("permission_missing");
    for (const wrong of [
      { ...body, scopes: [] },
      { ...body, name: "" },
      { ...body, days: 0 },
      { ...body, scopes: ["all"] },
    ])
      expect((await owner.send("POST", "/tokens", wrong)).status).toBe(422);
  });

  it("is one of at most 50, also when two owners make the last one at once", async () => {
    await shop.db.execute(sql`insert into api_token (name, token_hash, start, scopes, created_by, created_at)
      select 'Old', 'hash ' || n, 'kewra_', '["read_orders"]', 'Owner Rao', now()
      from generate_series(2, ${MAX_TOKENS} - (select count(*)::int from api_token where revoked_at is null and coalesce(expires_at > now(), true))) as n`);
    const body = { name: "Last", scopes: ["read_orders"], days: 30 };
    const both = await Promise.all([1, 2, 3].map(() => owner.send("POST", "/tokens", body)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await shop.db.execute(sql`delete from api_token where name in ('Old', 'Last')`);
  });

  it("has a rate limit, and a wrong one is unauthorized", async () => {
    const { id, send } = await make(["read_orders"]);
    await shop.db.execute(sql`insert into rate_limit (key, free_at) values (${`api token ${id}`}, now() + interval '61 seconds')
      on conflict (key) do update set free_at = excluded.free_at`);
    expect((await send("GET", "/orders")).status).toBe(429);
    expect(TOKEN_REQUESTS_PER_MINUTE).toBe(300);
    const guest = openBrowser(shop, { headers: { authorization: `Bearer kewra_${"x".repeat(43)}` } });
    expect((await guest.send("GET", "/orders")).status).toBe(401);
  });
});

const rows = (query: ReturnType<typeof sql>) => rowsOf<Record<string, string>>(shop, query);
