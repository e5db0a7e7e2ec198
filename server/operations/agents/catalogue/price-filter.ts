import { TransportError } from "../errors.ts";
import type { InfoMessage } from "../responses.ts";
import type { Filters } from "../wire/shared/catalogue.ts";
import { CURRENCY } from "../wire/shared/fields.ts";

export interface PriceLimits {
  /** In paise. */
  min: number;
  max: number;
}

/**
 * Reads the price filter, which is in the currency of the context; without one it counts as rupees, the only currency here.
 * @returns null without limits, with a message if they are in another currency
 * @throws TransportError for a minimum above the maximum
 */
export function readPriceFilter(
  filters: Filters,
  context: { currency?: string | undefined } | undefined,
): { limits: PriceLimits | null; messages: InfoMessage[] } {
  const { min, max } = filters?.price ?? {};
  if (min === undefined && max === undefined) return { limits: null, messages: [] };
  if (min !== undefined && max !== undefined && min > max)
    throw new TransportError("invalid_request", "$.filters.price.min must not be above $.filters.price.max.");
  if (context?.currency !== undefined && context.currency.toUpperCase() !== CURRENCY)
    return {
      limits: null,
      messages: [
        {
          type: "info",
          code: "price_filter_ignored",
          content: `The price filter was ignored, because prices are in ${CURRENCY}. Send it in paise with context.currency ${CURRENCY}.`,
        },
      ],
    };
  return { limits: { min: min ?? 0, max: max ?? Number.MAX_SAFE_INTEGER }, messages: [] };
}

export const isWithin = (price: number, limits: PriceLimits | null): boolean =>
  limits === null || (price >= limits.min && price <= limits.max);
