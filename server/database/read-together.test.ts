import { afterEach, describe, expect, it, vi } from "vitest";
import { readTogether } from "./read-together.ts";

/** Statements that end when they are told to, in words: `rose` is found as `ROSE`, of `nothing` there is nothing. */
function openStatements() {
  const sent: { keys: string[]; end(): void; fail(): void }[] = [];
  const find = readTogether((keys: string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>();
    sent.push({
      keys,
      end: () => resolve(new Map(keys.filter((key) => key !== "nothing").map((key) => [key, key.toUpperCase()]))),
      fail: () => reject(new Error("no connection")),
    });
    return promise;
  });
  return { sent, find, asked: () => sent.map(({ keys }) => keys) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("reading for several at once", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("asks for the first at once and by itself, for those who come meanwhile together, for none twice", async () => {
    const { sent, find, asked } = openStatements();
    const answers = Promise.all(["rose", "khus", "nothing", "khus"].map(find));
    expect(asked()).toEqual([["rose"]]);
    sent[0]?.end();
    await turn();
    expect(asked()).toEqual([["rose"], ["khus", "nothing"]]);
    sent[1]?.end();
    expect(await answers).toEqual(["ROSE", "KHUS", null, "KHUS"]);
  });

  it("keeps nothing: who comes after an answer is read for anew", async () => {
    const { sent, find, asked } = openStatements();
    const first = find("rose");
    sent[0]?.end();
    await first;
    const second = find("rose");
    expect(asked()).toEqual([["rose"], ["rose"]]);
    sent[1]?.end();
    expect(await second).toBe("ROSE");
  });

  it("lets a statement that fails fail for those alone whose keys it had", async () => {
    const { sent, find } = openStatements();
    const answers = Promise.allSettled(["rose", "khus", "oud"].map(find));
    sent[0]?.fail();
    await turn();
    sent[1]?.end();
    expect(await answers).toMatchObject([
      { status: "rejected", reason: { message: "no connection" } },
      { status: "fulfilled", value: "KHUS" },
      { status: "fulfilled", value: "OUD" },
    ]);
  });

  it("does not wait for a statement that is slow, or whose connection is dead, and answers it when it ends after all", async () => {
    vi.useFakeTimers();
    const { sent, find, asked } = openStatements();
    const slow = find("rose");
    const next = find("khus");
    vi.advanceTimersByTime(19);
    expect(asked()).toEqual([["rose"]]);
    vi.advanceTimersByTime(1);
    expect(asked()).toEqual([["rose"], ["khus"]]);
    // The slow one ends while another is ahead, and sends nobody past it.
    const third = find("oud");
    sent[0]?.end();
    expect(await slow).toBe("ROSE");
    expect(asked()).toEqual([["rose"], ["khus"]]);
    sent[1]?.end();
    expect(await next).toBe("KHUS");
    expect(asked()).toEqual([["rose"], ["khus"], ["oud"]]);
    sent[2]?.end();
    expect(await third).toBe("OUD");
  });

  it("asks for 32 in one statement at most, for the others in the next ones", async () => {
    const { sent, find } = openStatements();
    const keys = Array.from({ length: 66 }, (_, n) => `p${n}`);
    const answers = Promise.all(keys.map(find));
    for (let n = 0; n < 4; n++) {
      sent[n]?.end();
      await turn();
    }
    expect(sent.map((one) => one.keys.length)).toEqual([1, 32, 32, 1]);
    expect(await answers).toEqual(keys.map((key) => key.toUpperCase()));
  });
});
