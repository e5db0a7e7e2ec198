import { useLocation } from "react-router";
import { api } from "../api/api.ts";
import { storeSession } from "../session/session.ts";
import { clearDraft } from "../shared/form/drafts.ts";
import { privatePageMeta } from "../shared/page-meta.ts";
import { AccountLink } from "./account-form.tsx";
import { CodeExit, CodePage } from "./code-page.tsx";
import { returnStateOf, SIGN_UP_DRAFT, textOf } from "./navigation.ts";

export const meta = privatePageMeta("OTP Verification", "Verify your email address.");

/** The last step of signing up: the mailed code creates the account with the previous page's input. */
export default function OtpVerification() {
  const returnState = returnStateOf(useLocation().state);
  return (
    <CodePage
      title="OTP Verification"
      redirectTo="/login"
      explanation="Please verify your email address. An email with a code was sent to"
      onSubmit={async (otp, email, { name, password }) => {
        const session = await api.register({ body: { email, otp, password: textOf(password), name: textOf(name) } });
        clearDraft(SIGN_UP_DRAFT);
        await storeSession(session);
      }}
      onResend={(email) => api.sendCode({ body: { email } })}
      // The same for everybody: only the email reveals who has an account.
      exits={
        <>
          <CodeExit question="Wrong email?">
            <AccountLink to="/signup" returnState={returnState}>
              Use a different one
            </AccountLink>
          </CodeExit>
          <CodeExit question="Already have an account?">
            <AccountLink to="/login" returnState={returnState}>
              Log in
            </AccountLink>{" "}
            or{" "}
            <span className="inline-block">
              <AccountLink to="/forgot/password" returnState={returnState}>
                reset your password
              </AccountLink>
              .
            </span>
          </CodeExit>
        </>
      }
    />
  );
}
