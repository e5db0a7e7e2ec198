import { useMay } from "../shared/session.ts";
import { Tabs } from "../shared/tabs.tsx";

/** Links the parts of the privacy desk. */
export function PrivacyTabs({ current }: { current: "open" | "closed" | "incidents" }) {
  const maySeeIncidents = useMay("export_customers");
  const tabs = [
    { name: "Open", to: "/privacy", isCurrent: current === "open" },
    { name: "Closed", to: "/privacy?tab=closed", isCurrent: current === "closed" },
    { name: "Incidents", to: "/privacy/incidents", isCurrent: current === "incidents" },
  ];
  return <Tabs label="Personal data" tabs={maySeeIncidents ? tabs : tabs.slice(0, 2)} />;
}
