/** What a shopping assistant has put together is paid on the shop's page, without logging in, and the assistant sees it. */

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { startPlatform, type TestPlatform } from "../ucp/platform.ts";
import { expectAccessible } from "./accessible.ts";
import { enterAs } from "./back-office.ts";
import { mailedCode, payBy } from "./buying.ts";
import { logIn } from "./people.ts";
import { staffOf } from "./staff.ts";
import { expect, test } from "./test.ts";

// In one worker: the first of two that is done would switch cash on delivery off under the other.
test.describe.configure({ mode: "default" });

const settings = staffOf("settings");
let platform: TestPlatform;
test.beforeAll(async () => {
  platform = await startPlatform();
  await settings("CASH_FEE_RUPEES", "49");
  await settings("CASH_ON_DELIVERY", "true");
});
test.afterAll(async () => {
  await settings("CASH_ON_DELIVERY", "--default");
  await settings("CASH_FEE_RUPEES", "--default");
  await platform.close();
});

/** Sends a request as an agent of a platform does. */
function fetchAs(
  by: TestPlatform,
  page: Page,
  method: "GET" | "POST" | "PUT",
  path: string,
  data?: object,
  options = {},
) {
  const payload = data ? JSON.stringify(data) : "";
  const headers = by.headersOf(new URL(process.env.SHOP_URL ?? "").host, { method, path, payload }, options);
  return page.request.fetch(`/ucp${path}`, { method, headers, ...(data && { data: payload }) });
}

async function send(page: Page, method: "GET" | "POST" | "PUT", path: string, data?: object) {
  const response = await fetchAs(platform, page, method, path, data);
  expect(response.status(), await response.text()).toBeLessThan(300);
  return response.json();
}

const ADDRESS = {
  street_address: "12 Rose Lane",
  address_locality: "Pune",
  address_region: "Maharashtra",
  address_country: "IN",
  postal_code: "411001",
};

/** Finds an attar as an agent does, and checks it out for a new buyer. */
async function checkOut(page: Page) {
  const { products } = await send(page, "POST", "/catalog/search", { query: "attar" });
  const variants = products.flatMap(
    ({ variants: sizes }: { variants: { id: string; availability: { available: boolean } }[] }) => sizes,
  );
  const { id } = variants.find(({ availability }: { availability: { available: boolean } }) => availability.available);
  const email = `assisted-${randomUUID().slice(0, 8)}@example.com`;
  const started = await send(page, "POST", "/checkout-sessions", { line_items: [{ item: { id }, quantity: 1 }] });
  const request = {
    line_items: [{ item: { id }, quantity: 1 }],
    buyer: { first_name: "Meera", last_name: "Nair", email, phone_number: "+919845012345" },
    fulfillment: {
      methods: [{ type: "shipping", destinations: [{ id: "home", ...ADDRESS }], selected_destination_id: "home" }],
    },
  };
  return { started, email, complete: () => send(page, "PUT", `/checkout-sessions/${started.id}`, request) };
}

const pathOf = ({ continue_url: url }: { continue_url: string }) => new URL(url).pathname;
const totalOf = ({ totals }: { totals: { type: string; amount: number }[] }) =>
  (totals.find(({ type }) => type === "total")?.amount ?? 0) / 100;
const inRupees = (rupees: number) => `₹${rupees.toLocaleString("en-IN")}`;

test("a buyer pays what an assistant has put together, and the assistant sees the order", async ({ page }) => {
  const { started, complete } = await checkOut(page);
  await page.goto(pathOf(started));
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Your order isn’t ready yet" })).toBeVisible();
  await expect(main.getByRole("button", { name: "Can’t be paid now" })).toBeVisible();

  const ready = await complete();
  expect(ready.status).toBe("requires_escalation");
  await page.goto(pathOf(ready));
  await expect(main.getByRole("heading", { name: "Meera Nair, your order is ready" })).toBeVisible();
  await expect(main.getByText("Your assistant has put it together.")).toBeVisible();
  await expect(main.getByText("12 Rose Lane")).toBeVisible();
  await expect(main.getByText(/^Standard, by /)).toBeVisible();
  await expectAccessible(page, "main");
  await main.getByRole("button", { name: `Pay ${inRupees(totalOf(ready))}`, exact: true }).click();
  await payBy(page, "UPI");
  await expect(main.getByRole("heading", { name: "Thank you, Meera Nair" })).toBeVisible();
  await expect(main.getByText("You can return to your assistant now.")).toBeVisible();

  const done = await send(page, "GET", `/checkout-sessions/${ready.id}`);
  expect(done.status).toBe("completed");
  await expect(main.getByText(done.order.label)).toBeVisible();
});

test("a buyer pays it in cash on delivery by the mailed code", { tag: "@phone" }, async ({ page }) => {
  const { started, email, complete } = await checkOut(page);
  const ready = await complete();
  await page.goto(pathOf(ready));
  const main = page.getByRole("main");
  const placed = page.waitForResponse("**/cash");
  await main.getByRole("button", { name: /in cash on delivery$/ }).click();
  const { orderNumber, amount } = (await (await placed).json()).data;
  await expect(main.getByRole("heading", { name: "Confirm your order" })).toBeVisible();
  const code = await mailedCode(page, email, orderNumber);
  await main.getByRole("group", { name: "Six-digit code" }).getByRole("textbox").first().focus();
  await page.keyboard.type(code);
  await main.getByRole("button", { name: "Confirm order" }).click();
  await expect(main.getByText(`Please have ${inRupees(amount)} ready when it arrives.`)).toBeVisible();
  expect((await send(page, "GET", `/checkout-sessions/${started.id}`)).order.id).toBe(orderNumber);
});

test("the owner blocks a platform, allows it, and demands signatures", { tag: "@desktop" }, async ({ page }) => {
  const other = await startPlatform();
  const create = async (signed: boolean) => {
    const nothing = { line_items: [{ item: { id: "NOTHING" }, quantity: 1 }] };
    const response = await fetchAs(other, page, "POST", "/checkout-sessions", nothing, { signed });
    const { code, messages } = await response.json();
    return code ?? messages[0].code;
  };
  const served = "item_unavailable";
  expect(await create(false)).toBe(served);
  await enterAs(page, "Owner");
  await page.goto("/admin/integrations");
  await page.getByRole("link", { name: "Agents", exact: true }).click();
  const main = page.getByRole("main");
  const row = main.getByRole("listitem").filter({ has: page.getByRole("heading", { name: other.origin }) });
  const decide = async (button: string, state: string) => {
    await row.getByRole("button", { name: `${button} ${other.origin}` }).click();
    await expect(row.getByText(state, { exact: true })).toBeVisible();
  };
  await expect(row).toContainText("Never signed");
  await decide("Block", "Blocked");
  expect(await create(true)).toBe("profile_not_trusted");
  await decide("Unblock", "New");
  await decide("Allow", "Allowed");
  expect(await create(false)).toBe(served);

  await main.getByRole("button", { name: "Demand signatures" }).click();
  await expect(main.getByText("Yes", { exact: true })).toBeVisible();
  expect([await create(false), await create(true)]).toEqual(["signature_missing", served]);
  await main.getByRole("button", { name: "Let unsigned agents start one" }).click();
  await expect(main.getByText("No", { exact: true })).toBeVisible();
  expect(await create(false)).toBe(served);
  await other.close();
});

test("a shopper takes over the cart that an assistant has filled", { tag: "@desktop" }, async ({ page }) => {
  const items = [{ item: { id: "KW-EDP-ROSE-50" }, quantity: 2 }];
  const cart = await send(page, "POST", "/carts", { line_items: items });
  await logIn(page);
  await page.goto(pathOf(cart));
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Your assistant’s choice" })).toBeVisible();
  await expectAccessible(page, "main");
  await main.getByRole("button", { name: "Add to my cart" }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole("textbox", { name: "Quantity of Rose of Kannauj" })).toHaveValue("2");
});
