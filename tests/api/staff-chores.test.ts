/** What an owner does seldom, by `npm run admin` beside the running shop: messages, reviews, refunds and emails that failed, subscribers. */

import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { queueMail } from "../../server/platform/mail/outbox.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { buyersOf } from "./buyers.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { askAdmin, performCommand } from "./perform-command.ts";
import { authorsOf } from "./review-authors.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

const admin = (...words: string[]) => performCommand(shop, ["admin", ...words]);
const audited = (action: string) =>
  rowsOf(shop, sql`select actor, subject_id as id from audit_entry where action = ${action} order by id`);

it("a message of the contact form is listed, shown with all its fields, and deleted", {
  meta: { requirements: "S2.242" },
}, async () => {
  await shoppers.people.post("contact", {
    name: "Asha Rao",
    email: "asha@example.com",
    phone: "+91 98450 12345",
    address: "Indiranagar, Bengaluru 560038",
    message: "Is the Discovery Set\nin stock again?",
  });
  const { messages } = await askAdmin(shop, "listMessages");
  expect(messages).toMatchObject([{ name: "Asha Rao" }]);
  const { out } = await admin("readMessage", messages[0]._id);
  for (const text of ["asha@example.com", "+91 98450 12345", "Indiranagar, Bengaluru 560038"])
    expect(out).toContain(text);
  expect(out).toContain("  Is the Discovery Set\n  in stock again?");
  expect((await admin("deleteMessage", messages[0]._id)).code).toBe(0);
  expect((await admin("deleteMessage", messages[0]._id)).err).toContain("not_found: This message is deleted already");
  expect((await admin("listMessages")).out).toBe("None.\n");
  expect(await audited("message.deleted")).toEqual([{ actor: "Command", id: messages[0]._id }]);
});

it("a held review is shown, published and rejected; a terminal reads its text safely", async () => {
  const authors = authorsOf(shop);
  const categoryId = await makeCategory(shop, { slug: "all", name: "All" });
  const productId = await makeProduct(shop, { slug: "rose-attar", title: "Rose Attar", categoryId });
  const asha = await authors.author();
  const review = { rating: 2, review_title: "See www.attar.example", review_text: "\u001b[2J" };
  const { _id } = await asha.write(productId, review);
  expect((await askAdmin(shop, "listReviewQueue")).reviews).toMatchObject([{ _id, state: "held" }]);
  const { out } = await admin("readReview", _id);
  expect(out).toMatch(/^note +It seems to contain a link/m);
  expect(out).not.toContain("\u001b");
  expect((await admin("publishReview", _id)).code).toBe(0);
  expect(await authors.shown(productId)).toMatchObject({ totalData: 1 });
  expect((await admin("rejectReview", _id, "--reason", "No advertisements, please.")).code).toBe(0);
  expect(await authors.shown(productId)).toMatchObject({ totalData: 0 });
  expect(await asha.own(productId)).toMatchObject({ state: "rejected", note: "No advertisements, please." });
  expect((await admin("readReview", "999999999")).err).toContain("not_found: There is no review 999999999.");
});

it("a refund that failed is listed and sent again", async () => {
  const asha = await shoppers.buyer({ [await shoppers.sell({ title: "Rose Attar" })]: 2 });
  const number = (await asha.buy()).orderNumber;
  await shop.db.execute(sql`
    insert into refund (order_id, payment_id, amount_paise, reason, state, created_at, last_error)
    select o.id, p.id, p.amount_paise, 'cancelled', 'failed', now(), 'The bank said no.'
    from customer_order o join payment p on p.order_id = o.id where number = ${number}`);
  const failed = { order: number, amount: 1000, state: "failed", lastError: "The bank said no." };
  expect(await askAdmin(shop, "listDueRefunds")).toMatchObject([failed]);
  expect(await askAdmin(shop, "listRefunds")).toMatchObject([failed]);
  expect((await admin("retryRefunds", number)).out).toBe("amount  ₹1,000\n");
  await shoppers.people.mailAbout(asha.email, `Your refund for order ${number}`);
  expect(await askAdmin(shop, "listDueRefunds")).toEqual([]);
  expect(await askAdmin(shop, "listRefunds")).toMatchObject([{ order: number, state: "processed" }]);
  expect((await admin("retryRefunds", number)).err).toContain(`No refund of order ${number} has failed.`);
});

it("emails that may not have arrived are sent again, one or all, and the audit log says so", async () => {
  const newMail = { to: "asha@example.com", subject: "Cut off", text: "Hello", html: "<p>Hello</p>" };
  await queueMail(shop.db, newMail, new Date());
  // Once the outbox has noted that it is sent, which is after the mailbox has it.
  const states = () => rowsOf(shop, sql`select state from mail where subject = 'Cut off'`);
  await expect.poll(states, { timeout: LONGEST_WAIT_MS }).toEqual([{ state: "sent" }]);
  await shop.db.execute(sql`update mail set state = 'uncertain', text = 'Hello' where subject = 'Cut off'`);
  expect((await askAdmin(shop, "listUncertainMails")).mails).toMatchObject([
    { subject: "Cut off", recipient: "asha@example.com", state: "uncertain" },
  ]);
  expect((await admin("resendUncertainMails")).out).toBe("mails  1\n");
  expect((await admin("resendUncertainMails")).out).toBe("mails  0\n");
  expect(await audited("mail.resent")).toEqual([{ actor: "Command", id: "all" }]);
  expect((await admin("resendUncertainMail", "999999")).err).toContain("conflict: ");
});

it("subscribers are exported in more than one batch, with the links to unsubscribe", async () => {
  await shop.db.execute(sql`
    insert into newsletter_subscriber (email, state, unsubscribe_token, shop_origin, asked_at, confirmed_at)
    select 'p' || n || '@example.com', 'confirmed', 'token ' || n, 'https://shop.example', now(), now() from generate_series(1, 2100) n
    union all select 'later@example.com', 'pending', 'token 0', 'https://shop.example', now(), null
    union all select '=sum@example.com', 'confirmed', 'token x', 'https://shop.example', now(), now()`);
  const { out } = await admin("exportSubscribers", "--state", "confirmed");
  const rows = parse<Record<string, string>>(out, { bom: true, columns: true });
  expect(rows).toHaveLength(2101);
  expect(new Set(rows.map(({ email }) => email)).size).toBe(2101);
  expect(rows.find(({ email }) => email === "p7@example.com")).toMatchObject({
    confirmed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    unsubscribe_link: "https://shop.example/newsletter/unsubscribe/token 7",
  });
  // No email is a formula of a spreadsheet.
  expect(out).toMatch(/^'=sum@example\.com,/m);
});
