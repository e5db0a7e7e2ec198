/** `npm run order` beside the running shop. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { queueMail } from "../../server/platform/mail/outbox.ts";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { performWords } from "./perform-command.ts";
import { runCommand } from "./run-command.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop({ environment: { GIFT_WRAP_RUPEES: "30" } });
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

const order = (...words: string[]) => performWords(shop, "order", ...words);
const orderAsProcess = (...words: string[]) => runCommand(shop, "order", ...words);

const bought = async () => {
  const asha = await shoppers.buyer({ [await shoppers.sell({ title: "Rose Attar" })]: 2 });
  return { asha, number: (await asha.buy()).orderNumber };
};

it("applies actions beside the running shop, which mails the customer", {
  meta: { requirements: "S4.71" },
}, async () => {
  const { asha, number } = await bought();
  expect(await order("pack", number)).toEqual({ code: 0, out: `Order ${number} is Packed now.\n`, err: "" });
  const shipped = await orderAsProcess("ship", number, "--awb", "CMD-100", "--courier", "Blue Dart");
  expect(shipped).toEqual({ code: 0, out: `Order ${number} is Shipped now.\n`, err: "" });
  await shoppers.people.mailAbout(asha.email, `Your order ${number} is on its way`);
  expect((await order("ship", number, "--awb", "CMD-100", "--courier", "Blue Dart")).err).toBe(
    `Order ${number} is Shipped: only out-for-delivery, deliver, lost, came-back can be done with it now, not ship.\n`,
  );
  const other = await bought();
  expect(await order("ship", other.number, "--awb", "cmd-100", "--courier", "Blue Dart")).toEqual({
    code: 1,
    out: "",
    err: "Another parcel has the AWB CMD-100 already. Please compare it with the label.\n",
  });
});

it("cancels, and the running shop refunds the payment", async () => {
  const { asha, number } = await bought();
  expect((await order("cancel", number, "--reason", "The last bottle broke.")).out).toBe(
    `Order ${number} is Cancelled now.\n`,
  );
  await shoppers.people.mailAbout(asha.email, `Your refund for order ${number}`);
  const { text } = await shoppers.people.mailAbout(asha.email, `Your order ${number} has been cancelled`);
  expect(text).toContain("The last bottle broke.");
});

it("an amount that was just refunded for the same reason is only refunded again with --again", async () => {
  const { asha, number } = await bought();
  const refunds = async () =>
    (await asha.get(`order/${number}`)).body.data.refunds.map(({ amount }: { amount: number }) => amount);
  const goodwill = (amount: string, reason: string, ...more: string[]) =>
    order("goodwill", number, "--amount", amount, "--reason", reason, ...more);
  const both = await Promise.all([goodwill("50", "We were late."), goodwill("50", " We were late. ")]);
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(both.find(({ code }) => code === 1)?.err).toBe(
    `₹50 of order ${number} was refunded for this reason within the last 10 minutes. Nothing has been refunded now; if it is meant twice, add --again.\n`,
  );
  expect(await refunds()).toEqual([50]);
  // Another amount, another reason, and the same on purpose.
  expect((await goodwill("20", "We were late.")).err).toBe("");
  expect((await goodwill("50", "A scratch.")).err).toBe("");
  expect((await goodwill("50", "We were late.", "--again")).err).toBe("");
  expect(await refunds()).toEqual([50, 20, 50, 50]);
  await shop.db.execute(sql`update refund set created_at = created_at - interval '10 minutes'`);
  expect((await goodwill("50", "We were late.")).code).toBe(0);

  const priya = await shoppers.buyer({ [await shoppers.sell()]: 1 });
  const { orderNumber: wrapped } = await priya.buy({ address: LUCKNOW, gift: { message: "", wrap: true } });
  const refundShipping = (...more: string[]) =>
    order("refund-shipping", wrapped, "--amount", "10", "--reason", "We were late.", ...more);
  expect((await refundShipping()).code).toBe(0);
  expect((await refundShipping()).err).toContain("add --again");
  expect((await refundShipping("--again")).code).toBe(0);
});

it("lists orders, and shows one with its allowed actions", async () => {
  const { number } = await bought();
  const listed = await order("list", "--state", "paid");
  expect(listed.out.split("\n")[0]).toMatch(new RegExp(`^${number} {2}paid .* ₹1,000 +Asha Rao, Lucknow$`));
  const { out } = await order("show", number.toLowerCase());
  expect(out).toContain("2 × Rose Attar, 50 ml  ₹1,000");
  expect(out).toContain("Can be done now: process, pack, ship, cancel");
});

it("orders are listed by state and day, fifty at a time", async () => {
  const { number } = await bought();
  // Pairs with the same time, one minute apart, on 4 March 2021 from midnight in India.
  await shop.db.execute(sql`
    insert into customer_order overriding system value
    select (jsonb_populate_record(o, jsonb_build_object('id', 500000 + n, 'number', 'KW-OLD' || n, 'state', 'returned', 'invoice_number', null,
      'created_at', '2021-03-03T18:30:00.123456Z'::timestamptz + n / 2 * interval '1 minute'))).*
    from customer_order o, generate_series(0, 119) as n where number = ${number}`);
  const listed = async (...words: string[]) => {
    const lines = (await order("list", "--state", "returned", ...words)).out.trim().split("\n");
    return lines.map((line) => line.replace(/^(KW-\w+) .*/, "$1"));
  };
  const from = (first: number, last: number) =>
    Array.from({ length: first - last + 1 }, (_, n) => `KW-OLD${first - n}`);
  expect(await listed()).toEqual([...from(119, 70), "… for older ones add --before KW-OLD70"]);
  expect(await listed("--before", "KW-OLD70")).toEqual([...from(69, 20), "… for older ones add --before KW-OLD20"]);
  expect(await listed("--before", "KW-OLD20")).toEqual(from(19, 0));
  expect(await listed("--from", "2021-03-04", "--to", "2021-03-04", "--before", "KW-OLD3")).toEqual(from(2, 0));
  expect(await listed("--to", "2021-03-03")).toEqual(["No orders match."]);
  expect(await listed("--from", "2021-03-05")).toEqual(["No orders match."]);
});

it("failed refunds and mails are listed and retried by npm run refunds and npm run mails", async () => {
  const { asha, number } = await bought();
  await shop.db.execute(sql`
    insert into refund (order_id, payment_id, amount_paise, reason, state, created_at, last_error)
    select o.id, p.id, p.amount_paise, 'cancelled', 'failed', now(), 'The bank said no.'
    from customer_order o join payment p on p.order_id = o.id where number = ${number}`);
  const { out } = await performWords(shop, "refunds", "failed");
  expect(out).toMatch(new RegExp(`^${number}  failed .* ₹1,000 .*\\n    The bank said no\\.\\n`));
  expect((await performWords(shop, "refunds", "retry", number)).out).toBe(
    "The refund of ₹1,000 is requested from the payment provider again.\n",
  );
  await shoppers.people.mailAbout(asha.email, `Your refund for order ${number}`);
  expect((await performWords(shop, "refunds", "retry", number)).err).toBe(`No refund of order ${number} has failed.\n`);

  const newMail = { to: asha.email, subject: "Cut off", text: "Hello", html: "<p>Hello</p>" };
  await queueMail(shop.db, newMail, new Date());
  // Once the outbox has noted that it is sent, which is after the mailbox has it.
  const states = () => rowsOf(shop, sql`select state from mail where subject = 'Cut off'`);
  await expect.poll(states, { timeout: 30_000 }).toEqual([{ state: "sent" }]);
  await shop.db.execute(sql`update mail set state = 'uncertain', text = 'Hello' where subject = 'Cut off'`);
  const listed = await performWords(shop, "mails", "list");
  expect(listed.out).toMatch(new RegExp(`uncertain .*${asha.email}: Cut off`));
  expect((await performWords(shop, "mails", "resend", "all")).out).toBe("1 email will be sent again.\n");
  expect((await performWords(shop, "mails", "resend", "999999")).err).toBe(
    "There is no email 999999 that can be sent again.\n",
  );
});

describe("an error", () => {
  it("is one sentence", async () => {
    const { number } = await bought();
    const sentences = [
      [["pack", "KW-0000-0000"], "There is no order with the number KW-0000-0000.\n"],
      [["list", "--state", "lost"], /^There is no state lost; there are pending, paid, .*\n$/],
      [["list", "--from", "2026-02-30"], "Please give --from as a date such as 2026-11-25.\n"],
      [["ship", number], /^Write it like this: npm run order -- ship ORDER --awb AWB --courier NAME \[OPTIONS\]\n$/],
    ] as const;
    for (const [words, sentence] of sentences) {
      const { code, out, err } = await order(...words);
      expect({ code, out }, words.join(" ")).toEqual({ code: 1, out: "" });
      expect(err).toMatch(typeof sentence === "string" ? new RegExp(`^${sentence.replaceAll(".", "\\.")}$`) : sentence);
    }
  });
});
