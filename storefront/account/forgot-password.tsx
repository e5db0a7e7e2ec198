import { useLocation } from "react-router";
import { forgotPasswordBody } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { useForm } from "../shared/form/use-form.ts";
import { privatePageMeta } from "../shared/page-meta.ts";
import { AccountForm, AccountLink, EmailField } from "./account-form.tsx";
import { AccountHeading } from "./account-heading.tsx";
import { returnStateOf, textOf, useNavigateIfMounted } from "./navigation.ts";

export const meta = privatePageMeta("Forgot Your Password", "Reset your password by email.");

export default function ForgotPassword() {
  const navigateIfMounted = useNavigateIfMounted();
  const { state } = useLocation();
  const returnState = returnStateOf(state);
  const form = useForm({
    schema: forgotPasswordBody,
    async onSubmit({ email }) {
      await api.forgotPassword({ body: { email } });
      await navigateIfMounted("/otp/verification/password", { state: { ...returnState, email, sentAt: Date.now() } });
    },
  });
  return (
    <>
      <AccountHeading title="Forgot Your Password">
        <p>
          Please enter your registered email. A link to reset the password will be sent to you, along with a 6-digit
          code.
        </p>
      </AccountHeading>
      <AccountForm form={form} action="Send reset link">
        <EmailField form={form} autoComplete="username" defaultValue={textOf(state?.email)} />
      </AccountForm>
      <p className="mt-4 text-small">
        <AccountLink to="/login" returnState={returnState}>
          Login to your account
        </AccountLink>
      </p>
    </>
  );
}
