import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { DEMO_LOGIN } from "../contract/demo.ts";
import { PERSONAL_PATH_PREFIXES } from "../contract/personal-pages.ts";
import { seedDemo } from "../demo/seed.ts";
import { readScriptOptions } from "../server/operations/commands/declare.ts";
import { listShownPictures } from "../server/operations/pages/shown-pictures.ts";
import { openDatabase } from "../server/platform/database/open.ts";
import { createMediaLibrary } from "../server/platform/media/media-library.ts";
import { CHROMIUM_FLAGS, findOrInstallChromium } from "../tests/browser/chromium.ts";
import { storeSession } from "../tests/browser/stored-session.ts";
import { startServer } from "./processes.ts";

/**
 * Runs Lighthouse on the demo's pages as on a phone (its mobile defaults: slow 4G and a quarter of this processor, both simulated) and
 * prints the median of several runs. Customers' pages are measured as the demo's customer.
 */
const options = readScriptOptions({
  name: "lighthouse",
  summary: "measures how the demo's pages load on a phone; without --shop it creates a shop, which takes minutes",
  options: {
    shop: { value: "URL", summary: "a demo shop that is open already, with its pictures made" },
    paths: { value: "PATHS", default: "/,/products,/product/kewra-bloom,/cart", summary: "the pages to measure" },
    runs: { value: "NUMBER", default: "3", summary: "how often each page is measured; 0 only opens them" },
    processor: {
      value: "INDEX",
      default: "0",
      summary: "counts only runs with at least this benchmark index of Lighthouse, such as 1400",
    },
  },
});

const LIGHTHOUSE = "lighthouse@13.5.0";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

/** Maximum number of runs for each that counts. */
const TRIES = 6;

/** The fields of Lighthouse's report that are used. */
interface Report {
  /** The processor's speed: a quarter of 1,500 to 2,000 is like a phone's. */
  environment: { benchmarkIndex: number };
  categories: Record<
    (typeof CATEGORIES)[number],
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >;
  audits: Record<
    string,
    { id: string; score: number | null; numericValue?: number; displayValue?: string; details?: { items?: unknown[] } }
  >;
}

const auditPages = async (shop: string) => {
  for (const path of options.paths.split(",")) await auditPage(shop, path);
};
await (options.shop ? auditPages(options.shop) : inOwnShop(auditPages));

async function inOwnShop(work: (url: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
  try {
    const database = await openDatabase({ DATABASE_URL: "", DATABASE_POOL: 1, DATA_DIR: folder });
    await seedDemo(database.db, { DATA_DIR: folder });
    print("Making the renditions of pictures …");
    const media = createMediaLibrary({ DATA_DIR: folder });
    for await (const { pictures } of listShownPictures(database.db)) await media.warm(pictures);
    await database.close();
    const shop = await startServer("server.ts", { DATA_DIR: folder, LOG_LEVEL: "silent" });
    await work(shop.url).finally(() => shop.stop());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function auditPage(shop: string, path: string): Promise<void> {
  // Fills the page cache first, which serves most shoppers.
  await (await fetch(shop + path)).arrayBuffer();
  const runs = Number(options.runs);
  if (runs === 0) return open(shop, path);
  const reports: Report[] = [];
  let slow = 0;
  while (reports.length < runs) {
    const report = await runOnce(shop, path);
    if (report.environment.benchmarkIndex >= Number(options.processor)) reports.push(report);
    else if (++slow > runs * (TRIES - 1))
      throw new Error(
        `Of ${slow + reports.length} runs of ${path} only ${reports.length} met the required benchmark index.`,
      );
  }

  const of = (read: (report: Report) => number) => median(reports.map(read));
  const audit = (id: string) => of((report) => report.audits[id]?.numericValue ?? Number.NaN);
  print(`\n${path}`);
  print(
    `  ${CATEGORIES.map((id) => `${id} ${Math.round(of((report) => (report.categories[id].score ?? Number.NaN) * 100))}`).join(", ")}`,
  );
  print(
    `  FCP ${seconds(audit("first-contentful-paint"))}, LCP ${seconds(audit("largest-contentful-paint"))}, ` +
      `speed index ${seconds(audit("speed-index"))}, TBT ${Math.round(audit("total-blocking-time"))} ms, ` +
      `CLS ${audit("cumulative-layout-shift").toFixed(3)}`,
  );
  print(
    `  processor ${Math.round(of((report) => report.environment.benchmarkIndex))} of 1500 to 2000` +
      (slow > 0 ? `, runs that did not count: ${slow}` : ""),
  );
  print(
    `  ${of((report) => requests(report).length)} requests, JavaScript ${kilobytes(of((report) => weight(report, "Script")))}, ` +
      `in all ${kilobytes(of((report) => weight(report)))}`,
  );
  for (const finding of findings(reports[0] as Report)) print(`  - ${finding}`);
}

/** Opens a page as it is measured, in a profile of its own, without Lighthouse. @throws Error if it is no page */
async function open(shop: string, path: string): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), "lighthouse-profile-"));
  try {
    if (isPersonal(path)) await logIn(shop, profile);
    const { status } = await fetch(shop + path);
    if (status !== 200) throw new Error(`${path} responds with ${status}.`);
    print(`${path} is open.`);
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

function isPersonal(path: string): boolean {
  return PERSONAL_PATH_PREFIXES.some((own) => path.startsWith(own));
}

/** Chromium sometimes loses the trace of a load; then runs again. */
async function runOnce(shop: string, path: string, tries = 3): Promise<Report> {
  const profile = mkdtempSync(join(tmpdir(), "lighthouse-profile-"));
  try {
    if (isPersonal(path)) await logIn(shop, profile);
    const report = await lighthouse(shop + path, profile);
    if (CATEGORIES.some((id) => report.categories[id].score === null)) throw new Error("The record has gaps.");
    return report;
  } catch (error) {
    if (tries === 1) throw error;
    return runOnce(shop, path, tries - 1);
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Stores the demo customer's session in a fresh browser profile. */
async function logIn(shop: string, profile: string): Promise<void> {
  const executablePath = findOrInstallChromium();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: CHROMIUM_FLAGS,
    baseURL: shop,
  });
  const page = await context.newPage();
  const { data } = await (await page.request.post("/api/user/login", { data: DEMO_LOGIN })).json();
  await storeSession(page, data);
  await context.close();
}

/**
 * One run, by a Lighthouse that npm downloads on first use: with its dependencies it is a quarter of the size of all the shop's packages,
 * and running or testing the shop does not need it.
 */
function lighthouse(url: string, profile: string): Promise<Report> {
  const npm = process.env.npm_execpath;
  if (!npm) throw new Error("Start it with npm run lighthouse.");
  const flags = ["--headless=new", `--user-data-dir=${profile}`, ...CHROMIUM_FLAGS].join(" ");
  const child = spawn(
    process.execPath,
    [
      npm,
      "exec",
      "--yes",
      "--loglevel=error",
      `--package=${LIGHTHOUSE}`,
      "--",
      "lighthouse",
      url,
      "--quiet",
      "--disable-storage-reset",
      "--output=json",
      "--output-path=stdout",
      `--chrome-flags=${flags}`,
    ],
    { env: { ...process.env, CHROME_PATH: findOrInstallChromium() }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  return new Promise((resolve, reject) =>
    child.once("close", (code) =>
      code === 0
        ? resolve(JSON.parse(Buffer.concat(parts).toString()))
        : reject(new Error(`Lighthouse ended with ${code}.`)),
    ),
  );
}

interface NetworkRequest {
  resourceType: string;
  transferSize: number;
}
function requests(report: Report): NetworkRequest[] {
  return (report.audits["network-requests"]?.details?.items ?? []) as NetworkRequest[];
}

function weight(report: Report, type?: string): number {
  return requests(report)
    .filter(({ resourceType }) => !type || resourceType === type)
    .reduce((sum, { transferSize }) => sum + transferSize, 0);
}

/** Lists the failed audits of each category, one per line. */
function findings({ categories, audits }: Report): string[] {
  return CATEGORIES.flatMap((category) =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${category}: ${id} ${audits[id]?.displayValue ?? ""}`),
  );
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} KB`;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(line: string): void {
  process.stdout.write(`${line}
`);
}
