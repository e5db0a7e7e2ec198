import { describe, expect, it } from "vitest";
import type { ReportedTest } from "../test-report.ts";
import { compare } from "./proof.ts";

const register = {
  requirements: new Map([
    ["S1.01", "One."],
    ["S1.02", "Two."],
  ]),
  optionalIds: new Set(["R1"]),
};
const run = (name: string, requirements: string, outcome: ReportedTest["outcome"], file = "a.test.ts") => ({
  file,
  name,
  requirements,
  outcome,
});
const states = (...tests: ReportedTest[]) => compare(register, tests).proofs.map(({ state }) => state);

describe("a requirement", () => {
  it("is proven by a passed test, listed once though it ran in two browsers", () => {
    const [one, two] = compare(register, [
      run("both", "S1.01 to S1.02, R1", "passed"),
      run("both", "S1.01 to S1.02, R1", "passed"),
      run("one", "S1.01", "passed", "b.test.ts"),
    ]).proofs;
    const both = { file: "a.test.ts", name: "both" };
    expect(one).toEqual({
      id: "S1.01",
      requirement: "One.",
      state: "proven",
      tests: [both, { file: "b.test.ts", name: "one" }],
    });
    expect(two).toMatchObject({ id: "S1.02", state: "proven", tests: [both] });
  });

  it("is not proven while one of its tests fails, even in one browser only", () => {
    const [one] = compare(register, [run("x", "S1.01", "passed"), run("y", "S1.01", "failed")]).proofs;
    expect(one).toMatchObject({ state: "failed", tests: [{ name: "y" }] });
    expect(states(run("x", "S1.01", "passed"), run("x", "S1.01", "failed"))).toEqual(["failed", "unproven"]);
  });

  it("is not proven by a test that was skipped", () => {
    expect(states(run("x", "S1.01", "skipped"))).toEqual(["unproven", "unproven"]);
    expect(states(run("x", "S1.01", "skipped"), run("y", "S1.01", "passed"))).toEqual(["proven", "unproven"]);
  });
});

it("finds ids that the register does not have, in tests that passed too, once each", () => {
  const typo = run("x", "S1.1, R1, R2", "passed");
  expect(compare(register, [typo, typo]).unknown).toEqual([
    { id: "S1.1", file: "a.test.ts", name: "x" },
    { id: "R2", file: "a.test.ts", name: "x" },
  ]);
});
