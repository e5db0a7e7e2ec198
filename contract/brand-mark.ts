/** The shop's mark, five blades of a pandanus: one line in a square of 32 units, drawn on pages, icons, emails' images and invoices. */
export const MARK = {
  size: 32,
  path: "M16 29.5C13.2 21 13.2 11 16 2.5C18.8 11 18.8 21 16 29.5ZM16 29.5C14.8 21.5 12.6 15.5 9.5 12.2C7.4 10 4.6 11 4.9 13.4C5.1 15.2 7.4 15.6 8 14M16 29.5C17.2 21.5 19.4 15.5 22.5 12.2C24.6 10 27.4 11 27.1 13.4C26.9 15.2 24.6 15.6 24 14M16 29.5C13 24.8 8.8 21.8 2.5 21.3M16 29.5C19 24.8 23.2 21.8 29.5 21.3",
} as const;
