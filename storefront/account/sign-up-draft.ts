/** By which Sign Up finds again what was typed, after Back from the code. */
export const SIGN_UP_DRAFT = "sign up";
