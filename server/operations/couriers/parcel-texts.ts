/** Texts of a parcel in the form that couriers' labels and systems can take. */

/** Returns a text without pictograms, which couriers' labels lack, on one line. */
export const printable = (text: string) =>
  text
    .replace(/(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d?/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
