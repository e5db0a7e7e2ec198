/** Guards what the sources of pages may use, in storefront and back office. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./command.ts";

const SOURCES = globSync("{backoffice,storefront}/**/*.{ts,tsx}", { cwd: ROOT })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !file.endsWith(".test.ts"))
  .sort();
const using = (pattern: RegExp) => SOURCES.filter((file) => pattern.test(readFileSync(join(ROOT, file), "utf8")));

/** What a browser may refuse, lack or have no space for. */
const MAY_BE_REFUSED =
  /\b(?:localStorage|sessionStorage|indexedDB)\b|\bnew (?:BroadcastChannel|SharedWorker|Notification)\b|\bnavigator\.(?:clipboard|locks|share|storage|permissions|wakeLock|credentials|serviceWorker\.)|\bcaches\.open\b/;
const CATCHES_REFUSAL = [
  "backoffice/content/banner-previews.tsx",
  "backoffice/packing/parcel-form.tsx",
  "backoffice/settings/brand-preview.tsx",
  "backoffice/shared/draft-storage.ts",
  "backoffice/shared/passkeys.ts",
  "backoffice/shared/use-copy.ts",
  "backoffice/shell/navigation.tsx",
  "backoffice/shell/shortcuts.ts",
  "storefront/cart/gift.ts",
  "storefront/routes/preview.tsx",
  "storefront/service-worker/cache-visited.ts",
  "storefront/service-worker/copies.ts",
  "storefront/session/session.ts",
  "storefront/shared/delivery/pincode-memory.ts",
  "storefront/shared/measurement-answer.ts",
  "storefront/shared/tab-events.ts",
  "storefront/shell/announcement.tsx",
  "storefront/wishlist/guest-wishlist-storage.ts",
];

it("what a browser may refuse is used only where that is caught", () => {
  expect(using(MAY_BE_REFUSED)).toEqual(CATCHES_REFUSAL);
});

/** Where only a difference of two times of one device counts, and what runs on the server alone. */
const READS_DEVICE_CLOCK = [
  "storefront/account/forgot-password.tsx",
  "storefront/account/signup.tsx",
  "storefront/cart/cart-sync.ts",
  "storefront/privacy-request/privacy-request-page.tsx",
  "storefront/root.tsx",
  "storefront/shared/form/code-form.tsx",
  "storefront/shared/form/use-seconds-left.ts",
  "storefront/shared/tab-events.ts",
  "storefront/wishlist/wishlist-sync.ts",
];

it("the device's clock measures how long something takes, and tells no day or time", () => {
  expect(using(/\bnew Date\(\)/)).toEqual([]);
  expect(using(/\bDate\.now\(\)/)).toEqual(READS_DEVICE_CLOCK);
});

it("no field is of the type number, which the wheel changes", () => {
  expect(using(/type="number"|"number" : "text"/)).toEqual([]);
});

it("a button of the back office that is disabled keeps the focus", () => {
  expect(using(/<button\b(?:[^>]|=>)*\sdisabled=/).filter((file) => file.startsWith("backoffice/"))).toEqual([]);
});
