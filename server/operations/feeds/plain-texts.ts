/** Texts and amounts as feeds have them. Pure. */

/** What XML 1.0 cannot hold, not even escaped (https://www.w3.org/TR/xml/#charsets), and what no reader shows. */
const UNPRINTABLE =
  /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u007f-\u0084\u0086-\u009f\ufdd0-\ufdef\u202a-\u202e\u2066-\u2069]/gu;

/** Removes the characters that no feed can hold. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, "");

/** Whether a text has more than `limit` characters. */
export const isLonger = (text: string, limit: number): boolean => text.length > limit && [...text].length > limit;

/** Shortens a text to at most `limit` characters, if possible between two words, and says so by an ellipsis. */
export function shortened(text: string, limit: number): string {
  const whole = printable(text).trim();
  if (!isLonger(whole, limit)) return whole;
  const cut = [...whole].slice(0, limit - 1).join("");
  const space = cut.search(/\s\S*$/);
  return `${cut.slice(0, space > cut.length / 2 ? space : undefined).trimEnd()}…`;
}

/** "749.00 INR". @param rupees with whole paise */
export const amountText = (rupees: number): string => `${rupees.toFixed(2)} INR`;

/** A period as ISO 8601 writes it. */
export const periodText = ({ from, to }: { from: Date; to: Date }): string =>
  `${from.toISOString().replace(/\.\d+/, "")}/${to.toISOString().replace(/\.\d+/, "")}`;
