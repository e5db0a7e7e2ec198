/** Redirects in the back office, and where they lead shoppers. */

import { expectAccessible, expectNoSidewaysScroll } from "./accessible.ts";
import { enterAs } from "./back-office.ts";
import { expect, test } from "./test.ts";

test("What was not found is redirected by one press, and a renamed product is found at its former address", {
  tag: "@desktop",
}, async ({ page, faults }) => {
  faults.expect("401");
  faults.expect("404");
  faults.expect("422");
  const suffix = Date.now()
    .toString(36)
    .replace(/\d+/g, (digits) => `x${digits.length}`);
  await page.goto(`/blog/${suffix}/kewra-bloom`);
  await expect(page.getByRole("heading", { name: "We couldn’t find that page" })).toBeVisible();

  await enterAs(page, "Owner");
  await expect(async () => {
    await page.goto(`/admin/redirects/not-found?q=${suffix}`);
    await expect(page.getByRole("row", { name: suffix })).toContainText("once", { timeout: 1000 });
  }).toPass();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Redirect /blog/${suffix}/kewra-bloom to /product/kewra-bloom` }).click();
  await expect(page.getByText("No path matches.")).toBeVisible();
  await page.goto(`/blog/${suffix}/kewra-bloom?utm_source=x`);
  await expect(page).toHaveURL(/\/product\/kewra-bloom\?utm_source=x$/);

  await page.goto(`/admin/redirects?q=${suffix}`);
  await page.getByRole("button", { name: "Change…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Change the redirect" });
  await dialog.getByLabel("Leads to").fill("https://elsewhere.example/");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Leads to")).toBeFocused();
  await expect(dialog.getByText("This leads out of the shop")).toBeVisible();
  await dialog.getByLabel("Leads to").fill("/products");
  await dialog.getByLabel("Leads to").press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: suffix })).toContainText("/products");
  await page.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("button", { name: "Remove it" }).click();
  await expect(page.getByText("No redirect matches.")).toBeVisible();

  const { data } = await (await page.request.get("/admin/api/products?q=Gulab%20Attar")).json();
  const { _id: id } = data.products[0];
  const product = (await (await page.request.get(`/admin/api/products/${id}`)).json()).data;
  const rename = async (slug: string) => {
    const { version } = (await (await page.request.get(`/admin/api/products/${id}`)).json()).data;
    const response = await page.request.patch(`/admin/api/products/${id}`, {
      headers: { origin: new URL(page.url()).origin },
      data: { version, slug },
    });
    expect(response.ok(), await response.text()).toBe(true);
  };
  await rename(`${product.slug}-${suffix}`);
  await page.goto(`/product/${product.slug}`);
  await expect(page).toHaveURL(new RegExp(`/product/${product.slug}-${suffix}$`));
  await page.goto(`/admin/redirects?q=${suffix}`);
  await expect(page.getByRole("row", { name: `/product/${product.slug}` })).toContainText("Product renamed");
  await rename(product.slug);
});

test("A file of redirects is compared, corrected and stored", { tag: "@phone" }, async ({ page, faults }) => {
  faults.expect("401");
  await enterAs(page, "Owner");
  await page.goto("/admin/redirects/file");
  const upload = async (lines: string[]) => {
    await page
      .getByLabel("Redirects as a file")
      .setInputFiles({ name: "redirects.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
    await page.getByRole("button", { name: "Compare with the stored ones" }).click();
  };
  await upload(["Redirect from,Redirect to", "/admin/orders,/products", "/file/story,https://elsewhere.example"]);
  await expect(page.getByText("2 problems.")).toBeVisible();
  await expect(page.getByText("belongs to the shop itself")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await upload(["Redirect from,Redirect to", "/file/story,/about-us", "/about-us,/products"]);
  await expect(page.getByText("Never used, the page exists")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Store these redirects" }).click();
  await page.getByRole("link", { name: "See all" }).click();
  await expect(page.getByRole("row", { name: "/file/story" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto("/file/story");
  await expect(page).toHaveURL(/\/about-us$/);
});
