/** The wording of the sign-up, stored with each consent. Apart from the schemas, so that every page can show it without Zod. */

export const NEWSLETTER_TITLE = "Letters from the distillery";
export const NEWSLETTER_BUTTON = "Sign up";
export const CONFIRM_QUESTION = {
  title: "Confirm your newsletter sign-up",
  text: "New scents and old recipes, about once a month. Unsubscribe at any time.",
};
