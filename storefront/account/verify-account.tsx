import { useLocation } from "react-router";
import { api } from "../api/api.ts";
import { privatePageMeta } from "../shared/page-meta.ts";
import { AccountLink } from "./account-form.tsx";
import { CodeExit, CodePage } from "./code-page.tsx";
import { returnStateOf, useNavigateIfMounted } from "./navigation.ts";

export const meta = privatePageMeta("Verify Account", "Enter the code we emailed you.");

/** Exchanges the mailed reset code for a new password's token. */
export default function VerifyAccount() {
  const navigateIfMounted = useNavigateIfMounted();
  const returnState = returnStateOf(useLocation().state);
  return (
    <CodePage
      title="Verify Account"
      redirectTo="/forgot/password"
      // The same for everybody: only the email reveals who has an account.
      explanation="If you have an account with us, we’ve emailed a code and a link to"
      onSubmit={async (otp, email, state) => {
        const { token } = await api.verifyCode({ body: { email, otp } });
        await navigateIfMounted(`/change/password/${encodeURIComponent(token)}`, { state: returnStateOf(state) });
      }}
      onResend={(email) => api.forgotPassword({ body: { email } })}
      exits={
        <>
          <CodeExit question="Wrong email?">
            <AccountLink to="/forgot/password" returnState={returnState}>
              Use a different one
            </AccountLink>
          </CodeExit>
          <CodeExit question="Remembered it?">
            <AccountLink to="/login" returnState={returnState}>
              Login to your account
            </AccountLink>
          </CodeExit>
        </>
      }
    />
  );
}
