/** The wording of the sign-up, stored with each consent. Apart from the schemas, so that every page can show it without Zod. */

export const NEWSLETTER_BUTTON = "Sign up";
/** @param text what the newsletter brings, as the owner has put it */
export const confirmQuestion = ({ text }: { text: string }) => ({
  title: "Confirm your newsletter sign-up",
  text: `${text} Unsubscribe at any time.`,
});
