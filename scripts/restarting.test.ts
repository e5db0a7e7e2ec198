import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { runAndRestart } from "./restarting.ts";

/** Starts a program that writes down the value of its part whenever it begins, and ends with exit code 7 when it is asked to. */
async function startProgram() {
  const folder = mkdtempSync(join(tmpdir(), "restarting-"));
  const at = (name: string) => join(folder, "watched", name);
  const write = (text: string) => writeFileSync(at("part.mjs"), text);
  const replace = (text: string) => {
    writeFileSync(join(folder, "part.new"), text);
    renameSync(join(folder, "part.new"), at("part.mjs"));
  };
  mkdirSync(join(folder, "watched"));
  writeFileSync(join(folder, "begun"), "");
  write("export const part = 1;");
  writeFileSync(
    at("program.mjs"),
    `import { appendFileSync } from "node:fs"; import { part } from "./part.mjs";
    process.on("SIGTERM", () => process.exit(7));
    appendFileSync(${JSON.stringify(join(folder, "begun"))}, String(part)); setInterval(() => {}, 1000);`,
  );
  const said: string[] = [];
  const { watching, stop } = runAndRestart({
    command: [at("program.mjs")],
    folders: [join(folder, "watched")],
    environment: { PATH: process.env.PATH },
    print: (line) => said.push(line),
  });
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true });
  });
  /** A change may be noticed twice, so a part may begin twice. */
  const hasBegun = (part: number) =>
    vi.waitFor(() => expect(readFileSync(join(folder, "begun"), "utf8").at(-1)).toBe(String(part)), {
      timeout: 30_000,
    });
  await watching;
  await hasBegun(1);
  return { write, replace, said, hasBegun, stop };
}

it("restarts a program in whatever way files are written, and after an error is fixed", {
  timeout: 120_000,
}, async () => {
  const { write, replace, said, hasBegun } = await startProgram();
  replace("export const part = 2;");
  await hasBegun(2);
  replace("export const part = 3;");
  await hasBegun(3);
  write("export const part = 4;");
  await hasBegun(4);
  write("export const;");
  // The file has a syntax error, so the program ends.
  const waiting = "The program has ended with code 1; waiting for the next change.";
  await vi.waitFor(() => expect(said.at(-1)).toBe(waiting), { timeout: 30_000 });
  replace("export const part = 5;");
  await hasBegun(5);
  // Changes again during the restart.
  const restarts = said.length;
  replace("export const part = 6;");
  await vi.waitFor(() => expect(said.length).toBeGreaterThan(restarts), { timeout: 30_000 });
  replace("export const part = 7;");
  await hasBegun(7);
  // A restart's own ending is not told.
  expect(new Set(said.filter((line) => line.includes("has ended")))).toEqual(new Set([waiting]));
});

it("stops the program and returns its exit code", { timeout: 60_000 }, async () => {
  const { said, stop } = await startProgram();
  expect(await stop()).toBe(7);
  expect(said).toEqual([]);
});
