import { Link, useLocation, useParams } from "react-router";
import { changePasswordForm } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { PasswordField } from "../shared/form/field.tsx";
import { FormMessage, NeedsScript, SubmitButton } from "../shared/form/submit.tsx";
import { useForm } from "../shared/form/use-form.ts";
import { privatePageMeta } from "../shared/page-meta.ts";
import { AccountHeading } from "./account-heading.tsx";
import { originStateOf, useNavigateIfMounted } from "./navigation.ts";

/** Sends no Referer, since the URL contains the token. */
export const meta = (args: Parameters<ReturnType<typeof privatePageMeta>>[0]) => [
  ...privatePageMeta("Change Password", "Set a new password.")(args),
  { name: "referrer", content: "no-referrer" },
];

export default function ChangePassword() {
  const { token = "" } = useParams();
  const navigateIfMounted = useNavigateIfMounted();
  const origin = originStateOf(useLocation().state);
  const form = useForm({
    schema: changePasswordForm,
    async onSubmit({ password }) {
      await api.changePassword({ body: { password }, token });
      await navigateIfMounted("/login", { replace: true, state: { ...origin, passwordChanged: true } });
    },
  });
  return (
    <>
      <AccountHeading title="Change Password">
        <p>Choose a new password with at least 6 characters. You’ll be logged out on all your devices.</p>
      </AccountHeading>
      <FormMessage form={form} />
      <form {...form.props}>
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
        <SubmitButton running={form.running} className="mt-1 w-full">
          Change Password
        </SubmitButton>
        <NeedsScript />
      </form>
      <div className="mt-4 flex flex-wrap justify-center gap-x-6 text-small">
        <Link
          to="/login"
          state={origin}
          className="inline-flex min-h-11 items-center font-semibold text-leaf text-link"
        >
          Back to login
        </Link>
        <Link to="/forgot/password" state={origin} className="inline-flex min-h-11 items-center text-leaf text-link">
          Get a new link
        </Link>
      </div>
    </>
  );
}
