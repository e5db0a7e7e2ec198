import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { closeAccountBody, code, type User } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { clearStored, hideSession, sessionStore } from "../session/session.ts";
import { BusyButton } from "../shared/form/busy-button.tsx";
import { Field, PasswordField } from "../shared/form/field.tsx";
import { FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import { useForm } from "../shared/form/use-form.ts";
import { useRequest } from "../shared/form/use-request.ts";
import { showSuccess } from "../shared/toasts/toasts.tsx";

/** The form's schemas: proof of identity, and what happens to the reviews. */
const withPassword = z.object({
  password: z.string().check(z.trim(), z.minLength(1, "Password is required.")),
  reviews: closeAccountBody.shape.reviews,
});
const withCode = z.object({ otp: code, reviews: closeAccountBody.shape.reviews });

/** Deletes the account, confirmed by the password, or by a mailed code if there is none. */
export function DeleteAccount({ user }: { user: User }) {
  const navigate = useNavigate();
  /** The token of the session that ended with the account. */
  const endedToken = useRef<string>(undefined);
  // Navigates home first: without a session this page would redirect to the login.
  useEffect(
    () => () => {
      if (endedToken.current !== undefined) hideSession(endedToken.current);
    },
    [],
  );
  const form = useForm({
    schema: user.hasPassword ? withPassword : withCode,
    async onSubmit(values) {
      const token = sessionStore.get().session?.token;
      await api.closeAccount({ body: values });
      clearStored();
      endedToken.current = token;
      void showSuccess("Your account has been deleted.", "account-deleted");
      await navigate("/", { replace: true });
    },
  });
  return (
    <div className="max-w-prose">
      <h1 className="text-heading">Delete account</h1>
      <p className="mt-3">
        Your profile, addresses, wishlist and cart are erased for good, you’re logged out on all your devices, and the
        newsletter stops.
      </p>
      <p className="mt-3 mb-7 text-bark">
        Tax law asks us to keep your orders and invoices for eight years; please save the invoices you need first. You
        can’t delete your account while an order is open or a refund is on its way.
      </p>
      <FormMessage form={form} />
      <form {...form.props} className="max-w-[26.25rem]">
        <fieldset className="mb-6">
          <legend className="mb-1.5 font-semibold text-small">Your reviews</legend>
          <Choice name="reviews" value="keep" label="Keep them without my name" defaultChecked />
          <Choice name="reviews" value="delete" label="Delete them" />
        </fieldset>
        {user.hasPassword ? (
          <PasswordField form={form} name="password" label="Password" autoComplete="current-password" required />
        ) : (
          <>
            <CodeRequest email={user.email} />
            <Field
              form={form}
              name="otp"
              label="Six-digit code"
              digits={6}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
            />
          </>
        )}
        <SubmitButton running={form.running} className="mt-1 w-full">
          Delete account
        </SubmitButton>
      </form>
    </div>
  );
}

function Choice({ label, ...input }: { name: string; value: string; label: string; defaultChecked?: boolean }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input type="radio" className="size-5 shrink-0 accent-leaf" {...input} />
      {label}
    </label>
  );
}

/** Emails a code to confirm with instead of a password. */
function CodeRequest({ email }: { email: string }) {
  const { running, start } = useRequest();
  const [message, setMessage] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const send = () => {
    setMessage(null);
    setSent(false);
    void start(api.sendCloseCode, {
      onSuccess: () => setSent(true),
      onError: (failed) => setMessage(failed.message),
    });
  };
  return (
    <div className="mb-5">
      <p className="mb-2 text-bark text-small">You log in with Google, so we email you a code to confirm.</p>
      <FormMessage form={{ message }} />
      <BusyButton running={running} onClick={send} className="button-quiet">
        Email me a code
      </BusyButton>
      <p role="status" className="mt-2 min-h-6 text-leaf text-small wrap-anywhere">
        {sent && `We’ve emailed a code to ${email}.`}
      </p>
    </div>
  );
}
