/**
 * Lets Shopify's client of the Universal Commerce Protocol (@shopify/ucp-cli, which we did not write) search a running shop and read a product, in both versions: `node
 * scripts/run.mjs tests/ucp/with-shopify-cli.ts http://localhost:3000`. The shop must have AGENTS_FROM_LOOPBACK=true. Not part of `npm test`, because it installs the
 * client from the registry.
 */

import { strict as assert } from "node:assert";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { CAPABILITIES } from "../../server/operations/agents/capabilities.ts";
import { UCP_VERSIONS, type UcpVersion } from "../../server/operations/agents/versions.ts";

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
    process.stdout.write(
      `profile ${version}, response ${ucp.version}: ${product.id}, ${size.id}, ${size.price.currency} ${size.price.amount}\n`,
    );
  }
} finally {
  profiles.close();
  rmSync(folder, { recursive: true, force: true });
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
