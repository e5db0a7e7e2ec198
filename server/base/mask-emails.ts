/** Masks the emails in a text for those who may not see customers: "me…@example.com". */
export const maskEmails = (text: string): string =>
  text.replace(/([^\s<>"'@]{1,2})[^\s<>"'@]*@/g, (_, beginning: string) => `${beginning}…@`);
