import { expect, it } from "vitest";
import { requirementIds } from "./requirement-ids.ts";

// The names are in the tests' bodies: in a title, this file would claim them.

it("single ids are found wherever they stand in the name", () => {
  expect(requirementIds("S9.26: 0 seconds › a label (S2.07, S2.107, R13, WCAG 2.2 AA)")).toEqual([
    "S9.26",
    "S2.07",
    "S2.107",
    "R13",
  ]);
});

it("a range is written out, beside other ranges and ids", () => {
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

it("a dash makes a range too, so that none of it is lost", () => {
  expect(requirementIds("S3.51–S3.53")).toEqual(["S3.51", "S3.52", "S3.53"]);
});

it("a range over two sections or backwards stays as it is written", () => {
  expect(requirementIds("(S2.09 to S3.11, S2.12 to S2.09)")).toEqual(["S2.09 to S3.11", "S2.12 to S2.09"]);
});

it("words and numbers that only look alike are none", () => {
  expect(requirementIds("S5, an HTTP2 answer in 2.07 seconds, MRP9, WCAG 2.2")).toEqual([]);
});
