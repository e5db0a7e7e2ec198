/** Scripts that need a browser, each in its smallest form. */

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { findChromium } from "./chromium.ts";
import { expect, test } from "./test.ts";

async function run(program: string, ...words: string[]): Promise<{ code: unknown; out: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../..", program), ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, CHROMIUM_PATH: findChromium() },
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out: `${out}${err}` };
}

const shop = () => ["--shop", process.env.SHOP_URL ?? ""];

test("npm run screenshots takes a picture of a page", { tag: "@desktop" }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "screenshots-"));
  try {
    const done = await run(
      "tests/browser/screenshots.ts",
      ...shop(),
      "--only",
      "^faq$",
      "--widths",
      "360",
      "--into",
      folder,
    );
    expect(done).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).toEqual(["faq-360.png"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("npm run lighthouse opens a page and a customer's, before it downloads anything", {
  tag: "@desktop",
}, async () => {
  const done = await run("bench/lighthouse.ts", ...shop(), "--paths", "/faq,/cart", "--runs", "0");
  expect(done).toEqual({ code: 0, out: expect.stringMatching(/^\/faq is open\.\n\/cart is open\.$/m) });
});
