/** The back office in the browser: Home, reviews, messages, the audit log, and finding everything by keyboard. */

import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { enterAs, ofShop, openNavigation } from "./back-office.ts";
import { buy, post, products } from "./buying.ts";
import { logIn } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

test("The owner answers a grievance, rejects a review, and finds both in the audit log", {
  tag: "@phone",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults }) => {
  faults.expect("401");
  faults.expect("422");
  const session = await logIn(page, "Nandini Rao");
  const [product] = await products(page);
  const text = `Cheaper at www.${Date.now()}.example`;
  await post(page.request, session, "/api/review", { product_id: product?._id, rating: 2, review_title: text });
  const { reference } = await post<{ reference: string }>(page.request, session, "/api/contact", {
    name: "Nandini Rao",
    email: session.email,
    phone: "+91 98450 12345",
    address: "Bengaluru 560038",
    message: "The bottle arrived broken.",
  });

  await enterAs(page, "Owner");
  await page.goto("/admin");
  await page.getByRole("button", { name: "As a table" }).click();
  await expect(main(page).getByRole("region", { name: "Sales by day" }).getByRole("row")).toHaveCount(31);
  await expectAccessible(page);
  await main(page)
    .getByRole("link", { name: /Messages to answer$/ })
    .click();
  await page.getByLabel("Search messages").fill(reference);
  await page.getByLabel("Search messages").press("Enter");
  await expect(main(page).getByRole("listitem")).toHaveCount(1);
  await main(page).getByRole("link", { name: "Nandini Rao" }).click();
  await page.getByRole("button", { name: "It is a grievance" }).click();
  await expect(main(page).getByText(/^Grievance, answer by/)).toBeVisible();
  await page.getByRole("button", { name: "Send the answer" }).click();
  await expect(page.getByText("Please write an answer.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(`Answer to ${session.email}`).fill("We send you another one today.");
  // A draft survives a reload.
  await page.reload();
  await expect(page.getByLabel(`Answer to ${session.email}`)).toHaveValue("We send you another one today.");
  await page.getByRole("button", { name: "Send the answer" }).click();
  await expect(main(page).getByRole("region", { name: "Answer of Demo Owner" })).toContainText("another one today");
  await expect(main(page).getByRole("status").filter({ hasText: "Closed" })).toBeVisible();

  await (await openNavigation(page)).getByRole("link", { name: "Reviews" }).click();
  const review = main(page).getByRole("article").filter({ hasText: text });
  await review.getByRole("button", { name: "Reject" }).click();
  await review.getByLabel("Reason, as its author reads it").fill("No advertisements, please.");
  await review.getByRole("button", { name: "Reject and tell the author" }).click();
  await expect(review).toHaveCount(0);

  await (await openNavigation(page)).getByRole("link", { name: "Audit log" }).click();
  const entry = main(page).getByRole("listitem").filter({ hasText: reference }).first();
  await expect(entry).toContainText("Demo Owner");
  await expect(entry.getByRole("link", { name: `Message ${reference}` })).toHaveAttribute("href", /\/messages\?q=/);
  await entry.getByRole("link", { name: "all about it" }).click();
  await expect(page).toHaveURL(new RegExp(`id=${reference}`));
  await expect(
    main(page)
      .getByRole("listitem")
      .filter({ hasText: `Message ${reference}: Answered` }),
  ).toHaveCount(1);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("audit-log.csv");
  await page.getByRole("link", { name: /^Remove the filter Message/ }).click();
  await expect(page).not.toHaveURL(/subject=/);
});

/** Presses Tab until the element has the focus, and expects that one sees it. */
async function tabTo(page: Page, element: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(element).toBeVisible();
  await expect(async () => {
    await page.keyboard.press(key);
    expect(await element.evaluate((one) => one === document.activeElement)).toBe(true);
  }).toPass({ intervals: [0] });
  await expect(element).toBeInViewport();
  expect(await element.evaluate((one) => getComputedStyle(one).outlineStyle)).not.toBe("none");
}

test("The owner signs in, packs, ships and refunds an order, and signs out by keyboard alone", {
  tag: "@desktop",
}, async ({ page, faults }) => {
  faults.expect("401");
  const session = await logIn(page, "Meera Pillai");
  const [product] = await products(page);
  if (!product) throw new Error("the demo sells nothing");
  const number = await buy(page, session, product, 2);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const press = async (element: Locator, key = "Enter") => {
    await tabTo(page, element);
    await page.keyboard.press(key);
  };
  await page.goto("/admin");
  await press(button("Owner"));
  await expect(heading(page, "Hello, Demo Owner")).toBeVisible();

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(number.toLowerCase());
  await expect(page.getByRole("option", { name: `${number}, Meera Pillai` })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(heading(page, number)).toBeVisible();

  await press(page.getByRole("link", { name: "Skip to content" }));
  await press(button("Mark as packed"));
  await expect(main(page).getByRole("status").filter({ hasText: "Packed" })).toBeVisible();
  await press(button("Ship"));
  await expect(page.getByLabel("Courier", { exact: true })).toBeFocused();
  await page.keyboard.type("Delhivery");
  await page.keyboard.press("Tab");
  await page.keyboard.type(`KB${number.slice(3)}`);
  await page.keyboard.press("Enter");
  await expect(main(page).getByRole("status").filter({ hasText: "Shipped" })).toBeVisible();
  await press(button("Refund items…"));
  const dialog = page.getByRole("dialog", { name: "Refund items" });
  await tabTo(page, dialog.getByLabel(`Refund: ${product.title}`));
  await page.keyboard.press("ArrowDown");
  await press(dialog.getByRole("button", { name: "Preview" }));
  await expect(dialog.getByRole("table", { name: "Credit note" })).toContainText(`1 × ${product.title}`);
  await press(dialog.getByRole("button", { name: /^Refund the items, refund ₹/ }));
  await expect(dialog).toHaveCount(0);
  await expect(main(page).getByRole("region", { name: "Items" })).toContainText("1 cancelled, lost or returned");

  await page.keyboard.press("Control+k");
  await page.keyboard.type(product.title.slice(0, 5));
  await expect(page.getByRole("option", { name: product.title })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("combobox")).toHaveCount(0);

  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await expect(heading(page, "Orders")).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search orders")).toBeFocused();
  await page.keyboard.type(number);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`q=${number}`));
  await expect(main(page).getByRole("row")).toHaveCount(2);
  await page.keyboard.press("j");
  await expect(main(page).getByRole("link", { name: number, exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, number)).toBeVisible();

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible(page);
  await press(page.getByLabel("Use single-key shortcuts"), "Space");
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/orders/${number}\\?q=${number}$`));
  await page.keyboard.type("Home");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Hello, Demo Owner")).toBeVisible();
  await press(button("Sign out"));
  await expect(page).toHaveURL(/\/admin\/sign-in$/);
});

test("An offer that runs is changed beside a colleague, knowing what shoppers lose", { tag: "@phone" }, async ({
  page,
  faults,
}) => {
  faults.expect("409");
  await enterAs(page, "Owner");
  const write = async (method: "POST" | "PATCH", path: string, data: object) => {
    const response = await page.request.fetch(`/admin/api${path}`, { method, headers: ofShop(), data });
    return (await response.json()).data;
  };
  const code = `EDIT${Date.now()}`;
  const { _id: id } = await write("POST", "/offers", {
    name: "Tenn off",
    kind: "percentage",
    percent: 10,
    codes: [code],
  });
  await page.goto(`/admin/offers/${id}`);
  await main(page).getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ten off");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeEnabled();
  await page.getByLabel("Percentage").fill("5");
  const losses = main(page).getByRole("region", { name: "What shoppers lose" });
  await expect(losses).toContainText("Percentage: 5% instead of 10%");
  await expectAccessible(page);
  await write("PATCH", `/offers/${id}`, { version: 1, percent: 20 });
  await page.getByRole("button", { name: "Save all the same" }).click();
  const conflict = main(page).getByRole("region", { name: "Conflict" });
  await conflict.getByLabel("Theirs: 20").check();
  await conflict.getByRole("button", { name: "Continue with these" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(heading(page, "Edit Ten off")).toBeVisible();
  await expect(page.getByLabel("Percentage")).toHaveValue("20");
});
