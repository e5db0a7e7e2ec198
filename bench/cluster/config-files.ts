import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/command.ts";

/**
 * Writes a file of deploy/ with this machine's addresses in place of the example's.
 * @param replacements from text that the file contains, such as `kewra1:3000`, to what takes its place
 * @throws Error if the file does not contain one of them
 */
export function writeConfig(file: string, target: string, replacements: Record<string, string>): string {
  let text = readFileSync(join(ROOT, "deploy", file), "utf8");
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`deploy/${file} does not contain "${from}".`);
    text = text.replaceAll(from, to);
  }
  writeFileSync(target, text, { mode: 0o644 });
  return target;
}
