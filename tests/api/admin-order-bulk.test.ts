/** Staff packs, ships and prints several orders at once. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buyersOf } from "./buyers.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let packer: Awaited<ReturnType<typeof signInAs>>;
let product: string;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  packer = await signInAs(shop, "Packer");
  product = await shoppers.sell({ pricePaise: 11_800, stock: 500 });
});
afterAll(() => shop?.close());

async function bought(orders: number): Promise<string[]> {
  const numbers: string[] = [];
  for (let at = 0; at < orders; at++) {
    const buyer = await shoppers.buyer({ [product]: 1 });
    numbers.push((await buyer.buy()).orderNumber);
  }
  return numbers;
}
const read = async (number: string) => (await packer.send("GET", `/orders/${number}`)).body.data;
const pages = (pdf: string) => pdf.match(/\/Type \/Page\b/g)?.length;
const print = (document: string, numbers: readonly string[]) =>
  packer.send("GET", `/orders/print.pdf?document=${document}&numbers=${numbers.join(",")}`);

describe("several orders", () => {
  it("are packed and shipped at once, each with its author, and those that cannot be are named", async () => {
    const numbers = await bought(3);
    const [first = "", second = "", third = ""] = numbers;
    await actOnOrder(shop, `cancel ${third}`);
    const packed = await packer.send("POST", "/orders/pack", { numbers: [...numbers, first, "KW-0000-0000"] });
    expect(packed.body.data.results).toEqual([
      { number: first, problem: "" },
      { number: second, problem: "" },
      { number: third, problem: expect.stringContaining("is Cancelled") },
      { number: "KW-0000-0000", problem: expect.stringContaining("There is no order") },
    ]);
    expect((await read(first)).history[0]).toMatchObject({ state: "packed", by: "Packer Rao" });

    const parcels = [first, second].map((number) => ({ number, courier: "Delhivery", awb: "BULK-1" }));
    const shipped = await packer.send("POST", "/orders/ship", { parcels });
    // One AWB is one parcel's.
    expect(shipped.body.data.results).toMatchObject([{ problem: "" }, { problem: expect.stringContaining("BULK-1") }]);
    expect([(await read(first)).state, (await read(second)).state]).toEqual(["shipped", "packed"]);
    const faulty = await packer.send("POST", "/orders/ship", {
      parcels: [{ number: second, courier: "D", awb: "<>" }],
    });
    expect(faulty.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "parcels.0.courier",
      "parcels.0.awb",
    ]);
  });

  it("that match a filter are packed only if as many match as were shown", async () => {
    const numbers = await bought(2);
    const filter = { tab: "to_pack" };
    const matching = (await packer.send("GET", "/orders/matching?tab=to_pack")).body.data;
    expect(matching).toEqual({ numbers: expect.arrayContaining(numbers), hasMore: false });
    const [late = ""] = await bought(1);
    const expected = matching.numbers.length;
    const refused = await packer.send("POST", "/orders/pack", { filter, expected });
    expect(refused.body).toMatchObject({ code: "conflict", message: expect.stringContaining(`not ${expected}`) });
    expect((await read(late)).state).toBe("paid");
    const { body } = await packer.send("POST", "/orders/pack", { filter, expected: expected + 1 });
    expect(body.data.results.map(({ number }: { number: string }) => number).sort()).toEqual(
      [...matching.numbers, late].sort(),
    );
    expect((await packer.send("POST", "/orders/pack", { filter, expected: 1 })).status).toBe(409);
    expect((await packer.send("POST", "/orders/pack", {})).body.errors[0].field).toBe("numbers");
  });

  it("are printed as one PDF of slips, labels or invoices, without those that have none", async () => {
    const numbers = await bought(2);
    const [cancelled = ""] = await bought(1);
    await actOnOrder(shop, `cancel ${cancelled}`);
    for (const [document, count] of [
      ["slip", 2],
      ["label", 2],
      ["invoice", 3],
    ] as const) {
      const { status, body, headers } = await print(document, [...numbers, cancelled]);
      expect({ document, status, type: headers["content-type"], pages: pages(body) }).toEqual({
        document,
        status: 200,
        type: "application/pdf",
        pages: count,
      });
    }
    expect((await print("slip", [cancelled])).body.code).toBe("wrong_order_state");
    expect((await print("label", ["KW-0000-0000"])).status).toBe(404);
    expect((await print("poster", numbers)).status).toBe(400);
  });
});
