import { useLocation } from "react-router";
import { api } from "../api/api.ts";
import { privatePageMeta } from "../shared/page-meta.ts";
import { AccountLink } from "./account-form.tsx";
import { CodePage } from "./code-page.tsx";
import { returnStateOf, useNavigateIfMounted } from "./navigation.ts";

export const meta = privatePageMeta("Verify Account", "Enter the code we emailed you.");

/** Exchanges the mailed reset code for a new password's token. */
export default function VerifyAccount() {
  const navigateIfMounted = useNavigateIfMounted();
  return (
    <CodePage
      title="Verify Account"
      redirectTo="/forgot/password"
      explanation={(address) => (
        <p>If there’s an account for {address(",")} we’ve emailed it a code and a link. Please enter the code below.</p>
      )}
      onSubmit={async (otp, email, state) => {
        const { token } = await api.verifyCode({ body: { email, otp } });
        await navigateIfMounted(`/change/password/${encodeURIComponent(token)}`, { state: returnStateOf(state) });
      }}
      onResend={(email) => api.forgotPassword({ body: { email } })}
      exits={
        <AccountLink to="/login" returnState={returnStateOf(useLocation().state)} className="">
          Login to your account
        </AccountLink>
      }
    />
  );
}
