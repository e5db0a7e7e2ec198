import { afterEach, expect, it } from "vitest";
import { endDrafts, readDraft, removeDraft, startDrafts, storeDraft } from "./draft-storage.ts";

afterEach(() => {
  Reflect.deleteProperty(globalThis, "sessionStorage");
});

it("a draft lasts as long as the page in a browser without a usable storage", () => {
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  for (const storage of [{ get: refuse }, { value: { getItem: () => null, setItem: refuse, removeItem: () => {} } }]) {
    Object.defineProperty(globalThis, "sessionStorage", { configurable: true, ...storage });
    storeDraft("note KW-7Q4M-2XKD", "Call after six");
    expect(readDraft("note KW-7Q4M-2XKD")).toBe("Call after six");
    removeDraft("note KW-7Q4M-2XKD");
    expect(readDraft("note KW-7Q4M-2XKD")).toBeNull();
  }
});

it("a draft is shown to who typed it, and ends when that member signs out", () => {
  startDrafts("owner");
  storeDraft("note KW-7Q4M-2XKD", "Call after six");
  startDrafts("packer");
  expect(readDraft("note KW-7Q4M-2XKD")).toBeNull();
  storeDraft("note KW-7Q4M-2XKD", "Packed");
  endDrafts();
  expect(readDraft("note KW-7Q4M-2XKD")).toBeNull();
  startDrafts("owner");
  expect(readDraft("note KW-7Q4M-2XKD")).toBe("Call after six");
  endDrafts();
  expect(readDraft("note KW-7Q4M-2XKD")).toBeNull();
});
