import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A visit right after the demo's very first start, before renditions of pictures exist. */
export const FIRST_VISIT = "first visit";

export interface Visit {
  /** Seconds since the shop has opened. */
  after: number;
  /** Milliseconds until the page's HTML has arrived. */
  page: number;
  /** Milliseconds until everything above the fold has arrived, too. */
  total: number;
  files: number;
}

/** Number of connections of a browser to one host. */
const CONNECTIONS = 6;
/** Widths in pixels, and the cards that a window of 1280 × 800 shows or preloads. */
const BANNER_WIDTH = 1280;
const CARD_WIDTH = 480;
const CARDS = 12;
const SECONDS_BETWEEN = 5;
const VISITS = 3;

/** Starts the demo in an empty folder, with its own database, and loads the home page as soon as it opens, and twice later. */
export async function measureFirstVisits(): Promise<Visit[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-first-"));
  const shop = spawn(process.execPath, ["--max-semi-space-size=8", join(import.meta.dirname, "../server/main.ts")], {
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      NODE_ENV: "production",
      PORT: "0",
      DATA_DIR: folder,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(shop, "exit");
  try {
    const url = await waitUntilOpen(shop);
    const open = performance.now();
    const visits: Visit[] = [];
    for (let n = 0; n < VISITS; n += 1) {
      await sleepUntil(open, n * SECONDS_BETWEEN);
      visits.push({ after: (performance.now() - open) / 1000, ...(await visit(url)) });
    }
    return visits;
  } finally {
    shop.kill("SIGINT");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  }
}

function waitUntilOpen(shop: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    shop.stdout?.on("data", (part) => {
      printed += part;
      const [, url] = /open at (http:\/\/\S+)/.exec(printed) ?? [];
      if (url) resolve(url);
    });
    shop.once("exit", () => reject(new Error("The shop exited before it was open.")));
  });
}

async function sleepUntil(since: number, seconds: number): Promise<void> {
  const remaining = since + seconds * 1000 - performance.now();
  if (remaining > 0) await new Promise((resolve) => setTimeout(resolve, remaining));
}

async function visit(url: string): Promise<Omit<Visit, "after">> {
  const startedAt = performance.now();
  const html = await (await fetchOk(url, "/")).text();
  const page = performance.now() - startedAt;
  const files = filesOf(html);
  const queue = [...files];
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let path = queue.shift(); path; path = queue.shift()) await (await fetchOk(url, path)).arrayBuffer();
    }),
  );
  return { page, total: performance.now() - startedAt, files: files.length };
}

async function fetchOk(url: string, path: string): Promise<Response> {
  const response = await fetch(url + path);
  if (!response.ok) throw new Error(`${path} responded ${response.status}.`);
  return response;
}

/** Lists the files that a desktop browser requests at once: styles, scripts and fonts, the banner, and the pictures of the first cards. */
export function filesOf(html: string): string[] {
  const tags = [...html.matchAll(/<(?:link|script|source)\b[^>]*>/g)].map(([tag]) => tag);
  const files = tags
    .filter((tag) => /^<script|rel="(stylesheet|modulepreload|preload)"/.test(tag))
    .map((tag) => /\b(?:src|href)="(\/[^"]+)"/.exec(tag)?.[1])
    .filter((path) => path !== undefined);
  const pictures = tags.filter((tag) => tag.includes('type="image/avif"') && !tag.includes("max-width"));
  const banner = pictures.filter((tag) => tag.startsWith("<link")).map((tag) => renditionOf(tag, BANNER_WIDTH));
  const cards = pictures.filter((tag) => !tag.includes("/banners/")).map((tag) => renditionOf(tag, CARD_WIDTH));
  return [...new Set([...files, ...banner, ...cards.slice(0, CARDS)])];
}

/** Returns the narrowest rendition that is wide enough, or else the widest. */
function renditionOf(tag: string, width: number): string {
  const renditions = [...tag.matchAll(/(\/media\/[^ ",]+) (\d+)w/g)];
  return (renditions.find(([, , renditionWidth]) => Number(renditionWidth) >= width) ?? renditions.at(-1))?.[1] ?? "/";
}

/** Formats the measurements as a table. */
export function visitTable(visits: Visit[]): string {
  const header = [FIRST_VISIT, "after s", "page ms", "total ms", "files"];
  const rows = visits.map(({ after, page, total, files }, index) => [
    index === 0 ? "the first" : "again",
    after.toFixed(1),
    page.toFixed(0),
    total.toFixed(0),
    String(files),
  ]);
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
