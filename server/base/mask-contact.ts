/** Masks the emails in a text for those who may not see customers: "me…@example.com". */
export const maskEmails = (text: string): string =>
  text.replace(/([^\s<>"'@]{1,2})[^\s<>"'@]*@/g, (_, beginning: string) => `${beginning}…@`);

/** Masks a phone number: "98…23". An empty one stays empty. */
export const maskPhone = (number: string): string => (number === "" ? "" : `${number.slice(0, 2)}…${number.slice(-2)}`);
