/** `npm run admin`: the endpoints of the back office as commands. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { runCommand } from "./run-command.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

const admin = (...words: string[]) => performCommand(shop, ["admin", ...words]);
/** What it prints as JSON. */
async function read(...words: string[]) {
  const { code, out, err } = await admin(...words, "--json");
  expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out);
}
const bought = async (units = 2) => {
  const asha = await shoppers.buyer({ [await shoppers.sell({ title: "Rose Attar" })]: units });
  return { asha, number: (await asha.buy()).orderNumber };
};
const auditOf = (number: string) =>
  rowsOf(
    shop,
    sql`select actor, action from audit_entry where subject_type = 'order' and subject_id = ${number} order by id`,
  );

describe("an order", () => {
  it("is packed and shipped as by staff, and the audit log names the command", async () => {
    const { asha, number } = await bought();
    const packed = await admin("packOrder", number);
    expect(packed.err).toMatch(/^Shop ".*\n$/);
    // Not the whole order.
    expect(packed.out).toMatch(
      new RegExp(
        `^number {3}${number}\\nstate {4}packed\\nversion {2}\\d+\\nhistory:\\n {2}at .*\\n {2}\\d+ \\w+ \\d{4}, .* Packed +Command\\n$`,
      ),
    );
    const shipped = await runCommand(shop, "admin", "shipOrder", number, "--awb", "CMD-100", "--courier", "Blue Dart");
    expect(shipped).toMatchObject({ code: 0, err: "" });
    await shoppers.people.mailAbout(asha.email, `Your order ${number} is on its way`);
    expect(await auditOf(number)).toEqual([
      { actor: "Command", action: "order.packed" },
      { actor: "Command", action: "order.shipped" },
    ]);
    expect(await admin("packOrder", number)).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/^wrong_order_state: .*Shipped/m),
    });
  });

  it("is listed with its amount in rupees and its time in India", async () => {
    const { number } = await bought();
    const lines = (await admin("listAllOrders", "--q", number)).out.split("\n");
    expect(lines[0]).toMatch(/^number +state +badge +orderedAt +customer +city +lacksPhone +units +total /);
    expect(lines[1]).toMatch(new RegExp(`^${number} +paid +Processing +\\d+ \\w+ \\d{4}.*[AP]M.* 2 +₹1,\\d{3} `));
  });

  it("is cancelled in the state that a preview has shown, and no other", async () => {
    const { number } = await bought();
    const words = ["cancelAnyOrder", number, "--reason", "The last bottle broke."];
    expect((await admin(...words)).err).toContain(
      "invalid_input: version: Do the same with --preview first: it prints what would happen, and the --version with which it does.",
    );
    const preview = await admin(...words, "--preview");
    expect(preview.out).toMatch(/^effect:\n {2}credited +₹1,\d{3}\n {2}refunded +₹1,\d{3}$/m);
    expect(preview.out).toMatch(
      new RegExp(`^order:\\n {2}number {3}${number}\\n {2}state {4}paid\\n {2}version {2}\\d+\\neffect:$`, "m"),
    );
    const [, version = ""] = /--version (\d+) instead of --preview/.exec(preview.err) ?? [];
    expect((await read("readAnyOrder", number)).state).toBe("paid");
    expect(await admin(...words, "--version", version)).toMatchObject({ code: 0 });
    expect(await admin(...words, "--version", version)).toMatchObject({
      code: 1,
      err: expect.stringContaining("conflict: "),
    });
    expect((await read("readAnyOrder", number)).state).toBe("cancelled");
  });

  it("is printed into a file, which is not replaced", async () => {
    const { number } = await bought();
    const words = ["printOrders", "--document", "slip", "--numbers", number, "--output", "slip.pdf"];
    expect(await admin(...words)).toMatchObject({ code: 0, out: "" });
    expect((await readFile(join(shop.dataDir, "slip.pdf"))).subarray(0, 5).toString()).toBe("%PDF-");
    expect((await admin(...words)).err).toContain("slip.pdf exists already");
    expect(await admin(...words, "--force")).toMatchObject({ code: 0 });
  });
});

it("creates an offer from flags, lists it, and ends it", async () => {
  const created = await admin(
    ..."createOffer --name Ten --kind percentage --percent 10 --codes TEN-A --codes TEN-B --minimum 500".split(" "),
  );
  expect(created).toMatchObject({ code: 0 });
  const { offers } = await read("listOffers");
  expect(offers).toMatchObject([{ name: "Ten", codeCount: 2 }]);
  expect((await admin("createOffer", "--name", "Ten", "--kind", "tenth")).err).toMatch(
    /^invalid_input: kind.*percentage/m,
  );
  expect((await admin("changeOffer", offers[0]._id, "--percent", "15", "--minimum", "null")).code).toBe(0);
  expect((await admin("readOffer", offers[0]._id)).out).not.toContain("From ₹500");
  expect((await admin("endOffer", offers[0]._id)).code).toBe(0);
  expect((await admin("readOffer", offers[0]._id)).out).toMatch(/^discount +₹0\n(.*\n)*tab +ended$/m);
});

it("receives, takes away and counts stock, and a repeat within a minute is done once", async () => {
  await shoppers.sell({ title: "Vetiver", sku: "VET-1", stock: 10 });
  const words = ["receiveStock", "VET-1", "--units", "5", "--reason", "Delivery 7"];
  expect((await admin(...words)).out).toMatch(/^onHand +15$/m);
  const again = await admin(...words);
  expect(again.err).toContain("This was done before; its response was:");
  expect((await read("readStock", "VET-1")).onHand).toBe(15);
  expect((await admin("adjustStock", "VET-1", "--difference=-2", "--reason", "Broken")).out).toMatch(/^onHand +13$/m);
  await writeFile(join(shop.dataDir, "counts.json"), '{"counts":[{"sku":"VET-1","counted":12,"expected":13}]}');
  const count = ["countStock", "--input", "counts.json", "--reason", "Stock-take"];
  expect((await admin(...count, "--preview")).code).toBe(0);
  expect((await read("readStock", "VET-1")).onHand).toBe(13);
  expect((await admin(...count, "--no-preview")).code).toBe(0);
  expect((await read("readStock", "VET-1")).onHand).toBe(12);
});

it("changes a setting by the version that it reads", async () => {
  expect((await admin("changeSettings", "--subject", "orders", "--values.RETURN_DAYS", "9")).code).toBe(0);
  const { settings } = await read("listSettings");
  expect(settings.find(({ name }: { name: string }) => name === "RETURN_DAYS")).toMatchObject({ value: "9" });
});

it("writes a CSV to the standard output", async () => {
  expect((await admin("exportStock")).out).toMatch(/^\uFEFF?sku,/);
});

describe("what is refused names the field and the way out", () => {
  it.each([
    [
      "shipOrder",
      "invalid_input: number: NUMBER is missing. Write it like this: npm run admin -- shipOrder NUMBER --courier",
    ],
    ["shipOrder KW-2222-2222 --carrier X", "invalid_input: carrier: There is no --carrier. Write it like this:"],
    ["shipOrder KW-2222-2222 --awb", "invalid_input: awb: --awb needs a value"],
    ["shipOrder KW-2222-2222 x --awb A --courier B", "invalid_input: x: “x” is too much"],
    [
      "shipOrder KW-2222-2222 --awb A --awb B --courier C",
      "invalid_input: awb: --awb must be given once, not 2 times.",
    ],
    [
      "shipOrder KW-2222-2222 --units two",
      'invalid_input: units: --units must be JSON, such as [{"position":1,"quantity":1}].',
    ],
    ["shipOrder KW-2222-2222 --input none.json", "invalid_input: input: none.json can’t be read (ENOENT)."],
    ["packOrder KW-2222-2222", "not_found: "],
    ["listAllOrders --tab packed", "bad_request: tab must be one of to_pack"],
    ["receiveStock X --units many", "invalid_input: units: Please give the units as a whole number from 1."],
    ["ship", "There is no endpoint ship; there are shipOrder, "],
    ["signIn", "signIn acts on a member’s own account"],
    ["addView --name x", "addView acts on a member’s own account"],
    ["uploadImport", "invalid_input: file: Give --file"],
  ])("%s", async (words, message) => {
    const { code, out, err } = await admin(...words.split(" "));
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(message);
  });
});
