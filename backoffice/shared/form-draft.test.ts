import { expect, it } from "vitest";
import { afterSaving } from "./form-draft.ts";

const base = { title: "Rose", subTitle: "Mine", description: "Theirs" };

it("after saving, what was typed meanwhile is unsaved, and nothing else", () => {
  const latest = { base, values: { ...base, title: "Typed meanwhile", subTitle: "Mine again" } };
  // The colleague's second description was loaded after the last key was typed.
  const sent = { title: "Rose", subTitle: "Mine again", description: "Their second" };
  expect(afterSaving(latest, sent)).toEqual({
    base: sent,
    values: { title: "Typed meanwhile", subTitle: "Mine again", description: "Their second" },
  });
});
