import { expect, it } from "vitest";
import { storefrontToasts, TOAST_DEFAULTS } from "./toast-options.ts";

const key = (code: string, altKey: boolean) => ({ code, altKey }) as KeyboardEvent;

it("the defaults are those of the specification (S9.45 to S9.49)", () => {
  expect(TOAST_DEFAULTS).toMatchObject({
    position: "top-right",
    autoClose: 5000,
    pauseOnHover: true,
    draggable: true,
    draggablePercent: 80,
  });
  expect(TOAST_DEFAULTS.hotKeys(key("KeyT", true))).toBe(true);
  expect(TOAST_DEFAULTS.hotKeys(key("KeyT", false))).toBe(false);
  expect(TOAST_DEFAULTS.hotKeys(key("KeyS", true))).toBe(false);
});

it("the storefront's area differs in how long a toast stays, and in nothing else (S9.50, R19)", () => {
  expect(storefrontToasts(5_000_000)).toEqual({ ...TOAST_DEFAULTS, autoClose: 5_000_000 });
});
