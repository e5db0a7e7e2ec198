/** What product pages say of cash on delivery, with the pincode. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCategory, makeProduct, variantsOf } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
/** A size of ₹500, one of ₹6,000, and one of ₹1,500 in the category that is excluded. */
let sizes: { small: string; dear: string; gift: string };

beforeAll(async () => {
  const environment = {
    ...{ CASH_ON_DELIVERY: "true", CASH_MIN_RUPEES: "999", CASH_MAX_RUPEES: "5000" },
    ...{ CASH_EXCLUDED_PINCODES: "744", CASH_EXCLUDED_CATEGORIES: "gifts" },
  };
  shop = await openShop({ environment });
  const perfumes = await makeCategory(shop, { slug: "perfumes", name: "Perfumes" });
  const gifts = await makeCategory(shop, { slug: "gifts", name: "Gifts" });
  const size = async (slug: string, categoryId: number, pricePaise: number) =>
    String((await variantsOf(shop, await makeProduct(shop, { slug, title: slug, categoryId, pricePaise })))[0]);
  sizes = {
    small: await size("small", perfumes, 50_000),
    dear: await size("dear", perfumes, 600_000),
    gift: await size("gift", gifts, 150_000),
  };
}, 90_000);
afterAll(() => shop?.close());

async function cashAt(pincode: string, size?: string) {
  const query = size === undefined ? "" : `?variant_id=${size}`;
  return (await shop.get(`/api/delivery/${pincode}${query}`)).body.data.cash;
}

it("a size that is worth too little alone names the value from which cash is possible", async () => {
  expect(await cashAt("560001", sizes.small)).toEqual({ isTaken: true, from: 999 });
});

it("a size that is worth too much, or is in an excluded category, is not paid in cash", async () => {
  expect(await cashAt("560001", sizes.dear)).toEqual({ isTaken: false, from: 0 });
  expect(await cashAt("560001", sizes.gift)).toEqual({ isTaken: false, from: 0 });
});

it("an excluded pincode takes no cash until the owner's list allows it, and a blocked one none", async () => {
  const owner = await signInAs(shop, "Owner");
  expect(await cashAt("744101", sizes.small)).toMatchObject({ isTaken: false });
  await owner.send("POST", "/cash/lists", { subject: "744101", list: "allowed", reason: "Our rider" });
  expect(await cashAt("744101", sizes.small)).toMatchObject({ isTaken: true });
  await owner.send("POST", "/cash/lists", { subject: "560001", list: "blocked", reason: "Refused" });
  expect(await cashAt("560001", sizes.small)).toMatchObject({ isTaken: false });
});

it("an unknown pincode has no answer", async () => {
  expect(await cashAt("999999", sizes.small)).toBeNull();
});
