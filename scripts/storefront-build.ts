import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, runQuietly } from "./command.ts";
import { precompress } from "./precompress.ts";

/** Builds the storefront into build/, and remembers from what. */

const BUILD = join(ROOT, "build");
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
  rmSync(FINGERPRINT, { force: true });
  const { code, output } = await runQuietly("node_modules/@react-router/dev/bin.cjs", ["build"], {
    NODE_ENV: "production",
  });
  if (code !== 0) return { ok: false, output };
  await precompress(join(BUILD, "client"));
  writeFileSync(FINGERPRINT, made);
  return { ok: true };
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
