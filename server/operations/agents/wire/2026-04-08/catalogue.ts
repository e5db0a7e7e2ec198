import { catalogueWire } from "../shared/catalogue.ts";
import { price } from "../shared/fields.ts";

export const catalogue = catalogueWire({
  unitPrice: (quantity, { amount, of }) => ({
    ...price(amount),
    measure: { value: quantity.value, unit: quantity.unit },
    reference: { value: of, unit: quantity.unit },
  }),
});
