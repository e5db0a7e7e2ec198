import { describe, expect, it } from "vitest";
import { createConcurrencyLimit } from "./concurrency-limit.ts";

/** A task that the test ends. */
function openTask() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let started = false;
  const task = () => {
    started = true;
    return promise;
  };
  return { task, end: resolve, fail: reject, hasStarted: () => started };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("a concurrency limit", () => {
  it("runs up to its concurrency, the others in order, also after a failed task", async () => {
    const limit = createConcurrencyLimit(1);
    const [first, second, third] = [openTask(), openTask(), openTask()];
    const results = [first, second, third].map(({ task }) => limit.run(task).catch((error: Error) => error.message));
    await turn();
    expect([first, second, third].map(({ hasStarted }) => hasStarted())).toEqual([true, false, false]);
    first.fail(new Error("no"));
    await turn();
    expect([second, third].map(({ hasStarted }) => hasStarted())).toEqual([true, false]);
    second.end("two");
    third.end("three");
    expect(await Promise.all(results)).toEqual(["no", "two", "three"]);
    await turn();
    expect(limit.isIdle()).toBe(true);
  });

  it("rejects tasks when it is full, with the time after which to try again", async () => {
    const limit = createConcurrencyLimit(1, 1);
    const [running, waiting] = [openTask(), openTask()];
    const results = [limit.run(running.task), limit.run(waiting.task)];
    const busy = { code: "unavailable", statusCode: 503, retryAfter: 5, message: expect.stringMatching(/busy/) };
    await expect(limit.run(async () => "never")).rejects.toMatchObject(busy);
    expect(() => limit.rejectWhenFull()).toThrow(expect.objectContaining(busy));
    running.end("one");
    await turn();
    expect(() => limit.rejectWhenFull()).not.toThrow();
    waiting.end("two");
    expect(await Promise.all(results)).toEqual(["one", "two"]);
  });

  it("takes any number of tasks unless a maximum is given", async () => {
    const limit = createConcurrencyLimit(1);
    const results = await Promise.all(Array.from({ length: 1000 }, (_, n) => limit.run(async () => n)));
    expect(results).toHaveLength(1000);
  });
});
