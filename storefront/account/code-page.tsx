import { type ReactNode, useEffect, useId } from "react";
import { useNavigate } from "react-router";
import { DemoMailbox } from "../shared/demo-mailbox.tsx";
import { CodeBoxesSkeleton } from "../shared/form/code-boxes.tsx";
import { CodeForm } from "../shared/form/code-form.tsx";
import { FormNeedsScript } from "../shared/needs-script.tsx";
import { AccountHeading } from "./account-heading.tsx";
import { textOf, useNavigationState } from "./navigation.ts";

interface CodePageProps {
  title: string;
  /** The path to redirect to if the previous page passed no email. */
  redirectTo: string;
  /** Says that an email was sent; the address completes the sentence. */
  explanation: string;
  /** @param state navigation state from the previous page */
  onSubmit: (otp: string, email: string, state: Record<string, unknown>) => Promise<unknown>;
  onResend: (email: string) => Promise<unknown>;
  /** Links to where else to go. */
  exits: ReactNode;
}

/** A page that asks for the code mailed to the email of the previous page. */
export function CodePage({ title, redirectTo, explanation, onSubmit, onResend, exits }: CodePageProps) {
  const sentenceId = useId();
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
        <p id={sentenceId}>
          {explanation} <Email email={email || "your address"} /> Please enter the code below.
        </p>
      </AccountHeading>
      {email ? (
        <CodeForm
          action="Verify"
          sentAt={Number(state.sentAt) || 0}
          describedBy={sentenceId}
          onSubmit={(otp) => onSubmit(otp, email, state)}
          onResend={() => onResend(email)}
        />
      ) : (
        <>
          <CodeBoxesSkeleton />
          <FormNeedsScript />
        </>
      )}
      <div className="text-small">{exits}</div>
      <div className="mt-6 rounded-picture bg-linen p-5 empty:hidden">
        <DemoMailbox email={email} />
      </div>
    </>
  );
}

/** On a line of its own rather than broken, with the full stop; one longer than a line breaks after its @. */
function Email({ email }: { email: string }) {
  const domainAt = email.indexOf("@") + 1;
  return (
    <span className="inline-block max-w-full wrap-anywhere">
      <span className="font-semibold text-ink">
        {email.slice(0, domainAt)}
        <wbr />
        {email.slice(domainAt)}
      </span>
      .
    </span>
  );
}

/** A question with its answer at the end of the line. */
export function CodeExit({ question, children }: { question: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 border-sand border-t text-bark">
      {question} <span className="flex items-center gap-x-1">{children}</span>
    </p>
  );
}
