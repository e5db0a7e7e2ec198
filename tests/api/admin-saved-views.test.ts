/** Members save views of the orders list for themselves, or for everybody. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_VIEWS } from "../../contract/admin/saved-views.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let support: Awaited<ReturnType<typeof signInAs>>;
let packer: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop();
  support = await signInAs(shop, "Support");
  packer = await signInAs(shop, "Packer");
});
afterAll(() => shop?.close());

const namesOf = async ({ send }: typeof packer): Promise<string[]> =>
  (await send("GET", "/orders/views")).body.data.map(({ name }: { name: string }) => name);

describe("a saved view", () => {
  it("is its member's alone unless it is shared, which needs a permission", async () => {
    const own = { name: "My cash", query: "tab=to_pack&payment=cash_on_delivery" };
    expect((await packer.send("POST", "/orders/views", own)).body.data).toMatchObject({ ...own, isShared: false });
    expect((await packer.send("POST", "/orders/views", { ...own, isShared: true })).body).toMatchObject({
      code: "permission_missing",
      message: expect.stringContaining("change_orders"),
    });
    const shared = { name: "Pune", query: "q=Pune", isShared: true };
    const { _id } = (await support.send("POST", "/orders/views", shared)).body.data;
    expect(await namesOf(packer)).toEqual(["My cash", "Pune"]);
    expect(await namesOf(support)).toEqual(["Pune"]);

    expect((await packer.send("DELETE", `/orders/views/${_id}`)).status).toBe(404);
    expect((await support.send("DELETE", `/orders/views/${_id}`)).status).toBe(200);
    expect(await namesOf(packer)).toEqual(["My cash"]);
    const mine = (await packer.send("GET", "/orders/views")).body.data[0]._id;
    expect((await support.send("DELETE", `/orders/views/${mine}`)).status).toBe(404);
  });

  it("has a name and the query of a URL, and a member has a limited number", async () => {
    for (const body of [
      { name: "", query: "q=1" },
      { name: "a".repeat(41), query: "q=1" },
      { name: "a", query: "<b>" },
    ])
      expect((await packer.send("POST", "/orders/views", body)).status).toBe(422);
    const add = () => support.send("POST", "/orders/views", { name: "One more", query: "tab=all" });
    const statuses = await Promise.all(Array.from({ length: MAX_VIEWS + 2 }, async () => (await add()).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_VIEWS);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
  });
});
