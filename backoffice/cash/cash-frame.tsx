import type { ReactNode } from "react";
import type { Permission } from "../../contract/admin/permissions.ts";
import { useMe } from "../shared/session.ts";
import { Tabs } from "../shared/tabs.tsx";

const PARTS: readonly { name: string; to: string; permission: Permission }[] = [
  { name: "Orders", to: "/cash", permission: "view_orders" },
  { name: "Remittances", to: "/cash/remittances", permission: "view_reports" },
  { name: "Blocked and allowed", to: "/cash/lists", permission: "view_customers" },
];

/** Links the parts of Cash on delivery that the member may see. */
export function CashFrame({ current, children }: { current: string; children: ReactNode }) {
  const { permissions } = useMe();
  return (
    <>
      <title>{`${current}, Cash on delivery`}</title>
      <h1 className="mb-2">Cash on delivery</h1>
      <Tabs
        label="Parts of Cash on delivery"
        tabs={PARTS.filter(({ permission }) => permissions.includes(permission)).map(({ name, to }) => ({
          name,
          to,
          isCurrent: name === current,
        }))}
      />
      {children}
    </>
  );
}
