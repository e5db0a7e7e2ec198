import type { ReactNode } from "react";
import type { Permission } from "../../contract/admin/permissions.ts";
import { useMe } from "../shared/session.ts";
import { Tabs } from "../shared/tabs.tsx";

const PARTS: readonly { name: string; to: string; permission: Permission }[] = [
  { name: "Jobs", to: "/system", permission: "edit_settings" },
  { name: "Emails", to: "/system/emails", permission: "edit_settings" },
  { name: "Refunds", to: "/system/refunds", permission: "refund" },
  { name: "Provider webhooks", to: "/system/webhooks", permission: "edit_settings" },
  { name: "Services", to: "/system/services", permission: "edit_settings" },
];

/** Links the parts of System that the member may see. */
export function SystemFrame({ current, about, children }: { current: string; about: string; children: ReactNode }) {
  const { permissions } = useMe();
  return (
    <>
      <title>{`${current}, System`}</title>
      <h1 className="mb-2">System</h1>
      <Tabs
        label="Parts of System"
        tabs={PARTS.filter(({ permission }) => permissions.includes(permission)).map(({ name, to }) => ({
          name,
          to,
          isCurrent: name === current,
        }))}
      />
      <p className="mb-3 max-w-prose text-bark">{about}</p>
      {children}
    </>
  );
}
