/** Spells amounts as on Indian invoices and cheques, in lakh and crore. */

import { type Paise, toRupees } from "../../../base/money.ts";

// biome-ignore format: read as a list
const BELOW_TWENTY = [
  "Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve", "Thirteen", "Fourteen",
  "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen",
];
const TENS = ["", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"];
const GROUPS = [
  { size: 10_000_000, name: "Crore" },
  { size: 100_000, name: "Lakh" },
  { size: 1000, name: "Thousand" },
  { size: 100, name: "Hundred" },
];

/** Spells 1,23,456.50 as `Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise Only`. */
export function amountInWords(paise: Paise): string {
  const rupees = Math.floor(toRupees(paise));
  const rest = paise % 100;
  const words = [
    ...(rupees > 0 || rest === 0 ? [`${rupees === 1 ? "Rupee" : "Rupees"} ${numberInWords(rupees)}`] : []),
    ...(rest > 0 ? [`${numberInWords(rest)} ${rest === 1 ? "Paisa" : "Paise"}`] : []),
  ];
  return `${words.join(" and ")} Only`;
}

/** @param number whole and not negative */
function numberInWords(number: number): string {
  if (number < 20) return BELOW_TWENTY[number] ?? "";
  if (number < 100) {
    const [tens, ones] = [Math.floor(number / 10), number % 10];
    return [TENS[tens], ...(ones > 0 ? [BELOW_TWENTY[ones]] : [])].join("-");
  }
  const group = GROUPS.find(({ size }) => number >= size) ?? { size: 100, name: "Hundred" };
  const rest = number % group.size;
  // Above 99 crore, the number of crores is spelt like any number: one thousand crore.
  const words = `${numberInWords(Math.floor(number / group.size))} ${group.name}`;
  return rest > 0 ? `${words} ${numberInWords(rest)}` : words;
}
