import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { fingerprint } from "./storefront-build.ts";

const root = mkdtempSync(join(tmpdir(), "fingerprint-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, "storefront/routes"), { recursive: true });
writeFileSync(join(root, "storefront/routes/home.tsx"), "home");
writeFileSync(join(root, "package-lock.json"), "{}");
const now = () => fingerprint(root, ["storefront", "package-lock.json", "vite.config.ts"]);

it("changes with a file's content, its name and its presence, and with nothing else", () => {
  const first = now();
  expect(now()).toBe(first);
  writeFileSync(join(root, "storefront/routes/home.test.ts"), "a test");
  writeFileSync(join(root, "elsewhere.ts"), "not an input");
  expect(now()).toBe(first);

  const seen = new Set([first]);
  writeFileSync(join(root, "storefront/routes/home.tsx"), "home, sweet home");
  seen.add(now());
  renameSync(join(root, "storefront/routes/home.tsx"), join(root, "storefront/routes/start.tsx"));
  seen.add(now());
  writeFileSync(join(root, "vite.config.ts"), "new");
  seen.add(now());
  expect(seen.size).toBe(4);
});
