/** All pages of the back office's navigation; what they do is tested beside their subject. */

import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../backoffice/routes.ts";
import { pagesFor } from "../../backoffice/shell/pages.ts";
import { ALL_PERMISSIONS } from "../../contract/admin/permissions.ts";
import { expectAccessible, expectFitsLargeText, expectNoSidewaysScroll } from "./accessible.ts";
import { enterAs, openNavigation } from "./back-office.ts";
import { expectFocusVisible } from "./covered.ts";
import { expect, requirements, test } from "./test.ts";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

test("Every page about one thing says that there is no such thing, and links to the list", {
  tag: "@desktop",
}, async ({ page, faults }) => {
  faults.expect("401");
  faults.expect("404");
  faults.expect("400");
  await enterAs(page, "Owner");
  await page.goto("/admin");
  const paths = routes.flatMap(function pathsOf({ path, children }: RouteConfigEntry): string[] {
    return children ? children.flatMap(pathsOf) : [path ?? ""];
  });
  const heading = page.getByRole("heading", { level: 1 });
  let before = "";
  for (const path of paths.filter((one) => /\/:\w+(\/:\w+\?)?$/.test(one)))
    await test.step(path, async () => {
      // A page load each would take longer than the test.
      await page.evaluate(
        (url) => {
          history.pushState(null, "", url);
          dispatchEvent(new PopStateEvent("popstate"));
        },
        `/admin/${path.replace(/:\w+.*/, "999999")}`,
      );
      await expect(heading).not.toHaveText(before);
      await expect(heading).toHaveText(/^There is no such [a-z ]+$/);
      before = (await heading.textContent()) ?? "";
      const href = await page.getByRole("main").getByRole("link").getAttribute("href");
      expect(paths).toContain(href?.replace("/admin/", ""));
    });
});

test("Every page of the navigation is accessible, begins where its link skips to, and fits a desktop and a phone", {
  tag: "@desktop",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults }) => {
  faults.expect("401");
  await enterAs(page, "Owner");
  await page.goto("/admin");
  // Resizing costs as much as a check, so each page begins at the width at which the page before ended.
  let widths = [DESKTOP, PHONE] as const;
  for (const { to, name } of pagesFor(ALL_PERMISSIONS))
    await test.step(name, async () => {
      const navigation = await openNavigation(page);
      // On a phone the menu is open only now, and only once.
      if (to === "/orders") await expectAccessible(page);
      await navigation.getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL((url) => url.pathname.replace(/\/$/, "") === `/admin${to}`.replace(/\/$/, ""));
      await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "false");
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading).toBeVisible();
      await page.getByRole("link", { name: "Skip to content" }).press("Enter");
      // A screen reader reads it, and the next Tab goes on in the page.
      await expect(heading).toBeFocused();
      expect(new URL(page.url()).hash).toBe("");
      await expectAccessible(page);
      await page.setViewportSize(widths[1]);
      await expectNoSidewaysScroll(page);
      widths = [widths[1], widths[0]];
    });
});

test("With text of twice the size every page fits its window, also that of the first thing in a list", {
  tag: "@desktop",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults }) => {
  faults.expect("401");
  await enterAs(page, "Owner");
  await page.goto("/admin");
  const main = page.getByRole("main");
  const heading = main.getByRole("heading", { level: 1 });
  const open = async (path: string) => {
    const before = await heading.textContent();
    await page.evaluate((url) => {
      history.pushState(null, "", url);
      dispatchEvent(new PopStateEvent("popstate"));
    }, path);
    await expect(heading).not.toHaveText(before ?? "");
    await expect(main).toHaveAttribute("aria-busy", "false");
    await expectFitsLargeText(page);
  };
  await expectFitsLargeText(page);
  for (const { to, name } of pagesFor(ALL_PERMISSIONS).slice(1))
    await test.step(name, async () => {
      await open(`/admin${to}`);
      const first = main.locator("a[data-row]").first();
      if ((await first.count()) > 0) await open((await first.getAttribute("href")) ?? "");
    });
});

test("On a small phone the keyboard’s focus is never under what a page asks at the bottom", {
  tag: "@phone",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page }) => {
  await enterAs(page, "Owner");
  await page.setViewportSize({ width: 360, height: 640 });
  const main = page.getByRole("main");
  const pages: { path: string; begin: () => Promise<void> }[] = [
    {
      path: "/admin/orders",
      begin: async () => {
        const boxes = main.getByRole("checkbox", { name: /^Select KW-/ });
        await boxes.nth(1).check();
        await boxes.first().check();
      },
    },
    {
      path: "/admin/products",
      begin: async () => {
        await main.locator("a[data-row]").first().click();
        await main.getByRole("link", { name: "Texts" }).click();
        await main.getByLabel("Subtitle").press("End");
        await page.keyboard.type(" (new)");
      },
    },
    {
      path: "/admin/products/grid",
      begin: async () => {
        await main
          .getByLabel(/^Price \(₹\) of /)
          .first()
          .fill("1234");
      },
    },
    {
      path: "/admin/stock/count",
      begin: () =>
        main
          .getByLabel(/^Counted units of /)
          .first()
          .fill("1"),
    },
  ];
  for (const { path, begin } of pages)
    await test.step(path, async () => {
      await page.goto(path);
      await begin();
      await expect(main.locator("[data-bottom-bar]")).toBeVisible();
      await expectFocusVisible(page, 30);
    });
});
