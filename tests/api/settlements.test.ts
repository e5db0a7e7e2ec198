/** What the provider has paid out, compared with the shop's payments and refunds. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { simulateSettlement } from "../../sandbox/razorpay/simulate.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let accountant: Awaited<ReturnType<typeof signInAs>>;
const numbers = { paid: "", refunded: "", late: "" };

const today = new Date(Date.now() + 5.5 * 60 * 60_000).toISOString().slice(0, 10);
const read = async (query = "") => (await accountant.send("GET", `/reports/settlements${query}`)).body.data;

beforeAll(async () => {
  shop = await openShop();
  const shoppers = buyersOf(shop);
  accountant = await signInAs(shop, "Accountant");
  const attar = await shoppers.sell({ pricePaise: 100_000, stock: 50 });
  numbers.paid = (await (await shoppers.buyer({ [attar]: 1 })).buy({ address: LUCKNOW })).orderNumber;
  const cancelling = await shoppers.buyer({ [attar]: 1 });
  numbers.refunded = (await cancelling.buy({ address: BENGALURU })).orderNumber;
  await cancelling.post(`order/${numbers.refunded}/cancel`);
  await vi.waitFor(
    async () =>
      expect(await rowsOf(shop, sql`select id from refund where provider_refund_id is not null`)).toHaveLength(1),
    { timeout: LONGEST_WAIT_MS, interval: 100 },
  );
  await simulateSettlement(shop.db);
  const late = await (await shoppers.buyer({ [attar]: 1 })).buy({ address: LUCKNOW });
  numbers.late = late.orderNumber;
  await shop.db.execute(sql`update customer_order set created_at = created_at - interval '8 days', paid_at = paid_at - interval '8 days'
    where number = ${numbers.late}`);
}, 60_000);
afterAll(() => shop?.close());

describe("settlements", () => {
  it("are fetched from the provider, with fees, tax and what reached the bank", async () => {
    expect((await read()).settlements).toEqual([]);
    const asked = await accountant.send("POST", "/reports/settlements/fetch", { from: today, to: today });
    expect([asked.status, asked.body.data]).toEqual([200, { days: 1 }]);
    // Of 1,000 each 20 and 18 % on that; the refund takes its 1,000 back.
    await vi.waitFor(
      async () =>
        expect((await read()).settlements).toMatchObject([
          { payments: 2, gross: 2000, refunds: 1, refunded: 1000, fees: 47.2, tax: 7.2, net: 952.8 },
        ]),
      { timeout: LONGEST_WAIT_MS, interval: 200 },
    );
    // Again changes nothing.
    await accountant.send("POST", "/reports/settlements/fetch", { from: today, to: today });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await read()).settlements).toMatchObject([{ payments: 2, net: 952.8 }]);
  });

  it("name what is missing, different or unknown, with the order", async () => {
    expect((await read()).problems).toMatchObject([
      { kind: "missing", of: "payment", order: numbers.late, expected: 1000, settled: null },
    ]);
    await shop.db.execute(
      sql`update settled_item set amount_paise = 90000 where kind = 'payment' and receipt = ${numbers.paid}`,
    );
    await shop.db.execute(
      sql`insert into settled_item values ('razorpay', 'setl_x', 'pay_x', 'payment', null, 500, 500, 0, 0, 0, 'utr', now(), null)`,
    );
    const { problems } = await read();
    expect(problems).toHaveLength(3);
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "different", order: numbers.paid, expected: 1000, settled: 900 }),
        expect.objectContaining({ kind: "unknown", id: "pay_x", order: null, expected: null, settled: 5 }),
      ]),
    );
  });

  it("are a CSV file with every payment and refund", async () => {
    const { body } = await accountant.send("GET", `/reports/settlements.csv?from=${today}&to=${today}`);
    expect(body.trim().split("\n")).toHaveLength(5);
    expect(body).toContain(`refund,rfnd_`);
    expect(body).toContain(`,${numbers.refunded},1000.00,23.60,3.60,976.40,0.00,1000.00`);
  });

  it("can be fetched for at most 31 days, none in the future", async () => {
    const ask = (from: string, to: string) => accountant.send("POST", "/reports/settlements/fetch", { from, to });
    const { status, body } = await ask("2026-01-01", "2026-02-01");
    expect([status, body.errors[0].field]).toEqual([400, "from"]);
    expect((await ask("2026-01-01", "2026-01-31")).body.data).toEqual({ days: 31 });
    expect((await ask(today, "2999-12-31")).body.data).toEqual({ days: 1 });
  });

  it("of an uploaded report are compared before they are stored, with every problem beside its row", async () => {
    const [paid] = await rowsOf<{ id: string }>(
      shop,
      sql`select provider_payment_id as id from payment join customer_order on customer_order.id = order_id where number = ${numbers.late}`,
    );
    const upload = async (text: string, query = "") => {
      const response = await shop.app.inject({
        method: "POST",
        url: `/admin/api/reports/settlements/file${query}`,
        headers: {
          origin: "http://localhost:80",
          "content-type": "text/csv",
          cookie: [...accountant.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        },
        payload: text,
      });
      return { status: response.statusCode, body: response.json() };
    };
    const head =
      "Transaction_Entity,entity_id,amount,fee (exclusive tax),tax,debit,credit,settlement_id,settled_at,settlement_utr\n";
    const wrong = `${head}payment,pay_a,12x,0,0,0,12,setl_up,25/11/2026 10:30:00,U\nrefund,"<b>",1,0,0,1,0,setl_up,25/11/2026,U\n\npayment,pay_b,1,0,0,0,1,setl_up,31/02/2026,U\n`;
    const refused = await upload(wrong);
    expect(refused.body.data.rowProblems).toEqual([
      { row: 2, message: 'amount "12x" is not an amount in rupees such as 749 or 749.50' },
      { row: 3, message: '"<b>" is no entity_id' },
      // The empty row counts, as in a spreadsheet.
      { row: 5, message: 'settled_at "31/02/2026" is no time, such as 25/11/2026 10:30:00' },
    ]);
    // What no column can hold is named with its row, too.
    const odd = [
      "payment,pay_c,99999999,0,0,0,12,setl_up,25/11/2026,U",
      "payment,pay_d,1,21474836.47,0.01,0,1,setl_up,25/11/2026,U",
      "payment,pay_e,1,0,0,0,1,setl_up,01/01/0000,U",
      "payment,pay_f,1,0,0,0,1,setl_up,9999-12-31,U",
      "payment,pay_g,1,0,0,0,1,setl_up,0000000000,U",
    ];
    expect((await upload(head + odd.join("\n"))).body.data.rowProblems).toEqual([
      { row: 2, message: "amount is more than ₹2,14,74,836.47" },
      { row: 3, message: "fee is more than ₹2,14,74,836.47" },
      { row: 4, message: 'settled_at "01/01/0000" is no time, such as 25/11/2026 10:30:00' },
      { row: 5, message: 'settled_at "9999-12-31" is no time, such as 25/11/2026 10:30:00' },
      { row: 6, message: 'settled_at "0000000000" is no time, such as 25/11/2026 10:30:00' },
    ]);
    const control = `${head}payment,pay_h,1,0,0,0,1,setl_up,25/11/2026,U\u0000T\u202eR\n`;
    expect((await upload(control)).body.data).toMatchObject({ rows: 1, rowProblems: [] });
    // 1,000 less 20 and 18 % GST on them; and 5 that nobody knows, less 1 that is missing.
    const file = `${head}payment,${paid?.id},"1,000.00",20,3.60,0,976.40,setl_up,20/11/2026 10:30:00,UTR9\npayment,pay_y,5,0,0,0,4,setl_up,20/11/2026 10:30:00,UTR9\n`;
    const compared = (await upload(file)).body.data;
    expect(compared).toMatchObject({ rows: 2, added: 2, changed: 0, same: 0, isStored: false, rowProblems: [] });
    expect(compared.differences).toMatchObject([{ kind: "unknown", id: "pay_y", settled: 5, expected: null }]);
    expect((await accountant.send("GET", "/reports/settlements/items/setl_up")).status).toBe(404);
    expect((await upload(file, "?digest=another")).status).toBe(409);
    expect((await upload(file, `?digest=${compared.digest}`)).body.data).toMatchObject({ added: 2, isStored: true });
    expect((await upload(file)).body.data).toMatchObject({ added: 0, changed: 0, same: 2 });
    expect((await upload(file.replace("976.40", "970.00"))).body.data).toMatchObject({ added: 0, changed: 1, same: 1 });
    const { data } = (await accountant.send("GET", "/reports/settlements/items/setl_up")).body;
    expect(data).toMatchObject({ utr: "UTR9", fees: 23.6, tax: 3.6, net: 980.4, differing: 1, more: 0 });
    expect(data.items).toMatchObject([
      { id: "pay_y", order: null, expected: null, differs: "unknown" },
      { id: paid?.id, order: numbers.late, amount: 1000, fee: 23.6, net: 976.4, expected: 1000, differs: null },
    ]);
    expect((await upload("\u0000")).body.data.rowProblems[0].row).toBe(1);
  });

  it("reject a period that ends before it begins, and those who may not see reports", async () => {
    expect(
      (await accountant.send("GET", "/reports/settlements?from=2026-02-02&to=2026-02-01")).body.errors[0].field,
    ).toBe("to");
    const packer = await signInAs(shop, "Packer");
    for (const path of ["/reports/settlements", "/reports/remittances", "/reports/overdue-cash"])
      expect((await packer.send("GET", path)).status).toBe(403);
    expect((await accountant.send("GET", "/reports/remittances")).body.data).toMatchObject({ remittances: [] });
    expect((await accountant.send("GET", "/reports/overdue-cash")).body.data).toEqual([]);
  });
});
