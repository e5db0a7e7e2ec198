/** Makes two copies of the program, like two versions on a machine; the second differs in one word on every page. */

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/command.ts";
import { buildStorefront, isBuilt } from "../../scripts/storefront-build.ts";
import type { Processes } from "./processes.ts";

const PROGRAM = [
  ...["build", "contract", "demo", "sandbox", "scripts", "server", "storefront"],
  ...["package.json", "package-lock.json", "react-router.config.ts", "tsconfig.json", "vite.config.ts"],
];
/** A change of the footer, which changes the names of the built files. */
const CHANGE = { file: "storefront/shell/footer.tsx", from: ">Order Tracking<", to: ">Track an order<" };

export interface Releases {
  /** The folders of both releases. */
  now: string;
  next: string;
}

export async function makeReleases(processes: Processes): Promise<Releases> {
  if (!isBuilt()) {
    const built = await buildStorefront();
    if (!built.ok) throw new Error(`${built.output}\nThe storefront could not be built.`);
  }
  const [now, next] = [copy("now"), copy("next")];
  const file = join(next, CHANGE.file);
  const text = readFileSync(file, "utf8");
  if (!text.includes(CHANGE.from)) throw new Error(`${CHANGE.file} does not contain "${CHANGE.from}".`);
  writeFileSync(file, text.replace(CHANGE.from, CHANGE.to));
  const done = spawnSync(process.execPath, [join(next, "scripts/build.ts")], { cwd: next, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`The second build failed: ${done.stdout}${done.stderr}`);
  return { now, next };

  function copy(name: string): string {
    const folder = processes.makeFolder(`releases/${name}`);
    for (const part of PROGRAM)
      if (existsSync(join(ROOT, part))) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    return folder;
  }
}
