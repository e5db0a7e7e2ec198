import { Link, useLocation } from "react-router";
import { forgotPasswordBody } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { Field } from "../shared/form/field.tsx";
import { FormMessage, NeedsScript, SubmitButton } from "../shared/form/submit.tsx";
import { useForm } from "../shared/form/use-form.ts";
import { privatePageMeta } from "../shared/page-meta.ts";
import { AccountHeading } from "./account-heading.tsx";
import { originStateOf, useNavigateIfMounted } from "./navigation.ts";

export const meta = privatePageMeta("Forgot Your Password", "Reset your password by email.");

export default function ForgotPassword() {
  const navigateIfMounted = useNavigateIfMounted();
  const origin = originStateOf(useLocation().state);
  const form = useForm({
    schema: forgotPasswordBody,
    async onSubmit({ email }) {
      await api.forgotPassword({ body: { email } });
      await navigateIfMounted("/otp/verification/password", { state: { ...origin, email, sentAt: Date.now() } });
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
      <FormMessage form={form} />
      <form {...form.props}>
        <Field
          form={form}
          name="email"
          label="Email Address"
          placeholder="Enter your email"
          type="email"
          inputMode="email"
          autoComplete="username"
          required
          autoCapitalize="none"
        />
        <SubmitButton running={form.running} className="mt-1 w-full">
          Send reset link
        </SubmitButton>
        <NeedsScript />
      </form>
      <p className="mt-4 text-center text-small">
        <Link
          to="/login"
          state={origin}
          className="inline-flex min-h-11 items-center font-semibold text-leaf text-link"
        >
          Login to your account
        </Link>
      </p>
    </>
  );
}
