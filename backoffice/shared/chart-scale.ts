/** Number of steps that a scale has at most. */
const MAX_STEPS = 5;

/** Returns the round values that a chart's scale shows, from the lowest to the highest; 0 is always one of them. */
export function ticksFor(values: readonly number[]): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  if (low === high) return [0, 1];
  const step = roundUp((high - low) / MAX_STEPS);
  const from = Math.floor(low / step);
  // With one step more, the highest value may need the line above it, too.
  const to = Math.ceil(high / step);
  return Array.from({ length: to - from + 1 }, (_, at) => Number(((from + at) * step).toPrecision(12)));
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((digit) => digit * power >= value * (1 - 1e-9)) ?? 10) * power;
}
