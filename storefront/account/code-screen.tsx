import { type ReactNode, useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { DemoMailbox } from "../shared/demo-mailbox.tsx";
import { CodeBoxesSkeleton } from "../shared/form/code-boxes.tsx";
import { CodeForm } from "../shared/form/code-form.tsx";
import { AccountHeading } from "./account-heading.tsx";
import { originStateOf, textOf, useNavigationState } from "./navigation.ts";

interface CodeScreenProps {
  title: string;
  /** Where a visit without an email is redirected. */
  without: string;
  /** What is said of the mail to the address. */
  explain: (address: ReactNode) => ReactNode;
  /** @param state what the screen before has handed on */
  onSubmit: (otp: string, email: string, state: Record<string, unknown>) => Promise<unknown>;
  onResend: (email: string) => Promise<unknown>;
  /** Said to everybody below the boxes. */
  hint?: ReactNode;
  /** Another way on, below the boxes. */
  otherwise: { question?: string; to: string; label: string };
}

/** A screen that asks for the code mailed to the address that was typed on the screen before. */
export function CodeScreen({ title, without, explain, onSubmit, onResend, hint, otherwise }: CodeScreenProps) {
  const navigate = useNavigate();
  const { known, state } = useNavigationState();
  const email = textOf(state.email);
  const missing = known && email === "";

  useEffect(() => {
    if (missing) void navigate(without, { replace: true });
  }, [missing, navigate, without]);

  return (
    <>
      <AccountHeading title={title}>
        {explain(<span className="font-semibold text-ink wrap-anywhere">{email || "your address"}</span>)}
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
      <div className="mt-3 grid gap-2 border-sand border-t pt-4 text-small">
        {hint}
        <p className="text-bark">
          {otherwise.question}{" "}
          <Link
            to={otherwise.to}
            state={originStateOf(state)}
            className="inline-flex min-h-11 items-center text-leaf text-link"
          >
            {otherwise.label}
          </Link>
        </p>
        <DemoMailbox email={email} />
      </div>
    </>
  );
}
