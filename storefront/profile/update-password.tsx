import { useState } from "react";
import { Link } from "react-router";
import { updatePasswordForm } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { storeSession } from "../session/session.ts";
import { PasswordField } from "../shared/form/field.tsx";
import { FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import { useForm } from "../shared/form/use-form.ts";
import { CheckIcon, ChevronLeftIcon } from "../shared/icons.tsx";
import { panePath } from "./panes.ts";

interface UpdatePasswordProps {
  /** False for an account created with Google. */
  hasPassword: boolean;
  onUpdated: () => Promise<void>;
}

/** Changes the password after checking the current one. Logs out every other device. */
export function UpdatePassword({ hasPassword, onUpdated }: UpdatePasswordProps) {
  const [updated, setUpdated] = useState(false);
  const form = useForm({
    schema: updatePasswordForm,
    async onSubmit({ currentPassword, password }) {
      setUpdated(false);
      await storeSession(await api.updatePassword({ body: { currentPassword, password } }));
      form.reset();
      setUpdated(true);
      // The password is changed, even if the profile cannot be read again.
      await onUpdated().catch(() => {});
    },
  });
  return (
    <div>
      <Link to={panePath("1")} className="-ml-1.5 inline-flex min-h-11 items-center gap-1 text-leaf text-small">
        <ChevronLeftIcon width="18" height="18" />
        My Profile
      </Link>
      <h1 className="text-heading">Update Password</h1>
      {hasPassword ? (
        <>
          <p className="mt-3 text-bark">You’ll stay logged in here and be logged out everywhere else.</p>
          <div className="mt-7 max-w-[26.25rem]">
            <FormMessage form={form} />
            <form {...form.props} onInput={() => setUpdated(false)}>
              <PasswordField
                form={form}
                name="currentPassword"
                label="Current Password"
                autoComplete="current-password"
                required
              />
              <PasswordField
                form={form}
                name="password"
                label="New Password"
                hint="Three unrelated words make a good password."
                autoComplete="new-password"
                required
              />
              <PasswordField
                form={form}
                name="confirmPassword"
                label="Confirm Password"
                autoComplete="new-password"
                required
              />
              <SubmitButton running={form.running} className="mt-1 w-full">
                Update Password
              </SubmitButton>
              <p role="status" className="mt-3 flex min-h-6 items-center gap-2 text-leaf text-small">
                {updated && (
                  <>
                    <CheckIcon width="20" height="20" />
                    Your password has been changed.
                  </>
                )}
              </p>
            </form>
          </div>
        </>
      ) : (
        <p className="mt-3 max-w-[26.25rem] text-bark">
          You log in with Google, so this account has no password yet. To set one, log out and choose Forgot Password on
          the login page.
        </p>
      )}
    </div>
  );
}
