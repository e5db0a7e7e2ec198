import { expect, it } from "vitest";
import { createReplicationLag } from "./replication-lag.ts";

function measured(...samples: [at: number, written: number][]) {
  let at = 0;
  const lag = createReplicationLag(() => at);
  for (const [time, written] of samples) {
    at = time;
    lag.note(written);
  }
  return lag;
}

it("a reader that has replayed everything has no lag, however long ago that was written", () => {
  expect(measured([0, 100], [60_000, 100]).of(100)).toBe(0);
});

it("the lag is the time since the writer was first ahead of the reader", () => {
  const lag = measured([0, 100], [500, 200], [1000, 200], [1500, 300]);
  expect(lag.of(100)).toBe(1000);
  expect(lag.of(250)).toBe(0);
  expect(lag.of(50)).toBe(1500);
});

it("a new writer that begins at a lower position starts the measurement over", () => {
  expect(measured([0, 100], [500, 200], [1000, 150]).of(150)).toBe(0);
});
