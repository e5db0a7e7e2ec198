import { useLoaderData } from "react-router";
import { call } from "../api/client.ts";
import { NotPermitted } from "../shared/error-page.tsx";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { useMay } from "../shared/session.ts";
import { useInvitationLink } from "./invitation-link.tsx";
import { InviteForm } from "./invite-form.tsx";
import { Members } from "./members.tsx";
import { Roles } from "./roles.tsx";

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, async () => {
    const { permissions } = await call("readSession", {});
    if (!permissions.includes("manage_staff")) return null;
    const [staff, roles] = await Promise.all([call("listStaff", {}), call("listRoles", {})]);
    return { ...staff, roles };
  });

export default function StaffPage() {
  const data = useLoaderData<typeof clientLoader>();
  const mayManage = useMay("manage_staff");
  const { showLink, shown } = useInvitationLink();
  if (!data || !mayManage) return <NotPermitted permission="manage_staff" />;
  return (
    <div className="grid gap-4">
      <title>Staff and roles</title>
      <PageHead title="Staff and roles" />
      <Members {...data} showLink={showLink} />
      <InviteForm roles={data.roles} showLink={showLink} />
      <Roles roles={data.roles} />
      {shown}
    </div>
  );
}
