/** What a stranger, a former member and two members at once try on the back office. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { acceptInvitation, codeOf, openBrowser, STAFF_PASSWORD, signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
const lines: string[] = [];
beforeAll(async () => {
  shop = await openShop({ environment: { LOG_LEVEL: "info" }, log: (line) => void lines.push(line) });
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

describe.each(["/audit", "/audit.csv", "/orders"])("the days of %s", (path) => {
  it.each(["2026-13-01", "2026-02-31", "0000-01-01"])("may not be %s", async (day) => {
    for (const field of ["from", "to"]) {
      const { status, body } = await owner.send("GET", `${path}?${field}=${day}`);
      expect({ status, field: body.errors?.[0].field }).toEqual({ status: 400, field });
    }
    expect((await owner.send("GET", "/audit?action=audit.exported")).body.data.entries).toEqual([]);
  });
});

describe("the search for orders", () => {
  it.each(["%%%", "___", "\\\\\\", "'; drop table customer_order; --", "a\u0000b%c"])(
    "takes %j literally",
    async (q) => {
      const { status, body } = await owner.send("GET", `/orders?q=${encodeURIComponent(q)}`);
      expect({ status, orders: body.data?.orders }).toEqual({ status: 200, orders: [] });
    },
  );

  it("is logged without what was typed", async () => {
    await owner.send("GET", "/orders?q=asha%40example.com&tab=all");
    expect(lines.join("")).toContain("/admin/api/orders?q=");
    expect(lines.join("")).not.toContain("asha%40example.com");
  });
});

describe("a removed member", () => {
  it("has a cookie, a password, codes and a known device that open nothing", async () => {
    const email = "former@kewra.example";
    const url = (await performCommand(shop, `staff invite ${email} --role packer`)).out.trim().split("\n").at(-1);
    const person = await acceptInvitation(shop, url ?? "", { email });
    const id = (await person.browser.send("GET", "/session")).body.data._id;
    expect((await owner.send("DELETE", `/staff/${id}`)).status).toBe(200);
    expect((await person.browser.send("GET", "/session")).status).toBe(401);
    expect((await person.browser.send("GET", "/orders")).status).toBe(401);
    for (const code of [codeOf(person.key), person.recoveryCodes[0]]) {
      const body = { email, password: STAFF_PASSWORD, code };
      expect((await person.browser.send("POST", "/session", body)).body.code).toBe("credentials_wrong");
    }
    expect((await owner.send("POST", `/staff/${id}/reset`)).status).toBe(404);
    expect((await owner.send("PATCH", `/staff/${id}`, { roleId: "1" })).status).toBe(404);
  });
});

describe("two at once", () => {
  it("invite the same person, to whom one link remains", async () => {
    const { _id: roleId } = (await owner.send("GET", "/roles")).body.data[2];
    const invite = () => owner.send("POST", "/staff/invitations", { email: "Twice@kewra.example", roleId });
    expect((await Promise.all([invite(), invite()])).map(({ status }) => status)).toEqual([200, 200]);
    const open = await rowsOf(shop, sql`select id from staff_invitation where email = 'twice@kewra.example'`);
    expect(open).toHaveLength(1);
  });

  it("renew the recovery codes of a member: ten remain", async () => {
    const renewed = await Promise.all([1, 2, 3].map(() => owner.send("POST", "/recovery-codes")));
    expect(renewed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await owner.send("GET", "/session")).body.data.recoveryCodes).toBe(10);
  });

  it("give two roles the same name: one keeps its own", async () => {
    const added = await Promise.all(
      ["Morning", "Evening"].map((name) => owner.send("POST", "/roles", { name, permissions: [] })),
    );
    const renamed = await Promise.all(
      added.map(({ body }) => owner.send("PATCH", `/roles/${body.data._id}`, { version: 1, name: "Night" })),
    );
    expect(renamed.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("a role", () => {
  it("cannot have another role's name in other letters", async () => {
    expect((await owner.send("POST", "/roles", { name: "OWNER", permissions: [] })).body.code).toBe("conflict");
    const { body } = await owner.send("POST", "/roles", { name: "Weekend", permissions: [] });
    const rename = (name: string) =>
      owner.send("PATCH", `/roles/${body.data._id}`, { version: body.data.version, name });
    expect((await rename("owner")).body.code).toBe("conflict");
    expect((await rename("WEEKEND")).status).toBe(200);
  });
});

describe("a demo", () => {
  it("opens as each role again after a visitor has given its member another, or a password", async () => {
    const enter = async () => {
      const browser = openBrowser(shop);
      return { browser, me: (await browser.send("POST", "/demo-session", { role: "Support" })).body.data };
    };
    const { me } = await enter();
    const { body } = await owner.send("GET", "/roles");
    expect((await owner.send("PATCH", `/staff/${me._id}`, { roleId: body.data[0]._id })).status).toBe(200);
    const reset = await performCommand(shop, "staff reset support@demo.example");
    await acceptInvitation(shop, reset.out.trim().split("\n").at(-1) ?? "", { email: "support@demo.example" });
    const again = await enter();
    expect(again.me.role).toBe("Support");
    expect((await again.browser.send("POST", "/session/step-up", { code: "000000" })).status).toBe(200);
    // A visitor has renamed the role.
    const { _id, version } = body.data.find(({ name }: { name: string }) => name === "Support");
    expect((await owner.send("PATCH", `/roles/${_id}`, { version, name: "Helpers" })).status).toBe(200);
    const after = await enter();
    expect(after.me).toMatchObject({ role: "Support", permissions: expect.arrayContaining(["answer_messages"]) });
  });
});

describe("the audit log", () => {
  it("finds an invitation by its email", async () => {
    const { _id: roleId } = (await owner.send("GET", "/roles")).body.data[2];
    await owner.send("POST", "/staff/invitations", { email: "ravi+1@kewra.example", roleId });
    const { body } = await owner.send("GET", "/audit?subject=invitation&id=ravi%2B1@kewra.example");
    expect(body.data.entries).toHaveLength(1);
  });
});
