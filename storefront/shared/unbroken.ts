/** A number's unit, as texts have them: "2:00 PM", "50 ml", "5 to 7 working days". */
const BEFORE_A_UNIT = /(\d) (?=(?:[AP]M|ml|g|kg|%|(?:working )?(?:minute|hour|day|week|month|year)s?)\b)/g;

/** Keeps each number and its unit on one line. */
export function unbroken(text: string): string {
  return text.replace(BEFORE_A_UNIT, "$1\u00a0");
}
