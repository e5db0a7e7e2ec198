import fc from "fast-check";
import { expect, it } from "vitest";
import { createFrequencySketch } from "./frequency-sketch.ts";

it("no estimate is below the true count, up to 15", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(300), { maxLength: 2000 }), (keys) => {
      const sketch = createFrequencySketch(1000);
      const counts = new Map<number, number>();
      for (const key of keys) {
        sketch.record(`/product/${key}`);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      for (const [key, count] of counts)
        expect(sketch.estimate(`/product/${key}`)).toBeGreaterThanOrEqual(Math.min(count, 15));
    }),
  );
});

it("keys that were never requested are estimated at 0, nearly always", () => {
  const sketch = createFrequencySketch(1000);
  for (let key = 0; key < 1000; key++) sketch.record(`/product/${key}`);
  let wrong = 0;
  for (let key = 0; key < 1000; key++) if (sketch.estimate(`/other/${key}`) > 0) wrong += 1;
  expect(wrong).toBeLessThan(100);
});

it("counts are halved in time", () => {
  const sketch = createFrequencySketch(100);
  for (let time = 0; time < 12; time++) sketch.record("/once-popular");
  for (let key = 0; key < 1000; key++) sketch.record(`/product/${key}`);
  expect(sketch.estimate("/once-popular")).toBeLessThanOrEqual(8);
});
