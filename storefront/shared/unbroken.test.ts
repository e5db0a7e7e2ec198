import { expect, it } from "vitest";
import { unbroken } from "./unbroken.ts";

const shown = (text: string) => unbroken(text).replaceAll("\u00a0", "~");

it("keeps a number and its unit together", () => {
  expect(shown("10:00 AM to 7:00 PM daily")).toBe("10:00~AM to 7:00~PM daily");
  expect(shown("A 50 ml bottle within 7 days, or 5 to 7 working days.")).toBe(
    "A 50~ml bottle within 7~days, or 5 to 7~working days.",
  );
});

it("leaves other spaces", () => {
  expect(shown("In 2026 dayflowers, 24 things and 3 gifts")).toBe("In 2026 dayflowers, 24 things and 3 gifts");
});
