import { api } from "../api/api.ts";
import { privatePageMeta } from "../shared/page-meta.ts";
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
        <p>
          An email with a code and a link is on its way, if there’s an account for {address(".")} Please enter the code
          below, or follow the link.
        </p>
      )}
      onSubmit={async (otp, email, state) => {
        const { token } = await api.verifyCode({ body: { email, otp } });
        await navigateIfMounted(`/change/password/${encodeURIComponent(token)}`, { state: returnStateOf(state) });
      }}
      onResend={(email) => api.forgotPassword({ body: { email } })}
      otherLink={{ to: "/login", label: "Login to your account" }}
    />
  );
}
