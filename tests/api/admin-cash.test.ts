/** Cash on delivery in the back office: the queue, couriers' remittances, and the lists of who may pay so. */

import { sql } from "drizzle-orm";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { askAdmin, performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { SHOP, signInAs } from "./staff-people.ts";

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;
let packer: Awaited<ReturnType<typeof signInAs>>;
let accountant: Awaited<ReturnType<typeof signInAs>>;
let manager: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true", CASH_FEE_RUPEES: "49" } });
  buyers = buyersOf(shop);
  packer = await signInAs(shop, "Packer");
  accountant = await signInAs(shop, "Accountant");
  manager = await signInAs(shop, "Manager");
});
afterAll(() => shop?.close());

/** Places an order of ₹549 for cash on delivery. */
async function placed() {
  const product = await buyers.sell({ stock: 5 });
  const buyer = await buyers.buyer({ [product]: 1 });
  const { body } = await buyer.post("cash-order", { address: LUCKNOW });
  return { product, buyer, number: body.data.orderNumber as string };
}
async function confirmed() {
  const order = await placed();
  const { text } = await buyers.people.mailAbout(order.buyer.email, `Confirm your order ${order.number}`);
  const code = /^ {4}(\d{6})$/m.exec(text)?.[1];
  expect((await order.buyer.post(`cash-order/${order.number}/confirm`, { code })).status).toBe(200);
  return order;
}
const act = async (words: string) => expect(await actOnOrder(shop, words)).toMatchObject({ code: 0 });
async function shipped(awb: string) {
  const order = await confirmed();
  await act(`ship ${order.number} --awb ${awb} --courier Delhivery`);
  return order;
}
async function delivered(awb: string, daysAgo = 0) {
  const order = await shipped(awb);
  await act(`deliver ${order.number}`);
  await shop.db.execute(
    sql`update customer_order set delivered_at = now() - make_interval(days => ${daysAgo}) where number = ${order.number}`,
  );
  return order;
}
const inTab = async (tab: string) =>
  (await packer.send("GET", `/cash/orders?tab=${tab}`)).body.data.orders.map(
    ({ number }: { number: string }) => number,
  );
const counts = async () => (await packer.send("GET", "/cash/counts")).body.data;

/** Sends a courier's file. */
async function upload(csv: string | Buffer, query: Record<string, string>, { browser } = accountant) {
  const response = await shop.app.inject({
    method: "POST",
    url: `/admin/api/cash/remittances?${new URLSearchParams({ receivedOn: "2026-11-25", ...query })}`,
    headers: {
      cookie: `staff_session=${browser.cookies.get("staff_session")}`,
      origin: SHOP,
      "content-type": "text/csv",
    },
    payload: csv,
  } as InjectOptions);
  return { status: response.statusCode, body: response.json() };
}
const audited = async (action: string) =>
  (
    await rowsOf<Record<string, unknown>>(shop, sql`select * from audit_entry where action = ${action} order by id`)
  ).map(({ actor, subject_type, subject_id, after }) => ({ actor, subject: `${subject_type} ${subject_id}`, after }));

it("an order moves through the queue from its confirmation to the remittance", async () => {
  const waiting = await placed();
  const toSend = await confirmed();
  const underway = await shipped("Q-1001");
  const due = await delivered("Q-1002");
  const late = await delivered("Q-1003", 11);
  expect(await counts()).toEqual({ to_confirm: 1, to_send: 1, on_the_way: 1, cash_due: 1, overdue: 1, came_back: 0 });
  expect(await inTab("to_confirm")).toEqual([waiting.number]);
  expect(await inTab("to_send")).toEqual([toSend.number]);
  expect(await inTab("on_the_way")).toEqual([underway.number]);
  expect(await inTab("cash_due")).toEqual([due.number]);
  expect((await packer.send("GET", "/cash/orders?tab=overdue")).body.data).toMatchObject({
    orders: [
      {
        number: late.number,
        total: 549,
        remitted: 0,
        confirmBy: null,
        parcels: [{ courier: "Delhivery", awb: "Q-1003" }],
      },
    ],
    hasMore: false,
  });
  // More than a column holds.
  expect((await upload("awb,amount\nQ-1003,21474836.48\n", { reference: "Q0" })).body.message).toMatch(/is more than/);
  // Paid short it stays, paid in full it leaves.
  const short = await upload("awb,amount\nQ-1003,500\n", { reference: "Q1" });
  expect((await upload("awb,amount\nQ-1003,500\n", { reference: "Q1", digest: short.body.data.digest })).status).toBe(
    200,
  );
  expect((await packer.send("GET", "/cash/orders?tab=overdue")).body.data.orders).toMatchObject([{ remitted: 500 }]);
  const rest = "awb,amount\nQ-1003,49\nQ-1002,549\n";
  const { digest } = (await upload(rest, { reference: "Q2" })).body.data;
  expect((await upload(rest, { reference: "Q2", digest })).body.data.results).toMatchObject({ full: 2 });
  expect(await counts()).toMatchObject({ cash_due: 0, overdue: 0 });
});

it("cash that a courier remits short is written off, with a reason and a second factor, which can be undone until it is remitted", async () => {
  const { number } = await delivered("W-1501", 12);
  const csv = "awb,amount\nW-1501,500\n";
  const { digest } = (await upload(csv, { reference: "W1" })).body.data;
  await upload(csv, { reference: "W1", digest });
  const overdue = async () =>
    (await accountant.send("GET", "/home")).body.data.work.find(
      ({ kind }: { kind: string }) => kind === "overdue_cash",
    );
  expect(await overdue()).toMatchObject({ count: 1 });
  const writeOff = (body: object, who = accountant) => who.send("POST", `/cash/orders/${number}/write-off`, body);
  const given = { remitted: 500, reason: "The courier lost its receipt." };
  expect((await writeOff(given, packer)).body.code).toBe("permission_missing");
  expect((await writeOff({ ...given, reason: " " })).body.errors).toMatchObject([{ field: "reason" }]);
  // Somebody saw it before the remittance.
  expect((await writeOff({ ...given, remitted: 0 })).status).toBe(409);
  expect(await inTab("overdue")).toEqual([number]);
  expect((await writeOff(given)).status).toBe(200);
  expect((await writeOff(given)).status).toBe(409);
  expect(await inTab("overdue")).toEqual([]);
  expect(await overdue()).toMatchObject({ count: 0 });
  expect(await audited("order.cash_written_off")).toMatchObject([
    { actor: "Accountant Rao", subject: `order ${number}`, after: given },
  ]);

  const order = async () => (await accountant.send("GET", `/orders/${number}`)).body.data;
  const undo = async (body: object, who = accountant) =>
    who.send("POST", `/cash/orders/${number}/undo-write-off`, { version: (await order()).version, ...body });
  const why = { reason: "The courier has found the cash." };
  expect((await order()).actions).toContain("undo-write-off-cash");
  expect((await undo(why, packer)).body.code).toBe("permission_missing");
  expect((await undo({ reason: " " })).body.errors).toMatchObject([{ field: "reason" }]);
  expect((await undo({ ...why, version: 1 })).body.code).toBe("conflict");
  const undone = await undo(why);
  expect([undone.status, undone.body.data.number]).toEqual([200, number]);
  expect(undone.body.data.history).toContainEqual(
    expect.objectContaining({ title: "Write-off of missing cash undone", by: "Accountant Rao", note: why.reason }),
  );
  expect(undone.body.data.actions).not.toContain("undo-write-off-cash");
  expect((await undo(why)).body.code).toBe("wrong_order_state");
  expect(await inTab("overdue")).toEqual([number]);
  expect(await audited("order.cash_write_off_undone")).toMatchObject([{ actor: "Accountant Rao", after: why }]);

  // The same by commands.
  const run = (words: string) => performCommand(shop, `admin ${words}`);
  expect((await run(`undoWriteOffCash ${number} --reason found`)).err).toContain("wrong_order_state: ");
  expect((await run(`writeOffCash ${number} --remitted 500 --reason lost`)).code).toBe(0);
  expect(await inTab("overdue")).toEqual([]);
  expect((await run(`undoWriteOffCash ${number} --reason found`)).code).toBe(0);
  expect(await inTab("overdue")).toEqual([number]);
  expect((await audited("order.cash_write_off_undone")).at(-1)).toMatchObject({
    actor: "Command",
    after: { reason: "found" },
  });

  // Remitted in full after it was written off, nothing is left to undo.
  expect((await writeOff(given)).status).toBe(200);
  const rest = "awb,amount\nW-1501,49\n";
  const compared = (await upload(rest, { reference: "W2" })).body.data;
  await upload(rest, { reference: "W2", digest: compared.digest });
  expect((await undo(why)).body.code).toBe("wrong_order_state");
});

it("the queue is searched by number, AWB and name, and downloaded", async () => {
  const [one, two] = [await shipped("S-1601"), await shipped("S-1602")];
  const found = async (q: string) => inTab(`on_the_way&q=${encodeURIComponent(q)}`);
  expect(await found(one.number.toLowerCase())).toEqual([one.number]);
  expect(await found("s-1602")).toEqual([two.number]);
  expect(await found("Nobody Of This Name")).toEqual([]);
  const { body } = await packer.send("GET", `/cash/orders.csv?tab=on_the_way&q=${one.number}`);
  expect(String(body)).toContain(`${one.number},shipped,`);
  expect(String(body)).toContain(",549,0,Delhivery,S-1601");
  expect(String(body)).not.toContain(two.number);
  for (const path of ["/cash/orders", "/cash/orders.csv"]) {
    const tooShort = await packer.send("GET", `${path}?tab=on_the_way&q=ab`);
    expect([tooShort.status, tooShort.body.errors?.[0]?.field]).toEqual([400, "q"]);
  }
});

it("the queue is paged by keyset", async () => {
  const [first, second] = [await shipped("P-2001"), await shipped("P-2002")];
  const all = await inTab("on_the_way");
  expect(all.slice(-2)).toEqual([first.number, second.number]);
  const { body } = await packer.send("GET", `/cash/orders?tab=on_the_way&after=${first.number}`);
  expect(body.data.orders).toMatchObject([{ number: second.number }]);
  expect((await packer.send("GET", "/cash/orders?tab=on_the_way&after=KW-2222-2222")).status).toBe(404);
  expect((await packer.send("GET", "/cash/orders?tab=everything")).status).toBe(400);
});

it("a refused parcel is restocked or written off once, by those who fulfil orders", async () => {
  const { number, product } = await shipped("R-3001");
  await act(`came-back ${number}`);
  expect(await inTab("came_back")).toEqual([number]);
  expect(await buyers.stockOf(product)).toBe(4);
  const inspect = (who = packer) => who.send("POST", `/cash/orders/${number}/inspection`, { restock: true });
  expect((await inspect(accountant)).body.code).toBe("permission_missing");
  expect((await inspect()).status).toBe(200);
  expect((await inspect()).status).toBe(409);
  expect(await buyers.stockOf(product)).toBe(5);
  expect(await inTab("came_back")).toEqual([]);
  expect(await audited("order.refused_parcel_inspected")).toMatchObject([
    { actor: "Packer Rao", subject: `order ${number}`, after: { restock: true } },
  ]);
});

it("a remittance is compared before it is stored, and stored only as it was compared", async () => {
  const one = await delivered("C-4001");
  const csv = 'AWB Number,COD Amount\nC-4001,"₹549"\nNOPE-1,10\n';
  const compared = await upload(csv, { reference: "CRF-4", utr: "hdfc0001" });
  expect(compared.body.data).toMatchObject({
    parcels: 2,
    amount: 559,
    results: { full: 1, short: 0, over: 0, repeated: 0, unknown: 1 },
    differences: [{ awb: "NOPE-1", amount: 10, result: "unknown", order: null }],
  });
  expect(await audited("cash.remitted")).not.toMatchObject([{ subject: "remittance CRF-4" }]);
  expect(await inTab("cash_due")).toContain(one.number);
  const { digest } = compared.body.data;
  // Another file, UTR or day than the one compared.
  expect((await upload(`${csv}NOPE-2,1\n`, { reference: "CRF-4", utr: "HDFC0001", digest })).status).toBe(409);
  expect((await upload(csv, { reference: "CRF-4", utr: "HDFC0002", digest })).status).toBe(409);
  expect((await upload(csv, { reference: "CRF-4", utr: "HDFC0001", digest }, packer)).body.code).toBe(
    "permission_missing",
  );
  expect((await upload(csv, { reference: "CRF-4", utr: "HDFC0001", digest })).status).toBe(200);
  // A second tab that has compared the same sees that it is stored.
  expect((await upload(csv, { reference: "CRF-4", utr: "HDFC0001", digest })).status).toBe(409);
  expect((await upload(csv, { reference: "CRF-4" })).body.data.differences).toMatchObject([
    { awb: "C-4001", result: "repeated", order: one.number },
    { awb: "NOPE-1", result: "unknown" },
  ]);
  expect(await inTab("cash_due")).not.toContain(one.number);
  expect((await accountant.send("GET", "/cash/remittance?reference=CRF-4")).body.data).toEqual({
    reference: "CRF-4",
    utr: "HDFC0001",
    receivedOn: "2026-11-25",
    parcels: [{ awb: "C-4001", amount: 549, order: one.number, due: 549, declared: null }],
  });
  expect((await audited("cash.remitted")).at(-1)).toEqual({
    actor: "Accountant Rao",
    subject: "remittance CRF-4",
    after: {
      utr: "HDFC0001",
      receivedOn: "2026-11-25",
      amount: 559,
      full: 1,
      short: 0,
      over: 0,
      misdeclared: 0,
      not_sent: 0,
      not_delivered: 0,
      came_back: 0,
      lost: 0,
      prepaid: 0,
      replacement: 0,
      repeated: 0,
      unknown: 1,
    },
  });
});

describe("what a courier has to remit", () => {
  const results = async (csv: string, reference: string) =>
    (await upload(csv, { reference })).body.data.differences.map(
      ({ awb, amount, result, due }: Record<string, unknown>) => `${awb} ${amount} ${result} of ${due}`,
    );
  const dueOf = async (reference: string) =>
    (await accountant.send("GET", "/reports/remittances?from=2026-11-01&to=2026-11-30")).body.data.remittances
      .filter((one: { reference: string }) => one.reference === reference)
      .map(({ remitted, due }: { remitted: number; due: number }) => [remitted, due]);
  const record = async (csv: string, reference: string) => {
    const { digest } = (await upload(csv, { reference })).body.data;
    const { status } = await upload(csv, { reference, digest });
    expect(status).toBe(200);
  };

  it("is nothing for a parcel that came back or was lost: 0 is in order, and money is a difference of its own", async () => {
    const [refused, lost] = [await shipped("N-7001"), await shipped("N-7002")];
    await act(`came-back ${refused.number}`);
    await act(`lost ${lost.number}`);
    expect(await results("awb,amount\nN-7001,0\nN-7002,0\n", "N1")).toEqual([]);
    expect(await results("awb,amount\nN-7001,549\nN-7002,100\n", "N1")).toEqual([
      "N-7001 549 came_back of 0",
      "N-7002 100 lost of 0",
    ]);
    await record("awb,amount\nN-7001,549\n", "N2");
    // Money that has arrived is recorded, and shown beside nothing that was due.
    const { remittances } = (await accountant.send("GET", "/reports/remittances?from=2026-11-01&to=2026-11-30")).body
      .data;
    expect(remittances).toContainEqual(expect.objectContaining({ reference: "N2", remitted: 549, due: 0 }));
    expect((await packer.send("GET", "/cash/orders?tab=came_back")).body.data.orders).toContainEqual(
      expect.objectContaining({ number: refused.number, due: 0, remitted: 549 }),
    );
    expect(await inTab("cash_due")).not.toContain(refused.number);
    expect(await overdueNumbers()).not.toContain(lost.number);
  });

  it("is nothing for an order that was paid online after all, nor for a replacement", async () => {
    const { number } = await delivered("N-7101");
    await shop.db.execute(sql`insert into shipment (order_id, courier, awb, is_replacement, shipped_at)
      select id, 'Delhivery', 'N-7102', true, now() from customer_order where number = ${number}`);
    const prepaid = await shipped("N-7103");
    await shop.db.execute(sql`update customer_order set payment_method = 'online' where number = ${prepaid.number}`);
    expect(await results("awb,amount\nN-7101,549\nN-7102,0\nN-7103,0\n", "N3")).toEqual([]);
    expect(await results("awb,amount\nN-7102,549\nN-7103,549\n", "N3")).toEqual([
      "N-7102 549 replacement of 0",
      "N-7103 549 prepaid of 0",
    ]);
  });

  it("is nothing while the parcel is on its way: 0 is in order, and money is a difference of its own", async () => {
    const early = await shipped("N-7201");
    const unpaid = await shipped("N-7202");
    await act(`out-for-delivery ${unpaid.number}`);
    expect(await results("awb,amount\nN-7201,0\nN-7202,0\n", "N4")).toEqual([]);
    expect(await results("awb,amount\nN-7201,549\nN-7202,100\n", "N4")).toEqual([
      "N-7201 549 not_delivered of 0",
      "N-7202 100 not_delivered of 0",
    ]);
    await record("awb,amount\nN-7201,549\n", "N4");
    expect(await dueOf("N4")).toEqual([[549, 0]]);
    await record("awb,amount\nN-7202,0\n", "N7");
    // What the courier is to collect stays in the list of those on their way.
    expect((await packer.send("GET", "/cash/orders?tab=on_the_way")).body.data.orders).toContainEqual(
      expect.objectContaining({ number: unpaid.number, due: 549, remitted: 0 }),
    );
    // Once they are delivered, the money that came early is what was due, and 0 is too little.
    await act(`deliver ${early.number}`);
    await act(`deliver ${unpaid.number}`);
    expect([await dueOf("N4"), await dueOf("N7")]).toEqual([[[549, 549]], [[0, 549]]]);
    const due = await inTab("cash_due");
    expect([due.includes(early.number), due.includes(unpaid.number)]).toEqual([false, true]);
    expect(await results("awb,amount\nN-7202,500\n", "N8")).toEqual(["N-7202 500 short of 549"]);
    expect(await results("awb,amount\nN-7202,549\n", "N8")).toEqual([]);
  });

  it("is corrected by the same reference, and due again if it was less", async () => {
    const { number } = await delivered("N-7301");
    await record("awb,amount\nN-7301,549\n", "N5");
    expect(await inTab("cash_due")).not.toContain(number);
    const less = "awb,amount\nN-7301,500\n";
    expect((await upload(less, { reference: "N5" })).body.data.differences).toMatchObject([
      { awb: "N-7301", amount: 500, result: "short", due: 549, remitted: 500, corrected: 549 },
    ]);
    await record(less, "N5");
    expect(await inTab("cash_due")).toContain(number);
    expect(await dueOf("N5")).toEqual([[500, 549]]);
    // Written off, a correction to less leaves it written off; to more it is paid.
    const writeOff = { remitted: 500, reason: "The courier lost its receipt." };
    expect((await accountant.send("POST", `/cash/orders/${number}/write-off`, writeOff)).status).toBe(200);
    await record("awb,amount\nN-7301,480\n", "N5");
    expect(await inTab("cash_due")).not.toContain(number);
    await record("awb,amount\nN-7301,549\n", "N5");
    expect(await dueOf("N5")).toEqual([[549, 549]]);
    expect((await upload("awb,amount\nN-7301,549\n", { reference: "N5" })).body.data.results).toMatchObject({
      repeated: 1,
    });
  });

  it("cannot have arrived on a day to come", async () => {
    await shipped("N-7401");
    const late = await upload("awb,amount\nN-7401,549\n", { reference: "N6", receivedOn: "2099-11-28" });
    expect(late.body).toMatchObject({ statusCode: 422, errors: [{ field: "receivedOn" }] });
  });
  const overdueNumbers = async () =>
    (await accountant.send("GET", "/reports/overdue-cash")).body.data.map(({ order }: { order: string }) => order);
});

it.each([
  ["a file without the columns", "a,b\n1,2\n", 'A row must name a column "awb"'],
  ["a file without parcels", "awb,amount\n", "The file has no parcels."],
  [
    "wrong cells, all of them named",
    "awb,amount\nX,1\n\nAWB-1,ten\n",
    'row 2: "X" is no AWB; row 4, amount: "ten" is not an amount',
  ],
  ["a row twice", "awb,amount\nAWB-1,1\nawb-1,1\n", "row 3 repeats row 2 (AWB-1)"],
  ["an unclosed quotation mark", 'awb,amount\n"AWB', "is never closed"],
  ["bytes that are no UTF-8", Buffer.from([0xff, 0xfe, 0x00]), "UTF-8"],
  ["an endless cell", `awb,amount\n${"9".repeat(70_000)},1\n`, 'row 2: "9999'],
  ["more than a megabyte", `awb,amount\n${"AWB-1,1\n".repeat(140_000)}`, "up to 1 MB"],
  ["more parcels than a file may have", `awb,amount\n${"AWB-1,1\n".repeat(5001)}`, "up to 5000 parcels"],
  ["an empty file", "", "This file is empty."],
])("rejects %s and names the problem", async (_name, csv, message) => {
  const { status, body } = await upload(csv, { reference: "BAD" });
  expect(status).toBeGreaterThanOrEqual(413);
  expect(status).toBeLessThan(500);
  expect(body.errors).toMatchObject([{ field: "file", message: expect.stringContaining(message) }]);
  expect(body.errors[0].message.length).toBeLessThan(2000);
});

it("a UTR that is known later is added once", async () => {
  await delivered("U-5001");
  const csv = "awb,amount\nU-5001,549\n";
  const { digest } = (await upload(csv, { reference: "CRF-5" })).body.data;
  await upload(csv, { reference: "CRF-5", digest });
  const add = (utr: string, reference = "CRF-5") =>
    accountant.send("POST", "/cash/remittances/utr", { reference, utr });
  expect((await add("SBIN 1")).body.errors).toMatchObject([{ field: "utr" }]);
  expect((await add("SBIN0001", "CRF-99")).status).toBe(404);
  expect((await add("sbin0001")).status).toBe(200);
  expect((await add("SBIN0001")).status).toBe(200);
  expect((await add("SBIN0002")).status).toBe(409);
  expect(
    (await accountant.send("GET", "/reports/remittances?from=2026-11-01&to=2026-11-30")).body.data.remittances,
  ).toContainEqual({
    reference: "CRF-5",
    utr: "SBIN0001",
    receivedOn: "2026-11-25",
    parcels: 1,
    remitted: 549,
    due: 549,
  });
});

it("somebody is blocked with a reason, and the audit log names neither email nor number", async () => {
  const { buyer } = await placed();
  const add = (body: object, who = manager) =>
    who.send("POST", "/cash/lists", { list: "blocked", reason: "Two parcels refused", ...body });
  expect((await add({ subject: buyer.email }, packer)).body.code).toBe("permission_missing");
  expect((await add({ subject: "nobody" })).body.errors).toMatchObject([{ field: "subject" }]);
  expect((await add({ subject: buyer.email, reason: " " })).body.errors).toMatchObject([{ field: "reason" }]);
  expect((await add({ subject: buyer.email.toUpperCase() })).status).toBe(200);
  expect((await add({ subject: buyer.email, list: "allowed" })).body).toMatchObject({
    statusCode: 409,
    errors: [{ field: "subject", message: "It is blocked already. Please remove that entry first." }],
  });
  expect((await add({ subject: "744 101", list: "allowed" })).status).toBe(200);
  expect((await manager.send("GET", "/cash/lists")).body.data.entries).toMatchObject([
    { kind: "pincode", value: "744101", list: "allowed", author: "Manager Rao" },
    { kind: "email", value: buyer.email, list: "blocked", reason: "Two parcels refused" },
  ]);
  expect((await manager.send("GET", "/cash/lists?list=blocked&q=74")).body.data.entries).toEqual([]);
  expect((await manager.send("GET", "/cash/lists?after=744101")).body.data.entries).toHaveLength(1);
  expect((await buyer.get("checkout?pincode=226001")).body.data.cashOnDelivery.problem).toBeTruthy();

  const remove = (subject: string) => manager.send("DELETE", `/cash/lists/${encodeURIComponent(subject)}`);
  expect((await remove(buyer.email)).status).toBe(200);
  expect((await remove(buyer.email)).status).toBe(404);
  expect((await remove("nobody")).status).toBe(404);
  expect((await buyer.get("checkout?pincode=226001")).body.data.cashOnDelivery.problem).toBeNull();
  const [blocked] = await audited("cash.blocked");
  expect(blocked).toMatchObject({ actor: "Manager Rao", after: { by: "email" } });
  expect(blocked?.subject).toMatch(/^customer .+/);
  expect(JSON.stringify([blocked, await audited("cash.unlisted")])).not.toContain(buyer.email);
  await askAdmin(shop, `addCashListing --subject ${buyer.email} --list blocked --reason Refusals`);
  expect((await audited("cash.blocked")).at(-1)?.actor).toBe("Command");
});
