import { Link, useLocation } from "react-router";
import { api } from "../api/api.ts";
import { storeSession } from "../session/session.ts";
import { clearDraft } from "../shared/form/drafts.ts";
import { privatePageMeta } from "../shared/page-meta.ts";
import { CodePage } from "./code-page.tsx";
import { returnStateOf, SIGN_UP_DRAFT, textOf } from "./navigation.ts";

export const meta = privatePageMeta("OTP Verification", "Verify your email address.");

/** The last step of signing up: the mailed code creates the account with the previous page's input. */
export default function OtpVerification() {
  const returnState = returnStateOf(useLocation().state);
  const link = "text-leaf text-link";
  return (
    <CodePage
      title="OTP Verification"
      redirectTo="/login"
      explanation={(address) => (
        <>
          <p className="inline text-ink">Please verify your email address.</p>{" "}
          <p className="inline">An email with a code was sent to {address(".")} Please enter the code below.</p>
        </>
      )}
      onSubmit={async (otp, email, { name, password }) => {
        const session = await api.register({ body: { email, otp, password: textOf(password), name: textOf(name) } });
        clearDraft(SIGN_UP_DRAFT);
        await storeSession(session);
      }}
      onResend={(email) => api.sendCode({ body: { email } })}
      // The same for everybody: only the email reveals who has an account.
      exits={
        <>
          Wrong email?{" "}
          <Link to="/signup" state={returnState} className={link}>
            Use a different one
          </Link>
          .<br />
          Have an account?{" "}
          <Link to="/login" state={returnState} className={link}>
            Log in
          </Link>{" "}
          or{" "}
          <Link to="/forgot/password" state={returnState} className={link}>
            reset your password
          </Link>
          .
        </>
      }
    />
  );
}
