import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** A small project with one forbidden import per file, and the rule that must catch it. */
const BAD_IMPORTS: [file: string, imports: string, rule: string][] = [
  ["contract/reads-server.ts", "../server/base/errors.ts", "contract-is-pure"],
  ["contract/reads-package.ts", "react", "contract-is-pure"],
  ["contract/reads-node.ts", "node:fs", "contract-is-pure"],
  ["storefront/reads-server.ts", "../server/base/errors.ts", "storefront-knows-only-the-contract"],
  ["storefront/reads-demo.ts", "../demo/seed.ts", "storefront-knows-only-the-contract"],
  ["storefront/cart/imports-page.ts", "../routes/home.tsx", "features-import-listed-features"],
  ["storefront/cart/imports-checkout.ts", "../checkout/pay.ts", "features-import-listed-features"],
  ["storefront/shared/imports-cart.ts", "../cart/imports-page.ts", "storefront-base-imports-no-feature"],
  ["storefront/gifts/has-no-line.ts", "../shared/store.ts", "features-are-listed"],
  ["server/operations/pages/reads-storefront.ts", "../../../storefront/root.tsx", "storefront-is-imported-by-nothing"],
  ["scripts/reads-storefront.ts", "../storefront/root.tsx", "storefront-is-imported-by-nothing"],
  ["server/app.ts", "../demo/seed.ts", "server-imports-no-demo"],
  ["server/shop/catalogue/reads-tests.ts", "../../../tests/postgres.ts", "server-imports-no-demo"],
  ["server/main.ts", "../demo/products.ts", "main-loads-only-the-demo-seed"],
  ["server/main.ts", "../demo/seed.ts", "demo-is-loaded-on-demand"],
  ["server/shop/reviews/reads-sandbox.ts", "../../../sandbox/mail.ts", "sandbox-is-loaded-on-demand"],
  ["server/operations/services.ts", "../../sandbox/mail.ts", "services-load-the-sandbox-late"],
  ["sandbox/reads-demo.ts", "../demo/products.ts", "sandbox-needs-server-and-contract-only"],
  ["demo/reads-bench.ts", "../bench/bench.ts", "bench-is-imported-by-nothing"],
  ["demo/reads-scripts.ts", "../scripts/reads-storefront.ts", "demo-needs-server-and-contract-only"],
  ["bench/reads-shop.ts", "../tests/api/shop.ts", "tests-are-imported-by-nothing"],
  ["scripts/reads-postgres.ts", "../tests/postgres.ts", "only-benchmarks-borrow-from-tests"],
  ["server/shop/reviews/reads-routes.ts", "../catalogue/routes.ts", "routes-only-in-app"],
  ["server/shop/reviews/reads-part.ts", "../catalogue/import/admin-routes.ts", "routes-only-in-app"],
  ["server/shop/reviews/reads-app.ts", "../../app.ts", "app-is-for-those-who-run-it"],
  ["server/shop/catalogue/reads-pictures.ts", "sharp", "heavy-libraries-have-a-place"],
  ["server/operations/services.ts", "../platform/mail/smtp.ts", "heavy-libraries-are-loaded-late"],
  ["server/orders/fulfilment/print-orders.ts", "../orders/challans/challan-pdf.ts", "heavy-libraries-are-loaded-late"],
  ["server/orders/fulfilment/draws-at-once.ts", "../../platform/pdf/sheet.ts", "sheets-are-drawn-late"],
  ["server/selling/stock/imports-higher.ts", "../../shop/catalogue/products.ts", "groups-import-lower-groups"],
  ["server/shop/reviews/imports-higher.ts", "../catalogue/products.ts", "modules-import-lower-modules"],
  ["server/shop/gifts/is-not-listed.ts", "../catalogue/products.ts", "modules-are-listed"],
  ["server/shop/catalogue/egg.ts", "./hen.ts", "no-circles"],
  ["server/shop/catalogue/reads-nothing.ts", "./there-is-no-such-file.ts", "nothing-missing"],
  ["server/shop/catalogue/reads-tool.ts", "vite", "live-needs-no-tools"],
];

const HARMLESS: Record<string, string> = {
  "package.json":
    '{ "dependencies": { "zod": "4", "react": "19", "nodemailer": "10", "sharp": "1" }, "devDependencies": { "vite": "8" } }',
  "server/base/errors.ts": "export const it = 1;",
  "server/shop/catalogue/products.ts": 'import { it as one } from "../../base/errors.ts";\nexport const it = one;',
  "server/shop/catalogue/routes.ts": "export const it = 1;",
  "server/shop/catalogue/import/admin-routes.ts": "export const it = 1;",
  "server/shop/catalogue/hen.ts": 'export { it } from "./egg.ts";',
  "server/platform/mail/smtp.ts": 'import * as mailer from "nodemailer";\nexport const it = mailer;',
  "server/platform/pdf/sheet.ts": "export const it = 1;",
  "server/orders/orders/challans/challan-pdf.ts":
    'import { it as sheet } from "../../../platform/pdf/sheet.ts";\nexport const it = sheet;',
  "storefront/root.tsx": 'import { it as slug } from "../contract/slug.ts";\nexport const it = <p>{slug}</p>;',
  "storefront/routes/home.tsx": "export const it = 1;",
  "storefront/checkout/pay.ts": 'import { it as cart } from "../cart/count.ts";\nexport const it = cart;',
  "storefront/cart/count.ts": 'import { it as store } from "../shared/store.ts";\nexport const it = store;',
  "storefront/shared/store.ts": "export const it = 1;",
  "contract/slug.ts": 'import * as z from "zod";\nexport const it = z;',
  "demo/seed.ts": 'import { it as product } from "../server/shop/catalogue/products.ts";\nexport const it = product;',
  "demo/products.ts": "export const it = 1;",
  "sandbox/mail.ts": "export const it = 1;",
  "bench/bench.ts": 'import { it as started } from "../tests/postgres.ts";\nexport const it = started;',
  "tests/postgres.ts": "export const it = 1;",
  "tests/api/shop.ts": 'import { it as routes } from "../../server/base/errors.ts";\nexport const it = routes;',
  ...Object.fromEntries(
    ["zod", "react", "vite", "nodemailer", "sharp"].flatMap((name) => [
      [`node_modules/${name}/package.json`, `{ "name": "${name}", "version": "1.0.0", "main": "index.js" }`],
      [`node_modules/${name}/index.js`, "export {};"],
    ]),
  ),
};

describe("the dependency rules", () => {
  const house = mkdtempSync(join(tmpdir(), "house-"));
  let found: Violation[];

  beforeAll(async () => {
    const files: Record<string, string> = { ...HARMLESS };
    for (const [file, imports] of BAD_IMPORTS) files[file] = `${files[file] ?? ""}export { it } from "${imports}";\n`;
    // Type imports count, too.
    files["contract/reads-server.ts"] =
      'import type { it } from "../server/base/errors.ts";\nexport type It = typeof it;';
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(house, dirname(file)), { recursive: true });
      writeFileSync(join(house, file), text);
    }
    found = await violations(house);
  }, 60_000);
  afterAll(() => rmSync(house, { recursive: true, force: true }));

  it.each(BAD_IMPORTS)("%s must not import %s: %s", (file, imports, rule) => {
    const leadsTo = imports
      .split("/")
      .at(-1)
      ?.replace(/^node:/, "");
    const caught = found.filter((one) => one.from === file && one.to.includes(leadsTo ?? "")).map((one) => one.rule);
    expect(caught).toContain(rule);
  });

  it("lets every other import pass", () => {
    const bad = new Set(BAD_IMPORTS.map(([file]) => file));
    expect(found.filter(({ from }) => !bad.has(from))).toEqual([]);
  });
});

interface Violation {
  from: string;
  to: string;
  rule: string;
}

function violations(folder: string): Promise<Violation[]> {
  const program = join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const args = [
    "--config",
    join(ROOT, ".dependency-cruiser.mjs"),
    "--output-type",
    "json",
    "contract",
    "server",
    "storefront",
    "sandbox",
    "demo",
    "scripts",
    "tests",
    "bench",
  ];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...args], { cwd: folder, maxBuffer: 20_000_000 }, (error, output) => {
      try {
        const { summary } = JSON.parse(output) as {
          summary: { violations: { from: string; to: string; rule: { name: string } }[] };
        };
        resolve(summary.violations.map(({ from, to, rule }) => ({ from, to, rule: rule.name })));
      } catch {
        reject(error ?? new Error(output));
      }
    });
  });
}
