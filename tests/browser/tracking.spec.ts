/** Order Tracking. */

import type { Page } from "@playwright/test";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { expectAccessible } from "./accessible.ts";
import { buy, failRequest, PAID_TIMELINE, products } from "./buying.ts";
import { logIn, makeCustomer } from "./people.ts";
import { staff } from "./staff.ts";
import { expect, requirements, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const search = (page: Page) => main(page).getByRole("searchbox");
const box = (page: Page, name: string) => main(page).getByRole("checkbox", { name, exact: true });
const submit = (page: Page) => main(page).getByRole("button", { name: "Submit" });

async function track(page: Page, text: string): Promise<void> {
  await search(page).fill(text);
  await submit(page).click();
}

test("a customer's order is found by its number, another's is not", {
  tag: "@desktop",
  annotation: requirements("S1.14, S2.21, S2.253 to S2.257, S2.259, S6.08, R24, WCAG 2.2 AA"),
}, async ({ page, faults }) => {
  faults.expect("404");
  await page.goto("/tracking");
  await expect(page).toHaveURL(/\/login$/);
  const session = await logIn(page);
  const [product] = (await products(page)) as [ProductSummary];
  const number = await buy(page, session, product);
  const others = await buy(page, await makeCustomer(), product);

  await page.goto("/tracking");
  await expect(main(page).getByRole("heading", { level: 1, name: "Order Tracking" })).toBeVisible();
  await expect(page).toHaveTitle("Order Tracking · Kewra");
  await submit(page).click();
  await expect(search(page)).toHaveAccessibleDescription("Please enter an Order ID or an AWB.");
  await expect(search(page)).toBeFocused();

  await expect(box(page, "AWB")).not.toBeChecked();
  await box(page, "Order ID").check();
  // Typed as in a mail.
  const sent = page.waitForRequest("**/api/order/track?*");
  await track(page, number.toLowerCase().replaceAll("-", " "));
  expect(new URL((await sent).url()).searchParams.get("by")).toBe("order");
  const found = main(page).getByRole("article", { name: `Order ${number}` });
  const listed = (name: string) => found.getByRole("region", { name }).getByRole("listitem");
  await expect(listed("Timeline")).toHaveText(PAID_TIMELINE);
  await expect(listed("Items")).toHaveCount(1);
  const times = await found
    .locator("time")
    .evaluateAll((all) => all.map((time) => time.getAttribute("datetime") ?? ""));
  expect(times).toEqual([...times].sort());
  await expect(found.getByText("Processing", { exact: true }).first()).toBeVisible();
  await expectAccessible(page, "main");

  await track(page, others);
  await expect(main(page).getByText("No order found")).toBeVisible();
  await expect(main(page).getByText("We couldn’t find an order with this Order ID.")).toBeVisible();
  await expect(found).toHaveCount(0);
  await expectAccessible(page, "main");

  await page.goBack();
  await expect(found).toBeVisible();
  await expect(box(page, "Order ID")).toBeChecked();
  await page.reload();
  await expect(found).toBeVisible();
  await found.getByRole("link", { name: "View Order Details" }).click();
  await expect(main(page).getByRole("heading", { level: 1, name: `Order ${number}` })).toBeVisible();
});

test("a parcel is found by its AWB; both boxes or none search for either; an error is shown", {
  tag: "@phone",
  annotation: requirements("S2.258, S3.58, R24"),
}, async ({ page, faults }) => {
  faults.expect("404");
  faults.expect("500");
  const session = await logIn(page);
  const [product] = (await products(page)) as [ProductSummary];
  const number = await buy(page, session, product);
  await page.goto("/tracking");
  const searchedBy: (string | null)[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/order/track")) searchedBy.push(new URL(request.url()).searchParams.get("by"));
  });
  const found = main(page).getByRole("article", { name: `Order ${number}` });
  await track(page, number);
  await expect(found).toBeVisible();
  await box(page, "AWB").check();
  await submit(page).click();
  await expect(main(page).getByText("We couldn’t find an order with this AWB.")).toBeVisible();
  const awb = `TRACK-${number}`;
  await staff("ship", number, "--awb", awb, "--courier", "Blue Dart");
  await track(page, awb);
  await expect(found.locator('[aria-current="step"]')).toHaveText(/^Shipped\d/);
  await expect(found.getByRole("region", { name: "Shipment" })).toContainText(`AWB${awb}CourierBlue Dart`);
  await box(page, "Order ID").check();
  await submit(page).click();
  await expect.poll(() => searchedBy).toEqual(["any", "awb", "awb", "any"]);
  await expect(found).toBeVisible();

  const mend = await failRequest(page, "GET", "**/api/order/track?*");
  await submit(page).click();
  await expect(main(page).getByText("Please try again in a moment.")).toBeVisible();
  await expect(search(page)).toHaveValue(awb);
  await mend();
  // A proxy's 404 says nothing about the order.
  const proxy = { status: 404, contentType: "text/html", body: "<h1>404</h1>" };
  const restoreProxy = await failRequest(page, "GET", "**/api/order/track?*", proxy);
  await submit(page).click();
  await expect(main(page).getByText("We couldn’t reach the shop.")).toBeVisible();
  await expect(main(page).getByText("No order found")).toHaveCount(0);
  await restoreProxy();
  await main(page).getByRole("button", { name: "Try again" }).click();
  await expect(found).toBeVisible();
});
