import * as z from "zod/mini";
import { isDay } from "../dates.ts";
import { textField } from "../text.ts";

const NO_DAY = "A day looks like 2026-11-24.";
/** A day in India, such as 2026-11-24. */
export const day = textField({ max: 10, pattern: /^\d{4}-\d{2}-\d{2}$/, error: NO_DAY }).check(
  z.refine((text) => isDay(text), NO_DAY),
);

/** The query of a list's period: its first and last day in India. */
export const period = { from: z.optional(day), to: z.optional(day) };
