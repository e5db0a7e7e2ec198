import { useState } from "react";
import { MIN_PASSWORD_LENGTH, updatePasswordForm } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { storeSession } from "../session/session.ts";
import { PasswordField } from "../shared/form/field.tsx";
import { FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import { useForm } from "../shared/form/use-form.ts";
import { CheckIcon } from "../shared/icons.tsx";
import { Part } from "../shared/order/part.tsx";
import { DEVICES_TITLE, Devices } from "./devices.tsx";

interface UpdatePasswordProps {
  /** False for an account created with Google. */
  hasPassword: boolean;
  onUpdated: () => Promise<void>;
}

/** Changes the password after checking the current one. Logs out every other device. */
export function UpdatePassword({ hasPassword, onUpdated }: UpdatePasswordProps) {
  const [updated, setUpdated] = useState(false);
  /** Each ends other devices' sessions, so that they are listed again. */
  const [updates, setUpdates] = useState(0);
  const form = useForm({
    schema: updatePasswordForm,
    async onSubmit({ currentPassword, password }) {
      setUpdated(false);
      await storeSession(await api.updatePassword({ body: { currentPassword, password } }));
      form.reset();
      setUpdated(true);
      setUpdates((before) => before + 1);
      // The password is changed, even if the profile cannot be read again.
      await onUpdated().catch(() => {});
    },
  });
  return (
    <div>
      <h1 className="text-heading">Update Password</h1>
      {hasPassword ? (
        <>
          <p className="mt-3 mb-7 text-bark">You’ll stay logged in here and be logged out everywhere else.</p>
          <div className="grid items-start gap-x-8 gap-y-9 sm:grid-cols-[minmax(0,26.25rem)_minmax(16rem,1fr)] xl:gap-x-16">
            <div>
              <FormMessage form={form} />
              <form {...form.props} onInput={() => setUpdated(false)}>
                <PasswordField
                  form={form}
                  name="currentPassword"
                  label="Current password"
                  placeholder="Enter your current password"
                  autoComplete="current-password"
                  required
                />
                <PasswordField
                  form={form}
                  name="password"
                  label="New password"
                  placeholder={`At least ${MIN_PASSWORD_LENGTH} characters`}
                  hint="Three unrelated words are easy to remember and hard to guess."
                  autoComplete="new-password"
                  required
                />
                <PasswordField
                  form={form}
                  name="confirmPassword"
                  label="Confirm password"
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
            <Part title={DEVICES_TITLE} look="card">
              <Devices key={updates} />
            </Part>
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
