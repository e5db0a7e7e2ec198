import { describe, expect, it } from "vitest";
import { readTogether } from "./batch.ts";

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
  it("asks together for those who come in the same turn, for none twice", async () => {
    const { sent, find, asked } = openStatements();
    const answers = Promise.all(["rose", "nothing", "khus", "rose"].map(find));
    await turn();
    expect(asked()).toEqual([["rose", "nothing", "khus"]]);
    sent[0]?.end();
    expect(await answers).toEqual(["ROSE", null, "KHUS", "ROSE"]);
  });

  it("lets nobody wait for a statement under way, and keeps nothing of it", async () => {
    const { sent, find, asked } = openStatements();
    const first = find("rose");
    await turn();
    const second = find("rose");
    await turn();
    expect(asked()).toEqual([["rose"], ["rose"]]);
    sent[1]?.end();
    expect(await second).toBe("ROSE");
    sent[0]?.end();
    expect(await first).toBe("ROSE");
  });

  it("lets a statement that fails fail for those alone whose keys it had", async () => {
    const { sent, find } = openStatements();
    const failing = Promise.allSettled(["rose", "khus"].map(find));
    await turn();
    const other = find("oud");
    await turn();
    sent[0]?.fail();
    sent[1]?.end();
    expect(await failing).toMatchObject([
      { status: "rejected", reason: { message: "no connection" } },
      { status: "rejected", reason: { message: "no connection" } },
    ]);
    expect(await other).toBe("OUD");
  });

  it("asks for 32 in one statement at most", async () => {
    const { sent, find } = openStatements();
    const keys = Array.from({ length: 66 }, (_, n) => `p${n}`);
    const answers = Promise.all(keys.map(find));
    await turn();
    expect(sent.map((one) => one.keys.length)).toEqual([32, 32, 2]);
    for (const { end } of sent) end();
    expect(await answers).toEqual(keys.map((key) => key.toUpperCase()));
  });
});
