import { BackLink } from "../shared/back-link.tsx";
import { NotPermitted } from "../shared/error-page.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useMay } from "../shared/session.ts";
import { CampaignEditor } from "./campaign-editor.tsx";

export default function NewCampaignPage() {
  const mayEdit = useMay("send_newsletter");
  if (!mayEdit) return <NotPermitted permission="send_newsletter" />;
  return (
    <>
      <title>New campaign</title>
      <BackLink to="/newsletter">Newsletter</BackLink>
      <PageHead title="New campaign" />
      <CampaignEditor campaign={null} />
    </>
  );
}
