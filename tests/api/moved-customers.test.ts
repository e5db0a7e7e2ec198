/** Customers of the shop before become accounts without a password, and without a mail. */

import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Move, MovedPeople } from "../../contract/admin/moves.ts";
import { deleteUnstoredPeople } from "../../server/operations/moving/people-files.ts";
import { deleteUnusedAccounts } from "../../server/people/accounts/find-or-create.ts";
import { addJob } from "../../server/platform/jobs/add-job.ts";
import { peopleOf, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { SHOP, signInAs } from "./staff-people.ts";

let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  shop = await openShop();
  people = peopleOf(shop);
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

const sample = (name: string) => readFileSync(`tests/samples/${name}`);
async function add(content: string | Buffer, { name = "customers.csv", to = "/moves", who = owner } = {}) {
  const cookie = [...who.browser.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  const response = await shop.app.inject({
    method: "POST",
    url: `/admin/api${to}?name=${name}`,
    headers: { cookie, origin: SHOP, "content-type": "text/csv" },
    payload: content,
  });
  return { status: response.statusCode, body: response.json() };
}
const start = async (content: string | Buffer): Promise<Move> => (await add(content)).body.data;
const fileOf = ({ people: [file] }: Move): MovedPeople => {
  if (!file) throw new Error("the move has no file of people");
  return file;
};
const pathOf = (move: Move) => `/moves/${move._id}/people/${fileOf(move)._id}`;
async function settled(move: Move): Promise<MovedPeople> {
  for (let tries = 0; tries < 2400; tries += 1) {
    const file = fileOf((await owner.send("GET", `/moves/${move._id}`)).body.data);
    if (!["storing", "undoing"].includes(file.state)) return file;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("the job takes too long");
}
async function store(move: Move, consent: object | null = null): Promise<MovedPeople> {
  const { body } = await owner.send("POST", `${pathOf(move)}/store`, { consent });
  expect(body, JSON.stringify(body)).toMatchObject({ statusCode: 200 });
  return settled(move);
}
async function undo(move: Move): Promise<MovedPeople> {
  await owner.send("POST", `${pathOf(move)}/undo`, {});
  return settled(move);
}
const csv = (...rows: string[]) => `First Name,Last Name,Email,Phone,Accepts Email Marketing\n${rows.join("\n")}\n`;
const customers = (like: string) =>
  rowsOf(
    shop,
    sql`select email, name, customer.mobile, address.street, address.city, address.state, address.pincode from customer
      left join address on customer_id = customer.id where email like ${like} order by email`,
  ).then((rows) => rows.map((row) => ({ ...row })));
const many = (count: number, name = "many") =>
  Array.from({ length: count }, (_, at) => `Many,${at},${name}-${at}@example.com,,no`);
const countOfMany = (name = "many") =>
  rowsOf(shop, sql`select count(*)::int as count from customer where email like ${`${name}-%`}`);
const mails = async () => (await rowsOf(shop, sql`select count(*)::int as count from mail`))[0];

describe("a file of customers", () => {
  it("is shown before anything is stored: new, known, and what is not taken, by row and column", async () => {
    const move = await start(sample("moved-shopify-customers.csv"));
    expect(move.facts.files).toMatchObject([{ kind: "customers", rows: 6, text: "customers" }]);
    expect(move).toMatchObject({ open: [], counts: { products: 0, notes: 6 } });
    expect(fileOf(move)).toMatchObject({
      ...{ kind: "customers", state: "read", hasFile: true },
      counts: { rows: 6, new: 4, known: 0, skipped: 1, saidYes: 2 },
    });
    expect(move.notes.map(({ row, column, loss }) => [row, column, loss])).toEqual([
      [4, "Email", "product"],
      [6, "Phone", "cell"],
      [6, "Default Address Country Code", "cell"],
      [7, "Phone", "cell"],
      [7, "Default Address Zip", "cell"],
      [5, "Email", "said"],
    ]);
    expect(JSON.stringify(move)).not.toMatch(/meera|tom@|98450/i);
    expect(await customers("%iyer%")).toEqual([]);
  });

  it("becomes accounts without a password, with their default address, and nobody is mailed", async () => {
    const before = await mails();
    const move = await start(sample("moved-shopify-customers.csv"));
    expect(await store(move)).toMatchObject({
      ...{ state: "stored", hasFile: false },
      counts: { added: 4, changed: 0, subscribed: 0 },
    });
    expect(await customers("%iyer%")).toMatchObject([
      {
        ...{ email: "meera.iyer@example.com", name: "Meera Iyer", mobile: "9845012345" },
        ...{ street: "12, Temple Road, Malleswaram", city: "Bengaluru", state: "Karnataka", pincode: "560003" },
      },
    ]);
    expect(await customers("formula%")).toMatchObject([{ name: '=HYPERLINK("http://x")', mobile: "", pincode: null }]);
    const flags = await rowsOf(
      shop,
      sql`select email from customer where password_hash is not null and email like '%iyer%'`,
    );
    expect(flags).toEqual([]);
    expect(await mails()).toEqual(before);
    expect(await rowsOf(shop, sql`select email from newsletter_subscriber`)).toEqual([]);
  });

  it.each(["moved-shopify-customers-older.csv", "moved-woocommerce-customers.csv", "moved-shopify-customers.csv"])(
    "changes nothing when %s comes again",
    async (name) => {
      const move = await start(sample(name));
      expect(fileOf(move).counts.new).toBe(0);
      expect(await store(move)).toMatchObject({ state: "stored", counts: { added: 0, changed: 0 } });
    },
  );

  it("fills only what is empty of customers whom the shop knows", async () => {
    const token = await people.signUp("known@example.com");
    await shop.db.execute(sql`update customer set name = 'Own Name' where email = 'known@example.com'`);
    const first = await store(await start(csv("Other,Name,KNOWN@example.com,+91 98450 11111,no")));
    expect(first.counts).toMatchObject({ added: 0, changed: 1 });
    await store(await start(csv("Other,Name,known@example.com,+91 98450 22222,no")));
    expect(await customers("known@%")).toMatchObject([{ name: "Own Name", mobile: "9845011111" }]);
    expect(token).toBeTruthy();
  });

  it("leaves out the mailboxes of staff, and whose data was erased, also without an account", async () => {
    const { token } = await people.signUp("gone@example.com");
    const closed = await people.post("user/close", { password: "sandalwood", reviews: "delete" }, { token });
    expect(closed.status).toBe(200);
    const move = await start(csv("Gone,,gone@example.com,,no", "Staff,,owner@staff.example,,no"));
    expect(fileOf(move).counts).toMatchObject({ new: 0, skipped: 2 });
    expect((await store(move)).counts.added).toBe(0);
    expect(await customers("gone@%")).toEqual([]);
  });

  it("subscribes nobody without a proof, and with one records it for each who said yes", async () => {
    const rows = csv("Yes,Please,yes@example.com,,yes", "No,Thanks,no@example.com,,no");
    const wrong = await owner.send("POST", `${pathOf(await start(rows))}/store`, {
      consent: { wording: "", place: "" },
    });
    expect([wrong.status, wrong.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      ["consent.wording", "consent.place"],
    ]);
    const consent = { wording: "Send me news about attars", place: "Checkout of the shop before" };
    const move = await start(rows);
    expect((await store(move, consent)).counts).toMatchObject({ added: 2, subscribed: 1 });
    const records = sql`select email, state, event, place, wording from newsletter_subscriber
      join newsletter_consent on subscriber_id = newsletter_subscriber.id where email in ('yes@example.com', 'no@example.com')`;
    expect(await rowsOf(shop, records)).toMatchObject([
      { email: "yes@example.com", state: "confirmed", event: "confirmed", ...consent },
    ]);
    const [{ id } = { id: "" }] = await rowsOf<{ id: string }>(
      shop,
      sql`select public_id as id from customer where email = 'yes@example.com'`,
    );
    expect((await owner.send("GET", `/customers/${id}`)).body.data.newsletter).toMatchObject({ moved: consent });
    expect((await undo(move)).counts.deleted).toBe(2);
    expect(await rowsOf(shop, records)).toEqual([]);
  });

  it("is undone: accounts that have done nothing since are deleted", async () => {
    const move = await start(csv("Idle,,idle@example.com,,no", "Busy,,busy@example.com,,no"));
    await store(move);
    await shop.db.execute(sql`update customer set password_hash = 'set since' where email = 'busy@example.com'`);
    expect(await undo(move)).toMatchObject({
      ...{ state: "undone", message: "1 account stays, because its owner has used it since." },
      counts: { deleted: 1 },
    });
    expect(await customers("idle@%")).toEqual([]);
    expect(await customers("busy@%")).toHaveLength(1);
    const again = await owner.send("POST", `${pathOf(move)}/store`, { consent: null });
    expect([again.status, again.body.message]).toEqual([
      409,
      "customers.csv is no longer here. Please add it again, then store it.",
    ]);
  });

  it("makes accounts that stay when a draft order for them is discarded", async () => {
    await store(await start(csv("Phone,Caller,caller@example.com,,no")));
    const [account] = await rowsOf<{ id: number }>(
      shop,
      sql`select id from customer where email = 'caller@example.com'`,
    );
    await deleteUnusedAccounts(shop.db, [account?.id ?? 0]);
    expect(await customers("caller@%")).toHaveLength(1);
  });

  it("is stored once by two tabs", async () => {
    const move = await start(csv(...many(1200)));
    const stores = [1, 2].map(() => owner.send("POST", `${pathOf(move)}/store`, { consent: null }));
    expect((await Promise.all(stores)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await settled(move)).toMatchObject({ state: "stored", counts: { added: 1200 } });
    expect(await countOfMany()).toEqual([{ count: 1200 }]);
  });

  it("goes on from where it was stopped", async () => {
    const move = await start(csv(...many(1200, "rest")));
    await shop.db.execute(
      sql`update moved_people_file set state = 'storing', stored_at = now(), rows_done = 700 where move_id = ${Number(move._id)}`,
    );
    expect((await owner.send("POST", `${pathOf(move)}/stop`, {})).status).toBe(200);
    await addJob(shop.db, "move_people", { fileId: Number(fileOf(move)._id) });
    expect(await settled(move)).toMatchObject({ state: "stopped" });
    expect(await store(move)).toMatchObject({ state: "stored", counts: { added: 500 } });
    expect(await countOfMany("rest")).toEqual([{ count: 500 }]);
  });

  it("can be any table whose columns are matched", async () => {
    const started = await start("Kunde,Mail,Handy\nAsha Rao,asha@example.com,9845033333\n");
    expect(started.open[0]).toContain("the customers’ email");
    const columns = [
      { heading: "Kunde", field: "firstName" },
      { heading: "Mail", field: "email" },
      { heading: "Handy", field: "phone" },
    ];
    const { body } = await owner.send("POST", `/moves/${started._id}/decisions`, { version: started.version, columns });
    expect(fileOf(body.data)).toMatchObject({ counts: { new: 1 } });
    await store(body.data);
    expect(await customers("asha@%")).toMatchObject([{ name: "Asha Rao", mobile: "9845033333" }]);
    const { data } = (await owner.send("GET", `/moves/${started._id}`)).body;
    expect(JSON.stringify(data)).not.toContain("asha@example.com");
  });

  it("is for members who may change customers", async () => {
    const content = await signInAs(shop, "Content");
    const { status, body } = await add(csv("A,B,a@example.com,,no"), { who: content });
    expect([status, body.message]).toEqual([403, expect.stringContaining("edit_customers")]);
    const move = await start(csv("A,B,a@example.com,,no"));
    expect((await content.send("POST", `${pathOf(move)}/store`, { consent: null })).status).toBe(403);
    expect((await owner.send("POST", `/moves/${move._id}/people/999999/store`, { consent: null })).status).toBe(404);
  });

  it("is deleted a week later, if nobody stores it", async () => {
    const move = await start(csv("A,B,week@example.com,,no"));
    await shop.db.execute(
      sql`update product_move set created_at = now() - interval '8 days' where id = ${Number(move._id)}`,
    );
    await deleteUnstoredPeople(shop.db, new Date());
    expect(fileOf((await owner.send("GET", `/moves/${move._id}`)).body.data).hasFile).toBe(false);
  });
});

describe("the first login of a customer of the shop before", () => {
  const MOVED =
    "That email and password don’t match. We’ve moved to a new website: if this is your first login here, press Forgot Password and set a password once. Otherwise please try again, or reset your password.";
  const moved = async (email: string, name = "Meera,Iyer") => store(await start(csv(`${name},${email},,no`)));

  it("says to everybody that the shop has moved, so that it reveals no account", async () => {
    await moved("first@example.com");
    await people.signUp("regular@example.com");
    const answers = [];
    for (const email of ["first@example.com", "regular@example.com", "stranger@example.com"])
      answers.push(await people.logIn(email, "the old password"));
    expect(answers.map(({ status, body }) => [status, body.code, body.message])).toEqual(
      Array(3).fill([422, "credentials_wrong", MOVED]),
    );
    // Asking for a code looks the same, too; only the email says what is behind it.
    for (const path of ["user/forgot-password", "user/otp"]) {
      const asked = [];
      for (const email of ["first@example.com", "stranger@example.com"]) asked.push(await people.post(path, { email }));
      expect(asked.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, asked[0]?.body]));
    }
    const mail = await people.mailAbout("first@example.com", "You already have a Kewra account");
    expect(mail.text).toContain("your account came with us");
  });

  it("sets a password by the mailed code, once, and is an account as any other then", async () => {
    const email = "again@example.com";
    await moved(email);
    await people.post("user/forgot-password", { email });
    const mail = await people.mailAbout(email, "Set your Kewra password");
    expect(mail.text).toContain("we’ve moved to a new website");
    const { body } = await people.post("user/verify", { email, otp: people.codeIn(mail) });
    expect(
      (await people.post("user/change-password", { password: "vetiver root" }, { token: body.data.token })).status,
    ).toBe(200);
    expect((await people.logIn(email, "vetiver root")).status).toBe(200);
    await people.ageCodes(email, 60);
    await people.post("user/forgot-password", { email });
    expect(await people.mailAbout(email, "Set a new Kewra password")).toBeTruthy();
  });

  it("works with Google, with the mailbox that it is authoritative for", async () => {
    await moved("moved.reader@gmail.com");
    const { nonce } = (await people.get("user/social")).body.data;
    const query = new URLSearchParams({ nonce, verified: "true", email: "moved.reader@gmail.com", name: "Meera Nair" });
    const { body } = await shop.get(`/sandbox/google/choose?${query}`);
    const idToken = /credential:"([\w.-]+)"/.exec(body)?.[1] ?? "";
    const login = await people.post("user/social/login/web", { idToken });
    expect(login).toMatchObject({
      status: 200,
      body: { data: { email: "moved.reader@gmail.com", name: "Meera Iyer" } },
    });
  });
});
