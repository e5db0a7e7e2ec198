import { afterEach, expect, it, vi } from "vitest";
import { keepActKey, takeActKey } from "./act-keys.ts";
import type { AdminEndpoint } from "./admin/endpoint.ts";
import { adminEndpoints } from "./admin/endpoints.ts";
import type { Endpoint, Repeatable } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";

afterEach(() => vi.useRealTimers());

it("every write says what its repeat does, and the compiler requires it", () => {
  // @ts-expect-error: a write without `repeat`
  const unclassified: Repeatable = { method: "POST" };
  expect(unclassified).toBeDefined();
  const all = [...Object.values<Endpoint>(endpoints), ...Object.values<AdminEndpoint>(adminEndpoints)];
  for (const { method, path, repeat } of all)
    expect({ method, path, isClassified: repeat !== undefined }).toEqual({
      method,
      path,
      isClassified: method !== "GET",
    });
});

it("a write that names a version honours a key, or is safe to repeat", () => {
  for (const { path, body, repeat } of Object.values<AdminEndpoint>(adminEndpoints))
    if (body && "version" in body._zod.def.shape) expect({ path, repeat }).toEqual({ path, repeat: "seen" });
});

it("an act gets a new key, and the same request after a lost response the same one, for five minutes", () => {
  vi.useFakeTimers();
  const first = takeActKey("POST /cart {1}");
  // Twice at once: two acts.
  const second = takeActKey("POST /cart {1}");
  expect(second).not.toBe(first);
  keepActKey("POST /cart {1}", first);
  expect(takeActKey("POST /cart {2}")).not.toBe(first);
  expect(takeActKey("POST /cart {1}")).toBe(first);
  expect(takeActKey("POST /cart {1}")).not.toBe(first);
  keepActKey("POST /cart {1}", second);
  vi.advanceTimersByTime(5 * 60_000);
  expect(takeActKey("POST /cart {1}")).not.toBe(second);
});
