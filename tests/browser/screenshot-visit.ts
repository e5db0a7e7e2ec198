import type { Page } from "@playwright/test";

/** A page to take a screenshot of, and the steps to it. */
export interface Visit {
  name: string;
  /** The first page's path. */
  path: string;
  /** Steps before the screenshot. */
  act?: (page: Page) => Promise<unknown>;
  /** Takes only the viewport, for dialogs over the page. */
  window?: true;
  /** Its requests fail, so errors in the console are expected; or never end, so nothing is waited for. */
  requests?: "fail" | "hang";
}

export const main = (page: Page) => page.getByRole("main");
export const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name }).first();
