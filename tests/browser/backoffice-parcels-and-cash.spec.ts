/** The back office in the browser: orders in several parcels, cash on delivery, and orders that staff creates. */

import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "./accessible.ts";
import { enterAs, ofShop } from "./back-office.ts";
import { asCash, buy, HOME, payBy, paymentWindow, post, products, putIntoCart } from "./buying.ts";
import { asAdmin } from "./database.ts";
import { logIn, mailTo, newEmail } from "./people.ts";
import { staff } from "./staff.ts";
import { expect, requirements, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole("button", { name, ...(typeof name === "string" && { exact: true }) });
const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, text: string) => main(page).getByRole("row").filter({ hasText: text });

/** Drops a file on an element. */
const drop = (target: Locator, content: string) =>
  target.evaluate((element, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "remittance.csv", { type: "text/csv" }));
    const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
    element.dispatchEvent(event);
    return event.defaultPrevented ? "kept from opening" : "opens in the tab";
  }, content);

test("Staff replaces an item of an order for cash, after seeing what it comes to", {
  tag: "@desktop",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page }) => {
  const session = await logIn(page, "Meera Nair");
  const [first, second] = await products(page);
  if (!first || !second) throw new Error("the demo sells too little");
  const number = await buy(page, session, first, 2);
  await asCash(number);
  await asAdmin(
    process.env.SHOP_DATABASE ?? "",
    `update customer_order set paid_at = null, state = 'processing' where number = '${number}'`,
  );
  await enterAs(page, "Owner");
  const read = async () => (await (await page.request.get(`/admin/api/orders/${number}`)).json()).data;
  const before = await read();
  await page.goto(`/admin/orders/${number}`);
  await button(page, "Edit items…").click();
  await dialog(page)
    .getByLabel(/^Remove:/)
    .selectOption("1");
  await dialog(page).getByLabel("Add a product").fill(second.title);
  const found = dialog(page).getByRole("list", { name: "Found sizes" });
  await found.getByRole("button").first().click();
  await dialog(page).getByLabel("Why").fill("As we agreed by phone.");
  await button(dialog(page), "Preview").click();
  const costs = dialog(page).getByRole("table", { name: "What the order costs" });
  await expect(costs).toContainText(`Before₹${before.totalPrice.toLocaleString("en-IN")}`);
  await expect(dialog(page)).toContainText("It includes ₹");
  await expectAccessible(page);
  await expectFitsPhone(page);
  expect((await read()).version).toBe(before.version);
  await button(dialog(page), "Change the order").click();
  await expect(dialog(page)).toHaveCount(0);
  const { items } = await read();
  expect(items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([1, 1]);
  await expect(main(page).getByRole("region", { name: "Items" })).toContainText(second.title);
  await expect(main(page)).toContainText("As we agreed by phone. The total is now ₹");
});

test("Staff compares a courier's remittance with the orders, stores it, and blocks a customer", {
  tag: "@desktop",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults }) => {
  for (const status of ["400", "401", "422"]) faults.expect(status);
  const session = await logIn(page, "Meera Nair");
  const [product] = await products(page);
  if (!product) throw new Error("the demo sells nothing");
  const number = await buy(page, session, product);
  const { totalPrice: total } = (
    await (
      await page.request.get(`/api/order/${number}`, { headers: { authorization: `Bearer ${session.token}` } })
    ).json()
  ).data;
  await putIntoCart(page, session, product);
  const waiting = await post<{ orderNumber: string }>(page.request, session, "/api/init/payment", { address: HOME });
  await asCash(number);
  await asCash(waiting.orderNumber);

  await enterAs(page, "Owner");
  const headers = ofShop();
  const step = async (name: string, data: object = {}) => {
    const { version } = (await (await page.request.get(`/admin/api/orders/${number}`)).json()).data;
    const response = await page.request.post(`/admin/api/orders/${number}/${name}`, {
      headers,
      data: { version, ...data },
    });
    expect(response.status(), await response.text()).toBe(200);
  };
  const awb = `COD1${number.slice(3).replace("-", "")}`;
  await page.goto("/admin/cash");
  await expect(row(page, waiting.orderNumber)).toContainText("Meera Nair, Pune");
  await expectAccessible(page);
  await main(page)
    .getByRole("link", { name: /^To send/ })
    .click();
  await expect(row(page, number)).toBeVisible();
  await step("ship", { courier: "Delhivery", awb });
  await step("deliver");
  await main(page)
    .getByRole("link", { name: /^Cash due/ })
    .click();
  await expect(row(page, number)).toBeVisible();

  await asAdmin(
    process.env.SHOP_DATABASE ?? "",
    `update customer_order set delivered_at = now() - interval '12 days' where number = '${number}'`,
  );
  await page.goto("/admin/cash?tab=overdue");
  await button(page, `Write off… the cash of ${number}`).click();
  await page.getByLabel("Why").fill("The courier does not answer");
  await button(dialog(page), /^Write off ₹/).click();
  await expect(main(page).getByText(number)).toHaveCount(0);
  await page.goto(`/admin/orders/${number}`);
  await button(page, "Undo the write-off…").click();
  await page.getByLabel("Why").fill("The courier answers");
  await expectAccessible(page);
  await button(dialog(page), "Undo the write-off").click();
  await expect(main(page)).toContainText("Write-off of missing cash undone");
  await expect(button(page, "Undo the write-off…")).toHaveCount(0);
  await page.goto("/admin/cash?tab=overdue");
  await expect(row(page, number)).toBeVisible();

  await main(page).getByRole("link", { name: "Remittances" }).click();
  // A file that misses its field is taken by it, and opens nowhere in place of the page.
  const file = `AWB Number,COD Amount\n${awb},${total}\nNOPE${awb},10\n`;
  expect(await drop(page.getByText("The courier’s reference"), file)).toBe("kept from opening");
  const names = (input: HTMLInputElement) => [...(input.files ?? [])].map(({ name }) => name);
  expect(await page.getByLabel("Remittance file").evaluate(names)).toEqual(["remittance.csv"]);
  await button(page, "Compare with the orders").click();
  await expect(page.getByText("Please enter the courier’s reference.")).toBeVisible();
  await page.getByLabel("The courier’s reference").fill(`CRF ${number}`);
  await button(page, "Compare with the orders").click();
  await expect(
    main(page)
      .getByRole("row")
      .filter({ hasText: `NOPE${awb}` }),
  ).toContainText("Unknown AWB, not stored");
  await expectAccessible(page);
  await button(page, "Store this remittance").click();
  await main(page)
    .getByRole("status")
    .getByRole("link", { name: `CRF ${number}` })
    .click();
  await expect(row(page, awb)).toContainText(number);
  await page.getByLabel("UTR").fill("hdfcn5202611");
  await button(page, "Add the UTR").click();
  await expect(main(page)).toContainText("UTR HDFCN5202611.");
  await expectAccessible(page);
  await page.goto("/admin/cash?tab=cash_due");
  await expect(main(page).getByText(number)).toHaveCount(0);

  await main(page).getByRole("link", { name: "Blocked and allowed" }).click();
  await page.getByLabel("Email, mobile number or pincode").fill(session.email);
  await button(page, "Add").click();
  await expect(page.getByText("Please say why, for your colleagues.")).toBeVisible();
  await page.getByLabel("Why", { exact: true }).fill("Two parcels refused");
  await button(page, "Add").click();
  await expect(row(page, session.email)).toContainText("Two parcels refused");
  await button(page, `Remove ${session.email}`).click();
  await expect(main(page).getByText(session.email)).toHaveCount(0);
});

test("A parcel that its courier has brought back is opened, and each unit restocked or written off", {
  tag: "@phone",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults }) => {
  faults.expect("401");
  const session = await logIn(page, "Kabir Das");
  const [product] = await products(page);
  if (!product) throw new Error("the demo sells nothing");
  const number = await buy(page, session, product, 3);
  const awb = `B1${number.slice(3).replace("-", "")}`;
  await staff(...["ship", number, "--awb", awb, "--courier", "Delhivery"]);
  await asAdmin(
    process.env.SHOP_DATABASE ?? "",
    `update shipment set reported_end = 'came_back', reported_at = now() where awb = '${awb}'`,
  );
  await enterAs(page, "Owner");
  await page.goto("/admin/failed-deliveries");
  const waiting = main(page).getByRole("region", { name: "To confirm" }).getByRole("listitem").filter({ hasText: awb });
  await expect(waiting).toContainText("Came back, to be looked at");
  await expectAccessible(page);
  await expectFitsPhone(page);
  await waiting.getByRole("link").click();
  const parcels = main(page).getByRole("region", { name: "Parcels" });
  await expect(parcels).toContainText("Came back, to be looked at");
  await expect(parcels).toContainText("Open it: nothing is restocked or refunded until then.");
  await button(parcels, new RegExp(`^I’ve opened it… ?, ${awb}`)).click();
  await dialog(page)
    .getByLabel(/^Put back in stock: /)
    .selectOption("2");
  await expectAccessible(page);
  await button(dialog(page), "Preview").click();
  await expect(dialog(page)).toContainText("is written off otherwise");
  await button(dialog(page), /^Mark as come back, refund ₹/).click();
  await expect(parcels).toContainText("Came back");
  await expect(parcels).not.toContainText("Open it");
  await page.goto("/admin/failed-deliveries");
  await expect(main(page)).not.toContainText(awb);
});

test("An order is sent in two parcels, of which one arrives and one is lost", {
  tag: "@phone",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults }) => {
  faults.expect("401");
  const session = await logIn(page, "Kabir Das");
  const [product] = await products(page);
  if (!product) throw new Error("the demo sells nothing");
  const number = await buy(page, session, product, 3);
  const awbs = [1, 2].map((at) => `P${at}${number.slice(3).replace("-", "")}`) as [string, string];
  await enterAs(page, "Owner");
  await page.goto(`/admin/orders/${number}`);
  await button(page, "Mark as packed").click();
  const parcels = main(page).getByRole("region", { name: "Parcels" });
  const ship = async (awb: string) => {
    await page.getByLabel("Courier", { exact: true }).fill("Delhivery");
    await page.getByLabel("AWB", { exact: true }).fill(awb);
    await button(page, "Ship").click();
    await expect(parcels).toContainText(awb);
  };
  await button(page, "Ship").click();
  await page.getByLabel("Only a part is in this parcel").check();
  await page.getByRole("group", { name: "In this parcel" }).getByRole("combobox").selectOption("2");
  await expectAccessible(page);
  await ship(awbs[0]);
  await expect(parcels).toContainText(`Not sent yet: 1 × ${product.title}`);
  await button(page, "Ship").click();
  await ship(awbs[1]);
  await expect(parcels).not.toContainText("Not sent yet");
  await button(page, new RegExp(`^Delivered ?, ${awbs[0]}`)).click();
  await expect(button(page, new RegExp(`^Delivered ?, ${awbs[0]}`))).toHaveCount(0);
  await button(page, new RegExp(`^Lost… ?, ${awbs[1]}`)).click();
  await button(dialog(page), "Preview").click();
  await expect(dialog(page).getByRole("table", { name: "Credit note" })).toContainText(`1 × ${product.title}`);
  await button(dialog(page), /^Mark as lost, refund ₹/).click();
  await expect(parcels.getByRole("listitem").filter({ hasText: awbs[1] })).toContainText("Lost");
  // Nothing is under way any more: the order is delivered, with one unit credited.
  await expect(main(page).getByRole("region", { name: "History" }).getByRole("listitem").first()).toContainText(
    "Delivered",
  );
  await expect(main(page).getByRole("region", { name: "Items" })).toContainText("1 cancelled, lost or returned");
  await expect(main(page).getByRole("region", { name: "History" })).toContainText(`AWB ${awbs[0]}: delivered`);
  await expectAccessible(page);

  // Its customer reads the same.
  await page.goto(`/profile?tab=5&order=${number}`);
  await expect(main(page)).toContainText(awbs[0]);
  await expect(main(page)).toContainText(awbs[1]);
  await expect(main(page)).toContainText("Lost in transit");
  await expectAccessible(page, "main");
});

test("Staff creates an order, and its customer pays it by the link without an account", {
  tag: "@phone",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults, browser }) => {
  faults.expect("401");
  const email = newEmail();
  const [product] = await products(page);
  if (!product) throw new Error("the demo sells nothing");
  await enterAs(page, "Support");
  await page.goto("/admin/draft-orders");
  await button(page, "Create draft order").click();
  for (const [label, value] of Object.entries({
    Name: "Ravi Iyer",
    Email: email,
    "Mobile number": "9800098000",
    Address: HOME.street,
    Pincode: HOME.pincode,
    City: HOME.city,
    State: HOME.state,
  }))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel("Message (optional)").fill("As agreed by phone.");
  await page.getByRole("searchbox", { name: "Add a product" }).fill(product.title);
  await main(page).getByRole("list", { name: "Found sizes" }).getByRole("button").first().click();
  await button(page, "Show the price").click();
  await expect(main(page).getByText(/The customer pays what it costs/)).toBeVisible();
  await expectAccessible(page);
  await button(page, "Email the link").click();
  await expect(row(page, email)).toContainText("Waits for payment");
  await row(page, email).getByRole("link").first().click();
  await page.getByLabel("Message (optional)").fill("As agreed by phone, with our thanks.");
  await button(page, "Show the price").click();
  await expect(
    main(page)
      .getByRole("status")
      .getByText(/The customer pays what it costs/),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Email the customer what has changed").uncheck();
  await button(page, "Save the changes").click();
  await expect(main(page).getByText("Saved. The link shows it now.")).toBeVisible();
  await button(page, "Email the link again").click();
  await expect(main(page).getByText("The email is on its way.")).toBeVisible();
  await page.goto("/admin/draft-orders");

  const { text } = await mailTo(page.request, email, 2);
  const path = /\/pay\/[\w-]+/.exec(text)?.[0] ?? "";
  const customer = await browser.newContext({ viewport: page.viewportSize() });
  const link = await customer.newPage();
  await link.goto(path);
  await expect(main(link).getByRole("heading", { level: 1 })).toHaveText("Ravi Iyer, your order is ready");
  await expect(main(link)).toContainText("As agreed by phone, with our thanks.");
  await expect(main(link).getByText(/^MRP ₹[\d,]+$/)).toBeVisible();
  await expectAccessible(link);
  await button(link, /^Pay ₹/).click();
  await expect(paymentWindow(link).getByRole("tab", { name: "UPI" })).toBeVisible();
  await payBy(link, "UPI");
  await expect(main(link).getByRole("heading", { level: 1 })).toHaveText("Thank you, Ravi Iyer");
  await expectAccessible(link);
  await customer.close();

  await page.reload();
  await expect(row(page, email)).toContainText("Paid");
  await row(page, email).getByRole("link", { name: /^KW-/ }).click();
  await expect(main(page).getByRole("region", { name: "Payment" })).toContainText("success@razorpay Received");
});
