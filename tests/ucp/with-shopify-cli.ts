/**
 * Lets Shopify's client of the Universal Commerce Protocol (@shopify/ucp-cli, which we did not write) search a running shop, read a product, put it into a
 * cart and check it out, in both versions; the page at which it is to continue is paid in Chromium, and the client sees the order: `node scripts/run.mjs
 * tests/ucp/with-shopify-cli.ts http://localhost:3000`. The shop must be a demo with AGENTS_FROM_LOOPBACK=true and AGENTS_SIGNED_ONLY=false: the client does
 * not sign. Not part of `npm test`, because it installs the client from the registry.
 */

import { strict as assert } from "node:assert";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { CAPABILITIES } from "../../server/operations/agents/capabilities.ts";
import { UCP_VERSIONS, type UcpVersion } from "../../server/operations/agents/versions.ts";
import { payBy } from "../browser/buying.ts";
import { chromiumOrExit } from "../browser/chromium.ts";

const CLIENT = "@shopify/ucp-cli@0.9.0";
const run = promisify(execFile);
const [shop = "http://localhost:3000"] = process.argv.slice(2);

/** What the client prints. */
interface Printed<Result> {
  ucp: { version: string };
  result: Result;
}
interface Found {
  products: { id: string; variants: { id: string; price: { amount: number; currency: string } }[] }[];
}
interface Read {
  product: { id: string; variants: { id: string; price: object }[] };
}

const HOME = {
  id: "home",
  street_address: "12 Rose Lane",
  address_locality: "Pune",
  address_region: "Maharashtra",
  address_country: "IN",
  postal_code: "411001",
};

const browser = await chromium.launch({ executablePath: chromiumOrExit() });
const folder = mkdtempSync(join(tmpdir(), "ucp-client-"));
const profiles = createServer(({ url = "" }, response) => {
  const version = url.slice(1).replace(".json", "");
  response.writeHead(200, { "content-type": "application/json", "cache-control": "public, max-age=60" });
  response.end(JSON.stringify(profileOf(version as UcpVersion)));
});
try {
  await run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", CLIENT], {
    shell: process.platform === "win32",
  });
  await new Promise<void>((resolve) => profiles.listen(0, "127.0.0.1", resolve));
  const { port } = profiles.address() as AddressInfo;
  for (const version of UCP_VERSIONS) {
    const client = <Result>(...args: string[]) => call<Result>(args, `http://127.0.0.1:${port}/${version}.json`);
    const { ucp, result: found } = await client<Found>("catalog", "search", "--input", '{"query":"rose"}');
    const [product] = found.products;
    const [size] = product?.variants ?? [];
    assert(product && size, "the search found nothing");
    const { result: read } = await client<Read>("catalog", "get_product", size.id);
    assert.deepEqual([read.product.id, read.product.variants[0]?.id], [product.id, size.id]);
    assert.deepEqual(read.product.variants[0]?.price, size.price);
    const { order, totals } = await buy(client, size.id);
    process.stdout.write(
      `profile ${version}, response ${ucp.version}: ${product.id}, ${size.id}, ${size.price.currency} ${size.price.amount}, paid ${totals.at(-1)?.amount}, completed as ${order?.id}\n`,
    );
  }
} finally {
  await browser.close();
  profiles.close();
  rmSync(folder, { recursive: true, force: true });
}

interface Session {
  id: string;
  status: string;
  continue_url?: string;
  totals: { type: string; amount: number }[];
  order?: { id: string };
}

/** Puts a size into a cart, checks it out for a new buyer, and reads that it is completed once its page is paid. */
async function buy(client: <Result>(...args: string[]) => Promise<Printed<Result>>, sku: string): Promise<Session> {
  const items = [{ item: { id: sku }, quantity: 1 }];
  const { result: cart } = await client<Session>("cart", "create", "--input", JSON.stringify({ line_items: items }));
  const email = `client-${randomUUID().slice(0, 8)}@example.com`;
  const checkout = {
    cart_id: cart.id,
    line_items: items,
    buyer: { first_name: "Meera", last_name: "Nair", email, phone_number: "+919845012345" },
    fulfillment: { methods: [{ type: "shipping", selected_destination_id: "home", destinations: [HOME] }] },
  };
  const { result: ready } = await client<Session>("checkout", "create", "--input", JSON.stringify(checkout));
  assert.equal(ready.status, "requires_escalation");
  await payOn(ready.continue_url ?? "", ready);
  const { result: done } = await client<Session>("checkout", "get", ready.id);
  assert.equal(done.status, "completed");
  assert(done.order);
  assert.deepEqual(done.totals, ready.totals);
  return done;
}

/** Pays on the shop's page as its buyer does, who is not logged in. */
async function payOn(url: string, { totals }: Session): Promise<void> {
  const rupees = (totals.find(({ type }) => type === "total")?.amount ?? 0) / 100;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("button", { name: `Pay ₹${rupees.toLocaleString("en-IN")}`, exact: true }).click();
  await payBy(page, "UPI");
  await page.getByText("You can return to your assistant now.").waitFor();
  await context.close();
}

async function call<Result>(args: readonly string[], profileUrl: string): Promise<Printed<Result>> {
  const { stdout } = await run(
    process.execPath,
    [
      join(folder, "node_modules/@shopify/ucp-cli/dist/bin.js"),
      ...args,
      ...["--business", shop, "--profile-url", profileUrl, "--refresh", "--format", "json"],
    ],
    { env: { PATH: process.env.PATH, HOME: folder, UCP_TEST_ALLOW_INSECURE_LOCALHOST: "true" } },
  );
  return JSON.parse(stdout) as Printed<Result>;
}

function profileOf(version: UcpVersion): object {
  return {
    ucp: {
      version,
      services: {},
      capabilities: Object.fromEntries(CAPABILITIES.map(({ name }) => [name, [{ version }]])),
      payment_handlers: {},
    },
  };
}
