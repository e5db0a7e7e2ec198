import { MailIcon } from "./icons.tsx";
import { useShop } from "./shop-context.ts";

interface DemoMailboxProps {
  /** Shows only mails to this email. */
  email?: string;
}

/** Links to the demo's mailbox; shows nothing if a mail server sends the mails. */
export function DemoMailbox({ email }: DemoMailboxProps) {
  const { demoMailbox } = useShop();
  if (!demoMailbox) return null;
  return (
    <p className="flex items-start gap-2.5 text-bark text-small">
      <MailIcon width="20" height="20" className="mt-px shrink-0" />
      <span>
        This is a demo, so emails aren’t really sent.{" "}
        <a
          href={email ? `/sandbox/mail?to=${encodeURIComponent(email)}` : "/sandbox/mail"}
          target="_blank"
          rel="noopener"
          className="inline-block text-leaf text-link wrap-anywhere"
        >
          Open the demo inbox
        </a>
      </span>
    </p>
  );
}
