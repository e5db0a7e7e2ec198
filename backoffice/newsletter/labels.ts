import type { CampaignState } from "../../contract/contact/newsletter-states.ts";

export const CAMPAIGN_STATE_NAMES: Readonly<Record<CampaignState, string>> = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Being sent",
  stopped: "Stopped",
  sent: "Sent",
};

/** Formats "1 subscriber" or "12,000 subscribers". */
export const subscribersOf = (count: number) =>
  count === 1 ? "1 subscriber" : `${count.toLocaleString("en-IN")} subscribers`;
