import { expect, it } from "vitest";
import {
  ACCENT_COLOR,
  accentColorProblem,
  BRAND_COLOR,
  brandColorProblem,
  brandColors,
  contrastOf,
} from "./brand-colors.ts";

it("measures contrast as WCAG defines it", () => {
  expect(contrastOf("#000000", "#ffffff")).toBe(21);
  // The lightest grey of AA on white.
  expect(contrastOf("#ffffff", "#767676")).toBeCloseTo(4.54, 2);
  expect(contrastOf("#777777", "#ffffff")).toBeLessThan(4.5);
});

it("accepts colours that can be read everywhere, the demo's among them", () => {
  for (const color of [BRAND_COLOR, "#5a1a3c", "#1f3a5f", "#000000"]) expect(brandColorProblem(color)).toBeUndefined();
  for (const color of [ACCENT_COLOR, "#a04a2a", "#000000"]) expect(accentColorProblem(color)).toBeUndefined();
});

it("says where a colour cannot be read, how much is measured, and what is needed", () => {
  expect(brandColorProblem("#c0504d")).toMatch(/^must be darker: .+ its contrast is [34]\.\d:1, and 4\.5:1 is needed/);
  expect(brandColorProblem("#7fb08a")).toMatch(
    /^must be darker: as text on the ground of panels its contrast is 2\.0:1, and 4\.5:1 is needed to read it/,
  );
  expect(brandColorProblem("#ffffff")).toContain("its contrast is 1.0:1");
  expect(accentColorProblem("#d9b878")).toBe(
    "must be darker: on the ground of panels its contrast is 1.5:1, and 3:1 is needed to read it (WCAG AA)",
  );
});

it("changes nothing for the demo's colours, and keeps ornament readable on any footer", () => {
  expect(brandColors(BRAND_COLOR, ACCENT_COLOR)).toEqual({});
  expect(Object.keys(brandColors("#5a1a3c", ACCENT_COLOR))).toEqual(["--color-leaf", "--color-leaf-deep"]);
  for (let hue = 0; hue < 4096; hue += 1) {
    const color = `#${[8, 4, 0].map((shift) => ((hue >> shift) & 15).toString(16).repeat(2)).join("")}`;
    if (brandColorProblem(color)) continue;
    const colors = brandColors(color, "#000000");
    expect(contrastOf(colors["--color-straw"] ?? "", colors["--color-leaf-deep"] ?? "#000000")).toBeGreaterThan(3);
  }
});
