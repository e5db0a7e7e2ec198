/** Staff of a test: their browsers, which keep cookies, and their authenticator apps. */

import { eq, sql } from "drizzle-orm";
import type { InjectOptions } from "fastify";
import { findRoleByName } from "../../server/people/staff/roles.ts";
import { openStaffSession } from "../../server/people/staff/sessions.ts";
import { totpCode, totpStepAt } from "../../server/people/staff/totp.ts";
import { staffMember, staffSession } from "../../server/platform/database/schema.ts";
import type { TestResponse, TestShop } from "./shop.ts";

export const STAFF_PASSWORD = "ruh khus and clay";
/** The origin that a browser names in writes to `inject`'s shop. */
export const SHOP = "http://localhost:80";

export interface Browser {
  /** Sends a request below `/admin/api`, as the page of the back office does. */
  send(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<TestResponse>;
  cookies: Map<string, string>;
}

export function openBrowser(
  shop: TestShop,
  { ip, headers = {} }: { ip?: string; headers?: Record<string, string> } = {},
): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async send(method, path, body) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await shop.app.inject({
        method,
        url: `/admin/api${path}`,
        ...(ip && { remoteAddress: ip }),
        headers: { ...(cookie && { cookie }), ...(method !== "GET" && { origin: SHOP }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      } as InjectOptions);
      for (const line of [response.headers["set-cookie"] ?? []].flat()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/Max-Age=0(?:;|$)/.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      const isJson = /json/.test(String(response.headers["content-type"]));
      return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers };
    },
  };
}

/** A member who has accepted an invitation. */
export interface StaffPerson {
  email: string;
  /** The key of the authenticator app. */
  key: string;
  recoveryCodes: string[];
  browser: Browser;
}

/** The code of a key, some steps of 30 seconds from now. The current one is accepted for at least 30 seconds more. */
export const codeOf = (key: string, steps = 0) => totpCode(key, totpStepAt(new Date()) + steps);

/** Accepts an invitation by its link. */
export async function acceptInvitation(
  shop: TestShop,
  url: string,
  { email, name = "Asha Rao", password = STAFF_PASSWORD }: { email: string; name?: string; password?: string },
): Promise<StaffPerson> {
  const browser = openBrowser(shop);
  const token = url.split("#")[1];
  const opened = await browser.send("POST", "/invitation/open", { token });
  const { key } = opened.body.data.totp;
  const accepted = await browser.send("POST", "/invitation/accept", { token, name, password, code: codeOf(key) });
  if (accepted.status !== 200) throw new Error(`the invitation was not accepted: ${JSON.stringify(accepted.body)}`);
  // The current code is left for the test.
  await shop.db.update(staffMember).set({ totpStep: 0 }).where(eq(staffMember.email, email));
  return { email, key, recoveryCodes: accepted.body.data.recoveryCodes, browser };
}

/** Inserts a member of this role with a session, whose second factor is recent all day: invitations and sign-in have their own tests. */
export async function signInAs(shop: TestShop, roleName: string, email = `${roleName}@staff.example`.toLowerCase()) {
  const memberId = await shop.db.transaction(async (trx) => {
    const role = await findRoleByName(trx, roleName);
    const values = { email, name: `${roleName} Rao`, roleId: role.id, createdAt: new Date() };
    await trx.insert(staffMember).values(values).onConflictDoNothing();
    const [member] = await trx.select({ id: staffMember.id }).from(staffMember).where(eq(staffMember.email, email));
    return member?.id ?? 0;
  });
  const browser = openBrowser(shop);
  browser.cookies.set("staff_session", await openStaffSession(shop.db, memberId, "test"));
  const secondFactorAt = sql`now() + interval '1 day'`;
  await shop.db.update(staffSession).set({ secondFactorAt }).where(eq(staffSession.memberId, memberId));
  return { memberId, browser, send: browser.send };
}
