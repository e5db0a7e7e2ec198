/** A working day in the back office, with the steps that each task takes: a press, a field that is filled, a paste. */

import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "./accessible.ts";
import { enterAs } from "./back-office.ts";
import { buy, products } from "./buying.ts";
import { logIn } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

const ORDERS = 40;

const main = (page: Page) => page.getByRole("main");
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog");
const result = (page: Page) => main(page).getByRole("region", { name: "Result" });

interface Task {
  task: string;
  steps: number;
  seconds: number;
}

/** Takes the steps of tasks, and counts them. */
function countSteps() {
  const tasks: Task[] = [];
  let steps = 0;
  const step = <T>(taken: Promise<T>) => {
    steps += 1;
    return taken;
  };
  return {
    tasks,
    /** @param most the steps that the task may take */
    async task(task: string, most: number, work: () => Promise<void>): Promise<void> {
      steps = 0;
      const from = performance.now();
      await work();
      tasks.push({ task, steps, seconds: (performance.now() - from) / 1000 });
      expect(steps, task).toBeLessThanOrEqual(most);
    },
    press: (target: Locator) => step(target.click()),
    fill: (field: Locator, text: string) => step(field.fill(text)),
    choose: (field: Locator, option: string) => step(field.selectOption(option)),
    key: (page: Page, key: string) => step(page.keyboard.press(key)),
    paste: (field: Locator, text: string) =>
      step(
        field.evaluate((element, pasted) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", pasted);
          element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }, text),
      ),
  };
}

/** Gives the page a camera that sees a barcode. Chromium reads none on Linux. */
const showBarcode = (page: Page, code: string) =>
  page.addInitScript((rawValue) => {
    window.BarcodeDetector = class {
      detect = async () => [{ rawValue }];
    };
    navigator.mediaDevices.getUserMedia = async () => document.createElement("canvas").captureStream();
  }, code);

/** Prints what the day took, beside the steps that each task may take. */
function printTasks(tasks: readonly Task[]): void {
  const rows = tasks.map(({ task, steps, seconds }) => `${task.padEnd(46)}${steps} steps  ${seconds.toFixed(1)} s`);
  process.stdout.write(`${rows.join("\n")}\n`);
}

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
