import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runSteps, type Step } from "./steps.ts";

let output: string;
beforeEach(() => {
  output = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    output += text;
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

const step = (name: string, more: Partial<Step> & { code?: number; log?: string[] } = {}): Step => ({
  name,
  run: async () => {
    more.log?.push(`${name} begins`);
    await wait(10);
    more.log?.push(`${name} ends`);
    return { code: more.code ?? 0, output: `output of ${name}` };
  },
  ...more,
});

describe("steps", () => {
  it("add up the passed and failed tests; a step without tests counts only when it fails", async () => {
    const sum = await runSteps([
      step("types"),
      step("lint", { code: 1 }),
      step("unit tests", { count: () => ({ passed: 12, failed: 0 }) }),
      step("API tests", { code: 1, count: () => ({ passed: 3, failed: 2 }) }),
    ]);
    expect(sum).toEqual({ passed: 15, failed: 3 });
    expect(output).toMatch(/^✓ types/m);
    expect(output).toMatch(/^✗ API tests +3 passed, 2 failed/m);
    expect(output).toContain("output of lint");
    expect(output).not.toContain("output of unit tests");
  });

  it("run two at a time, and a last one alone", async () => {
    const log: string[] = [];
    await runSteps([step("a", { log, last: true }), step("b", { log }), step("c", { log }), step("d", { log })]);
    expect(log.slice(0, 2)).toEqual(["b begins", "c begins"]);
    expect(log.indexOf("d begins")).toBeGreaterThan(log.indexOf("b ends"));
    expect(log.slice(-2)).toEqual(["a begins", "a ends"]);
  });

  it("that wait for the network run beside those two", async () => {
    const log: string[] = [];
    await runSteps([step("a", { log }), step("b", { log }), step("c", { log }), step("fetch", { log, aside: true })]);
    expect(log.slice(0, 3)).toEqual(["a begins", "b begins", "fetch begins"]);
    expect(log.indexOf("c begins")).toBeGreaterThan(log.indexOf("a ends"));
  });

  it("do not run when what they need has failed, and have then failed themselves", async () => {
    const log: string[] = [];
    const sum = await runSteps([
      step("browser tests", { log, needs: ["build"], count: () => ({ passed: 9, failed: 0 }) }),
      step("build", { log, code: 1 }),
      step("unit tests", { log, count: () => ({ passed: 1, failed: 0 }) }),
    ]);
    expect(sum).toEqual({ passed: 1, failed: 2 });
    expect(log).not.toContain("browser tests begins");
    expect(output).toMatch(/Not run, because it needs what failed before: build\./);
  });
});
