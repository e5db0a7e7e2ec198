import type { CampaignState } from "../../contract/contact/newsletter-states.ts";

export const CAMPAIGN_STATE_NAMES: Readonly<Record<CampaignState, string>> = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Being sent",
  stopped: "Stopped",
  sent: "Sent",
};

/** "1 subscriber", "12,000 subscribers" */
export const subscribersOf = (count: number) =>
  count === 1 ? "1 subscriber" : `${count.toLocaleString("en-IN")} subscribers`;
