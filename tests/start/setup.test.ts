/** `npm run setup` with an empty PostgreSQL database, and nothing else. */

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import pg from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { mailServer } from "../api/mail-server.ts";
import { freshFolder, startServer } from "./server.ts";

const ROOT = join(import.meta.dirname, "../..");
/** A header between shop and back office, which nobody reads. */
const INTERNAL = "kewra-storage-trouble";

const PRODUCTS = [
  "slug,sku,title,category,price,stock,net_quantity,net_quantity_unit,country_of_origin,shelf_life_months,hsn,gst_percent",
  "monsoon-rose,MR-50,Monsoon Rose,floral-perfumes,1499,25,50,ml,India,36,33030040,18",
].join("\n");

const SECRETS = {
  RAZORPAY_KEY_SECRET: "Zk39sLq0VbTn5YwEoP1xRc7u",
  RAZORPAY_WEBHOOK_SECRETS: "whs-81c6f0a9e2d74b35",
};

const DETAILS = {
  "shop-origin": "https://attarbagh.in",
  "razorpay-key-id": "rzp_live_Qw8Zr2Lm5Tn1Xy",
  "shop-name": "Attar Bagh",
  "shop-email": "care@attarbagh.in",
  "shop-phone": "+91 141 400 2200",
  "shop-address": "Attar Bagh|7 Johari Bazaar|Jaipur, Rajasthan 302003|India",
  "seller-name": "Attar Bagh LLP",
  "seller-gstin": "08AABCR1416F1ZS",
  "product-badges": "Made In India",
  "why-choose-us": "Gender neutral: Flowers belong to anyone who wears them. (gender-neutral)",
  "grievance-officer": "Ms. Meera Rathore, Customer Care Manager",
};

async function emptyDatabase(): Promise<string> {
  const name = `setup_${randomBytes(4).toString("hex")}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject("postgresUrl") });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`CREATE DATABASE ${name}`);
  onTestFinished(() => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return Object.assign(new URL(inject("postgresUrl")), { pathname: `/${name}` }).href;
}

function command(environment: Record<string, string>, name: string, ...words: string[]) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE } = process.env;
    const child = execFile(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "../../server/commands.ts"), name, ...words],
      { env: { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE, ...environment } },
      (_error, out, err) => resolve({ code: child.exitCode, out, err }),
    );
    child.stdin?.end();
  });
}

const options = (details: Record<string, string>) =>
  Object.entries(details).flatMap(([name, value]) => [`--${name}`, value]);

describe("setup", () => {
  it("leads from an empty PostgreSQL to an open live shop", async () => {
    const folder = freshFolder();
    const [file, products] = [join(folder, ".env"), join(folder, "products.csv")];
    writeFileSync(products, PRODUCTS);
    const mails = await mailServer();
    onTestFinished(mails.close);
    const machine = {
      DATABASE_URL: await emptyDatabase(),
      DATA_DIR: join(folder, "data"),
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      ...SECRETS,
    };
    const owner = "owner@attarbagh.in";
    const words = ["--yes", "--settings-file", file, "--products", products, "--test-mail", owner, "--owner", owner];
    const first = await command(machine, "setup", ...words, ...options(DETAILS));
    expect(first.err).toContain("a test email is on its way to owner@attarbagh.in");
    expect(first.out).not.toMatch(/ is still | to settle/);
    expect(first.out).toMatch(/^https:\/\/attarbagh\.in\/admin\/invitation#\S+$/m);
    expect(first.code).toBe(0);
    expect(mails.received.map(({ to, from }) => [from, ...to])).toEqual([["care@attarbagh.in", "owner@attarbagh.in"]]);
    for (const secret of Object.values(SECRETS)) expect(first.out + first.err).not.toContain(secret);

    const settings = parseEnv(readFileSync(file, "utf8")) as Record<string, string>;
    expect(settings).toMatchObject({ ...machine, DEMO: "false", SHOP_ORIGIN: "https://attarbagh.in" });
    expect(settings.CODE_SECRET?.length).toBeGreaterThan(40);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(await command(settings, "golive")).toMatchObject({ code: 0 });

    // A second run changes nothing.
    const again = await command({}, "setup", "--yes", "--settings-file", file);
    expect(again).toMatchObject({ code: 0 });
    expect(again.err).toMatch(/done +owner@attarbagh\.in is invited/);
    expect(parseEnv(readFileSync(file, "utf8"))).toEqual(settings);

    expect(await command(settings, "settings", "SHOP_OPEN", "true")).toMatchObject({ code: 0 });
    const origin = await startServer({ ...settings, PORT: "0" }).url;
    const page = async (path: string) => {
      const response = await fetch(origin + path, { headers: { "x-forwarded-proto": "https", host: "attarbagh.in" } });
      return { status: response.status, html: await response.text() };
    };
    const home = await page("/");
    expect(home.status).toBe(200);
    const footer = /<footer[\s\S]*<\/footer>/.exec(home.html)?.[0] ?? "";
    const links = [...new Set([...footer.matchAll(/href="(\/[^"#]*)"/g)].map(([, path = ""]) => path))];
    expect(links).toEqual(
      expect.arrayContaining([
        "/about-us",
        "/contact",
        "/privacy-policy",
        "/refund-policy",
        "/terms-conditions",
        "/faq",
      ]),
    );
    for (const path of [...links, "/product/monsoon-rose", "/category/floral-perfumes"])
      expect([path, (await page(path)).status]).toEqual([path, 200]);
    expect((await page("/product/monsoon-rose")).html).toContain("Monsoon Rose");
    const terms = (await page("/terms-conditions")).html;
    expect(terms).toContain("Ms. Meera Rathore, Customer Care Manager");
    expect(terms).toContain("08AABCR1416F1ZS");
    for (const path of links) expect((await page(path)).html).not.toMatch(/Lucknow|Hazratganj|FILL IN/);

    // Nothing anywhere is the demo's.
    const routes = readFileSync(join(ROOT, "storefront/routes.ts"), "utf8").matchAll(/route\("([^"*]+)"/g);
    const paths = [...routes].map(([, path = ""]) => `/${path.replace(/:\w+/g, "unknown")}`);
    expect(paths).toContain("/newsletter/confirm/unknown");
    const seen = new Set([
      ...paths,
      ...links,
      ...["/", "/nowhere", "/product/monsoon-rose", "/category/floral-perfumes", "/offline.html", "/admin/"],
      ...["/manifest.webmanifest", "/robots.txt", "/sitemap.xml", "/favicon.svg", "/api/shop", "/api/docs/json"],
    ]);
    // Files of the back office that its page or another of them names join the set while it is read.
    for (const path of seen) {
      const { html } = await page(path);
      const traces = html.match(/.{0,60}kewra.{0,60}/gi)?.filter((trace) => !trace.includes(INTERNAL)) ?? [];
      expect({ path, traces }).toEqual({ path, traces: [] });
      if (path.startsWith("/admin/"))
        for (const [, file] of html.matchAll(/(?:assets|\.)\/([\w-]+\.(?:js|css))\b/g))
          seen.add(`/admin/assets/${file}`);
    }
    expect([...seen].filter((path) => path.startsWith("/admin/assets/")).length).toBeGreaterThan(50);
  });

  it("preserves known values and says what is missing", async () => {
    const file = join(freshFolder(), ".env");
    writeFileSync(file, "# mine\nPORT=4000\n");
    const machine = {
      DATABASE_URL: await emptyDatabase(),
      DATA_DIR: freshFolder(),
      SHOP_ORIGIN: "http://attarbagh.in",
    };
    const first = await command(machine, "setup", "--yes", "--settings-file", file, "--shop-name", "Attar Bagh");
    expect(first.code).toBe(1);
    expect(first.err).toMatch(/done +SHOP_NAME = Attar Bagh/);
    expect(first.err).toMatch(/missing +SMTP_URL/);
    expect(first.err).toMatch(/refused +SHOP_ORIGIN = http:\/\/attarbagh\.in\. SHOP_ORIGIN is not encrypted/);
    expect(first.err).toMatch(/missing +your own account/);
    expect(first.err).toMatch(/missing +SHOP_EMAIL/);
    // Its postal address is not known yet.
    expect(first.err).toMatch(/missing +MANUFACTURER/);
    expect(first.out).toMatch(/GRIEVANCE_OFFICER is /);
    expect(first.err).toMatch(/missing +GRIEVANCE_OFFICER/);
    expect(readFileSync(file, "utf8")).toMatch(/^# mine\nPORT=4000\nDEMO=false\nDATABASE_URL=/);

    const settings = parseEnv(readFileSync(file, "utf8")) as Record<string, string>;
    const second = await command({}, "setup", "--yes", "--settings-file", file, "--shop-email", "care@attarbagh.in");
    expect(second.err).toMatch(/done +SHOP_NAME = Attar Bagh/);
    expect(second.err).toMatch(/done +SHOP_EMAIL = care@attarbagh\.in/);
    expect(parseEnv(readFileSync(file, "utf8"))).toEqual(settings);
  });

  it.each([
    [["--shop-email", "nobody"], /SHOP_EMAIL must be an e-?mail address/],
    [["--shop-origin", "http://attarbagh.in"], /SHOP_ORIGIN is not encrypted/],
    [["--categories", "nowhere.csv"], /There is no file .*nowhere\.csv/],
  ])("rejects %j in one sentence", async (words, sentence) => {
    const machine = { DATABASE_URL: await emptyDatabase(), DATA_DIR: freshFolder() };
    const { code, err } = await command(
      machine,
      "setup",
      "--yes",
      "--settings-file",
      join(freshFolder(), ".env"),
      ...words,
    );
    expect(code).toBe(1);
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/\n +at /);
  });

  it("asks for a PostgreSQL first, and starts none of its own", async () => {
    const folder = freshFolder();
    const { code, err } = await command(
      { DATA_DIR: join(folder, "data") },
      "setup",
      "--yes",
      "--settings-file",
      join(folder, ".env"),
    );
    expect(code).toBe(1);
    expect(err).toContain("A live shop needs a PostgreSQL");
    expect(() => statSync(join(folder, "data"))).toThrow(/ENOENT/);
  });
});
