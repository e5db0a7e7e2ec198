/** A second instance whose pages load the built files from another origin (ASSETS_HOST), as from a bucket behind a CDN. */

import { once } from "node:events";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { followFooterLink } from "./footer.ts";
import { type OwnShop, startOwnShop } from "./own-shop.ts";
import { expect, test } from "./test.ts";

const ROOT = join(import.meta.dirname, "../..");
const TYPES: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2" };

let folder: string;
let cdn: Server;
let instance: OwnShop;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "assets-host-"));
  cdn = createServer(({ url = "" }, response) => {
    const name = basename(url);
    response.writeHead(200, {
      "content-type": TYPES[extname(name)] ?? "application/octet-stream",
      "cache-control": "public, max-age=31536000, immutable",
      "access-control-allow-origin": "*",
    });
    createReadStream(join(ROOT, "build/client/assets", name))
      .on("error", (error) => response.destroy(error))
      .pipe(response);
  }).listen(0, "localhost");
  await once(cdn, "listening");
  instance = await startOwnShop(join(ROOT, "server/main.ts"), {
    NODE_ENV: "production",
    PORT: "0",
    DATABASE_URL: process.env.SHOP_DATABASE,
    DATA_DIR: folder,
    WARM_PICTURES: "false",
    MEDIA_HOST: `${process.env.SHOP_URL}/media`,
    ASSETS_HOST: `http://localhost:${(cdn.address() as AddressInfo).port}`,
  });
});
test.afterAll(async () => {
  await instance.stop();
  cdn.close();
  cdn.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

test("a page loads every built file from ASSETS_HOST, also after a client-side navigation, and offline once installed", {
  tag: "@phone",
}, async ({ page, context, faults }) => {
  faults.expect("net::ERR_INTERNET_DISCONNECTED");
  const shop = instance.url;
  const fromShop: string[] = [];
  const fromHost = new Set<string>();
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (!pathname.startsWith("/assets/")) return;
    if (origin === new URL(shop).origin) fromShop.push(pathname);
    else fromHost.add(extname(pathname));
  });

  await page.goto(`${shop}/faq`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.fonts.ready.then((fonts) => fonts.check("16px 'Figtree Variable'")))).toBe(
    true,
  );
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await followFooterLink(page, "Contact");
  await expect(page).toHaveURL(`${shop}/contact`);
  expect(await page.evaluate(() => "stays" in window)).toBe(true);
  expect(fromShop).toEqual([]);
  expect([...fromHost].sort()).toEqual([".css", ".js", ".svg", ".woff2"]);

  await page.goto(shop);
  await page.evaluate(() => {
    const offer = { prompt: async () => ({ outcome: "accepted" }) };
    window.dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), offer));
  });
  await page.getByRole("button", { name: "Install the app" }).click();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(`${shop}/faq`);
  await expect.poll(() => page.evaluate(async () => !!(await caches.match("/faq", { ignoreVary: true })))).toBe(true);
  const files = () => page.evaluate(async () => (await (await caches.open("files-1")).keys()).map(({ url }) => url));
  await expect.poll(async () => (await files()).some((url) => url.endsWith(".css"))).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "You’re offline." })).toBeVisible();
  await context.setOffline(false);
  expect(fromShop).toEqual([]);
});
