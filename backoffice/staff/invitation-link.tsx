import { useState } from "react";
import { Secret } from "../shared/secret.tsx";

/** Shows the link for an email that no mail server brings. */
export type ShowLink = (email: string, link: string) => void;

/** The link of who was invited last, to be passed on by hand. */
export function useInvitationLink() {
  const [sent, setSent] = useState<{ email: string; link: string } | null>(null);
  const showLink: ShowLink = (email, link) => setSent({ email, link });
  const shown = sent && (
    <Secret
      title={`The link for ${sent.email}`}
      secret={sent.link}
      note="The shop has no mail server, so please send it yourself. It works once, within three days."
      onClose={() => setSent(null)}
    />
  );
  return { showLink, shown };
}
