/** Categories in the back office, and what the shop makes of them. */

import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible, expectNoSidewaysScroll } from "./accessible.ts";
import { enterAs } from "./back-office.ts";
import { expect, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");

test("The owner adds, arranges, moves and deletes a category, and its former URL redirects", {
  tag: "@phone",
}, async ({ page, faults }) => {
  faults.expect("401");
  faults.expect("409");
  faults.expect("422");
  const name = `Ittar ${Date.now() % 100_000}`;
  await enterAs(page, "Owner");
  await page.goto("/admin/categories");
  await expect(main(page).getByRole("link", { name: "Perfumes", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "New category" }).click();
  await page.getByRole("button", { name: "Add the category" }).click();
  await expect(page.getByText("Please give the category a name.")).toBeVisible();
  await page.getByLabel("Name").fill(name);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add the category" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  // What is typed survives a reload.
  await page.getByLabel("Description", { exact: true }).fill("Oils, distilled in Kannauj.");
  await page.reload();
  await expect(page.getByLabel("Description", { exact: true })).toHaveValue("Oils, distilled in Kannauj.");
  const picture = await sharp({ create: { width: 600, height: 450, channels: 3, background: "#3b6b52" } })
    .png()
    .toBuffer();
  await page.getByLabel("Add a picture").setInputFiles({ name: "oil.png", mimeType: "image/png", buffer: picture });
  await page.getByLabel("Title for search engines").fill("Ittar of Kannauj");
  await expect(main(page).getByRole("img", { name: "Not described yet" })).toBeVisible();
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please describe the picture for those who don’t see it.")).toBeVisible();
  await page.getByLabel("Description of the picture").fill("A green flask");
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(main(page).getByRole("button", { name: "Discard changes" })).toBeHidden();
  await expectAccessible(page);

  // Another editor saves while this one types.
  const id = page.url().match(/categories\/(\d+)/)?.[1];
  const { slug, version } = (await (await page.request.get(`/admin/api/categories/${id}`)).json()).data;
  await page.getByLabel("Description", { exact: true }).fill("Mine");
  await page.request.patch(`/admin/api/categories/${id}`, {
    data: { version, description: "Theirs" },
    headers: { origin: new URL(page.url()).origin },
  });
  await main(page).getByRole("button", { name: "Save" }).click();
  const conflict = main(page).getByRole("region", { name: "Conflict" });
  await expect(conflict).toContainText("Theirs");
  await conflict.getByRole("button", { name: "Continue with these" }).click();
  await page.getByLabel("Address").fill(`${slug}-oils`);
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(main(page).getByText(`These URLs redirect here: /category/${slug}`)).toBeVisible();
  const moved = await page.request.get(`/category/${slug}?page=2`, { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([301, `/category/${slug}-oils?page=2`]);
  await expect(async () => {
    const html = await (await page.request.get(`/category/${slug}-oils`)).text();
    expect(html).toContain("<title>Ittar of Kannauj");
    expect(html).toContain("Mine");
  }).toPass();

  await main(page).getByRole("link", { name: "Categories" }).click();
  await main(page)
    .getByRole("button", { name: new RegExp(`^Up.*${name}$`) })
    .click();
  await expect(main(page).getByRole("status").filter({ hasText: name })).toHaveText(/is now number/);
  await expectNoSidewaysScroll(page);
  await main(page).getByRole("link", { name, exact: true }).click();
  await main(page).getByRole("combobox", { name: "Below" }).selectOption({ label: "Perfumes" });
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(main(page).getByRole("button", { name: "Discard changes" })).toBeHidden();
  await page.getByRole("button", { name: "Delete" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Categories" })).toBeVisible();
  await expect(main(page).getByRole("link", { name, exact: true })).toBeHidden();
  const above = await page.request.get(`/category/${slug}`, { maxRedirects: 0 });
  expect(above.headers().location).toBe("/category/perfumes");
});
