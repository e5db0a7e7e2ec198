import { useState } from "react";
import { Link } from "react-router";
import { MIN_PASSWORD_LENGTH, updatePasswordForm } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { storeSession } from "../session/session.ts";
import { assetUrl } from "../shared/assets-host.ts";
import { PasswordField } from "../shared/form/field.tsx";
import { FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import { useForm } from "../shared/form/use-form.ts";
import { CheckIcon, ChevronLeftIcon } from "../shared/icons.tsx";
import lock from "./drawings/lock.svg?no-inline";
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
        <div className="mt-5 grid gap-x-12 gap-y-8 sm:mt-8 sm:grid-cols-[7fr_5fr]">
          <div>
            <FormMessage form={form} />
            <form {...form.props} onInput={() => setUpdated(false)}>
              <PasswordField
                form={form}
                name="currentPassword"
                label="Current Password"
                placeholder="Enter your current password"
                autoComplete="current-password"
                required
              />
              <PasswordField
                form={form}
                name="password"
                label="New Password"
                placeholder={`At least ${MIN_PASSWORD_LENGTH} characters`}
                hint="Three unrelated words are easy to remember and hard to guess."
                autoComplete="new-password"
                required
              />
              <PasswordField
                form={form}
                name="confirmPassword"
                label="Confirm Password"
                placeholder="Enter your new password again"
                autoComplete="new-password"
                required
              />
              <SubmitButton running={form.running} className="w-full">
                Update Password
              </SubmitButton>
              <p role="status" className="flex items-center gap-2 text-leaf text-small not-empty:mt-2">
                {updated && (
                  <>
                    <CheckIcon width="20" height="20" />
                    Your password has been changed.
                  </>
                )}
              </p>
            </form>
          </div>
          <aside className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-5 rounded-picture bg-linen p-5 sm:grid-cols-1 sm:content-center lg:p-7">
            <img src={assetUrl(lock)} alt="" width="220" height="200" className="mx-auto h-auto w-full max-w-44" />
            <p className="text-bark text-small sm:text-center">
              You’ll stay logged in here and be logged out everywhere else.
            </p>
          </aside>
        </div>
      ) : (
        <p className="mt-3 max-w-[26.25rem] text-bark">
          You log in with Google, so this account has no password yet. To set one, log out and choose Forgot Password on
          the login page.
        </p>
      )}
    </div>
  );
}
