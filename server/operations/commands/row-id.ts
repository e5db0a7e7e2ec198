/** Matches the id of a row as typed: up to 15 digits, which a JavaScript number represents exactly. */
export const ROW_ID = /^[1-9]\d{0,14}$/;
