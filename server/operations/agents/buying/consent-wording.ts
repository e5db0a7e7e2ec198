/** What a buyer agrees to by the consent for marketing, as platforms show it: stored with each consent. */
export const NEWSLETTER_CONSENT = "The shop’s newsletter by email. It asks by email first.";
