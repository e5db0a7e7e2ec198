import { describe, expect, it } from "vitest";
import { HistoryMemory } from "./history-memory.ts";

describe("the memory of a history entry", () => {
  it("has the last value, for the latest entries only", () => {
    const memory = new HistoryMemory<number>();
    for (let visit = 0; visit < 100; visit += 1) memory.keep(`visit-${visit}`, visit);
    memory.keep("visit-99", 7);
    expect(memory.recall("visit-99")).toBe(7);
    expect(memory.recall("visit-98")).toBe(98);
    expect(memory.recall("visit-0")).toBeUndefined();
  });

  it("survives newer entries when it is stored again", () => {
    const memory = new HistoryMemory<number>();
    memory.keep("first", 1);
    for (let visit = 0; visit < 20; visit += 1) memory.keep(`visit-${visit}`, visit);
    memory.keep("first", 2);
    for (let visit = 20; visit < 40; visit += 1) memory.keep(`visit-${visit}`, visit);
    expect(memory.recall("first")).toBe(2);
  });
});
