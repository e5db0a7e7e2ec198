import type { RedirectState } from "../../contract/admin/redirects.ts";
import type { States } from "../shared/badge.tsx";

export const REDIRECT_STATES: States<RedirectState> = {
  works: { name: "Works", tone: "done" },
  page_exists: { name: "Never used, the page exists", tone: "neutral" },
  target_missing: { name: "Leads nowhere", tone: "danger" },
};
