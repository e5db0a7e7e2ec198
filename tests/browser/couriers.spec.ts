/** Couriers are booked and messages to phones are managed in the back office, against the demo's own couriers and phones. */

import type { Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "./accessible.ts";
import { enterAs } from "./back-office.ts";
import { buy, products } from "./buying.ts";
import { countSteps, printTasks } from "./counted-steps.ts";
import { asAdmin } from "./database.ts";
import { logIn } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const SEVERAL = 3;
const newMobile = () => `97${Date.now().toString().slice(-8)}`;

/** Buys the same thing several times, all with one number that couriers can call. */
async function orders(page: Page, count: number): Promise<{ numbers: string[]; mobile: string }> {
  const session = await logIn(page);
  const [product] = await products(page);
  if (!product) throw new Error("the demo sells nothing");
  const numbers: string[] = [];
  for (let at = 0; at < count; at++) numbers.push(await buy(page, session, product));
  const mobile = newMobile();
  const list = numbers.map((number) => `'${number}'`).join(", ");
  await asAdmin(
    process.env.SHOP_DATABASE ?? "",
    `update customer_order set mobile = '${mobile}' where number in (${list})`,
  );
  return { numbers, mobile };
}

test("One parcel is booked on its order’s page and several from the list, to label and hand-over", {
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page }) => {
  const {
    numbers: [first = ""],
  } = await orders(page, 1);
  const { numbers: several, mobile } = await orders(page, SEVERAL);
  await enterAs(page, "Packer");
  const { press, fill, task, tasks } = countSteps();

  await page.goto(`/admin/orders/${first}`);
  const booking = main(page).getByRole("region", { name: "Booking" });
  await task("Book one parcel and hand it over", 8, async () => {
    await fill(booking.getByLabel("Weight, g"), "320");
    for (const side of ["Length", "Width", "Height"]) await fill(booking.getByLabel(`${side}, cm`), "12");
    await press(booking.getByRole("button", { name: "Book a courier" }));
    await expect(booking).toContainText("Label ready");
    await expectAccessible(page);
    await expectFitsPhone(page);
    // The shop's own label and parcel would be a second one.
    await expect(main(page).getByRole("link", { name: "Address label" })).toHaveCount(0);
    await expect(button(page, "Ship")).toHaveCount(0);
    await press(booking.getByRole("button", { name: "Fetch the label again" }));
    const label = await booking.getByRole("link", { name: "Courier’s label" }).getAttribute("href");
    expect((await page.request.get(label ?? "")).headers()["content-type"]).toBe("application/pdf");
    await press(booking.getByRole("button", { name: "Handed over" }));
    await expect(booking.getByText("Handed over")).toBeVisible();
  });

  await page.goto(`/admin/orders?tab=all&q=${mobile}`);
  // However many a page shows.
  const select = () => press(main(page).getByRole("checkbox", { name: "Select all on this page" }));
  const result = page.getByRole("region", { name: "Result" });
  // The same content was packed before, so nothing is to be entered.
  await task(`Book ${SEVERAL} parcels and hand them over`, 5, async () => {
    await select();
    await press(button(page, "Book a courier…"));
    await press(page.getByRole("dialog").getByRole("button", { name: `Book ${SEVERAL} parcels` }));
    await expect(result).toContainText(`${SEVERAL} of ${SEVERAL} booked.`);
    await select();
    const labels = await page.getByRole("link", { name: "Couriers’ labels" }).getAttribute("href");
    await expect(async () => expect((await page.request.get(labels ?? "")).status()).toBe(200)).toPass();
    await press(button(page, "Handed over"));
    await expect(result).toContainText(`${SEVERAL} of ${SEVERAL} handed over.`);
  });
  for (const number of several) {
    const { data } = await (await page.request.get(`/admin/api/orders/${number}`)).json();
    expect(data.state).toBe("shipped");
  }
  printTasks(tasks);
});

test("A booking whose answer is lost is given up once staff has confirmed that the courier has no parcel", {
  tag: "@desktop",
}, async ({ page }) => {
  const {
    numbers: [number = ""],
  } = await orders(page, 1);
  await enterAs(page, "Packer");
  await page.goto(`/admin/orders/${number}`);
  const booking = main(page).getByRole("region", { name: "Booking" });
  await booking.getByLabel("Weight, g").fill("320");
  for (const side of ["Length", "Width", "Height"]) await booking.getByLabel(`${side}, cm`).fill("12");
  await booking.getByRole("button", { name: "Book a courier" }).click();
  await expect(booking).toContainText("Label ready");
  await asAdmin(
    process.env.SHOP_DATABASE ?? "",
    `update parcel_booking set state = 'unclear', asked_at = now() - interval '1 hour'
      where order_id = (select id from customer_order where number = $1)`,
    [number],
  );
  await page.reload();
  await expect(booking).toContainText("Answer lost");
  await booking.getByRole("button", { name: "Cancel the booking" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Look into its panel first");
  await dialog.getByRole("button", { name: "The courier has no such parcel" }).click();
  await expect(booking).toContainText("Cancelled");
});

test("A message to phones is switched off and on, and its test shows on the demo’s phone", {
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page }) => {
  await enterAs(page, "Owner");
  await page.goto("/admin/integrations/messages");
  await expect(main(page).getByRole("listitem").filter({ hasText: "WhatsApp" }).first()).toContainText("Connected");
  await expectAccessible(page);
  await expectFitsPhone(page);
  const name = "Refund sent by SMS";
  await button(page, `Switch off ${name}`).click();
  await button(page, `Switch on ${name}`).click();
  await expect(button(page, `Switch off ${name}`)).toBeVisible();
  const mobile = newMobile();
  await button(page, `Send a test of ${name}`).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(mobile);
  await dialog.locator("button[type=submit]").click();
  await expect(async () => {
    const sent = await (await page.request.get(`/sandbox/phones.json?mobile=${mobile}`)).json();
    expect(sent.map(({ text }: { text: string }) => text).join()).toContain("We have sent back Rs 1,499.00");
  }).toPass();
  await page.goto("/sandbox/phones");
  await expect(page.getByText("We have sent back Rs 1,499.00").first()).toBeVisible();
});
