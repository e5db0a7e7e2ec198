/** The pages of the back office for screenshots, and their states. */

import { expect, type Page, type Route } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { SECTIONS } from "../../backoffice/products/sections.ts";
import routes from "../../backoffice/routes.ts";
import { LOT } from "./back-office-content.ts";
import { FAILURE } from "./buying.ts";
import { button, main, type Visit } from "./screenshot-visit.ts";

/** The paths of all pages below the shell. */
const PATHS = routes.flatMap(function pathsOf({ path, index, children }: RouteConfigEntry): string[] {
  return children ? children.flatMap(pathsOf) : [index ? "" : (path ?? "")];
});

type Way = Omit<Visit, "name">;

/** The ways to pages that are neither at their path nor in the first row of the list above it. */
const WAYS: Readonly<Record<string, readonly Way[]>> = {
  // Visited signed out.
  "sign-in": [],
  invitation: [],
  "categories/:id": [
    { path: "/admin/categories", act: (page) => main(page).locator("a[href*='/categories/']").first().click() },
  ],
  "products/:id/:section?": ["", ...SECTIONS.map(({ path }) => `/${path}`)].map((section) => ({
    path: "/admin/products",
    act: async (page) => {
      await openFirst(page);
      if (section) await page.goto(page.url() + section);
    },
  })),
  "shipping/:section?": [{ path: "/admin/shipping" }, { path: "/admin/shipping/holidays" }],
  "offers/:id/edit": [
    {
      path: "/admin/offers",
      act: async (page) => {
        await openFirst(page);
        await main(page).getByRole("link", { name: "Edit", exact: true }).click();
      },
    },
  ],
  "lots/:number": [{ path: `/admin/lots/${LOT}` }],
  "integrations/webhooks/:id": [
    { path: "/admin/integrations", act: (page) => main(page).locator("a[href*='/webhooks/']").first().click() },
  ],
  "content/:name": ["about-us", "faqs", "banners", "header-menu"].map((name) => ({ path: `/admin/content/${name}` })),
  "*": [{ path: "/admin/no-such-page" }],
};

/** Returns the ways to the pages of a path. */
function waysTo(path: string): readonly Way[] {
  const [list, parameter] = path.split("/:");
  return WAYS[path] ?? [{ path: `/admin/${list}`, ...(parameter && { act: openFirst }) }];
}

const nameOf = (path: string) =>
  `admin-${path === "*" ? "unknown" : path.replaceAll(/[:?]/g, "").replaceAll("/", "-") || "home"}`;

/** Uploads a courier's file with an order of the list, and one that does not exist. */
async function checkAwbFile(page: Page): Promise<void> {
  const number = await main(page).locator("a[data-row]").first().textContent();
  await button(page, "Upload AWBs…").click();
  const dialog = page.getByRole("dialog");
  const buffer = Buffer.from(`order,awb\r\n${number},DL4455667788\r\nKW-0000-0000,DL4455667789\r\n`);
  await dialog.getByLabel("File").setInputFiles({ name: "awbs.csv", mimeType: "text/csv", buffer });
  await dialog.getByLabel("Courier of rows that name none").fill("Delhivery");
  await dialog.getByRole("button", { name: "Check the file" }).click();
  await expect(dialog).toContainText("can be shipped");
}

/** Visits to every page of the back office, and to what opens within pages. */
export const STAFF: readonly Visit[] = [
  ...PATHS.flatMap((path) =>
    waysTo(path).map((way, at) => ({ name: nameOf(path) + (at > 0 ? `-${at + 1}` : ""), ...way })),
  ),
  {
    name: "admin-orders-export",
    path: "/admin/orders?tab=to_ship",
    act: (page) => button(page, "Export…").click(),
    window: true,
  },
  { name: "admin-orders-awb-file", path: "/admin/orders?tab=to_ship", act: checkAwbFile, window: true },
  { name: "admin-order-returned", path: "/admin/returns", act: openFirst },
  ...["Cancel…", "Ship", "Refund an amount…"].map(
    (name, at): Visit => ({
      name: `admin-order-form-${at + 1}`,
      path: "/admin/orders?tab=to_ship",
      act: async (page) => {
        await openFirst(page);
        await button(page, name).click();
      },
      window: true,
    }),
  ),
  {
    name: "admin-orders-ticked",
    path: "/admin/orders",
    act: (page) => main(page).getByRole("row").nth(2).getByRole("checkbox").check(),
    window: true,
  },
  {
    name: "admin-draft-order-form",
    path: "/admin/draft-orders",
    act: (page) => button(page, "Create draft order").click(),
  },
  {
    name: "admin-staff-invite-errors",
    path: "/admin/staff",
    act: (page) => button(page, "Invite").click(),
    window: true,
    requests: "fail",
  },
  {
    name: "admin-menu",
    path: "/admin/",
    act: async (page) => {
      const menu = page.getByRole("button", { name: "Menu", exact: true });
      if (await menu.isVisible()) await menu.click();
    },
    window: true,
  },
  { name: "admin-shortcuts", path: "/admin/", act: openShortcuts, window: true },
  {
    name: "admin-search",
    path: "/admin/",
    act: async (page) => {
      await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
      await page.getByRole("dialog").getByRole("combobox").fill("rose");
      await page.getByRole("option").first().waitFor();
    },
    window: true,
  },
];

/** Visits of somebody who is not signed in. */
export const SIGNED_OUT: readonly Visit[] = [
  { name: "admin-sign-in", path: "/admin/sign-in", requests: "fail" },
  {
    name: "admin-sign-in-errors",
    path: "/admin/sign-in",
    act: (page) => button(page, /^Sign in/).click(),
    requests: "fail",
  },
  { name: "admin-invitation", path: "/admin/invitation", requests: "fail" },
];

/** The API without what names the shop and who is signed in. */
const DATA = /\/admin\/api\/(?!session$|shop$)/;

interface State {
  enter: (page: Page) => Promise<unknown>;
  requests: "fail" | "hang";
}

/** How a page that is open gets into a state. */
const STATES: Readonly<Record<"loading" | "error" | "empty" | "offline", State>> = {
  loading: {
    enter: async (page) => {
      await page.route(DATA, () => new Promise(() => {}));
      await page.reload({ waitUntil: "commit" });
      await page.waitForTimeout(1500);
    },
    requests: "hang",
  },
  error: {
    enter: async (page) => {
      await page.route(DATA, (route) => route.fulfill(FAILURE));
      await page.reload();
    },
    requests: "fail",
  },
  empty: {
    enter: async (page) => {
      await page.route(DATA, answerWithoutRows);
      await page.reload();
    },
    requests: "fail",
  },
  offline: {
    enter: async (page) => {
      // Chromium now and then reports a lost connection to no page.
      await expect(async () => {
        await page.context().setOffline(false);
        await page.context().setOffline(true);
        await expect(page.getByText("You are offline")).toBeVisible({ timeout: 4000 });
      }).toPass();
    },
    requests: "fail",
  },
};

/** A page of each kind: their states are drawn by shared components. */
const KINDS = ["", "orders", "orders/:number", "products/new", "reports/sales", "settings"];

function inState(name: keyof typeof STATES, path: string): Visit {
  const { enter, requests } = STATES[name];
  const [way] = waysTo(path) as [Way];
  return {
    name: `${nameOf(path)}-${name}`,
    path: way.path,
    act: async (page) => {
      await way.act?.(page);
      await enter(page);
    },
    requests,
  };
}

/** Visits to pages in their states. What a list says without rows is its own. */
export const STAFF_STATES: readonly Visit[] = [
  ...(["loading", "error", "offline"] as const).flatMap((state) => KINDS.map((path) => inState(state, path))),
  ...PATHS.filter((path) => !path.includes(":") && !WAYS[path]).map((path) => inState("empty", path)),
];

/** Visits of a member who may not see the pages. */
export const PACKER: readonly Visit[] = ["settings", "staff", "reports/sales", "offers/new", "draft-orders"].map(
  (path) => ({ name: `${nameOf(path)}-forbidden`, path: `/admin/${path}`, requests: "fail" }),
);

async function openShortcuts(page: Page): Promise<void> {
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
}

async function openFirst(page: Page): Promise<void> {
  const list = page.url();
  await main(page).locator("[data-row]").first().click();
  await page.waitForURL((url) => url.href !== list);
}

/** Answers as the API does, with empty lists and no counts. */
async function answerWithoutRows(route: Route): Promise<void> {
  if (route.request().method() !== "GET" || route.request().url().endsWith("/events")) return route.continue();
  const response = await route.fetch();
  const { data, ...rest } = await response.json();
  await route.fulfill({ response, json: { ...rest, data: emptied(data) } });
}

function emptied(data: unknown): unknown {
  if (Array.isArray(data)) return [];
  if (typeof data === "number") return 0;
  if (typeof data !== "object" || data === null) return data === true ? false : data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, emptied(value)]));
}
