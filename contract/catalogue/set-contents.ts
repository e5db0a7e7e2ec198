import { NET_QUANTITY_UNITS } from "./schemas.ts";

/** A product in a set with its net quantity, such as "Kewra Bloom 2 ml". */
export const SET_ENTRY = new RegExp(`^(\\S.*) ([1-9]\\d{0,5} (?:${NET_QUANTITY_UNITS.join("|")}))$`);
/** Maximum length in characters. */
export const MAX_SET_ENTRY = 150;
