/** The storefront's stored session. */

import type { Page } from "@playwright/test";
import type { Session } from "../../contract/accounts/schemas.ts";
import { openSession, sealSession } from "../../storefront/session/session-cipher.ts";

/** A page of the shop's origin that runs none of its code. */
export const PLAIN_PATH = "/robots.txt";

/** Stores a session. */
export async function storeSession(page: Page, session: Partial<Session>): Promise<void> {
  const { data: shop } = await (await page.request.get("/api/shop")).json();
  await storeValue(page, sealSession(session as Session, shop.sessionSecret));
}

/** Stores any value as the session, before a page of the shop is open. */
export async function storeValue(page: Page, value: string): Promise<void> {
  if (!page.url().startsWith("http")) await page.goto(PLAIN_PATH);
  await page.evaluate((kept) => localStorage.setItem("data", kept), value);
}

export const storedValue = (page: Page) => page.evaluate(() => localStorage.getItem("data"));

/** The stored session, decrypted; null without one. */
export async function storedSession(page: Page): Promise<object | null> {
  const { data: shop } = await (await page.request.get("/api/shop")).json();
  return openSession((await storedValue(page)) ?? "", shop.sessionSecret);
}
