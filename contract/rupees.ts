import * as z from "zod/mini";

/** The format by which the documentation of the API, and whatever is made from the contract, recognise an amount. */
export const RUPEES = "rupees";

/** An amount of a response, in rupees: 749 or 99.5. */
export const rupees = z.number();
z.globalRegistry.add(rupees, { format: RUPEES });
