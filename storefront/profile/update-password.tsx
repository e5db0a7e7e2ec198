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
        <div className="mt-5 grid items-start gap-x-12 gap-y-8 sm:mt-8 sm:grid-cols-[7fr_5fr]">
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
                placeholder="At least 6 characters"
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
              <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
                <SubmitButton running={form.running} className="w-full sm:w-auto">
                  Update Password
                </SubmitButton>
                <p role="status" className="flex items-center gap-2 text-leaf text-small">
                  {updated && (
                    <>
                      <CheckIcon width="20" height="20" />
                      Your password has been changed.
                    </>
                  )}
                </p>
              </div>
            </form>
          </div>
          <GoodPassword />
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

/** What to consider before the form is sent. */
function GoodPassword() {
  return (
    <section aria-labelledby="good-password" className="rounded-picture bg-linen p-5 lg:p-7">
      <h2 id="good-password" className="text-title">
        A good password
      </h2>
      <ul className="mt-4 grid gap-3">
        {ADVICE.map((advice) => (
          <li key={advice} className="flex gap-3">
            <CheckIcon width="20" height="20" className="mt-0.5 shrink-0 text-leaf" />
            {advice}
          </li>
        ))}
      </ul>
      <p className="mt-5 border-sand border-t pt-4 text-bark text-small">
        You’ll stay logged in here and be logged out everywhere else.
      </p>
    </section>
  );
}

const ADVICE = [
  "Three unrelated words are easy to remember and hard to guess.",
  "The longer, the better. Spaces are welcome.",
  "Use it for this shop only.",
];
