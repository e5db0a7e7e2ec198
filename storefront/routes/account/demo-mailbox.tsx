import { MailIcon } from "../../components/icons.tsx";
import { useShop } from "../../components/shop-context.ts";

/** Where the demo's mails can be read; nothing where a mail server takes them. */
export function DemoMailbox({ email }: { email?: string }) {
  const { demoMailbox } = useShop();
  if (!demoMailbox) return null;
  return (
    <p className="flex items-start gap-2.5 text-bark text-small">
      <MailIcon width="20" height="20" className="mt-px shrink-0" />
      <span>
        This is a demo: its mails stay here.{" "}
        <a
          href={email ? `/sandbox/mail?to=${encodeURIComponent(email)}` : "/sandbox/mail"}
          target="_blank"
          rel="noopener"
          className="whitespace-nowrap text-leaf text-link"
        >
          Open the mailbox
        </a>
      </span>
    </p>
  );
}
