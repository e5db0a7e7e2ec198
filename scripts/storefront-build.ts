import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, runQuietly } from "./command.ts";
import { precompress } from "./precompress.ts";

/** Builds the storefront into build/, and remembers from what. */

const BUILD = join(ROOT, "build");
/** Where a build is made. It takes the place of the last one when it is whole, so that a shop that is open misses no file meanwhile. */
const NEXT = "build/next";
const PARTS = ["client", "server"];
/** The files whose names change with their content. */
const ASSETS = "client/assets";
/** How long files of earlier builds stay. A page that was open when the shop was updated asks for them when it needs more of its code. */
const STAY_MS = 7 * 24 * 60 * 60 * 1000;
/** Of how many files: each makes a start a little longer, and who works on the storefront builds it many times a day. */
const STAY_FILES = 600;
/** Written last, so that a build that was broken off counts as none. */
const FINGERPRINT = join(BUILD, "fingerprint");

/** Everything that a build is made from: when none of it has changed, neither has the storefront. */
const INPUTS = [
  "storefront",
  "contract",
  "vite.config.ts",
  "react-router.config.ts",
  "package-lock.json",
  "scripts/storefront-build.ts",
  "scripts/precompress.ts",
];

export type Built = { ok: true } | { ok: false; output: string };

export function isBuilt(): boolean {
  return existsSync(FINGERPRINT) && readFileSync(FINGERPRINT, "utf8") === fingerprint(ROOT, INPUTS);
}

export async function buildStorefront(): Promise<Built> {
  // Before the build, so that a file that changes meanwhile leads to another one.
  const made = fingerprint(ROOT, INPUTS);
  const next = join(ROOT, NEXT);
  rmSync(next, { recursive: true, force: true });
  const { code, output } = await runQuietly("node_modules/@react-router/dev/bin.cjs", ["build"], {
    NODE_ENV: "production",
    BUILD_DIRECTORY: NEXT,
  });
  if (code !== 0) return { ok: false, output };
  await precompress(join(next, "client"));
  keepPreviousBuild(join(BUILD, ASSETS), join(next, ASSETS), Date.now() - STAY_MS);

  rmSync(FINGERPRINT, { force: true });
  takePlace(next, BUILD);
  writeFileSync(FINGERPRINT, made);
  return { ok: true };
}

/**
 * Puts what was built in `next` in the place of the last build, which is gone with `next` afterwards. A part is missing for no longer
 * than a folder takes to be renamed.
 */
export function takePlace(next: string, build: string): void {
  for (const part of PARTS) {
    const last = join(build, part);
    if (existsSync(last)) renameSync(last, join(next, `last-${part}`));
    renameSync(join(next, part), last);
  }
  rmSync(next, { recursive: true });
}

/**
 * Copies what a folder of assets lacks from that of the build before, which has kept those of earlier ones. With their times, which
 * say when they were last part of a build: the newest come first.
 * @param since what was built before it stays behind, in milliseconds since 1970
 */
export function keepPreviousBuild(from: string, to: string, since: number, max = STAY_FILES): void {
  if (!existsSync(from)) return;
  const earlier = readdirSync(from)
    .filter((name) => !existsSync(join(to, name)))
    .map((name) => ({ name, builtAt: statSync(join(from, name)).mtimeMs }))
    .filter(({ builtAt }) => builtAt >= since)
    .sort((a, b) => b.builtAt - a.builtAt);
  for (const { name } of earlier.slice(0, max)) cpSync(join(from, name), join(to, name), { preserveTimestamps: true });
}

/** A hash of the names and contents of files; `paths` are files or folders below `root`. Unit tests are no part of a build. */
export function fingerprint(root: string, paths: string[]): string {
  const hash = createHash("sha256");
  const files = paths.flatMap((path) => {
    if (!existsSync(join(root, path))) return [];
    if (!statSync(join(root, path)).isDirectory()) return [path];
    const below = readdirSync(join(root, path), { recursive: true, withFileTypes: true });
    return below
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  });
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}
