import type { CampaignState } from "../../contract/contact/newsletter-states.ts";
import type { States } from "../shared/badge.tsx";

export const CAMPAIGN_STATES: States<CampaignState> = {
  draft: { name: "Draft", tone: "attention" },
  scheduled: { name: "Scheduled", tone: "progress" },
  sending: { name: "Being sent", tone: "progress" },
  stopped: { name: "Stopped", tone: "attention" },
  sent: { name: "Sent", tone: "done" },
};

/** Formats "1 subscriber" or "12,000 subscribers". */
export const subscribersOf = (count: number) =>
  count === 1 ? "1 subscriber" : `${count.toLocaleString("en-IN")} subscribers`;
