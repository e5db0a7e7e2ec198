import { MailIcon } from "./icons.tsx";
import { useShop } from "./shop-context.ts";

interface DemoMailboxProps {
  /** Whose mails are shown; all of them where it is missing. */
  email?: string;
  /** What it stands on. */
  ground?: "paper" | "leaf";
}

/** Where the demo's mails can be read; nothing where a mail server takes them. */
export function DemoMailbox({ email, ground = "paper" }: DemoMailboxProps) {
  const { demoMailbox } = useShop();
  if (!demoMailbox) return null;
  return (
    <p className={`flex items-start gap-2.5 text-small ${ground === "paper" ? "text-bark" : ""}`}>
      <MailIcon width="20" height="20" className="mt-px shrink-0" />
      <span>
        This is a demo, so emails aren’t really sent.{" "}
        <a
          href={email ? `/sandbox/mail?to=${encodeURIComponent(email)}` : "/sandbox/mail"}
          target="_blank"
          rel="noopener"
          className={`whitespace-nowrap text-link ${ground === "paper" ? "text-leaf" : "text-white"}`}
        >
          Open the demo inbox
        </a>
      </span>
    </p>
  );
}
