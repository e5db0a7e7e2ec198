/** Invitations that ran out, in a shop with a mail server and in one without. */

import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { daysAfter } from "../../server/base/time.ts";
import { deleteExpiredOfStaff } from "../../server/people/staff/housekeeping.ts";
import { openShop, type TestShop } from "./shop.ts";
import { acceptInvitation, openBrowser, signInAs } from "./staff-people.ts";

const EMAIL = "friend@attarbagh.in";
const LIVE = { DEMO: "false", SHOP_ORIGIN: "http://localhost:80", CODE_SECRET: "a secret of the tests, long enough" };

let shop: TestShop;
afterEach(() => shop?.close());

/** Opens a shop whose owner has invited a packer. */
async function invited(environment: Record<string, string>) {
  shop = await openShop({ environment });
  const owner = await signInAs(shop, "Owner");
  const { data: roles } = (await owner.send("GET", "/roles")).body;
  const roleId = roles.find(({ name }: { name: string }) => name === "Packer")._id;
  const sent = await owner.send("POST", "/staff/invitations", { email: EMAIL, roleId });
  const list = async () => (await owner.send("GET", "/staff")).body.data;
  const [{ _id }] = (await list()).invitations;
  const renew = () => owner.send("POST", `/staff/invitations/${_id}/renew`);
  const expire = (days: number) =>
    shop.db.execute(sql`update staff_invitation set expires_at = ${daysAfter(new Date(), -days).toISOString()}`);
  return { owner, sent, list, renew, expire };
}

const opens = async (link: string) =>
  (await openBrowser(shop).send("POST", "/invitation/open", { token: link.split("#")[1] })).status === 200;

describe("an invitation", () => {
  it("without a mail server is a link that its sender sees once, and that is renewed after it ran out", async () => {
    const { owner, sent, list, renew, expire } = await invited(LIVE);
    const first: string = sent.body.data.link;
    expect(await opens(first)).toBe(true);
    await expire(2);
    await deleteExpiredOfStaff(shop.db, new Date());
    expect(await opens(first)).toBe(false);
    expect((await list()).invitations).toMatchObject([{ email: EMAIL, role: "Packer", expired: true }]);

    const { status, body } = await renew();
    expect(status).toBe(200);
    expect(await opens(first)).toBe(false);
    expect((await list()).invitations).toMatchObject([{ email: EMAIL, role: "Packer", expired: false }]);
    expect(JSON.stringify(await list())).not.toContain(body.data.link.split("#")[1]);
    const { entries } = (await owner.send("GET", `/audit?subject=invitation&id=${EMAIL}`)).body.data;
    const renewal = { action: "staff.invited", actor: "Owner Rao", after: { role: "Packer" } };
    expect(entries).toMatchObject([renewal, renewal]);
    expect(JSON.stringify(entries)).not.toContain(body.data.link.split("#")[1]);

    await acceptInvitation(shop, body.data.link, { email: EMAIL });
    expect((await renew()).status).toBe(404);
    const { members } = await list();
    const { _id: id } = members.find(({ email }: { email: string }) => email === EMAIL);
    const reset = await owner.send("POST", `/staff/${id}/reset`);
    expect(await opens(reset.body.data.link)).toBe(true);
  });

  it("with a mail server is emailed again, and no response has its link", async () => {
    const { sent, renew, list, expire } = await invited({ ...LIVE, SMTP_URL: "smtp://127.0.0.1:1" });
    await expire(29);
    expect([sent.body.data, (await renew()).body.data]).toEqual([{ link: null }, { link: null }]);
    expect((await list()).invitations).toMatchObject([{ expired: false }]);
    // The third email of this hour; six are sent.
    for (let email = 3; email <= 6; email++) expect((await renew()).status).toBe(200);
    expect((await renew()).status).toBe(429);
  });

  it("is deleted a month after it ran out", async () => {
    const { renew, list, expire } = await invited(LIVE);
    await expire(31);
    await deleteExpiredOfStaff(shop.db, new Date());
    expect((await list()).invitations).toEqual([]);
    expect((await renew()).status).toBe(404);
  });

  it("of a demo is in the demo’s mailbox alone", async () => {
    const { sent } = await invited({});
    expect(sent.body.data).toEqual({ link: null });
  });
});
