import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createChangeEvents } from "./change-events.ts";
import { MAX_PAYLOAD_BYTES, type Topic } from "./database.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Two instances that notify each other. */
function openInstances() {
  const payloads: string[] = [];
  let isDown = false;
  const open = (others: () => { receive(payload: string): void }[]) => {
    const received: Topic[] = [];
    const changes = createChangeEvents(async (payload) => {
      if (isDown) throw new Error("the database is away");
      payloads.push(payload);
      for (const other of others()) other.receive(payload);
    });
    changes.subscribe((topic) => received.push(topic));
    return { changes, received };
  };
  const all = () => [one.changes, two.changes];
  const one = open(all);
  const two = open(all);
  return {
    one,
    two,
    payloads,
    setDown(down: boolean) {
      isDown = down;
    },
  };
}

it("applies a change at once to the instance that made it, once, and to the others soon", async () => {
  const { one, two } = openInstances();
  one.changes.publish(["product:1", "availability"]);
  expect(one.received).toEqual(["product:1", "availability"]);
  expect(two.received).toEqual([]);
  await vi.runAllTimersAsync();
  expect(two.received).toEqual(["product:1", "availability"]);
  expect(one.received).toHaveLength(2);
});

it("sends changes as soon after the system's clock was set back", async () => {
  const { one, two } = openInstances();
  one.changes.publish(["product:1"]);
  await vi.advanceTimersByTimeAsync(1000);
  vi.setSystemTime(Date.now() - 60 * 60_000);
  one.changes.publish(["product:2"]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(two.received).toEqual(["product:1", "product:2"]);
});

it("sends at most ten notifications a second, each topic once in each", async () => {
  const { one, two, payloads } = openInstances();
  for (let sale = 0; sale < 1000; sale++) {
    one.changes.publish(["jobs", `product:${sale % 10}`]);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(payloads.length).toBeGreaterThan(8);
  expect(payloads.length).toBeLessThanOrEqual(11);
  for (const payload of payloads) expect(new Set(payload.split(" ")).size).toBe(payload.split(" ").length);
  await vi.runAllTimersAsync();
  expect(new Set(two.received).size).toBe(11);
});

it("splits topics that do not fit into one payload", async () => {
  const { one, two, payloads } = openInstances();
  const topics = Array.from({ length: 1000 }, (_, at) => `product:${10_000_000_000 + at}` as const);
  one.changes.publish(topics);
  await vi.runAllTimersAsync();
  expect(payloads).toHaveLength(3);
  for (const payload of payloads) expect(payload.length).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES);
  expect(two.received).toEqual(topics);
});

it("sends what could not be sent as soon as the database is back", async () => {
  const { one, two, setDown } = openInstances();
  setDown(true);
  one.changes.publish(["settings"]);
  await vi.advanceTimersByTimeAsync(5000);
  setDown(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(two.received).toEqual(["settings"]);
});

it("sends what is left before it closes, and gives up when it cannot", async () => {
  const { one, two, setDown } = openInstances();
  one.changes.publish(["content"]);
  await one.changes.flush();
  expect(two.received).toEqual(["content"]);
  setDown(true);
  one.changes.publish(["reviews"]);
  await one.changes.flush();
  expect(vi.getTimerCount()).toBe(0);
});

it("reads the topics of notifications by triggers and by hand, and ignores other words", () => {
  const { one } = openInstances();
  one.changes.receive("catalogue");
  one.changes.receive("settings nonsense product:12 product:x");
  one.changes.receive("");
  one.changes.receive(undefined);
  expect(one.received).toEqual(["catalogue", "settings", "product:12"]);
});
