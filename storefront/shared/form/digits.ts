/** Returns the digits of a text, at most `max`; removes a country code, as in a pasted "+91 98450 12345". */
export function digitsOf(text: string, max: number): string {
  return text
    .replace(/^\s*\+91/, "")
    .replace(/\D/g, "")
    .slice(0, max);
}

/** Removes everything but digits from an input, and preserves the caret. */
export function keepDigits(input: HTMLInputElement, max: number): void {
  const digits = digitsOf(input.value, max);
  if (digits === input.value) return;
  const caret = digitsOf(input.value.slice(0, input.selectionStart ?? undefined), max).length;
  input.value = digits;
  input.setSelectionRange(caret, caret);
}
