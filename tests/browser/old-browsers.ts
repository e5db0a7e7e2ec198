import type { Page } from "@playwright/test";
import { scriptFeatures } from "../../scripts/browser-support/compat-data.ts";

/** What one of the oldest supported browsers lacks, by where it stands: `["AbortSignal", "any"]`, `["Array.prototype", "with"]`. */
const LACKING = [...scriptFeatures.values()]
  .flat()
  .filter(({ lacking, name }) => lacking.length > 0 && !name.endsWith("_event"))
  .map(({ owner, name, isStatic }): [string, string] => [
    owner === "" || isStatic ? owner : `${owner}.prototype`,
    name,
  ]);

/**
 * Deletes from every page that is opened afterwards what any of the oldest supported browsers lacks, before the page's scripts run. Popovers
 * keep their attribute.
 */
export async function becomeOldBrowser(page: Page): Promise<void> {
  await page.addInitScript((lacking) => {
    for (const [path, name] of lacking) {
      let holder: unknown = globalThis;
      for (const part of path.split(".").filter(Boolean))
        holder = (holder as Record<string, unknown> | undefined)?.[part];
      if (holder) Reflect.deleteProperty(holder as object, name);
    }
  }, LACKING);
}
