/** What a shopper does on a page that the browser has translated shows as on any other. */

import type { Page } from "@playwright/test";
import { logIn } from "./people.ts";
import { expect, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const badge = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Cart/ });

/** What is done on a page, until the shop has answered. Nothing here depends on a text that changes. */
const VISITS: Record<string, ((page: Page) => Promise<unknown>)[]> = {
  "/product/mitti-after-rain": [
    async (page) => {
      const size = main(page).getByRole("radio").nth(1);
      await size.check({ force: true });
      await expect(size).toBeChecked();
    },
    async (page) => {
      await main(page).getByRole("button", { name: "Increase quantity" }).click();
      await expect(main(page).getByRole("textbox", { name: "Quantity", exact: true })).toHaveValue("2");
    },
    async (page) => {
      await main(page)
        .getByRole("button", { name: /Mitti After Rain, \d+/ })
        .first()
        .click();
      await expect(badge(page)).toHaveAttribute("aria-label", "Cart, 1 product");
    },
  ],
  "/cart": [
    async (page) => {
      const quantity = page.getByRole("textbox", { name: /^Quantity of/ });
      await page
        .getByRole("button", { name: /^Increase/ })
        .first()
        .click();
      await expect(quantity).toHaveValue("3");
      // 3 × 2,299, which the server adds up.
      await expect(main(page)).toContainText("6,897");
    },
  ],
  "/product/mitti-after-rain?again": [
    async (page) => {
      await expect(badge(page)).toHaveAttribute("aria-label", "Cart, 1 product");
      await main(page)
        .getByRole("button", { name: /Mitti After Rain, \d+/ })
        .first()
        .click();
      await expect(badge(page)).toHaveAttribute("aria-label", "Cart");
    },
  ],
};

test("a translated page follows what is done on it", { tag: "@phone" }, async ({ page }) => {
  const shown = (translated: boolean) => visitAll(page, translated);
  const original: string[] = await shown(false);
  const translated = await shown(true);
  expect(translated).toEqual(original);
});

/** Returns what the page shows after each act. */
async function visitAll(page: Page, isTranslated: boolean): Promise<string[]> {
  await logIn(page);
  const shown: string[] = [];
  for (const [path, acts] of Object.entries(VISITS)) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    if (isTranslated) await page.evaluate(translate);
    for (const act of acts) {
      await act(page);
      await page.waitForLoadState("networkidle");
      // A frame for React, and one for the translator.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      shown.push(await main(page).evaluate((element) => element.textContent.replace(/\s+/g, " ")));
    }
  }
  return shown;
}

/** Replaces each text by two elements, as Chrome's translator does, and those that come later. Runs in the page. */
function translate(): void {
  const wrap = (root: Node) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    if (root instanceof Text) texts.push(root);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const { parentElement: parent } = text;
      if (!parent || !text.data.trim() || parent.closest("script, style, noscript, textarea, option, title, svg"))
        continue;
      if (parent.localName === "font") continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      // The page keeps its own text node, out of the document.
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  wrap(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) wrap(node);
  }).observe(document.body, { childList: true, subtree: true });
}
