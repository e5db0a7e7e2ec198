/** Makes copies of the program, like two versions on a machine; every page of the second names another build. */

import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/command.ts";
import { buildStorefront, isBuilt } from "../../scripts/storefront-build.ts";

/** The storefront's root, which every page loads. */
const CHANGED_FILE = "storefront/root.tsx";
/** An attribute of its own: whatever the pages say, it changes the names of the built files. */
const CHANGE = `
if (typeof document !== "undefined") document.documentElement.dataset.release = "next";
`;

export interface Releases {
  /** The folder of each release. */
  now: string;
  /** Null if no update is made. */
  next: string | null;
}

/**
 * Makes the releases, and builds what is not built.
 * @param folderOf makes the folder of a release
 * @param withNext whether a second one is made
 * @throws Error with the output of a build that fails
 */
export async function makeReleases(folderOf: (name: string) => string, withNext: boolean): Promise<Releases> {
  if (!isBuilt()) {
    const built = await buildStorefront();
    if (!built.ok) throw new Error(`${built.output}\nThe storefront could not be built.`);
  }
  const files = programFiles();
  const now = copy("now");
  if (!withNext) return { now, next: null };
  const next = copy("next");
  appendFileSync(join(next, CHANGED_FILE), CHANGE);
  const done = spawnSync(process.execPath, [join(next, "scripts/build.ts")], { cwd: next, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`The second build failed: ${done.stdout}${done.stderr}`);
  return { now, next };

  function copy(name: string): string {
    const folder = folderOf(name);
    for (const file of [...files, "build"]) cpSync(join(ROOT, file), join(folder, file), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    return folder;
  }
}

/** What git tracks, or would with `git add`: no list here forgets a folder that is added later. */
function programFiles(): string[] {
  const { status, stdout, stderr } = spawnSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"],
    { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 2 ** 20 },
  );
  if (status !== 0) throw new Error(`git does not list the program's files: ${stderr}`);
  // A file that was just deleted is still tracked.
  return stdout.split("\0").filter((file) => file && existsSync(join(ROOT, file)));
}
