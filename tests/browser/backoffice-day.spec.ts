/** A working day in the back office, with the steps that each task takes. */

import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { isoDayInIndia } from "../../contract/dates.ts";
import { daysAfter } from "../../server/base/time.ts";
import { expectAccessible, expectFitsPhone } from "./accessible.ts";
import { enterAs, ofShop } from "./back-office.ts";
import { asCash, buy, post, products } from "./buying.ts";
import { countSteps, printTasks } from "./counted-steps.ts";
import { logIn, mailTo, newEmail } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

const ORDERS = 40;

const main = (page: Page) => page.getByRole("main");
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog");
const result = (page: Page) => main(page).getByRole("region", { name: "Result" });

/** Gives the page a camera that sees a barcode. Chromium reads none on Linux. */
const showBarcode = (page: Page, code: string) =>
  page.addInitScript((rawValue) => {
    window.BarcodeDetector = class {
      detect = async () => [{ rawValue }];
    };
    navigator.mediaDevices.getUserMedia = async () => document.createElement("canvas").captureStream();
  }, code);

test("Forty orders are packed, corrected, shipped and delivered in a few steps each", {
  tag: "@desktop",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page }) => {
  const { tasks, task, press, fill, choose, key, paste } = countSteps();
  // A name that nobody else in the shop has: packers find orders by it, not by emails.
  const name = `Lakshmi ${randomUUID().replace(/[^a-f]/g, "")}`;
  const session = await logIn(page, name);
  const byPrice = (await products(page)).sort((a, b) => b.price - a.price);
  const [dearest, cheapest] = [byPrice[0], byPrice.at(-1)];
  if (!dearest || !cheapest) throw new Error("the demo sells nothing");
  const numbers: string[] = [];
  for (let at = 0; at < ORDERS; at++)
    numbers.push(await buy(page, session, byPrice[at % byPrice.length] ?? dearest, at === 1 ? 2 : 1));
  const [edited = "", cut = ""] = numbers;
  const found = encodeURIComponent(name);
  const all = main(page).getByLabel("Select all on this page");

  await enterAs(page, "Owner");
  await page.goto(`/admin/orders?tab=to_pack&q=${found}`);
  await task("pack 40 orders", 2, async () => {
    await press(all);
    await expect(main(page)).toContainText("40 orders selected");
    await expectAccessible(page);
    const labels = await main(page).getByRole("link", { name: "Labels", exact: true }).getAttribute("href");
    const printed = await page.request.get(labels ?? "");
    expect((await printed.text()).match(/\/Type \/Page\b/g)).toHaveLength(ORDERS);
    await press(button(page, "Mark as packed"));
    await expect(result(page)).toContainText("40 of 40 packed");
  });
  await task("take that back", 1, async () => {
    await press(button(result(page), "Undo"));
    await expect(result(page)).toContainText("40 of 40 undone");
  });
  await all.check();
  await button(page, "Mark as packed").click();
  await expect(result(page)).toContainText("40 of 40 packed");

  await page.goto(`/admin/orders/${cut}`);
  await task("cancel one of two units of a packed order", 4, async () => {
    await press(button(page, "Cancel…"));
    await choose(dialog(page).getByLabel(/^Cancel:/), "1");
    await press(button(dialog(page), "Preview"));
    await press(button(dialog(page), /^Cancel the items, refund ₹/));
    await expect(main(page).getByRole("region", { name: "Items" })).toContainText("1 cancelled, lost or returned");
  });
  await page.goto(`/admin/orders/${edited}`);
  await task("send another scent in a packed order", 6, async () => {
    await press(button(page, "Edit items…"));
    await choose(dialog(page).getByLabel(/^Remove:/), "1");
    await fill(dialog(page).getByLabel("Add a product"), cheapest.title);
    await press(dialog(page).getByRole("list", { name: "Found sizes" }).getByRole("button").first());
    await press(button(dialog(page), "Preview"));
    await press(button(dialog(page), /^Change the order, refund ₹/));
    await expect(main(page).getByRole("region", { name: "Items" })).toContainText(cheapest.title);
  });

  // These two are to be packed again.
  await page.goto(`/admin/orders?tab=to_ship&q=${found}`);
  const awbOf = (number: string) => `DAY1${number.slice(3).replace("-", "")}`;
  const rows = numbers.slice(2).map((number) => `${number}\t${awbOf(number)}`);
  await task("ship 38 with their AWBs", 5, async () => {
    await press(all);
    await press(button(page, "Ship…"));
    await fill(dialog(page).getByLabel("Courier"), "Delhivery");
    await paste(dialog(page).getByPlaceholder("AWB").first(), rows.join("\n"));
    await expect(dialog(page).getByPlaceholder("AWB").last()).toHaveValue(/^DAY1/);
    await expectAccessible(page);
    await expectFitsPhone(page);
    await press(button(dialog(page), "Ship 38 orders"));
    await expect(result(page)).toContainText("38 of 38 shipped");
    await expect(main(page)).toContainText("No orders match");
  });

  const slip = numbers[5] ?? "";
  const awb = awbOf(slip);
  await showBarcode(page, awb);
  await page.goto("/admin/orders");
  await task("correct an AWB, by the parcel’s barcode", 4, async () => {
    await press(button(page, "Scan"));
    await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(slip);
    await press(button(page, "Correct courier or AWB"));
    await fill(dialog(page).getByLabel("AWB"), `${awb}-X`);
    await expectAccessible(page);
    await press(button(dialog(page), "Save and tell the customer"));
    await expect(main(page).getByRole("region", { name: "Parcels" })).toContainText(`Delhivery, ${awb}-X`);
  });
  await task("take its shipping back", 2, async () => {
    await press(button(page, "Undo the last step…"));
    await expect(dialog(page)).toContainText("its courier and AWB are removed");
    await press(button(dialog(page), "Undo the step"));
    await expect(main(page).getByRole("region", { name: "Parcels" })).toHaveCount(0);
    await expect(button(page, "Ship")).toBeVisible();
  });

  await page.goto(`/admin/orders?tab=in_transit&q=${found}`);
  await task("mark 37 as delivered", 2, async () => {
    await press(all);
    await press(button(page, "Mark as delivered"));
    await expect(result(page)).toContainText("37 of 37 delivered");
  });

  await task("find an order by its customer", 3, async () => {
    await key(page, "Control+k");
    await fill(dialog(page).getByRole("combobox"), name);
    await expect(page.getByRole("option", { name: new RegExp(name) }).first()).toBeVisible();
    await key(page, "Enter");
    await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(/^KW-/);
  });
  printTasks(tasks);

  // The list with its filter gets a name, and leads through its orders.
  await page.goto(`/admin/orders?q=${found}`);
  await button(page, "Save this view…").click();
  await dialog(page).getByLabel("Name").fill(`Mine ${numbers[0]}`);
  await button(dialog(page), "Save").click();
  await expect(main(page).getByRole("link", { name: `Mine ${numbers[0]}` })).toHaveAttribute("aria-current", "page");
  await button(page, "Delete this view").click();
  await expect(button(page, "Save this view…")).toBeVisible();
  await main(page)
    .getByRole("link", { name: numbers[5] ?? "" })
    .click();
  await page.getByRole("link", { name: "Next order" }).click();
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(numbers[4] ?? "");
  await page.getByRole("link", { name: "Previous order" }).click();
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(numbers[5] ?? "");
});

test("A courier’s files, a purchase, an exchange, an offer and a campaign take a few steps each", {
  tag: "@desktop",
}, async ({ page }) => {
  const { tasks, task, press, fill, upload } = countSteps();
  const once = randomUUID().replace(/[^a-f]/g, "");
  const name = `Kamala ${once}`;
  const session = await logIn(page, name);
  const perfume = (await products(page)).find(({ slug }) => slug === "saffron-oud");
  if (!perfume) throw new Error("the demo sells no saffron oud");
  const numbers = [
    await buy(page, session, perfume),
    await buy(page, session, perfume),
    await buy(page, session, perfume),
  ];
  const [exchanged = "", , inCash = ""] = numbers;
  await asCash(inCash);
  await enterAs(page, "Owner");
  const send = async (path: string, data: object) => {
    const response = await page.request.post(`/admin/api${path}`, { headers: ofShop(), data });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return (await response.json()).data;
  };
  const read = async (number: string) => (await (await page.request.get(`/admin/api/orders/${number}`)).json()).data;
  const awbOf = (number: string) => `DAY2${number.slice(3).replace("-", "")}`;

  await page.goto(`/admin/orders?q=${encodeURIComponent(name)}`);
  await task("ship 3 by a courier’s file", 4, async () => {
    await press(button(page, "Upload AWBs…"));
    const rows = numbers.map((number) => `${number},Delhivery,${awbOf(number)}`);
    await upload(dialog(page).getByLabel("File"), "awbs.csv", ["Order ID,Courier Company,AWB Code", ...rows]);
    await press(button(dialog(page), "Check the file"));
    await press(button(dialog(page), "Ship 3 orders"));
    await expect(result(page)).toContainText("3 of 3 shipped");
  });
  await page.goto(`/admin/orders?tab=in_transit&q=${encodeURIComponent(name)}`);
  await task("mark 3 as delivered by a courier’s file", 4, async () => {
    await press(button(page, "Upload delivered AWBs…"));
    const rows = [...numbers.map((number) => `${awbOf(number)},Delivered`), "NOBODYS1,Delivered", "OTHER2,RTO"];
    await upload(dialog(page).getByLabel("File"), "delivered.csv", ["Waybill,Status", ...rows]);
    await press(button(dialog(page), "Check the file"));
    await expect(dialog(page).getByRole("status")).toContainText("Row 5, no order: No parcel has the AWB NOBODYS1.");
    await expectAccessible(page);
    await expectFitsPhone(page);
    await press(button(dialog(page), "Mark 3 orders as delivered"));
    await expect(result(page)).toContainText("3 of 3 marked as delivered");
  });

  await page.goto("/admin/cash/remittances");
  await task("compare and store a remittance", 4, async () => {
    await fill(page.getByLabel("The courier’s reference"), `CRF ${once}`);
    const { totalPrice } = await read(inCash);
    const rows = ["AWB Number,COD Amount", `${awbOf(inCash)},${totalPrice}`];
    await upload(page.getByLabel("Remittance file"), "remittance.csv", rows);
    await press(button(page, "Compare with the orders"));
    await press(button(page, "Store this remittance"));
    await expect(
      main(page)
        .getByRole("status")
        .getByRole("link", { name: `CRF ${once}` }),
    ).toBeVisible();
  });

  // A draft, so that no other test sells or counts it.
  const size = { price: 500, netQuantityUnit: "ml", hsn: "33030040", gstPercent: 18 };
  const { sizes } = await send("/products", {
    title: `Supplied ${once}`,
    category: "perfumes",
    size: { ...size, netQuantity: 1 },
    moreSizes: Array.from({ length: 11 }, (_, at) => ({ ...size, netQuantity: at + 2 })),
  });
  await page.goto("/admin/purchases");
  await task("book a purchase of 12 sizes", 7, async () => {
    await press(main(page).getByRole("link", { name: "Book a purchase" }).first());
    await fill(main(page).getByLabel("Supplier"), `Still ${once}`);
    await fill(main(page).getByLabel("Document’s number"), once);
    await press(main(page).getByText("Paste rows of a spreadsheet"));
    const rows = sizes.map(({ sku }: { sku: string }) => `${sku}\t10\t120.50`);
    await fill(main(page).getByLabel("Rows, with their headings"), ["sku\tquantity\tcost", ...rows].join("\n"));
    await press(button(main(page), "Add these rows"));
    await press(button(main(page), "Book the purchase"));
    await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(`Purchase ${once}`);
    // 12 sizes × 10 units × 120.50.
    await expect(main(page)).toContainText("₹14,460");
  });

  await post(page.request, session, `/api/order/${exchanged}/return`, { reason: "The small one, please." });
  await page.goto(`/admin/orders/${exchanged}`);
  await task("exchange a returned item for another size", 6, async () => {
    await press(button(page, "Accept…"));
    await press(dialog(page).getByLabel("Exchange for other items"));
    await fill(dialog(page).getByLabel("Add a product"), perfume.title);
    await press(
      dialog(page).getByRole("list", { name: "Found sizes" }).getByRole("button").filter({ hasText: "10 ml" }),
    );
    await press(button(dialog(page), "Preview"));
    await press(button(dialog(page), /^Accept the return, refund ₹/));
    const returned = main(page).getByRole("region", { name: "Return", exact: true });
    await expect(returned).toContainText(`In exchange: 1 × ${perfume.title}, 10 ml`);
  });

  const code = `DAY${once}`.toUpperCase().slice(0, 20);
  await send("/offers", { name: `Ten ${once}`, kind: "percentage", percent: 10, codes: [code] });
  await page.goto("/admin/offers");
  await task("give a running offer more and a last day", 5, async () => {
    await press(main(page).getByRole("link", { name: `Ten ${once}` }));
    await press(main(page).getByRole("link", { name: "Edit", exact: true }));
    await fill(main(page).getByLabel("Percentage"), "15");
    await fill(main(page).getByLabel("Last day"), isoDayInIndia(daysAfter(new Date(), 7)));
    await press(button(main(page), /^Save/));
    await expect(main(page)).toContainText("Saved. New orders get it like this from now on.");
  });

  const reader = newEmail();
  await page.request.post("/api/newsletter", { data: { email: reader, page: "/faq" } });
  const { text } = await mailTo(page.request, reader);
  const token = /\/newsletter\/confirm\/([\w-]{43})/.exec(text)?.[1];
  await page.request.post("/api/newsletter/confirm", { data: { token } });
  await page.goto("/admin/newsletter");
  await task("write a campaign and send it", 7, async () => {
    await press(page.getByRole("link", { name: "New campaign" }));
    await fill(page.getByRole("textbox", { name: "Subject" }), `Letters ${once}`);
    await fill(page.getByRole("textbox", { name: "Preview line" }), "Wet clay and vetiver");
    await fill(page.getByRole("textbox", { name: "Text", exact: true }), "The rains are here.");
    await press(button(page, "Save"));
    await page.waitForURL(/\/newsletter\/\d+$/);
    await press(button(page, "Send…"));
    await press(button(dialog(page), "Send now"));
    await expect(main(page).locator(".badge", { hasText: /^(Being sent|Sent)$/ })).toBeVisible();
  });
  printTasks(tasks);
});
