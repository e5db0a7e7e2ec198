import { type Paise, toRupees } from "../../../base/money.ts";

/** A price and the struck one above it, as rows have them. */
export interface PricesInPaise {
  pricePaise: Paise;
  originalPricePaise: Paise | null;
}

/** Replaces them by `price` and `originalPrice` in rupees, as responses have them. */
export const withRupees = <Row extends PricesInPaise>({ pricePaise, originalPricePaise, ...rest }: Row) => ({
  ...rest,
  price: toRupees(pricePaise),
  originalPrice: originalPricePaise === null ? null : toRupees(originalPricePaise),
});
