import { expect, it } from "vitest";
import { storefrontToasts, TOAST_DEFAULTS } from "./toast-options.ts";

const key = (code: string, altKey: boolean) => ({ code, altKey }) as KeyboardEvent;

it("toasts appear at the top right, and Alt+T focuses them", { meta: { requirements: "S9.45, S9.49" } }, () => {
  expect(TOAST_DEFAULTS.position).toBe("top-right");
  expect(TOAST_DEFAULTS.hotKeys(key("KeyT", true))).toBe(true);
  expect(TOAST_DEFAULTS.hotKeys(key("KeyT", false))).toBe(false);
  expect(TOAST_DEFAULTS.hotKeys(key("KeyS", true))).toBe(false);
});

it("the storefront changes only how long a toast stays", {
  meta: { requirements: "R19" },
}, () => {
  expect(storefrontToasts(5_000_000)).toEqual({ ...TOAST_DEFAULTS, autoClose: 5_000_000 });
});
