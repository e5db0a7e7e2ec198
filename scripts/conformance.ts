/**
 * Runs all tests, then lists which tests prove which requirement of docs/requirements.md. Fails when a requirement has no test, when its
 * test fails, or when a test claims an id that does not exist.
 */

import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readScriptOptions } from "../server/operations/commands/declare.ts";
import { print, ROOT } from "./command.ts";
import { compare, type Proof } from "./conformance/proof.ts";
import { readRegister } from "./conformance/register.ts";
import { FINISHED_FILE, REPORTS, readTests } from "./test-report.ts";

const { last } = readScriptOptions({
  name: "conformance",
  summary: "runs all tests, which takes minutes, and lists which test proves which requirement",
  options: { last: { summary: "reads the reports of the last npm test instead of running it again" } },
});
const testsPassed = last || (await runTests());

const reports = existsSync(REPORTS) ? readdirSync(REPORTS).filter((name) => name.endsWith(".json")) : [];
if (reports.length === 0 || !existsSync(FINISHED_FILE)) {
  print("There are no reports of a full test run: omit --last, or run npm test to its end first.");
  process.exit(1);
}
const register = readRegister(readFileSync(join(ROOT, "docs/requirements.md"), "utf8"));
const tests = reports.flatMap((name) => readTests(join(REPORTS, name)));
const { proofs, unknown } = compare(register, tests);

const byState = (state: Proof["state"]) => proofs.filter((proof) => proof.state === state);
for (const { id, tests } of byState("proven")) {
  const [first, ...others] = tests;
  print(`✓ ${id.padEnd(6)} ${first?.file}: ${first?.name}${others.length > 0 ? ` (and ${others.length} more)` : ""}`);
}
for (const { id, requirement, tests } of byState("failed")) {
  print(`✗ ${id.padEnd(6)} ${requirement} Its test fails:`);
  for (const { file, name } of tests) print(`         ${file}: ${name}`);
}
for (const { id, requirement } of byState("unproven"))
  print(`✗ ${id.padEnd(6)} ${requirement} No test that ran claims it.`);
for (const { id, file, name } of unknown) print(`✗ ${id} is no requirement, but is claimed by ${file}: ${name}`);

const proven = byState("proven").length;
print(`${proven} of ${proofs.length} requirements are proven.`);
process.exit(testsPassed && proven === proofs.length && unknown.length === 0 ? 0 : 1);

/** Runs `npm test`, showing its output. */
function runTests(): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, "scripts/test.ts")], { cwd: ROOT, stdio: "inherit" });
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
    child.on("exit", (code) => resolve(code === 0));
  });
}
