/** Staff accept invitations, sign in with two factors, and strangers do not. */

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { job } from "../../server/platform/database/schema.ts";
import { peopleOf, rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { acceptInvitation, codeOf, openBrowser, SHOP, STAFF_PASSWORD, type StaffPerson } from "./staff-people.ts";

let shop: TestShop;
let owner: StaffPerson;
const lines: string[] = [];
const EMAIL = "owner@kewra.example";
const wrongCodeOf = (key: string) => String((Number(codeOf(key)) + 1) % 1_000_000).padStart(6, "0");

const inviteByCommand = async (email: string, role = "owner") => {
  const { code, out, err } = await performCommand(shop, `staff invite ${email} --role ${role}`);
  expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
  return out.trim().split("\n").at(-1) ?? "";
};
/** Makes every code of the past usable again, so that a test need not wait for the next. */
const forgetUsedCodes = () => shop.db.execute(sql`update staff_member set totp_step = 0`);
const signIn = (browser = openBrowser(shop), body: object = {}) =>
  browser.send("POST", "/session", { email: EMAIL, password: STAFF_PASSWORD, ...body });

beforeAll(async () => {
  shop = await openShop({ environment: { LOG_LEVEL: "info" }, log: (line) => void lines.push(line) });
  owner = await acceptInvitation(shop, await inviteByCommand(EMAIL), { email: EMAIL });
});
beforeEach(async () => {
  await shop.db.execute(sql`delete from rate_limit`);
  await forgetUsedCodes();
});
afterAll(() => shop?.close());

describe("an invitation", () => {
  it("comes by mail with a link whose token no server sees in its URL", async () => {
    const url = await inviteByCommand("mailed@kewra.example", "packer");
    expect(url).toMatch(/^http:\/\/localhost:\d+\/admin\/invitation#[\w-]{43}$/);
    const { body: mails } = await shop.get("/sandbox/mail.json?to=mailed@kewra.example");
    for (const { text } of mails) expect(text).toContain(url);
  });

  it("makes a member with the role, signed in, with ten recovery codes", async () => {
    expect(owner.recoveryCodes).toHaveLength(10);
    const { body } = await owner.browser.send("GET", "/session");
    expect(body.data).toMatchObject({ email: EMAIL, role: "Owner", recoveryCodes: 10 });
    expect(body.data.permissions).toContain("manage_staff");
  });

  it("works once, and not with a wrong code, a short or a common password", async () => {
    const url = await inviteByCommand("once@kewra.example", "packer");
    const browser = openBrowser(shop);
    const token = url.split("#")[1];
    const { key } = (await browser.send("POST", "/invitation/open", { token })).body.data.totp;
    const accept = (body: object) =>
      browser.send("POST", "/invitation/accept", {
        token,
        name: "Ravi",
        password: STAFF_PASSWORD,
        code: codeOf(key),
        ...body,
      });
    expect((await accept({ code: wrongCodeOf(key) })).body).toMatchObject({ statusCode: 422, code: "code_wrong" });
    expect((await accept({ password: "short" })).body.errors[0].field).toBe("password");
    for (const password of ["unbelievable", "123456789012", "password1234"])
      expect((await accept({ password })).body.code).toBe("password_too_common");
    expect((await accept({})).status).toBe(200);
    expect((await accept({})).body).toMatchObject({ statusCode: 422, code: "token_expired" });
    expect((await browser.send("POST", "/invitation/open", { token })).body.code).toBe("token_expired");
  });

  it("makes one member when two accept it at once", async () => {
    const token = (await inviteByCommand("race@kewra.example", "packer")).split("#")[1];
    const browser = openBrowser(shop);
    const { key } = (await browser.send("POST", "/invitation/open", { token })).body.data.totp;
    const body = { token, name: "Ravi", password: STAFF_PASSWORD, code: codeOf(key) };
    const both = await Promise.all([1, 2].map(() => openBrowser(shop).send("POST", "/invitation/accept", body)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await rowsOf(shop, sql`select id from staff_member where email = 'race@kewra.example'`)).toHaveLength(1);
  });

  it("ends after three days, and when a later one is sent", async () => {
    const first = (await inviteByCommand("late@kewra.example", "packer")).split("#")[1];
    const second = (await inviteByCommand("late@kewra.example", "packer")).split("#")[1];
    const open = (token: string | undefined) => openBrowser(shop).send("POST", "/invitation/open", { token });
    expect((await open(first)).body.code).toBe("token_expired");
    expect((await open(second)).status).toBe(200);
    await shop.db.execute(sql`update staff_invitation set expires_at = now() - interval '1 second'`);
    expect((await open(second)).body.code).toBe("token_expired");
  });

  it("is not sent to a member, and names the roles if there is no such role", async () => {
    expect((await performCommand(shop, `staff invite ${EMAIL.toUpperCase()} --role owner`)).err).toContain("already");
    expect((await performCommand(shop, "staff invite new@kewra.example --role king")).err).toContain(
      "Owner, Manager, Packer, Support, Content, Accountant",
    );
  });

  it("of a demo opens nothing in a live shop", async () => {
    const token = (await inviteByCommand("demo@kewra.example", "packer")).split("#")[1];
    const live = await shop.openAnother({
      DEMO: false,
      SMTP_URL: "smtp://127.0.0.1:9",
      RAZORPAY_KEY_ID: "rzp_test_0123456789abcd",
      RAZORPAY_KEY_SECRET: "secret",
      RAZORPAY_WEBHOOK_SECRETS: ["another secret"],
    });
    const response = await live.inject({
      method: "POST",
      url: "/admin/api/invitation/open",
      headers: { origin: SHOP },
      payload: { token },
    });
    expect(response.json()).toMatchObject({ statusCode: 422, code: "token_expired" });
    const demo = await live.inject({
      method: "POST",
      url: "/admin/api/demo-session",
      headers: { origin: SHOP },
      payload: { role: "Owner" },
    });
    expect(demo.statusCode).toBe(404);
  });
});

describe("signing in", () => {
  it("takes the password, then the authenticator app's code", async () => {
    const browser = openBrowser(shop);
    expect((await signIn(browser)).body).toMatchObject({ statusCode: 422, code: "second_factor_required" });
    expect(browser.cookies.size).toBe(0);
    expect((await signIn(browser, { code: wrongCodeOf(owner.key) })).body.code).toBe("code_wrong");
    const signedIn = await signIn(browser, { code: codeOf(owner.key) });
    expect(signedIn.body.data).toMatchObject({ email: EMAIL, role: "Owner" });
    expect((await browser.send("GET", "/session")).status).toBe(200);
  });

  it("accepts no code twice, nor an older one than the last", async () => {
    const code = codeOf(owner.key);
    const both = await Promise.all([1, 2].map(() => signIn(openBrowser(shop), { code })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await signIn(openBrowser(shop), { code: codeOf(owner.key, -1) })).body.code).toBe("code_wrong");
  });

  it("takes each recovery code once, however it is typed", async () => {
    const [one = "", two = ""] = owner.recoveryCodes;
    const signedIn = await signIn(openBrowser(shop), { code: one.toLowerCase().replace("-", " ") });
    expect(signedIn.body.data.recoveryCodes).toBe(9);
    expect((await signIn(openBrowser(shop), { code: one })).body.code).toBe("code_wrong");
    const both = await Promise.all([1, 2].map(() => signIn(openBrowser(shop), { code: two })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it("sets a cookie that scripts, other sites and the storefront do not get", async () => {
    const { headers } = await signIn(openBrowser(shop), { code: codeOf(owner.key) });
    const cookies = headers["set-cookie"] as unknown as string[];
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/admin; HttpOnly; SameSite=Strict/);
    expect(cookies[0]).toMatch(/^staff_session=[\w-]{43};/);
    expect(cookies[0]).not.toContain("Max-Age");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["x-robots-tag"]).toContain("noindex");
  });

  it("responds the same to a wrong password and an unknown email", async () => {
    const wrong = await signIn(openBrowser(shop), { password: "wrong password" });
    const unknown = await signIn(openBrowser(shop), { email: "nobody@kewra.example" });
    expect(wrong.status).toBe(422);
    expect(unknown.body).toEqual(wrong.body);
  });

  it("lets the owner in while strangers try passwords", async () => {
    const device = owner.browser.cookies.get("staff_device") ?? "";
    const stranger = openBrowser(shop);
    for (let n = 0; n < 10; n += 1) await signIn(stranger, { password: `guess ${n}` });
    expect((await signIn(stranger, { password: "guess" })).status).toBe(429);
    // Even from the strangers' network.
    const known = openBrowser(shop);
    known.cookies.set("staff_device", device);
    expect((await signIn(known, { code: codeOf(owner.key) })).status).toBe(200);
    // A device cookie that nobody signed, or of somebody else, is none.
    for (const forged of [device.replace(/^\d+/, "999"), `${device.slice(0, -2)}xx`, "1.x.y"]) {
      const browser = openBrowser(shop);
      browser.cookies.set("staff_device", forged);
      expect((await signIn(browser, { code: codeOf(owner.key) })).status).toBe(429);
    }
  });

  it("allows five wrong codes in a quarter of an hour", async () => {
    const browser = openBrowser(shop);
    for (let n = 0; n < 5; n += 1)
      expect((await signIn(browser, { code: wrongCodeOf(owner.key) })).body.code).toBe("code_wrong");
    expect((await signIn(browser, { code: codeOf(owner.key) })).status).toBe(429);
  });
});

describe("a sign-in", () => {
  const CHROME =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  const member = async (email: string, role = "packer") =>
    acceptInvitation(shop, await inviteByCommand(email, role), { email });
  const entriesOf = async (email: string, action: string) =>
    rowsOf(
      shop,
      sql`select actor, after from audit_entry where action = ${action}
        and subject_id = (select id::text from staff_member where email = ${email}) order by id`,
    );
  const mailsTo = (email: string) =>
    rowsOf<{ subject: string }>(shop, sql`select subject from mail where recipient = ${email} order by id`);
  const listed = async () => (await owner.browser.send("GET", "/staff")).body.data;

  it("is in the audit log, and an email tells the member of a new browser", async () => {
    const email = "seen@kewra.example";
    const { key } = await member(email);
    const browser = openBrowser(shop, { headers: { "user-agent": CHROME } });
    for (const password of ["typed wrong", "wrong again"]) await signIn(browser, { email, password });
    for (let n = 0; n < 2; n += 1) {
      await forgetUsedCodes();
      expect((await signIn(browser, { email, code: codeOf(key) })).status).toBe(200);
    }
    const after = { method: "password", browser: "Chrome on Windows" };
    expect(await entriesOf(email, "staff.signed_in")).toEqual([
      { actor: "Asha Rao", after: { ...after, newBrowser: true, failedBefore: 2 } },
      { actor: "Asha Rao", after: { ...after, newBrowser: false, failedBefore: 0 } },
    ]);
    const about = (await mailsTo(email)).filter(({ subject }) => subject.startsWith("New sign-in"));
    expect(about).toEqual([{ subject: "New sign-in to the back office of Kewra" }]);
  });

  it("that fails is counted until one succeeds, with emails of nobody apart", async () => {
    await shop.db.execute(sql`delete from staff_sign_in_failure`);
    const email = "guessed@kewra.example";
    const { key } = await member(email);
    await forgetUsedCodes();
    await signIn(openBrowser(shop), { email, password: "typed wrong" });
    await signIn(openBrowser(shop), { email, code: wrongCodeOf(key) });
    for (const stranger of ["nobody@kewra.example", "nobody@kewra.example", "else@kewra.example"])
      await signIn(openBrowser(shop), { email: stranger });
    const { members, failedSignIns } = await listed();
    const shown = members.find((one: { email: string }) => one.email === email);
    expect(shown.failedSignIns).toEqual({ count: 2, lastAt: expect.any(String) });
    expect(failedSignIns).toEqual({ count: 3, lastAt: expect.any(String) });
    const [{ kept } = { kept: "" }] = await rowsOf<{ kept: string }>(
      shop,
      sql`select string_agg(f::text, ' ') as kept from staff_sign_in_failure f`,
    );
    expect(kept).not.toContain("@");
    expect((await signIn(openBrowser(shop), { email, code: codeOf(key) })).status).toBe(200);
    const after = (await listed()).members.find((one: { email: string }) => one.email === email);
    expect(after.failedSignIns).toBeNull();
  });

  it("that is locked out is reported once to the member and the owners, and of a stranger in the log alone", async () => {
    const email = "locked@kewra.example";
    await acceptInvitation(shop, await inviteByCommand(email, "packer"), { email, name: "Ravi Nair" });
    for (const typed of [email, "stranger@kewra.example"])
      for (let n = 0; n < 13; n += 1) await signIn(openBrowser(shop), { email: typed, password: "typed wrong" });
    const { mailsTo: mailbox } = peopleOf(shop);
    const reports = async (to: string, about: string) =>
      (await mailbox(to, 0)).filter(({ subject, text }) => subject.startsWith("Too many wrong") && text.includes(about))
        .length;
    await expect.poll(() => reports(email, "your account")).toBe(1);
    await expect
      .poll(() =>
        rowsOf(shop, sql`select after from audit_entry where action = 'staff.locked_out' and subject_id = 'unknown'`),
      )
      .toEqual([{ after: { kind: "staff password" } }]);
    await expect.poll(() => reports(EMAIL, "the account of Ravi Nair")).toBe(1);
    expect(await reports("stranger@kewra.example", "")).toBe(0);
    await expect.poll(() => shop.db.$count(job, eq(job.taskIdentifier, "report_lock_out"))).toBe(0);
    expect(await entriesOf(email, "staff.locked_out")).toEqual([
      { actor: "Somebody", after: { kind: "staff password" } },
    ]);
  });
});

describe("a session", () => {
  it("ends an hour after its last use, and twelve hours after the sign-in", async () => {
    for (const age of [
      sql`update staff_session set last_used_at = now() - interval '61 minutes'`,
      sql`update staff_session set created_at = now() - interval '721 minutes'`,
    ]) {
      const browser = openBrowser(shop);
      await signIn(browser, { code: codeOf(owner.key) });
      expect((await browser.send("GET", "/session")).status).toBe(200);
      await shop.db.execute(age);
      expect((await browser.send("GET", "/session")).status).toBe(401);
      await forgetUsedCodes();
    }
  });

  it("lists and ends the member's own sessions, not another's", async () => {
    const [here, there] = [openBrowser(shop), openBrowser(shop)];
    await signIn(here, { code: codeOf(owner.key) });
    await forgetUsedCodes();
    await signIn(there, { code: codeOf(owner.key) });
    const sessions: { _id: string; current: boolean }[] = (await here.send("GET", "/sessions")).body.data;
    const other = sessions.find(({ current }) => !current)?._id;
    expect((await here.send("DELETE", `/sessions/${other}`)).status).toBe(200);
    expect((await there.send("GET", "/session")).status).toBe(401);
    expect((await here.send("DELETE", "/sessions/999999")).status).toBe(404);
    expect((await here.send("DELETE", "/session")).status).toBe(200);
    expect(here.cookies.has("staff_session")).toBe(false);
  });

  it("accepts writes from the shop's own pages only", async () => {
    const browser = openBrowser(shop);
    await signIn(browser, { code: codeOf(owner.key) });
    for (const origin of ["https://evil.example", "http://localhost.evil.example", "null", "http://localhost:81", ""]) {
      const foreign = openBrowser(shop, { headers: { origin } });
      for (const [name, value] of browser.cookies) foreign.cookies.set(name, value);
      expect((await foreign.send("DELETE", "/session")).body.code).toBe("foreign_origin");
    }
    const response = await shop.app.inject({
      method: "DELETE",
      url: "/admin/api/session",
      headers: { cookie: `staff_session=${browser.cookies.get("staff_session")}` },
    });
    expect(response.statusCode).toBe(403);
    expect((await browser.send("GET", "/session")).status).toBe(200);
  });

  it("is no customer's, and a customer's is no staff's", { meta: { requirements: "S6.11" } }, async () => {
    const browser = openBrowser(shop);
    await signIn(browser, { code: codeOf(owner.key) });
    const token = browser.cookies.get("staff_session") ?? "";
    expect((await shop.get("/api/user", { authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await shop.get("/api/user", { cookie: `staff_session=${token}` })).status).toBe(401);
    expect((await shop.get("/admin/api/session", { authorization: `Bearer ${token}` })).status).toBe(401);
    const bare = await shop.app.inject({ url: "/admin/api/session", headers: { cookie: "staff_session=" } });
    expect(bare.statusCode).toBe(401);
  });
});

describe("what cannot be undone", () => {
  it("needs the second factor of the last ten minutes", async () => {
    const browser = openBrowser(shop);
    await signIn(browser, { code: codeOf(owner.key) });
    await shop.db.execute(sql`update staff_session set second_factor_at = now() - interval '11 minutes'`);
    expect((await browser.send("POST", "/recovery-codes")).body).toMatchObject({
      statusCode: 403,
      code: "step_up_required",
    });
    expect((await browser.send("POST", "/session/step-up", { code: wrongCodeOf(owner.key) })).status).toBe(422);
    await forgetUsedCodes();
    const stepped = await browser.send("POST", "/session/step-up", { code: codeOf(owner.key) });
    expect(new Date(stepped.body.data.steppedUpUntil).getTime()).toBeGreaterThan(Date.now() + 9 * 60_000);
    const { body } = await browser.send("POST", "/recovery-codes");
    expect(body.data.recoveryCodes).toHaveLength(10);
    // The new codes replace the old ones.
    expect((await signIn(openBrowser(shop), { code: owner.recoveryCodes[5] })).body.code).toBe("code_wrong");
    owner = { ...owner, recoveryCodes: body.data.recoveryCodes };
  });
});

describe("a password", () => {
  it("changes with the current one, and ends the other sessions", async () => {
    const [here, there] = [openBrowser(shop), openBrowser(shop)];
    await signIn(here, { code: codeOf(owner.key) });
    await forgetUsedCodes();
    await signIn(there, { code: codeOf(owner.key) });
    const password = "vetiver after the rain";
    const change = (body: object) =>
      here.send("POST", "/password", { currentPassword: STAFF_PASSWORD, password, ...body });
    expect((await change({ currentPassword: "wrong password" })).body.code).toBe("password_wrong");
    expect((await change({ password: "passwordpassword" })).body.code).toBe("password_too_common");
    expect((await change({})).status).toBe(200);
    expect((await here.send("GET", "/session")).status).toBe(200);
    expect((await there.send("GET", "/session")).status).toBe(401);
    expect((await signIn()).body.code).toBe("credentials_wrong");
    const back = await here.send("POST", "/password", { currentPassword: password, password: STAFF_PASSWORD });
    expect(back.status).toBe(200);
  });
});

describe("npm run staff", () => {
  it("resets a sign-in: nothing old works, and the mailed link sets all again", async () => {
    const email = "reset@kewra.example";
    const person = await acceptInvitation(shop, await inviteByCommand(email, "packer"), { email });
    const { code, out } = await performCommand(shop, `staff reset ${email}`);
    expect(code).toBe(0);
    await forgetUsedCodes();
    expect((await person.browser.send("GET", "/session")).status).toBe(401);
    for (const second of [codeOf(person.key), person.recoveryCodes[0]])
      expect((await signIn(openBrowser(shop), { email, code: second })).body.code).toBe("credentials_wrong");
    const again = await acceptInvitation(shop, out.trim().split("\n").at(-1) ?? "", {
      email,
      password: "a wholly new one",
    });
    expect(again.key).not.toBe(person.key);
    expect((await again.browser.send("GET", "/session")).body.data).toMatchObject({ email, role: "Packer" });
  });

  it("lists members and invitations, ends sessions, and removes a member but not the last owner", async () => {
    const email = "leaves@kewra.example";
    const person = await acceptInvitation(shop, await inviteByCommand(email, "packer"), { email });
    await inviteByCommand("waits@kewra.example", "support");
    const { out } = await performCommand(shop, "staff list");
    expect(out).toMatch(/^Owner +owner@kewra\.example/m);
    expect(out).toMatch(/^Support +waits@kewra\.example {2}invited until /m);
    expect((await performCommand(shop, `staff end-sessions ${email}`)).out).toBe("Ended 1 session.\n");
    expect((await person.browser.send("GET", "/session")).status).toBe(401);
    expect((await performCommand(shop, `staff remove ${email}`)).code).toBe(0);
    await forgetUsedCodes();
    expect((await signIn(openBrowser(shop), { email, code: codeOf(person.key) })).body.code).toBe("credentials_wrong");
    expect((await performCommand(shop, `staff remove ${EMAIL}`)).err).toContain("only owner");
    expect((await performCommand(shop, "staff remove nobody@kewra.example")).err).toContain("No member of staff");
  });
});

describe("the log", () => {
  it("has who signed in and who failed, and no secret", async () => {
    lines.length = 0;
    const code = codeOf(owner.key);
    await signIn(openBrowser(shop), { password: "typed wrong" });
    await signIn(openBrowser(shop), { code: wrongCodeOf(owner.key) });
    const browser = openBrowser(shop);
    await signIn(browser, { code });
    const events = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "security event");
    expect(events.map(({ event, staffId }) => ({ event, staffId }))).toEqual(
      ["login_failed", "second_factor_wrong", "login_succeeded"].map((event) => ({
        event,
        staffId: expect.any(Number),
      })),
    );
    const token = browser.cookies.get("staff_session") ?? "";
    for (const secret of ["typed wrong", code, STAFF_PASSWORD, token, owner.key, EMAIL])
      expect(lines.join("")).not.toContain(secret);
  });
});

describe("a demo", () => {
  it("is opened as a role with one click, whose step-up takes any code", async () => {
    const browser = openBrowser(shop);
    const { body } = await browser.send("POST", "/demo-session", { role: "Packer" });
    expect(body.data).toMatchObject({ role: "Packer", email: "packer@demo.example" });
    await shop.db.execute(sql`update staff_session set second_factor_at = now() - interval '11 minutes'`);
    expect((await browser.send("POST", "/session/step-up", { code: "000000" })).status).toBe(200);
    // Its member has no password that anybody could type.
    for (const password of ["", "x", "null"])
      expect((await signIn(openBrowser(shop), { email: "packer@demo.example", password })).status).toBe(422);
  });

  it("keeps every visitor's session while others enter as the same role", async () => {
    const first = openBrowser(shop);
    await first.send("POST", "/demo-session", { role: "Support" });
    for (let visitor = 0; visitor < 12; visitor++)
      await openBrowser(shop).send("POST", "/demo-session", { role: "Support" });
    expect((await first.send("GET", "/session")).status).toBe(200);
  });
});
