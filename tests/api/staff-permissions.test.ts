/** Each endpoint of staff is open to the roles that have its permission, and nobody becomes more than they are. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminEndpoint } from "../../contract/admin/endpoint.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { ALL_PERMISSIONS, type Permission, ROLE_TEMPLATES } from "../../contract/admin/permissions.ts";
import { makeCustomer } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { openBrowser, SHOP, signInAs } from "./staff-people.ts";

type Staff = Awaited<ReturnType<typeof signInAs>>;

let shop: TestShop;
/** A token of a customer. */
let customerToken: string;
/** Members of each role, and an owner whose second factor was long ago: signing in takes longer than a request. */
const members = new Map<string, Staff>();
let ownerOfOldSession: Staff;

beforeAll(async () => {
  shop = await openShop();
  customerToken = (await makeCustomer(shop.db, "asha@example.com")).token;
  for (const role of Object.keys(ROLE_TEMPLATES)) members.set(role, await signInAs(shop, role));
  ownerOfOldSession = await signInWithOldSession("stays@staff.example");
});
afterAll(() => shop?.close());

const guarded = Object.entries<AdminEndpoint>(adminEndpoints).filter(([, { permission }]) => permission !== "anyone");
/** Whether a request may end sessions of its sender, who then is somebody else. */
const mayEndSessions = ({ permission }: AdminEndpoint) => permission === "signed_in";
async function signInWithOldSession(email: string): Promise<Staff> {
  const staff = await signInAs(shop, "Owner", email);
  await shop.db.execute(sql`
    update staff_session set second_factor_at = now() - interval '11 minutes' where member_id = ${staff.memberId}`);
  return staff;
}
const pathOf = ({ path }: AdminEndpoint) => path.replace(":number", "KW-0000-0000").replace(/:\w+/g, "999999");

describe.each(guarded)("%s", (_name, endpoint) => {
  it("is open to the roles with its permission, and to no other", async () => {
    for (const [role, permissions] of Object.entries(ROLE_TEMPLATES)) {
      const { send } =
        (mayEndSessions(endpoint) ? undefined : members.get(role)) ??
        (await signInAs(shop, role, `leaves-as-${role}@staff.example`.toLowerCase()));
      const { status, body } = await send(endpoint.method, pathOf(endpoint), endpoint.body && {});
      const isOpen = endpoint.permission === "signed_in" || permissions.includes(endpoint.permission as Permission);
      if (isOpen) expect({ role, status }).not.toEqual({ role, status: expect.toBeOneOf([401, 403]) });
      else {
        expect({ role, status, code: body.code }).toEqual({ role, status: 403, code: "permission_missing" });
        expect(body.message).toContain(endpoint.permission);
      }
    }
  });

  it("is closed to guests and customers", async () => {
    for (const headers of [
      {},
      { authorization: `Bearer ${customerToken}` },
      { cookie: `staff_session=${customerToken}` },
      { cookie: "staff_session=x; staff_session=y" },
    ]) {
      const response = await shop.app.inject({
        method: endpoint.method,
        url: `/admin/api${pathOf(endpoint)}`,
        headers: { origin: SHOP, ...headers },
      });
      expect(response.statusCode).toBe(401);
    }
  });

  it("asks for the second factor again if it cannot be undone", async () => {
    const { send } = mayEndSessions(endpoint) ? await signInWithOldSession("leaves@staff.example") : ownerOfOldSession;
    const { body } = await send(endpoint.method, pathOf(endpoint), endpoint.body && {});
    expect(body.code === "step_up_required").toBe(endpoint.stepUp === true);
  });
});

describe("a role", () => {
  const roleId = async (name: string): Promise<string> => {
    const { send } = await signInAs(shop, "Owner");
    const roles: { _id: string; name: string }[] = (await send("GET", "/roles")).body.data;
    return roles.find((role) => role.name === name)?._id ?? "";
  };
  /** A member who manages staff and packs, and may do nothing else. */
  const foreman = async () => {
    const { send } = await signInAs(shop, "Owner");
    await send("POST", "/roles", {
      name: "Foreman",
      permissions: ["manage_staff", "view_orders", "fulfil_orders", "view_products"],
    });
    return signInAs(shop, "Foreman");
  };

  it("of a new shop is one of the templates, and a change of it applies to the next request", async () => {
    const { send } = await signInAs(shop, "Owner");
    const roles: { _id: string; name: string; permissions: string[]; version: number }[] = (await send("GET", "/roles"))
      .body.data;
    for (const [name, permissions] of Object.entries(ROLE_TEMPLATES))
      expect(roles.find((role) => role.name === name)?.permissions).toEqual(permissions);
    const accountant = await signInAs(shop, "Accountant");
    expect((await accountant.send("GET", "/audit")).status).toBe(200);
    const { _id, permissions, version } = roles.find(({ name }) => name === "Accountant") ?? { permissions: [] };
    const without = permissions.filter((name) => name !== "view_audit_log");
    const changed = await send("PATCH", `/roles/${_id}`, { version, permissions: without });
    expect(changed.body.data.version).toBe((version ?? 0) + 1);
    expect((await accountant.send("GET", "/audit")).status).toBe(403);
    // With the version of before, nobody overwrites that.
    expect((await send("PATCH", `/roles/${_id}`, { version, permissions })).body.code).toBe("conflict");
    const back = await send("PATCH", `/roles/${_id}`, { version: (version ?? 0) + 1, permissions });
    expect(back.status).toBe(200);
  });

  it("gives no permission that its giver lacks, by any way", async () => {
    const { send, memberId } = await foreman();
    const [owner, packer, own] = [await roleId("Owner"), await roleId("Packer"), await roleId("Foreman")];
    const victim = await signInAs(shop, "Owner", "victim@staff.example");
    const packerMember = await signInAs(shop, "Packer", "packs@staff.example");
    await victim.send("POST", "/staff/invitations", { email: "heir@staff.example", roleId: owner });
    const { invitations } = (await victim.send("GET", "/staff")).body.data;
    const invitation = invitations.find(({ email }: { email: string }) => email === "heir@staff.example");
    const attempts = [
      () => send("POST", "/roles", { name: "Crown", permissions: ["refund"] }),
      () => send("POST", "/roles", { name: "Crown", permissions: [...ALL_PERMISSIONS] }),
      () => send("PATCH", `/roles/${own}`, { version: 1, permissions: ["manage_staff", "refund"] }),
      () => send("PATCH", `/staff/${memberId}`, { roleId: owner }),
      () => send("PATCH", `/staff/${packerMember.memberId}`, { roleId: owner }),
      () => send("POST", "/staff/invitations", { email: "friend@staff.example", roleId: owner }),
      () => send("PATCH", `/staff/${victim.memberId}`, { roleId: packer }),
      () => send("DELETE", `/staff/${victim.memberId}`),
      () => send("POST", `/staff/${victim.memberId}/reset`),
      () => send("DELETE", `/staff/${victim.memberId}/sessions`),
      () => send("DELETE", `/staff/invitations/${invitation?._id}`),
      () => send("POST", `/staff/invitations/${invitation?._id}/renew`),
      () => send("POST", "/staff/invitations", { email: "heir@staff.example", roleId: packer }),
    ];
    for (const attempt of attempts) expect((await attempt()).body.code).toBe("permission_missing");
    expect((await victim.send("GET", "/session")).body.data.role).toBe("Owner");
    // What they have they give.
    expect((await send("POST", "/staff/invitations", { email: "friend@staff.example", roleId: packer })).status).toBe(
      200,
    );
    expect((await send("PATCH", `/staff/${packerMember.memberId}`, { roleId: own })).status).toBe(200);
    const listed = (await send("GET", "/staff")).body.data.invitations;
    const friend = listed.find(({ email }: { email: string }) => email === "friend@staff.example");
    expect((await send("DELETE", `/staff/invitations/${friend._id}`)).status).toBe(200);
    expect((await send("DELETE", `/staff/${packerMember.memberId}/sessions`)).status).toBe(200);
    expect((await packerMember.send("GET", "/session")).status).toBe(401);
  });

  it("Owner cannot be changed or deleted, a used one cannot be deleted", async () => {
    const { send } = await signInAs(shop, "Owner");
    const owner = await roleId("Owner");
    expect((await send("PATCH", `/roles/${owner}`, { version: 1, permissions: [] })).status).toBe(409);
    expect((await send("DELETE", `/roles/${owner}`)).status).toBe(409);
    await signInAs(shop, "Packer");
    expect((await send("DELETE", `/roles/${await roleId("Packer")}`)).status).toBe(409);
    const { body } = await send("POST", "/roles", { name: "Short-lived", permissions: [] });
    expect((await send("POST", "/roles", { name: "Short-lived", permissions: [] })).status).toBe(409);
    expect((await send("DELETE", `/roles/${body.data._id}`)).status).toBe(200);
  });

  it("leaves the shop an owner, even when two owners remove each other at once", async () => {
    const [one, two] = [await signInAs(shop, "Owner"), await signInAs(shop, "Owner", "second@staff.example")];
    await shop.db.execute(sql`
      update staff_member set removed_at = now()
      where role_id = (select id from staff_role where is_owner) and id not in (${one.memberId}, ${two.memberId})`);
    const packer = await roleId("Packer");
    const results = await Promise.all([
      one.send("DELETE", `/staff/${two.memberId}`),
      two.send("PATCH", `/staff/${one.memberId}`, { roleId: packer }),
    ]);
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    const [last] = (await one.send("GET", "/session")).body.data?.role === "Owner" ? [one] : [two];
    expect((await last.send("DELETE", `/staff/${last.memberId}`)).status).toBe(409);
    expect((await last.send("PATCH", `/staff/${last.memberId}`, { roleId: packer })).status).toBe(409);
  });
});

describe("the documentation", () => {
  it("is for staff, and names the permission of each endpoint", async () => {
    expect((await openBrowser(shop).send("GET", "/docs/json")).status).toBe(401);
    const { send } = await signInAs(shop, "Packer");
    const { paths } = (await send("GET", "/docs/json")).body;
    for (const endpoint of Object.values<AdminEndpoint>(adminEndpoints)) {
      const path = `/admin/api${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
      const { description } = paths[path][endpoint.method.toLowerCase()];
      if (endpoint.permission !== "anyone" && endpoint.permission !== "signed_in")
        expect(description).toContain(endpoint.permission);
    }
    const { body } = await shop.get("/api/docs/json");
    expect(Object.keys(body.paths).filter((path) => path.includes("admin"))).toEqual([]);
  });
});
