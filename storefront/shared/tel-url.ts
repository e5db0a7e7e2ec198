/** The URL that calls a telephone number. */
export const telUrl = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, "")}`;
