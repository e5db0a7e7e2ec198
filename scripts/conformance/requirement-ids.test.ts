import { expect, it } from "vitest";
import { requirementIds } from "./requirement-ids.ts";

it("finds single ids in any text", () => {
  expect(requirementIds("S9.26: 0 seconds › a label (S2.07, S2.107, R13, WCAG 2.2 AA)")).toEqual([
    "S9.26",
    "S2.07",
    "S2.107",
    "R13",
  ]);
});

it("expands a range, beside other ranges and ids", () => {
  expect(requirementIds("texts (S2.98 to S2.101, S5.36, P9 to P11)")).toEqual([
    "S2.98",
    "S2.99",
    "S2.100",
    "S2.101",
    "S5.36",
    "P9",
    "P10",
    "P11",
  ]);
});

it("takes a dash for a range, so that none of it is lost", () => {
  expect(requirementIds("S3.51–S3.53")).toEqual(["S3.51", "S3.52", "S3.53"]);
});

it("returns a range over two sections or backwards as written", () => {
  expect(requirementIds("(S2.09 to S3.11, S2.12 to S2.09)")).toEqual(["S2.09 to S3.11", "S2.12 to S2.09"]);
});

it("ignores words and numbers that only look like ids", () => {
  expect(requirementIds("S5, an HTTP2 answer in 2.07 seconds, MRP9, WCAG 2.2")).toEqual([]);
});
