import { useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { accountApi } from "../../api/accounts.ts";
import { CodeBoxesSkeleton } from "../../components/form/code-boxes.tsx";
import { CodeForm } from "../../components/form/code-form.tsx";
import { originStateOf } from "../../state/origin.ts";
import { keepSession } from "../../state/session.ts";
import { AccountHeading } from "./account-heading.tsx";
import { accountMeta } from "./account-meta.ts";
import { DemoMailbox } from "./demo-mailbox.tsx";
import { textOf, useNavigationState } from "./use-navigation-state.ts";

export const meta = accountMeta("OTP Verification", "Verify your email address.");

/** The last step of signing up: the mailed code opens the account with what was typed on the screen before (S2.95 to S2.99). */
export default function OtpVerification() {
  const navigate = useNavigate();
  const { known, state } = useNavigationState();
  const email = textOf(state.email);
  const missing = known && email === "";

  useEffect(() => {
    if (missing) void navigate("/login", { replace: true });
  }, [missing, navigate]);

  return (
    <>
      <AccountHeading title="OTP Verification">
        <p className="text-lead text-ink">Please verify your email address</p>
        <p className="mt-2">
          An email with a code was sent to{" "}
          <span className="font-semibold text-ink wrap-anywhere">{email || "your address"}</span>. Please enter the code
          below.
        </p>
      </AccountHeading>
      {email ? (
        <CodeForm
          action="Verify"
          sentAt={Number(state.sentAt) || 0}
          onSubmit={async (otp) =>
            keepSession(
              await accountApi.register({ email, otp, password: textOf(state.password), name: textOf(state.name) }),
            )
          }
          onResend={() => accountApi.sendCode(email)}
        />
      ) : (
        <CodeBoxesSkeleton />
      )}
      <div className="mt-3 grid gap-2 border-sand border-t pt-4 text-small">
        <p className="text-bark">
          Not your address?{" "}
          <Link
            to="/signup"
            state={originStateOf(state)}
            className="inline-flex min-h-11 items-center text-leaf text-link"
          >
            Sign up with another
          </Link>
        </p>
        <DemoMailbox email={email} />
      </div>
    </>
  );
}
