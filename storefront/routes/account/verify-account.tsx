import { useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { accountApi } from "../../api/accounts.ts";
import { CodeBoxesSkeleton } from "../../components/form/code-boxes.tsx";
import { CodeForm } from "../../components/form/code-form.tsx";
import { originStateOf } from "../../state/origin.ts";
import { AccountHeading } from "./account-heading.tsx";
import { accountMeta } from "./account-meta.ts";
import { DemoMailbox } from "./demo-mailbox.tsx";
import { textOf, useNavigationState } from "./use-navigation-state.ts";

export const meta = accountMeta("Verify Account", "Enter the code that was mailed to you.");

/** The mailed code of a reset leads to the new password (S4.22, S4.23). */
export default function VerifyAccount() {
  const navigate = useNavigate();
  const { known, state } = useNavigationState();
  const email = textOf(state.email);
  const missing = known && email === "";

  useEffect(() => {
    if (missing) void navigate("/forgot/password", { replace: true });
  }, [missing, navigate]);

  return (
    <>
      <AccountHeading title="Verify Account">
        <p>
          If <span className="font-semibold text-ink wrap-anywhere">{email || "your address"}</span> has an account, an
          email with a code and a link is on its way. Please enter the code below, or follow the link.
        </p>
      </AccountHeading>
      {email ? (
        <CodeForm
          action="Verify"
          sentAt={Number(state.sentAt) || 0}
          onSubmit={async (otp) => {
            const { token } = await accountApi.verifyCode(email, otp);
            await navigate(`/change/password/${encodeURIComponent(token)}`, { state: originStateOf(state) });
          }}
          onResend={() => accountApi.forgotPassword(email)}
        />
      ) : (
        <CodeBoxesSkeleton />
      )}
      <div className="mt-3 grid gap-2 border-sand border-t pt-4 text-small">
        <p>
          <Link
            to="/login"
            state={originStateOf(state)}
            className="inline-flex min-h-11 items-center text-leaf text-link"
          >
            Login to your account
          </Link>
        </p>
        <DemoMailbox email={email} />
      </div>
    </>
  );
}
