/** Purchases in the back office: a supplier's document by scanner and by pasted rows. */

import { expectAccessible } from "./accessible.ts";
import { enterAs, ofShop } from "./back-office.ts";
import { buy, products } from "./buying.ts";
import { logIn } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

test("Staff books a purchase by scanner and pasted rows, corrects it and takes it back", {
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults }) => {
  for (const status of ["409", "422"]) faults.expect(status);
  await enterAs(page, "Owner");
  const read = async (path: string) =>
    (await (await page.request.get(`/admin/api${path}`, { headers: ofShop() })).json()).data;
  // In stock, and of products whose stock no other test changes or counts.
  const sizeOf = async (title: string) => (await read(`/stock?q=${title}`)).sizes[0];
  const [one, two] = [await sizeOf("shamama"), await sizeOf("hibiscus")];
  const number = `INV-${crypto.randomUUID().slice(0, 8)}`;

  await page.goto("/admin/purchases/new");
  const main = page.getByRole("main");
  await main.getByLabel("Supplier").fill(`Oils ${number}`);
  await main.getByLabel("Document’s number").fill(number);
  const scan = main.getByLabel("Scan or search");
  const units = main.getByLabel("Units", { exact: true });
  await scan.fill(one.sku.toLowerCase());
  await scan.press("Enter");
  await expect(units).toHaveValue("1");
  await scan.fill(one.sku);
  await scan.press("Enter");
  await expect(units).toHaveValue("2");

  const rows = (cost: string) => `sku\tquantity\tcost\n${two.sku}\t4\t${cost}`;
  await main.getByText("Paste rows of a spreadsheet").click();
  await main.getByLabel("Rows, with their headings").fill(rows("12,5"));
  await main.getByRole("button", { name: "Add these rows" }).click();
  await expect(main.getByRole("alert").filter({ hasText: "Row 2, cost: “12,5” has a comma" })).toBeVisible();
  await main.getByLabel("Rows, with their headings").fill(rows("12.50"));
  await main.getByRole("button", { name: "Add these rows" }).click();
  await expect(units).toHaveCount(2);
  await expectAccessible(page);

  const book = main.getByRole("button", { name: "Book the purchase" });
  await main.getByLabel("Freight").fill("10");
  await book.click();
  // A cost is not 0 by mistake.
  await expect(main.getByLabel("Cost per unit").first()).toBeFocused();
  await main.getByLabel("Cost per unit").first().fill("75");
  // 2 × 75 + 4 × 12.50 = 200.
  await expect(main.getByText("₹210 without GST: ₹200 for 6 units, ₹10 charges.")).toBeVisible();
  await book.click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(`Purchase ${number}`);
  // 150 of the 200 bear 7.50 of the freight.
  await expect(main.getByText("₹157.50")).toBeVisible();

  await main.getByRole("button", { name: "Correct" }).click();
  await main.getByLabel("Freight").fill("20");
  // A colleague corrects it meanwhile: what both have changed is asked about, and the rest of the other's stays.
  const path = `/purchases/${new URL(page.url()).pathname.split("/").at(-1)}`;
  const { version, lines, ...booked } = await read(path);
  const theirs = await page.request.patch(`/admin/api${path}`, {
    headers: ofShop(),
    data: {
      ...{ version, supplier: booked.supplier, documentNumber: number, documentDate: booked.documentDate },
      ...{ freight: 15, note: "Weighed again" },
      lines: lines.map(({ sku, units, unitCost }: { sku: string; units: number; unitCost: number }) => ({
        ...{ sku, units, unitCost },
      })),
    },
  });
  expect(theirs.status(), await theirs.text()).toBe(200);
  await main.getByRole("button", { name: "Store the correction" }).click();
  const conflict = main.getByRole("region", { name: "Conflict" });
  await expect(conflict.getByRole("group")).toHaveText(/^Freight, ₹Theirs: 15Mine: 20$/);
  await conflict.getByRole("button", { name: "Continue with these" }).click();
  await main.getByRole("button", { name: "Store the correction" }).click();
  await expect(main.getByText("₹165")).toBeVisible();
  await expect(main.getByText("Weighed again")).toBeVisible();
  await main.getByRole("button", { name: "Take back" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take it back" }).click();
  await expect(main.getByRole("heading", { level: 1 })).toContainText("Taken back");
});

test("Staff gives a supplier a lead time, by which its sizes are proposed", {
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults }) => {
  faults.expect("422");
  await enterAs(page, "Owner");
  const supplier = `Still ${crypto.randomUUID().slice(0, 8)}`;
  const booked = await page.request.post("/admin/api/purchases", {
    headers: ofShop(),
    data: {
      ...{ supplier, documentNumber: "1", documentDate: "2026-11-20", note: "", isInStock: false },
      lines: [
        {
          sku: (await (await page.request.get("/admin/api/stock?q=hibiscus", { headers: ofShop() })).json()).data
            .sizes[0].sku,
          ...{ units: 1, unitCost: 100 },
        },
      ],
    },
  });
  expect(booked.status(), await booked.text()).toBe(200);
  await page.goto("/admin/reorder");
  const main = page.getByRole("main");
  await main.getByLabel("Supplier").selectOption(supplier);
  const days = main.getByLabel("An order from them takes, days");
  await expect(days).toHaveValue("");
  await expectAccessible(page);
  const save = main.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();
  await days.fill("4oo");
  await save.click();
  await expect(main.getByRole("alert").filter({ hasText: "Please give whole days, at most 365" })).toBeVisible();
  await days.fill("45");
  await save.click();
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(days).toHaveValue("45");
  await main.getByLabel("Supplier").selectOption("All");
  await expect(days).toHaveCount(0);
});

test("Staff stores a courier’s bill, and enters at the order what another one charged", {
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults }) => {
  faults.expect("422");
  const session = await logIn(page, "Meera Nair");
  const [product] = await products(page);
  if (!product) throw new Error("the demo sells nothing");
  const number = await buy(page, session, product);
  await enterAs(page, "Owner");
  // An AWB of a file has a digit, which a number need not have.
  const awb = `BILL1${number.slice(3).replace("-", "")}`;
  const { version } = (await (await page.request.get(`/admin/api/orders/${number}`)).json()).data;
  const shipped = await page.request.post(`/admin/api/orders/${number}/ship`, {
    headers: ofShop(),
    data: { version, courier: "Delhivery", awb },
  });
  expect(shipped.status(), await shipped.text()).toBe(200);

  await page.goto("/admin/purchases/courier-bills");
  const main = page.getByRole("main");
  const file = main.getByLabel("Bill as a file");
  const choose = (text: string) =>
    file.setInputFiles({ name: "bill.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const compare = main.getByRole("button", { name: "Compare with the parcels" });
  await expect(compare).toBeDisabled();
  await main.getByLabel("The bill’s number").fill(`DL/${awb}`);
  await choose(`AWB No.,Freight,COD Charges\n${awb},-60,35\n`);
  await compare.click();
  await expect(
    main.getByRole("alert").filter({ hasText: 'row 2, Freight: "-60" is below 0; please deduct' }),
  ).toBeVisible();
  await choose(`AWB No.,Freight,COD Charges\n${awb},"Rs. 1,060.50",35\nNOBODY1,60,0\nTotal,"1,120.50",35\n`);
  await compare.click();
  const said = main.getByRole("status").filter({ hasText: "2 parcels, ₹1,155.50" });
  await expect(said).toContainText("and ₹0 GST: 1 new, 1 parcel to look at:");
  await expect(said.getByRole("row").filter({ hasText: "NOBODY1" })).toContainText("Unknown AWB, not stored");
  await expectAccessible(page);
  await main.getByRole("button", { name: "Store this bill" }).click();
  await expect(main.getByText(`1 parcel stored as DL/${awb}.`)).toBeVisible();
  const stored = main
    .getByRole("table", { name: "Stored bills" })
    .getByRole("row")
    .filter({ hasText: `DL/${awb}` });
  await expect(stored).toContainText("₹1,095.50");

  await page.goto(`/admin/orders/${number}`);
  const panel = main.getByRole("region", { name: "What couriers charged" });
  await expect(panel).toContainText(`Forward ₹1,060.50, COD fee ₹35. Bill DL/${awb}`);
  await panel.getByRole("button", { name: "Enter a charge…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Way back (RTO)").fill("12,5");
  await dialog.getByRole("button", { name: "Store" }).click();
  await expect(dialog.getByLabel("Way back (RTO)")).toBeFocused();
  await dialog.getByLabel("Way back (RTO)").fill("40");
  await dialog.getByLabel("GST on these").fill("7.20");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Store" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(panel).toContainText("Way back (RTO) ₹40, and ₹7.20 GST. By hand");
  await panel.getByRole("button", { name: "Remove what was entered by hand says" }).click();
  await expect(panel).not.toContainText("By hand");

  await page.goto("/admin/purchases/courier-bills");
  await stored.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "Remove it" }).click();
  await expect(stored).toHaveCount(0);
});
