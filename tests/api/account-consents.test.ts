/** What is accepted with an account is recorded with it: where, in which words, which version of the texts, and when. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { PASSWORD, peopleOf, rowsOf, wrongCode } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { SHOP, signInAs } from "./staff-people.ts";

let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop();
  people = peopleOf(shop);
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

const PAGE = "---\ntitle: Privacy Policy\nsummary: Your data.\n---\n\n## What we keep\n\nOne more sentence.\n";

const PASSWORD_SET = {
  event: "accepted",
  place: "set_password",
  wording: "By setting a password, you accept the Terms And Conditions and the Privacy Policy.",
};

/** Brings customers of the shop before, by an export of it. */
async function moveIn(...emails: string[]) {
  const cookie = [...owner.browser.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  const rows = emails.map((email) => `Meera,Iyer,${email},,no\n`);
  const response = await shop.app.inject({
    method: "POST",
    url: "/admin/api/moves?name=customers.csv",
    headers: { cookie, origin: SHOP, "content-type": "text/csv" },
    payload: `First Name,Last Name,Email,Phone,Accepts Email Marketing\n${rows.join("")}`,
  });
  const { data } = response.json();
  const [file] = data.people;
  await owner.send("POST", `/moves/${data._id}/people/${file._id}/store`, { consent: null });
  await expect
    .poll(async () => (await owner.send("GET", `/moves/${data._id}`)).body.data.people[0].state, {
      timeout: LONGEST_WAIT_MS,
    })
    .toBe("stored");
}

/** Sets a password by the mailed code. */
async function setPassword(email: string, subject = "Set your Kewra password") {
  await people.post("user/forgot-password", { email });
  const otp = people.codeIn(await people.mailAbout(email, subject));
  const { token } = (await people.post("user/verify", { email, otp })).body.data;
  expect((await people.post("user/change-password", { password: PASSWORD }, { token })).status).toBe(200);
}

const recordsOf = (email: string) =>
  rowsOf(
    shop,
    sql`select document, event, place, wording, version, age(now(), c.at) < interval '10 minutes' as recent
      from account_consent c join customer on customer.id = c.customer_id where email = ${email} order by c.id`,
  );
const both = (entry: { event: string; place: string; wording: string; version?: number }) =>
  ["terms", "privacy"].map((document) => ({ document, version: 1, recent: true, ...entry }));

const SIGN_UP = {
  event: "accepted",
  place: "sign_up",
  wording: "I accept the Terms And Conditions and the Privacy Policy",
};
const GOOGLE = {
  event: "accepted",
  place: "google",
  wording: "By continuing with Google, you accept the Terms And Conditions and the Privacy Policy.",
};
const DRAFT = {
  place: "draft_order",
  wording: "By placing this order, you accept the Terms And Conditions and the Privacy Policy.",
};

async function continueWithGoogle(email: string) {
  const { nonce } = (await people.get("user/social")).body.data;
  const query = new URLSearchParams({ nonce, verified: "true", hosted: "true", email, name: "Meera Nair" });
  const { body } = await shop.get(`/sandbox/google/choose?${query}`);
  const idToken = /credential:"([\w.-]+)"/.exec(body)?.[1] ?? "";
  return people.post("user/social/login/web", { idToken });
}

/** Saves a new version of a page of text, as the owner does. */
async function changePage(name: string) {
  const { version } = (await owner.send("GET", `/content/${name}`)).body.data;
  const saved = await owner.send("POST", `/content/${name}`, { version, text: PAGE });
  expect(saved.status).toBe(200);
}

describe("signing up", () => {
  it("records terms and privacy policy apart, with the sentence and the versions", async () => {
    await people.signUp("signed@example.com");
    expect(await recordsOf("signed@example.com")).toEqual(both(SIGN_UP));
  });

  it("records nothing while there is no account", async () => {
    await people.post("user/otp", { email: "unfinished@example.com" });
    const otp = wrongCode(await people.latestCode("unfinished@example.com"));
    const sent = { email: "unfinished@example.com", otp, password: PASSWORD, name: "Asha Rao" };
    expect((await people.post("user/register", sent)).status).toBe(422);
    expect(await recordsOf("unfinished@example.com")).toEqual([]);
  });
});

describe("continuing with Google", () => {
  it("records the sentence at its button once for each version, for new and for existing accounts", async () => {
    await continueWithGoogle("meera@kewra.example");
    await continueWithGoogle("meera@kewra.example");
    expect(await recordsOf("meera@kewra.example")).toEqual(both(GOOGLE));

    await people.signUp("linked@kewra.example");
    await continueWithGoogle("linked@kewra.example");
    expect(await recordsOf("linked@kewra.example")).toEqual(both(SIGN_UP));
  });

  it("records the new version of a text that has changed, and keeps the earlier one", async () => {
    await continueWithGoogle("changed@kewra.example");
    await changePage("privacy-policy");
    await continueWithGoogle("changed@kewra.example");
    const again = { document: "privacy", recent: true, ...GOOGLE, version: 2 };
    expect(await recordsOf("changed@kewra.example")).toEqual([...both(GOOGLE), again]);

    const [row] = await rowsOf<{ public_id: string }>(
      shop,
      sql`select public_id from customer where email = 'changed@kewra.example'`,
    );
    const { consents } = (await owner.send("GET", `/customers/${row?.public_id}`)).body.data;
    expect(
      consents.map(({ document, version, isCurrent }: Record<string, unknown>) => [document, version, isCurrent]),
    ).toEqual([
      ["terms", 1, true],
      ["privacy", 1, false],
      ["privacy", 2, true],
    ]);
  });
});

describe("an account of the shop before", () => {
  it("has accepted nothing until its customer sets a password by email", async () => {
    await moveIn("before@example.com");
    expect(await recordsOf("before@example.com")).toEqual([]);
    await setPassword("before@example.com");
    expect(await recordsOf("before@example.com")).toEqual(both({ ...PASSWORD_SET, version: expect.any(Number) }));
  });

  it("has accepted once its customer continues with Google, and setting a password later adds nothing", async () => {
    await moveIn("before@kewra.example");
    await continueWithGoogle("before@kewra.example");
    const accepted = both({ ...GOOGLE, version: expect.any(Number) });
    expect(await recordsOf("before@kewra.example")).toEqual(accepted);
    await setPassword("before@kewra.example", "Set a new Kewra password");
    expect(await recordsOf("before@kewra.example")).toEqual(accepted);
  });
});

describe("an account with a draft order", () => {
  it.each([
    ["that staff makes with it", "caller@example.com", false],
    ["that is from the shop before", "known@example.com", true],
  ])(
    "%s is only informed by the email, and has accepted once its customer places the order",
    async (_, email, isMoved) => {
      if (isMoved) await moveIn(email);
      const product = await shoppers.sell({ title: "Attar", pricePaise: 11_800, stock: 5 });
      const [size] = await rowsOf<{ sku: string }>(
        shop,
        sql`select sku from variant where product_id = ${Number(product)}`,
      );
      const body = {
        email,
        name: "Ravi Iyer",
        mobile_no: "9800098000",
        address: LUCKNOW,
        items: [{ sku: size?.sku, quantity: 1 }],
        message: "",
      };
      expect((await owner.send("POST", "/draft-orders", { ...body, preview: true })).status).toBe(200);
      expect(await recordsOf(email)).toEqual([]);
      expect((await owner.send("POST", "/draft-orders", body)).status).toBe(200);
      const informed = both({ event: "informed", ...DRAFT, version: expect.any(Number) });
      expect(await recordsOf(email)).toEqual(informed);

      const { text, html } = await people.mailAbout(email, "Your order with Kewra is ready to be paid");
      expect(text.replace(/\s+/g, " ")).toContain(DRAFT.wording);
      expect(text).toMatch(/Terms And Conditions:\nhttp:\/\/localhost(:80)?\/terms-conditions\n/);
      expect(html).toMatch(/href="http:\/\/localhost(:80)?\/privacy-policy"/);

      const token = /\/pay\/([\w-]+)/.exec(text)?.[1];
      expect((await people.post(`draft-orders/${token}/pay`, { total_price: 118 })).status).toBe(200);
      const accepted = both({ event: "accepted", ...DRAFT, version: expect.any(Number) });
      expect(await recordsOf(email)).toEqual([...informed, ...accepted]);
    },
  );
});

describe("the record", () => {
  it("is part of the customer's own data and of no other's", async () => {
    const { token } = await people.signUp("reads@example.com");
    const { account_consents: own } = (await people.get("user/data", token)).body.data;
    expect(own).toEqual(
      ["terms", "privacy"].map((document) => ({
        document,
        ...SIGN_UP,
        version: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      })),
    );
  });

  it("stays with the erased account, and names nobody", async () => {
    const { token, _id } = await people.signUp("leaves@example.com");
    const closed = await people.post("user/close", { password: PASSWORD, reviews: "delete" }, { token });
    expect(closed.status).toBe(200);
    const rows = await rowsOf(
      shop,
      sql`select c.* from account_consent c join customer on customer.id = c.customer_id where public_id = ${_id}`,
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/leaves@|Asha/);
  });
});
