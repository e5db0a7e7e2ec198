/** Masks the emails in a text for those who may not see customers: "me…@example.com". */
export const maskEmails = (text: string): string =>
  text.replace(/[^\s<>"'@]+@?/g, (word) =>
    word.endsWith("@") ? `${word.slice(0, Math.min(2, word.length - 1))}…@` : word,
  );

/** Masks a phone number: "98…23". An empty one stays empty. */
export const maskPhone = (number: string): string => (number === "" ? "" : `${number.slice(0, 2)}…${number.slice(-2)}`);
