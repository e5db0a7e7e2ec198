/** Old paths within the shop, as in links of its texts. */

import { enterAs, ofShop } from "./back-office.ts";
import { expect, test } from "./test.ts";

test("A link within the shop to an old path is redirected, and one to nothing ends at “not found”", {
  tag: "@phone",
}, async ({ page, faults }) => {
  faults.expect("404");
  await enterAs(page, "Owner");
  const added = await page.request.post("/admin/api/redirects", {
    headers: ofShop(),
    data: { from: "/old/story-of-ours", to: "/about-us" },
  });
  expect(added.ok(), await added.text()).toBe(true);
  const follow = (path: string) =>
    page.evaluate((to) => {
      history.pushState(null, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, path);
  await page.goto("/contact");
  await follow("/old/story-of-ours?utm_source=x");
  await expect(page).toHaveURL(/\/about-us\?utm_source=x$/);
  await expect(page.getByRole("heading", { level: 1, name: "About Us" })).toBeVisible();
  await follow("/old/nothing");
  await expect(page.getByRole("heading", { name: "We couldn’t find that page" })).toBeVisible();
  await expect(page).toHaveURL(/\/old\/nothing$/);
  await page.request.delete(`/admin/api/redirects/${(await added.json()).data._id}`, { headers: ofShop() });
});
