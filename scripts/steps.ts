import { duration, type Finished, print } from "./command.ts";
import type { Counts } from "./test-report.ts";

export interface Step {
  name: string;
  run(): Promise<Finished>;
  /** Counts its tests after it has run; a step without this counts only if it fails. */
  count?(finished: Finished): Counts;
  /** Names of steps that must pass first; otherwise this one fails without running. */
  needs?: string[];
  /** Is network-bound: runs beside the processor-bound steps. */
  aside?: boolean;
  /** Runs last, alone, because it measures time or needs the whole machine. */
  last?: boolean;
}

/**
 * Runs steps concurrently, in order; prints the result of each and the output of failed ones.
 * @param maxConcurrent maximum of concurrent steps, not counting those aside
 * @returns the sums of passed and failed tests
 */
export async function runSteps(steps: Step[], maxConcurrent = 2): Promise<Counts> {
  const sum: Counts = { passed: 0, failed: 0 };
  const waiting = new Set(steps);
  const running = new Map<Step, Promise<void>>();
  const failed = new Set<string>();

  const isReady = (step: Step) => {
    const others = [...waiting, ...running.keys()].filter((other) => other !== step);
    if (step.last && others.some((other) => !other.last || running.has(other))) return false;
    return !step.needs?.some((name) => others.some((other) => other.name === name));
  };
  const runningCount = () => [...running.keys()].filter(({ aside }) => !aside).length;
  const runStep = async (step: Step) => {
    const missing = step.needs?.find((name) => failed.has(name));
    const startedAt = Date.now();
    const finished = missing
      ? { code: 1, output: `Not run, because it needs what failed before: ${missing}.` }
      : await step.run();
    const { passed, failed: failures } =
      missing || !step.count ? { passed: 0, failed: finished.code === 0 ? 0 : 1 } : step.count(finished);
    sum.passed += passed;
    sum.failed += failures;
    const numbers = step.count && !missing ? `${passed} passed${failures ? `, ${failures} failed` : ""}` : "";
    print(`${failures ? "✗" : "✓"} ${step.name.padEnd(34)} ${numbers.padEnd(24)} ${duration(Date.now() - startedAt)}`);
    if (failures) {
      failed.add(step.name);
      print(finished.output.trim().replace(/^/gm, "  │ "));
    }
  };

  while (waiting.size > 0 || running.size > 0) {
    for (const step of waiting) {
      if (!isReady(step) || (!step.aside && runningCount() >= maxConcurrent)) continue;
      waiting.delete(step);
      running.set(
        step,
        runStep(step).finally(() => running.delete(step)),
      );
    }
    if (running.size === 0)
      throw new Error(`These steps wait for each other: ${[...waiting].map(({ name }) => name).join(", ")}`);
    await Promise.race(running.values());
  }
  return sum;
}
