/** Every page of the shop with text of twice the size, and its fields on a phone. */

import type { RouteConfigEntry } from "@react-router/dev/routes";
import { DEMO_LOGIN } from "../../contract/demo.ts";
import routes from "../../storefront/routes.ts";
import { expectFitsLargeText } from "./accessible.ts";
import type { TestSession } from "./people.ts";
import { storeSession } from "./stored-session.ts";
import { expect, requirements, test } from "./test.ts";

const TOKEN = "A".repeat(43);
/** Where a path has a parameter, or leads to what depends on the query. */
const PLACES: Record<string, string[]> = {
  "category/:slug": ["category/perfumes"],
  "product/:slug": ["product/rose-of-kannauj", "product/shamama-attar"],
  profile: ["profile", "profile?tab=2", "profile?tab=3", "profile?tab=4", "profile?tab=5"],
  tracking: ["tracking?find=BD60417738204&by=awb"],
  "*": ["no-such-page"],
};
/** These redirect, or show a page in the back office. */
const ELSEWHERE = ["category", "preview"];
/** Their visitor is logged in. */
const PERSONAL = /^(profile|cart|checkout|tracking)/;

const paths = routes
  .flatMap(function pathsOf({ path = "", children }: RouteConfigEntry): string[] {
    return children ? children.flatMap(pathsOf) : [path];
  })
  .filter((path) => !ELSEWHERE.includes(path))
  .flatMap((path) => PLACES[path] ?? [path.replace(":token", TOKEN)]);

const isPersonal = (path: string) => PERSONAL.test(path);
const isPolicy = (path: string) => /policy|plocy|terms|faq|us$|contact|privacy/.test(path);

for (const [who, visited] of [
  ["guests", paths.filter((path) => !isPersonal(path) && !isPolicy(path))],
  ["readers", paths.filter((path) => !isPersonal(path) && isPolicy(path))],
  ["customers", paths.filter(isPersonal)],
] as const)
  test(`with text of twice the size every page of ${who} fits its window, and no field makes a phone zoom in`, {
    tag: "@desktop",
    annotation: requirements("WCAG 2.2 AA"),
  }, async ({ page, faults }) => {
    faults.expect(/40[134]|422/);
    if (who === "customers") {
      const { data } = await (await page.request.post("/api/user/login", { data: DEMO_LOGIN })).json();
      await storeSession(page, data as TestSession);
    }
    for (const path of visited)
      await test.step(`/${path}`, async () => {
        await page.goto(`/${path}`);
        // What is loaded with the session changes the header.
        if (who === "customers") await page.waitForLoadState("networkidle");
        await expectFitsLargeText(page);
        await page.setViewportSize({ width: 360, height: 740 });
        const fields = page.locator(
          "textarea, select, input:not([type=checkbox], [type=radio], [type=range], [type=hidden], [type=file])",
        );
        const small = () =>
          fields.evaluateAll((all) =>
            all
              .filter((field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
              .map((field) => field.outerHTML.slice(0, 120)),
          );
        await expect.poll(small, "fields of less than 16 px").toEqual([]);
      });
  });
