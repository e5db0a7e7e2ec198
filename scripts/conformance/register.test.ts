import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../command.ts";
import { readRegister } from "./register.ts";

const row = (...cells: string[]) => `| ${cells.join(" | ")} |`;

it("reads requirements and optional ids, and ignores other rows and text", () => {
  const { requirements, optionalIds } = readRegister(
    [
      row("id", "requirement", "kind", "how to see it"),
      row("---", "---", "---", "---"),
      row("S2.07", "A page.", "exact", "open it (R1)"),
      row("S2.107", "Another page.", "real", "open it"),
      row("R1", "Both hold.", "So do we."),
      row("P34   ", "Refunds take days.     "),
      row("2 Screens", "10", "1"),
      "S2.08 is only mentioned here.",
    ].join("\n"),
  );
  expect([...requirements]).toEqual([
    ["S2.07", "A page."],
    ["S2.107", "Another page."],
  ]);
  expect([...optionalIds]).toEqual(["R1", "P34"]);
});

it("rejects a duplicate id", () => {
  const twice = [row("R1", "One."), row("R1", "Another.")].join("\n");
  expect(() => readRegister(twice)).toThrow("R1 is listed twice in the register");
});

it("numbers each section of docs/requirements.md without gaps", () => {
  const { requirements, optionalIds } = readRegister(readFileSync(join(ROOT, "docs/requirements.md"), "utf8"));
  const sections = Map.groupBy(requirements.keys(), (id) => id.slice(0, id.indexOf(".")));
  expect([...sections.keys()]).toEqual(Array.from({ length: 10 }, (_, section) => `S${section}`));
  for (const [section, ids] of sections) {
    expect(ids).toEqual(ids.map((_, n) => `${section}.${String(n + 1).padStart(2, "0")}`));
  }
  expect(requirements.size).toBe(672);
  // 49 readings and 34 rules of the payment provider.
  expect(optionalIds.size).toBe(49 + 34);
});
