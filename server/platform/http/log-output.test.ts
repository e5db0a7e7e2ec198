import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { openLogOutput } from "./log-output.ts";

it.runIf(existsSync("/dev/full"))(
  "the log goes on after its disk was full, and says how many lines it lost",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "log-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const log = openLogOutput("/dev/full");
    for (let line = 1; line <= 300; line += 1) log.write(`${"x".repeat(1023)}\n`);
    log.reopen(join(folder, "shop.log"));
    log.write("again\n");
    await pause(50);
    log.write("and again\n");
    const lines = readFileSync(join(folder, "shop.log"), "utf8").split("\n");
    expect(lines.filter((line) => line.startsWith("x"))).toHaveLength(256);
    expect(lines.filter((line) => line.includes("lost"))).toEqual([
      expect.stringContaining("44 lines of the log were lost"),
    ]);
    expect(lines.slice(-2)).toEqual(["and again", ""]);
  },
);
