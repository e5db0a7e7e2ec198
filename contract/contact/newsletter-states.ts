/** `pending`: the email has signed up but not confirmed. */
export const SUBSCRIBER_STATES = ["pending", "confirmed", "unsubscribed"] as const;

/** `asked`: the email has signed up. */
export const CONSENT_EVENTS = ["asked", "confirmed", "unsubscribed"] as const;
export type ConsentEvent = (typeof CONSENT_EVENTS)[number];

/** `stopped`: staff has stopped it, and can resume it. */
export const CAMPAIGN_STATES = ["draft", "scheduled", "sending", "stopped", "sent"] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];
