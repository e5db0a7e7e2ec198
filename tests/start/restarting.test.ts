/** `npm start` restarts the shop: run.mjs with --restart, here with a program that opens fast. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

function run(mode: "lives" | "refuses" | "dies" | "closesLate" | "restarts") {
  const parent = spawn(process.execPath, ["scripts/run.mjs", "--restart", "tests/start/mortal.ts", mode], {
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
  return { parent, exited, pids, stderr: () => stderr };
}

it("restarts a shop that was killed, with a message, and stops it on SIGTERM", async () => {
  const { parent, exited, pids, stderr } = run("lives");
  await expect.poll(pids, { timeout: 30_000 }).toHaveLength(1);
  process.kill(pids()[0] as number, "SIGKILL");
  await expect.poll(pids, { timeout: 30_000 }).toHaveLength(2);
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
  await expect.poll(pids, { timeout: 30_000 }).toHaveLength(1);
  process.kill(pids()[0] as number, "SIGTERM");
  expect(await exited).toBe(1);
  expect(pids()).toHaveLength(1);
  expect(stderr()).toBe("");
});

it("starts a shop again that asks for it, and none that is to stop", async () => {
  const { parent, exited, pids, stderr } = run("restarts");
  await expect.poll(pids, { timeout: 30_000 }).toHaveLength(1);
  process.kill(pids()[0] as number, "SIGTERM");
  await expect.poll(pids, { timeout: 30_000 }).toHaveLength(2);
  parent.kill("SIGTERM");
  expect(await exited).toBe(0);
  expect(pids()).toHaveLength(2);
  expect(stderr()).toBe("");
});

it("does not restart a shop that exits because it cannot be opened", async () => {
  const { exited, pids, stderr } = run("refuses");
  expect(await exited).toBe(1);
  expect(pids()).toEqual([]);
  expect(stderr()).toBe("It cannot be opened.\n");
});
