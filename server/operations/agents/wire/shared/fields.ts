/** Fields that several resources have alike in every version. */

import * as z from "zod/mini";
import type { Paise } from "../../../../base/money.ts";

/** An amount in minor units, for India paise (`types/amount.json`). */
export const amount = z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));

/** A text for which longer ones make no sense. Control characters are a matter of who uses it. */
export const text = (max: number) => z.string().check(z.maxLength(max));

/** Of `context`, hints that the shop uses; others are ignored. */
export const context = z.optional(z.object({ currency: z.optional(text(20)) }));

export const CURRENCY = "INR";

/** A price as the catalogue has it (`types/price.json`). */
export const price = (paise: Paise) => ({ amount: paise as number, currency: CURRENCY });
