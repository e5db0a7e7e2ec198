import { catalogueWire } from "../shared/catalogue.ts";
import { price } from "../shared/fields.ts";

/** Codes of UN/CEFACT Recommendation 20, each with the label that is printed. */
const UNITS = {
  ml: { unit: "MLT", display_text: "ml" },
  g: { unit: "GRM", display_text: "g" },
  pieces: { unit: "C62", display_text: "pieces" },
} as const;

export const catalogue = catalogueWire({
  unitPrice: (quantity, { amount, of }) => ({
    ...price(amount),
    measure: { value: quantity.value, ...UNITS[quantity.unit] },
    reference: { value: of, ...UNITS[quantity.unit] },
  }),
});
