/** What the shop is connected to: set up from the demo by who has the link of npm start, and changed by an owner. */

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OWNER_ROLE } from "../../contract/admin/permissions.ts";
import { newToken } from "../../server/base/secrets.ts";
import { readEnvFile } from "../../server/operations/setup/env-file.ts";
import { whileAlone } from "../../server/operations/setup/first-setup.ts";
import { createShopProcess } from "../../server/operations/setup/shop-process.ts";
import { deleteExpiredOfStaff } from "../../server/people/staff/housekeeping.ts";
import { inviteFirstOwner, isAwaitingOwner } from "../../server/people/staff/invitations.ts";
import { findRoleByName } from "../../server/people/staff/roles.ts";
import { COMMAND_ACTOR } from "../../server/platform/audit/record-audit.ts";
import { readMailSender } from "../../server/selling/settings/mail-sender.ts";
import { mailServer } from "./mail-server.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { openBrowser, signInAs } from "./staff-people.ts";

const KEYS = { keyId: "rzp_test_Qw8Zr2Lm5Tn1Xy", keySecret: "Zk39sLq0VbTn5YwEoP1xRc7u" };
const UNKNOWN_KEYS = { keyId: "rzp_test_Unknown", keySecret: "of nobody" };

let folder: string;
let mails: Awaited<ReturnType<typeof mailServer>>;
let newMails: Awaited<ReturnType<typeof mailServer>>;
let provider: Server;
let api: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "connections-"));
  [mails, newMails] = [await mailServer(), await mailServer()];
  // Razorpay, as it answers a list of orders.
  provider = createServer((request, response) => {
    const known = `Basic ${Buffer.from(`${KEYS.keyId}:${KEYS.keySecret}`).toString("base64")}`;
    const isKnown = request.headers.authorization === known;
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    const failure = { error: { code: "BAD_REQUEST_ERROR", description: "Authentication failed" } };
    response.end(JSON.stringify(isKnown ? { entity: "collection", count: 0, items: [] } : failure));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => provider.once("listening", resolve));
  api = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await Promise.all([mails?.close(), newMails?.close()]);
  provider?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("setup from the demo", () => {
  let shop: TestShop;
  const token = newToken();
  const restarts: string[] = [];
  const body = {
    token,
    owner: "owner@attarbagh.in",
    origin: "http://localhost:80",
    answers: { SHOP_NAME: "Attar Bagh" },
  };
  const send = (path: string, more: object = {}) => openBrowser(shop).send("POST", path, { ...body, ...more });

  beforeAll(async () => {
    const shopProcess = createShopProcess({ setupToken: token, restart: () => restarts.push("demo") });
    shop = await openShop({ shopProcess });
    // Not of its environment: a shop does not start with a provider that is not encrypted.
    shop.app = await shop.openAnother({ RAZORPAY_API: api });
  });
  afterAll(() => shop?.close());

  it("is open to who has the link, and to nobody else", async () => {
    const opened = await openBrowser(shop).send("POST", "/setup/open", { token });
    expect(opened.body.data).toMatchObject({ origin: "http://localhost:80" });
    expect(opened.body.data.questions[0]).toMatchObject({ name: "SHOP_NAME", label: "Name of the shop" });
    for (const wrong of [newToken(), "", "x".repeat(64 * 1024), null, [token]])
      for (const path of ["/setup/open", "/setup", "/setup/test-email"])
        expect((await openBrowser(shop).send("POST", path, { ...body, token: wrong })).status).toBeOneOf([413, 422]);
    const foreign = openBrowser(shop, { headers: { origin: "https://elsewhere.example" } });
    expect((await foreign.send("POST", "/setup", body)).body.code).toBe("foreign_origin");
  });

  it.each([
    [{ answers: {} }, "answers.SHOP_NAME", /name/],
    [{ answers: { SHOP_NAME: "Attar Bagh", SELLER_GSTIN: "08AABCR1416F1ZX" } }, "answers.SELLER_GSTIN", /check digit/],
    [{ origin: "http://shop.example" }, "origin", /not encrypted/],
    [{ origin: "https://shop.example/path" }, "origin", /without a path/],
    [{ origin: "https://shop.invalid" }, "origin", /^No machine has the name shop\.invalid.+Nothing was changed/],
    [{ origin: "http://localhost:2" }, "origin", /^Nothing answers at http:\/\/localhost:2 \(ECONNREFUSED\)/],
    [{ paymentKeys: UNKNOWN_KEYS }, "paymentKeys.keySecret", /doesn’t accept these keys.*Authentication failed/],
    [{ paymentKeys: { keyId: "rzp_test_KewraSandbox", keySecret: "x" } }, undefined, /is the demo’s/],
    [
      { mailServer: { host: "127.0.0.1", port: 1, user: "", password: "a secret" } },
      "mailServer.host",
      /The mail server says: .*ECONNREFUSED/,
    ],
    [{ mailServer: { host: "a b", port: 25, user: "", password: "" } }, "mailServer.host", /name/],
  ])("stores nothing of %j", async (change, field, message) => {
    const { status, body: answer } = await send("/setup", change);
    expect([status, answer.errors?.[0]?.field]).toEqual([422, field]);
    expect(answer.message).toMatch(message);
    expect(JSON.stringify(answer)).not.toContain("a secret");
    expect(restarts).toEqual([]);
  });

  it("says why the demo runs again", async () => {
    const shopProcess = createShopProcess({ setupToken: token, undone: "The port is taken." });
    const again = await openShop({ shopProcess });
    const { data } = (await openBrowser(again).send("POST", "/setup/open", { token })).body;
    expect(data).toMatchObject({ undone: "The port is taken.", startedAt: shopProcess.startedAt.toISOString() });
    await again.close();
  });

  it("is not done while the demo runs twice", async () => {
    const { status, body: answer } = await send("/setup");
    expect([status, answer.message]).toEqual([409, expect.stringContaining("runs more than once")]);
  });

  it("fills the folder for one of two demos at once, and for the other once that is done", async () => {
    const other = () => whileAlone(shop.db, async () => "done");
    await whileAlone(shop.db, async () => {
      await expect(other()).rejects.toThrow("Another demo is being set up in this folder.");
    });
    expect(await other()).toBe("done");
  });

  it("is closed where npm start prints no link", async () => {
    const other = await openShop();
    expect((await openBrowser(other).send("POST", "/setup", body)).status).toBe(422);
    await other.close();
  });
});

describe("the connections of a live shop", () => {
  let shop: TestShop;
  let owner: Awaited<ReturnType<typeof signInAs>>;
  let file: string;
  const restarts: unknown[] = [];
  const SMTP_SECRET = "p@ss'word #1";
  const stored = () => parseEnv(readFileSync(file, "utf8")) as Record<string, string>;
  const open = async (outside: Record<string, string> = {}) => {
    file = join(mkdtempSync(join(folder, "live-")), ".env");
    const lines = [
      "# The shop of Meera",
      "DEMO=false",
      "SHOP_ORIGIN=http://localhost:80",
      `SMTP_URL=smtp://127.0.0.1:${mails.port}`,
      "CODE_SECRET=a secret of the tests, long enough for it",
    ];
    writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
    const environment: Record<string, string> = { ...outside };
    readEnvFile(file, environment);
    const shopProcess = createShopProcess({ restart: (former) => void restarts.push(former) });
    shop = await openShop({ environment, shopProcess });
    owner = await signInAs(shop, "Owner");
    return shop;
  };
  const change = (body: object) => owner.send("PATCH", "/connections", body);

  it("wait for the owner, whom the link of npm start leads in until somebody has joined", async () => {
    const token = newToken();
    const environment = {
      DEMO: "false",
      SHOP_ORIGIN: "http://localhost:80",
      CODE_SECRET: "a secret of the tests, long enough",
    };
    shop = await openShop({ environment, shopProcess: createShopProcess({ setupToken: token }) });
    const openSetup = (sent = token) => openBrowser(shop).send("POST", "/setup/open", { token: sent });
    expect((await openSetup()).status).toBe(422);
    const sender = await readMailSender(shop.db, environment, "http://localhost:80");
    const invited = (email: string) =>
      shop.db.transaction(async (trx) =>
        inviteFirstOwner(trx, { email, role: await findRoleByName(trx, OWNER_ROLE) }, COMMAND_ACTOR, {
          demo: false,
          sender,
          now: new Date(),
        }),
      );
    const links = [await invited("mistyped@attarbagh.in"), await invited("owner@attarbagh.in")];
    expect((await openSetup(newToken())).status).toBe(422);
    links.push((await openSetup()).body.data.invitation, (await openSetup()).body.data.invitation);
    const opened = async (link: string) =>
      (await openBrowser(shop).send("POST", "/invitation/open", { token: link.split("#")[1] })).body.data?.email;
    expect(await Promise.all(links.map(opened))).toEqual([undefined, undefined, undefined, "owner@attarbagh.in"]);
    // One that ran out, however long ago, is renewed: nobody else could sign in to do it.
    await shop.db.execute(sql`update staff_invitation set expires_at = now() - interval '90 days'`);
    await deleteExpiredOfStaff(shop.db, new Date());
    expect(await isAwaitingOwner(shop.db)).toBe(true);
    const { invitation } = (await openSetup()).body.data;
    expect(await opened(invitation)).toBe("owner@attarbagh.in");
    const again = {
      token,
      owner: "other@attarbagh.in",
      origin: "http://localhost:80",
      answers: { SHOP_NAME: "Other" },
    };
    const refused = await openBrowser(shop).send("POST", "/setup", again);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("is set up already")]);
    await signInAs(shop, "Owner");
    expect((await openSetup()).status).toBe(422);
    await shop.close();
  });

  it("are changed by an owner once they are checked, kept in .env alone, and told to every owner", async () => {
    await open();
    const second = await signInAs(shop, "Owner", "second@staff.example");
    const manager = await signInAs(shop, "Manager");
    expect((await manager.send("GET", "/connections")).body.code).toBe("permission_missing");
    const before = readFileSync(file, "utf8");
    for (const body of [
      {},
      { mailServer: { host: "127.0.0.1", port: 1, user: "", password: "" } },
      { origin: "http://shop.example" },
      { paymentKeys: { keyId: "rzp_live_x", keySecret: "y".repeat(64 * 1024) } },
    ])
      expect((await change(body)).status).toBe(422);
    expect(readFileSync(file, "utf8")).toBe(before);

    const server = { host: "127.0.0.1", port: newMails.port, user: "", password: SMTP_SECRET };
    const changed = await change({ mailServer: server, newWebhookSecret: true });
    expect(changed.status).toBe(200);
    expect(changed.body.data.webhook.url).toBe("http://localhost:80/api/webhooks/razorpay");
    expect(readFileSync(file, "utf8").startsWith("# The shop of Meera\nDEMO=false\n")).toBe(true);
    expect(stored()).toMatchObject({
      SMTP_URL: `smtp://127.0.0.1:${newMails.port}`,
      RAZORPAY_WEBHOOK_SECRETS: changed.body.data.webhook.secret,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect.poll(() => restarts).toEqual([{ file, text: before }]);
    // The mail server of before tells the owners.
    expect(mails.received.map(({ to }) => to[0]).sort()).toEqual(["owner@staff.example", "second@staff.example"]);
    expect(mails.received[0]?.content).toContain("Owner Rao");
    expect(newMails.received).toEqual([]);
    const entries = await rowsOf(
      shop,
      sql`select subject_id, after from audit_entry where subject_type = 'setting' order by 1`,
    );
    expect(entries).toEqual([
      { subject_id: "RAZORPAY_WEBHOOK_SECRETS", after: { secret: true } },
      { subject_id: "SMTP_URL", after: { secret: true } },
    ]);
    // The process is about to end.
    expect((await second.send("PATCH", "/connections", { newWebhookSecret: true })).body.code).toBe("conflict");
    const read = (await owner.send("GET", "/connections")).body.data;
    expect(read).toMatchObject({ mailServer: { host: "127.0.0.1", port: mails.port }, keyId: null, setOutside: [] });
    expect(read.undone).toBeNull();
    expect(JSON.stringify(read)).not.toContain(changed.body.data.webhook.secret);
    await shop.close();
  });

  it("take the keys of a courier that accepts them, and of messages to phones", async () => {
    // Shiprocket, as it answers a login.
    const courier = createServer(async (request, response) => {
      let sent = "";
      for await (const part of request) sent += part;
      const isKnown = !request.url?.endsWith("/auth/login") || sent.includes("the password");
      response.writeHead(isKnown ? 200 : 400, { "content-type": "application/json" });
      response.end(JSON.stringify({ token: "a token of the tests", data: { shipping_address: [] } }));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => courier.once("listening", resolve));
    await open({ SHIPROCKET_API: `http://127.0.0.1:${(courier.address() as AddressInfo).port}` });
    const before = readFileSync(file, "utf8");
    const send = (service: string, values: object) => change({ serviceKeys: { service, values } });
    const SHIPROCKET_EMAIL = "api@attarbagh.in";
    for (const [service, values, field] of [
      ["fedex", {}, "serviceKeys.service"],
      ["shiprocket", { SHIPROCKET_EMAIL }, "serviceKeys.values.SHIPROCKET_PASSWORD"],
      ["shiprocket", { SHIPROCKET_EMAIL: "nobody", SHIPROCKET_PASSWORD: "x" }, "serviceKeys.values.SHIPROCKET_EMAIL"],
      ["shiprocket", { SHIPROCKET_EMAIL, SHIPROCKET_PASSWORD: "wrong" }, "serviceKeys.values.SHIPROCKET_PASSWORD"],
      ["msg91", { MSG91_AUTH_KEY: "k", SMS_WEBHOOK_TOKEN: "short" }, "serviceKeys.values.SMS_WEBHOOK_TOKEN"],
      // What no header of a request can have.
      ["msg91", { MSG91_AUTH_KEY: "₹", SMS_WEBHOOK_TOKEN: newToken() }, "serviceKeys.values.MSG91_AUTH_KEY"],
      ["delhivery", { DELHIVERY_TOKEN: "“quoted”" }, "serviceKeys.values.DELHIVERY_TOKEN"],
      ["delhivery", { DELHIVERY_TOKEN: "x\nDEMO=true" }, "serviceKeys.values.DELHIVERY_TOKEN"],
      ["delhivery", { DELHIVERY_TOKEN: "x".repeat(60_000) }, "serviceKeys.values.DELHIVERY_TOKEN"],
    ] as const) {
      const refused = await send(service, values);
      expect([service, refused.status, refused.body.errors?.[0]?.field]).toEqual([service, 422, field]);
    }
    expect(readFileSync(file, "utf8")).toBe(before);
    const keys = { SHIPROCKET_EMAIL, SHIPROCKET_PASSWORD: 'the password #1=`"DEMO=true"` \\n$HOME' };
    // What is no key of the service stays as it is.
    expect((await send("shiprocket", { ...keys, DEMO: "true" })).body).toMatchObject({ data: { webhook: null } });
    expect(stored()).toMatchObject({ ...keys, DEMO: "false" });
    expect((await owner.send("GET", "/connections")).body.data.services).toEqual([]);
    await shop.close();
    await open();
    const phones = { MSG91_AUTH_KEY: "the key of the tests", SMS_WEBHOOK_TOKEN: newToken() };
    expect((await send("msg91", phones)).status).toBe(200);
    expect(stored()).toMatchObject(phones);
    await shop.close();
    courier.close();
  });

  it("are closed to a packer, to strangers and after an old second factor, and take no long or hidden text", async () => {
    await open();
    const before = readFileSync(file, "utf8");
    const packer = await signInAs(shop, "Packer");
    const body = { newWebhookSecret: true };
    for (const [browser, code] of [
      [packer, "permission_missing"],
      [openBrowser(shop), "unauthorized"],
    ] as const) {
      expect((await browser.send("GET", "/connections")).body.code).toBe(code);
      expect((await browser.send("PATCH", "/connections", body)).body.code).toBe(code);
    }
    const server = { host: "127.0.0.1", port: newMails.port, user: "", password: "" };
    const long = "x".repeat(64 * 1024);
    for (const [name, text] of Object.entries({
      long,
      line: "x\nDEMO=true",
      hidden: "x\u0000",
      control: "\u001b[2J",
    })) {
      const sent = [
        { origin: `https://${text}` },
        { mailServer: { ...server, host: text } },
        { mailServer: { ...server, user: text, password: text } },
        { paymentKeys: { ...KEYS, keyId: text } },
      ];
      for (const change of sent) {
        const { status } = await owner.send("PATCH", "/connections", change);
        expect([name, change, status]).toEqual([name, change, 422]);
      }
    }
    await shop.db.execute(sql`update staff_session set second_factor_at = now() - interval '11 minutes'`);
    expect((await change(body)).body.code).toBe("step_up_required");
    expect(readFileSync(file, "utf8")).toBe(before);
    await shop.close();
  });

  it("get another web address only if it leads to this shop", async () => {
    await open();
    await shop.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = shop.app.server.address() as AddressInfo;
    // The provider answers every path, as another website does.
    const foreign = await change({ origin: api });
    expect([foreign.status, foreign.body.errors[0].field]).toEqual([422, "origin"]);
    expect(foreign.body.message).toContain("leads to another website than this shop, which answers 401.");
    expect(stored().SHOP_ORIGIN).toBe("http://localhost:80");
    expect((await owner.send("GET", `/setup/reach/${newToken()}`)).status).toBe(404);

    restarts.length = 0;
    expect((await change({ origin: `HTTP://127.0.0.1:${port}/` })).status).toBe(200);
    expect(stored().SHOP_ORIGIN).toBe(`http://127.0.0.1:${port}`);
    await expect.poll(() => restarts.length).toBe(1);
    await shop.close();
  });

  it("are shown, and not changed, where the environment or several instances set them", async () => {
    await open({ SMTP_URL: `smtp://127.0.0.1:${mails.port}` });
    expect((await owner.send("GET", "/connections")).body.data).toMatchObject({
      setOutside: ["SMTP_URL"],
      locked: null,
    });
    const server = { host: "127.0.0.1", port: newMails.port, user: "", password: "" };
    const refused = await change({ mailServer: server });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("sets SMTP_URL")]);
    await shop.close();
    await open({ MIGRATE_AT_START: "false" });
    expect((await change({ mailServer: server })).body.message).toContain("Several instances");
    await shop.close();
    await open();
    const other = await shop.openAnother();
    expect((await owner.send("GET", "/connections")).body.data.locked).toMatch(/^This shop runs more than once/);
    const locked = await change({ mailServer: server });
    expect([locked.status, locked.body.message]).toEqual([409, expect.stringContaining("Stop the others")]);
    await other.close();
    await expect.poll(async () => (await owner.send("GET", "/connections")).body.data.locked).toBeNull();
    await shop.close();
  });
});
