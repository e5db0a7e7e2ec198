import { Link, useLocation } from "react-router";
import { signupForm } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { CheckField, Field, PasswordField } from "../shared/form/field.tsx";
import { FormMessage, NeedsScript, SubmitButton } from "../shared/form/submit.tsx";
import { useDraft } from "../shared/form/use-draft.ts";
import { useForm } from "../shared/form/use-form.ts";
import { privatePageMeta } from "../shared/page-meta.ts";
import { AccountHeading } from "./account-heading.tsx";
import { GoogleSignIn } from "./google-sign-in.tsx";
import { originStateOf, SIGN_UP_DRAFT, useNavigateIfMounted } from "./navigation.ts";

export const meta = privatePageMeta("Sign Up", "Create your account.");

export default function Signup() {
  const navigateIfMounted = useNavigateIfMounted();
  const origin = originStateOf(useLocation().state);
  const { stored, store } = useDraft(SIGN_UP_DRAFT, ["name", "email"]);
  const form = useForm({
    schema: signupForm,
    async onSubmit({ name, email, password }) {
      store(form, { termsAccepted: "yes" });
      await api.checkPassword({ body: { password } });
      await api.sendCode({ body: { email } });
      await navigateIfMounted("/otp/verification", { state: { ...origin, name, email, password, sentAt: Date.now() } });
    },
  });
  return (
    <>
      <AccountHeading title="Sign Up" />
      <FormMessage form={form} />
      <form {...form.props}>
        <Field
          form={form}
          name="name"
          label="Full Name"
          placeholder="Enter your full name"
          defaultValue={stored?.name}
          autoComplete="name"
          required
        />
        <Field
          form={form}
          name="email"
          label="Email Address"
          placeholder="Enter your email"
          defaultValue={stored?.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          autoCapitalize="none"
        />
        <PasswordField
          form={form}
          name="password"
          label="Password"
          placeholder="At least 6 characters"
          autoComplete="new-password"
          required
        />
        <PasswordField
          form={form}
          name="confirmPassword"
          label="Confirm Password"
          placeholder="Enter your password again"
          autoComplete="new-password"
          required
        />
        <CheckField form={form} name="termsAccepted" defaultChecked={stored?.termsAccepted === "yes"}>
          I accept the{" "}
          <Link to="/terms-conditions" target="_blank" className="text-leaf text-link">
            Terms And Conditions
          </Link>{" "}
          and the{" "}
          <Link to="/privacy-policy" target="_blank" className="text-leaf text-link">
            Privacy Policy
          </Link>
        </CheckField>
        <SubmitButton running={form.running} className="mt-1 w-full">
          Signup
        </SubmitButton>
        <NeedsScript />
      </form>
      <p className="mt-4 text-center text-small">
        Already have an Account?{" "}
        <Link
          to="/login"
          state={origin}
          className="inline-flex min-h-11 items-center font-semibold text-leaf text-link"
        >
          Sign in here
        </Link>
      </p>
      <GoogleSignIn divider="or sign in with" />
    </>
  );
}
