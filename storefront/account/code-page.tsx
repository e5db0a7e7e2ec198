import { type ReactNode, useEffect } from "react";
import { useNavigate } from "react-router";
import { DemoMailbox } from "../shared/demo-mailbox.tsx";
import { CodeBoxesSkeleton } from "../shared/form/code-boxes.tsx";
import { CodeForm } from "../shared/form/code-form.tsx";
import { AccountHeading } from "./account-heading.tsx";
import { textOf, useNavigationState } from "./navigation.ts";

interface CodePageProps {
  title: string;
  /** The path to redirect to if the previous page passed no email. */
  redirectTo: string;
  /** Explains the email that was sent; `address` shows the email address and the punctuation after it. */
  explanation: (address: (punctuation: string) => ReactNode) => ReactNode;
  /** @param state navigation state from the previous page */
  onSubmit: (otp: string, email: string, state: Record<string, unknown>) => Promise<unknown>;
  onResend: (email: string) => Promise<unknown>;
  /** Links to where else to go. */
  exits: ReactNode;
}

/** A page that asks for the code mailed to the email of the previous page. */
export function CodePage({ title, redirectTo, explanation, onSubmit, onResend, exits }: CodePageProps) {
  const navigate = useNavigate();
  const { isLoaded, state } = useNavigationState();
  const email = textOf(state.email);
  const missing = isLoaded && email === "";

  useEffect(() => {
    if (missing) void navigate(redirectTo, { replace: true });
  }, [missing, navigate, redirectTo]);

  return (
    <>
      <AccountHeading title={title}>
        {explanation((punctuation) => (
          <span className="inline-block max-w-full font-semibold text-ink wrap-anywhere">
            {/* An email too long for a line breaks after its @. */}
            {(email || "your address").split(/(?<=@)/).map((part, at) => [at > 0 && <wbr key={part} />, part])}
            <span className="font-normal text-bark">{punctuation}</span>
          </span>
        ))}
      </AccountHeading>
      {email ? (
        <CodeForm
          action="Verify"
          sentAt={Number(state.sentAt) || 0}
          onSubmit={(otp) => onSubmit(otp, email, state)}
          onResend={() => onResend(email)}
        />
      ) : (
        <CodeBoxesSkeleton />
      )}
      <div className="mt-2 grid gap-3 border-sand border-t pt-3 text-bark text-small">
        <p className="leading-7">{exits}</p>
        <DemoMailbox email={email} />
      </div>
    </>
  );
}
