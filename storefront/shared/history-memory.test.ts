import { describe, expect, it } from "vitest";
import { HistoryMemory } from "./history-memory.ts";

describe("the memory of a history entry", () => {
  it("has the last value, for the latest entries only", () => {
    const memory = new HistoryMemory<number>();
    for (let n = 0; n < 100; n += 1) memory.store(`entry-${n}`, n);
    memory.store("entry-99", 7);
    expect(memory.recall("entry-99")).toBe(7);
    expect(memory.recall("entry-98")).toBe(98);
    expect(memory.recall("entry-0")).toBeUndefined();
  });

  it("survives newer entries when it is stored again", () => {
    const memory = new HistoryMemory<number>();
    memory.store("first", 1);
    for (let n = 0; n < 20; n += 1) memory.store(`entry-${n}`, n);
    memory.store("first", 2);
    for (let n = 20; n < 40; n += 1) memory.store(`entry-${n}`, n);
    expect(memory.recall("first")).toBe(2);
  });
});
