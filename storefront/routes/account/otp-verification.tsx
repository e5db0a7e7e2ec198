import { accountApi } from "../../api/accounts.ts";
import { keepSession } from "../../state/session.ts";
import { accountMeta } from "./account-meta.ts";
import { CodeScreen } from "./code-screen.tsx";
import { textOf } from "./use-navigation-state.ts";

export const meta = accountMeta("OTP Verification", "Verify your email address.");

/** The last step of signing up: the mailed code opens the account with what was typed on the screen before (S2.95 to S2.99). */
export default function OtpVerification() {
  return (
    <CodeScreen
      title="OTP Verification"
      without="/login"
      explain={(address) => (
        <>
          <p className="text-lead text-ink">Please verify your email address</p>
          <p className="mt-2">An email with a code was sent to {address}. Please enter the code below.</p>
        </>
      )}
      onSubmit={async (otp, email, { name, password }) =>
        keepSession(await accountApi.register({ email, otp, password: textOf(password), name: textOf(name) }))
      }
      onResend={accountApi.sendCode}
      otherwise={{ question: "Not your address?", to: "/signup", label: "Sign up with another" }}
    />
  );
}
