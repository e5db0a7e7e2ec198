/**
 * `npm run packages`: checks what package-lock.json pins, without a network; then asks the registry for known vulnerabilities and for the
 * age of each direct dependency, and says so where the registry does not answer. With --offline it asks nothing.
 */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { print, ROOT } from "./command.ts";
import { countLicences, findProblems, type LockedPackage } from "./packages/rules.ts";

const DAY_MS = 24 * 3_600_000;
/** A pinned version that is older than this, although there is a newer one, is listed. */
const OLD_DAYS = 180;
const AT_ONCE = 6;
const run = promisify(execFile);
const isRelease = (version: string) => /^\d+\.\d+\.\d+$/.test(version);
const byVersion = (one: string, other: string) => one.localeCompare(other, "en", { numeric: true });

const read = <Content>(file: string): Content => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
const { packages } = read<{ packages: Record<string, LockedPackage> }>("package-lock.json");

const licences = countLicences(packages).map(([licence, count]) => `${licence} ${count}`);
print(`${Object.keys(packages).length - 1} packages: ${licences.join(", ")}.`);
const problems = findProblems(packages);
if (!process.argv.includes("--offline")) problems.push(...(await findVulnerabilities()), ...(await listAges()));
for (const problem of problems) print(problem);
if (problems.length > 0) process.exitCode = 1;

/** Runs npm. @returns what it prints; null if it prints no JSON */
async function askRegistry<Answer>(...words: string[]): Promise<Answer | null> {
  const { stdout } = await run("npm", [...words, "--json"], {
    cwd: ROOT,
    maxBuffer: 1 << 26,
    shell: process.platform === "win32",
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? "" }));
  try {
    return JSON.parse(stdout);
  } catch {
    return null;
  }
}

async function findVulnerabilities(): Promise<string[]> {
  const found = await askRegistry<{ vulnerabilities?: Record<string, { severity: string; range: string }> }>(
    "audit",
    "--package-lock-only",
  );
  if (!found?.vulnerabilities) {
    print("The registry does not list vulnerabilities, so none were looked for.");
    return [];
  }
  const vulnerable = Object.entries(found.vulnerabilities);
  if (vulnerable.length === 0) print("No known vulnerabilities.");
  return vulnerable.map(([name, { severity, range }]) => `${name} ${range} has a known vulnerability (${severity}).`);
}

/** Prints the direct dependencies of which there is a newer version, and whose own is old. They are no problem by themselves. */
async function listAges(): Promise<string[]> {
  const { dependencies = {}, devDependencies = {} } = read<Record<string, Record<string, string>>>("package.json");
  const waiting = Object.entries({ ...dependencies, ...devDependencies });
  const lines: string[] = [];
  let unknown = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [name, version] = next;
        const times = await askRegistry<Record<string, string>>("view", name, "time");
        const publishedAt = times?.[version];
        if (!times || !publishedAt) {
          unknown += 1;
          continue;
        }
        const latest = Object.keys(times).filter(isRelease).sort(byVersion).at(-1) ?? version;
        const days = Math.floor((Date.now() - Date.parse(publishedAt)) / DAY_MS);
        if (latest !== version && days > OLD_DAYS)
          lines.push(`${name} ${version} is ${days} days old; there is ${latest}.`);
      }
    }),
  );
  for (const line of lines.sort()) print(line);
  if (unknown > 0) print(`The registry does not tell the age of ${unknown} packages.`);
  else if (lines.length === 0) print(`No direct dependency is older than ${OLD_DAYS} days and has a newer version.`);
  return [];
}
