/** Builds storefront and back office into build/, with a fingerprint of their sources. */

import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, runQuietly } from "./command.ts";
import { precompress } from "./precompress.ts";

const BUILD = join(ROOT, "build");
/** The folder of a new build. It replaces the last one when it is complete, so that an open shop never misses a file. */
const NEXT = "build/next";
const PARTS = ["client", "server", "backoffice"];
/** The folders of files with a hash in their name. */
const ASSETS = ["client/assets", "backoffice/client/assets"];
/** How long files of earlier builds are retained for pages that were open during an update. */
const RETAIN_MS = 7 * 24 * 60 * 60 * 1000;
/** Maximum of retained files: each lengthens a start slightly, and developers build many times a day. */
const RETAIN_FILES = 600;
/** The assets of this build alone, from the root of the project, for the check of supported browsers. */
export const BUILT_FILES = join(BUILD, "built-files.json");
/** Written last, so that an interrupted build does not count. */
const FINGERPRINT = join(BUILD, "fingerprint");

/** The sources of a build: without changes there is no new build. */
const INPUTS = [
  "storefront",
  "backoffice",
  "contract",
  "vite.config.ts",
  "react-router.config.ts",
  "scripts/browser-support/browsers.ts",
  "scripts/page-code-plugin.ts",
  "scripts/text-children",
  "package-lock.json",
  "scripts/storefront-build.ts",
  "scripts/precompress.ts",
];

export type Built = { ok: true } | { ok: false; output: string };

export function isBuilt(): boolean {
  return existsSync(FINGERPRINT) && readFileSync(FINGERPRINT, "utf8") === fingerprint(ROOT, INPUTS);
}

export async function buildStorefront(): Promise<Built> {
  // Before the build, so that a change during it causes another.
  const made = fingerprint(ROOT, INPUTS);
  const next = join(ROOT, NEXT);
  rmSync(next, { recursive: true, force: true });
  const { code, output } = await runQuietly("node_modules/@react-router/dev/bin.cjs", ["build"], {
    NODE_ENV: "production",
    BUILD_DIRECTORY: NEXT,
  });
  if (code !== 0) return { ok: false, output };
  const backoffice = await runQuietly("node_modules/@react-router/dev/bin.cjs", ["build", "backoffice"], {
    NODE_ENV: "production",
    BACKOFFICE_BUILD_DIRECTORY: `../${NEXT}/backoffice`,
  });
  if (backoffice.code !== 0) return { ok: false, output: backoffice.output };
  await Promise.all(["client", "backoffice/client"].map((folder) => precompress(join(next, folder))));
  const built = ASSETS.flatMap((folder) => readdirSync(join(next, folder)).map((name) => `build/${folder}/${name}`));
  for (const folder of ASSETS) retainPreviousBuild(join(BUILD, folder), join(next, folder), Date.now() - RETAIN_MS);

  rmSync(FINGERPRINT, { force: true });
  replaceBuild(next, BUILD);
  writeFileSync(BUILT_FILES, JSON.stringify(built));
  writeFileSync(FINGERPRINT, made);
  return { ok: true };
}

/** Replaces the last build by `next`, which is gone afterwards. Each part is missing only while a folder is renamed. */
export function replaceBuild(next: string, build: string): void {
  for (const part of PARTS) {
    const last = join(build, part);
    if (existsSync(last)) renameSync(last, join(next, `last-${part}`));
    renameSync(join(next, part), last);
  }
  rmSync(next, { recursive: true });
}

/**
 * Copies missing assets from the previous build, which contains those of earlier ones. Preserves their times, which say when they were last
 * part of a build; copies the newest first.
 * @param since skips files built before, in milliseconds since 1970
 */
export function retainPreviousBuild(from: string, to: string, since: number, max = RETAIN_FILES): void {
  if (!existsSync(from)) return;
  const earlier = readdirSync(from)
    .filter((name) => !existsSync(join(to, name)))
    .map((name) => ({ name, builtAt: statSync(join(from, name)).mtimeMs }))
    .filter(({ builtAt }) => builtAt >= since)
    .sort((a, b) => b.builtAt - a.builtAt);
  for (const { name } of earlier.slice(0, max)) cpSync(join(from, name), join(to, name), { preserveTimestamps: true });
}

/** Hashes names and contents of files, without unit tests; `paths` are files or folders in `root`. */
export function fingerprint(root: string, paths: string[]): string {
  const hash = createHash("sha256");
  const files = paths.flatMap((path) => {
    if (!existsSync(join(root, path))) return [];
    if (!statSync(join(root, path)).isDirectory()) return [path];
    const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  });
  // The types that React Router writes beside the sources, when a shop is developed or built, are no source.
  const isSource = (name: string) => !/\.test\.tsx?$|[\\/]\.react-router[\\/]/.test(name);
  for (const file of files.filter(isSource).sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}
