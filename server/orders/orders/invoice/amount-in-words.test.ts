import { expect, it } from "vitest";
import { paise } from "../../../base/money.ts";
import { amountInWords } from "./amount-in-words.ts";

it.each([
  [0, "Rupees Zero Only"],
  [1, "One Paisa Only"],
  [99, "Ninety-Nine Paise Only"],
  [100, "Rupee One Only"],
  [1_300, "Rupees Thirteen Only"],
  [2_000, "Rupees Twenty Only"],
  [9_900, "Rupees Ninety-Nine Only"],
  [10_000, "Rupees One Hundred Only"],
  [10_101, "Rupees One Hundred One and One Paisa Only"],
  [294_800, "Rupees Two Thousand Nine Hundred Forty-Eight Only"],
  [100_000, "Rupees One Thousand Only"],
  [9_999_999, "Rupees Ninety-Nine Thousand Nine Hundred Ninety-Nine and Ninety-Nine Paise Only"],
  [10_000_000, "Rupees One Lakh Only"],
  [12_345_650, "Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise Only"],
  [100_000_000, "Rupees Ten Lakh Only"],
  [1_000_000_000, "Rupees One Crore Only"],
  [
    1_234_567_890,
    "Rupees One Crore Twenty-Three Lakh Forty-Five Thousand Six Hundred Seventy-Eight and Ninety Paise Only",
  ],
  [1_000_000_000_000, "Rupees One Thousand Crore Only"],
])("%i paise are %s", (amount, words) => {
  expect(amountInWords(paise(amount))).toBe(words);
});
