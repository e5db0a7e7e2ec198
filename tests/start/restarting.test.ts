/** `npm start` restarts the shop: run.mjs with --restart, here with a program that opens fast. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { freshFolder } from "./server.ts";

const ROOT = join(import.meta.dirname, "../..");

function run(mode: "lives" | "refuses" | "dies" | "closesLate" | "hangs" | "restarts", ...words: string[]) {
  const parent = spawn(process.execPath, ["scripts/run.mjs", "--restart", "tests/start/mortal.ts", mode, ...words], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  parent.stdout.on("data", (part) => {
    stdout += part;
  });
  parent.stderr.on("data", (part) => {
    stderr += part;
  });
  const exited = once(parent, "close").then(([code]) => code as number | null);
  const pids = () => [...stdout.matchAll(/open as (\d+)/g)].map(([, pid]) => Number(pid));
  onTestFinished(async () => {
    parent.kill("SIGTERM");
    await exited;
  });
  return { parent, exited, pids, stdout: () => stdout, stderr: () => stderr };
}

it("restarts a shop that was killed, with a message, and stops it on SIGTERM", async () => {
  const { parent, exited, pids, stderr } = run("lives");
  await expect.poll(pids).toHaveLength(1);
  process.kill(pids()[0] as number, "SIGKILL");
  await expect.poll(pids).toHaveLength(2);
  expect(stderr()).toBe("It has ended unexpectedly (SIGKILL); it starts again in 0.5 s.\n");
  parent.kill("SIGTERM");
  expect(await exited).toBe(0);
  expect(pids()).toHaveLength(2);
});

it("stops restarting a shop that exits soon after each start, and returns its exit code", async () => {
  const { exited, pids, stderr } = run("dies");
  expect(await exited).toBe(3);
  expect(pids()).toHaveLength(5);
  expect(stderr()).toMatch(/starts again in 4 s\.\n.+\(exit code 3\), the 5th time in a row .+ not started again\.\n$/);
});

it("does not restart a shop that was signalled itself and could not end all requests in time", async () => {
  const { exited, pids, stderr } = run("closesLate");
  await expect.poll(pids).toHaveLength(1);
  process.kill(pids()[0] as number, "SIGTERM");
  expect(await exited).toBe(1);
  expect(pids()).toHaveLength(1);
  expect(stderr()).toBe("");
});

it("ends a shop that has closed but does not exit", async () => {
  const { parent, exited, pids, stderr } = run("hangs");
  await expect.poll(pids).toHaveLength(1);
  parent.kill("SIGTERM");
  expect(await exited).toBe(0);
  expect(pids()).toHaveLength(1);
  expect(stderr()).toBe("");
});

it("starts a shop again that asks for it, and none that is to stop", async () => {
  const { parent, exited, pids, stderr } = run("restarts");
  await expect.poll(pids).toHaveLength(1);
  process.kill(pids()[0] as number, "SIGTERM");
  await expect.poll(pids).toHaveLength(2);
  parent.kill("SIGTERM");
  expect(await exited).toBe(0);
  expect(pids()).toHaveLength(2);
  expect(stderr()).toBe("");
});

it.each([
  ["none", null],
  ["its former text", "opens"],
])(
  "gives the file of settings %s again when the shop does not open with what it has changed there",
  async (_, before) => {
    for (const [changed, reason] of [
      ["refuses", "Its settings are invalid."],
      ["dies", "It ended without saying why."],
    ] as const) {
      const file = join(freshFolder(), ".env");
      if (before !== null) writeFileSync(file, before);
      const { parent, exited, pids, stdout, stderr } = run("restarts", file, changed);
      await expect.poll(pids).toHaveLength(1);
      process.kill(pids()[0] as number, "SIGTERM");
      await expect.poll(pids).toHaveLength(2);
      expect(existsSync(file) ? readFileSync(file, "utf8") : null).toBe(before);
      expect(stdout().split("\n")[1]).toBe(`open as ${pids()[1]} ${reason}`);
      expect(stderr()).toBe("The shop did not open with its changed settings; it starts with the former ones.\n");
      parent.kill("SIGTERM");
      expect(await exited).toBe(0);
    }
  },
);

it("leaves what a shop has changed in its file of settings once it has opened with it", async () => {
  const file = join(freshFolder(), ".env");
  const { parent, exited, pids } = run("restarts", file, "opens");
  for (const starts of [1, 2]) {
    await expect.poll(pids).toHaveLength(starts);
    if (starts === 1) process.kill(pids()[0] as number, "SIGTERM");
  }
  parent.kill("SIGTERM");
  expect(await exited).toBe(0);
  expect(readFileSync(file, "utf8")).toBe("opens");
});

it("does not restart a shop that exits because it cannot be opened", async () => {
  const { exited, pids, stderr } = run("refuses");
  expect(await exited).toBe(1);
  expect(pids()).toEqual([]);
  expect(stderr()).toBe("It cannot be opened.\n");
});
