/** The common layout of the forms for login, sign-up and password reset. */

import type { ReactNode } from "react";
import { Link } from "react-router";
import { MIN_PASSWORD_LENGTH } from "../../contract/accounts/schemas.ts";
import { Field, PasswordField } from "../shared/form/field.tsx";
import { FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import type { FormHandle, useForm } from "../shared/form/use-form.ts";
import { FormNeedsScript } from "../shared/needs-script.tsx";
import type { ReturnState } from "./navigation.ts";

interface AccountFormProps {
  form: ReturnType<typeof useForm>;
  /** The submit button's label. */
  action: string;
  children: ReactNode;
}

export function AccountForm({ form, action, children }: AccountFormProps) {
  return (
    <>
      <FormMessage form={form} />
      <form {...form.props}>
        {children}
        <SubmitButton running={form.running} className="mt-1 w-full">
          {action}
        </SubmitButton>
        <FormNeedsScript />
      </form>
    </>
  );
}

interface EmailFieldProps {
  form: FormHandle;
  autoComplete: "username" | "email";
  defaultValue?: string | undefined;
}

export function EmailField({ form, autoComplete, defaultValue }: EmailFieldProps) {
  return (
    <Field
      form={form}
      name="email"
      label="Email Address"
      placeholder="Enter your email"
      defaultValue={defaultValue}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      required
      autoCapitalize="none"
    />
  );
}

/** The fields for a new password and its repetition. */
export function NewPasswordFields({ form }: { form: FormHandle }) {
  return (
    <>
      <PasswordField
        form={form}
        name="password"
        label="Password"
        placeholder={`At least ${MIN_PASSWORD_LENGTH} characters`}
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
    </>
  );
}

interface AccountLinkProps {
  to: string;
  /** The state that tells the next page where to return after login, and the email that was typed. */
  returnState: ReturnState & { email?: string };
  /** Just before it is followed, by pointer or by keyboard. */
  onReach?: (link: HTMLAnchorElement) => void;
  className?: string;
  children: ReactNode;
}

/** A link to another account page. */
export function AccountLink({ to, returnState, onReach, className = "", children }: AccountLinkProps) {
  return (
    <Link
      to={to}
      state={returnState}
      onPointerDown={onReach && ((event) => onReach(event.currentTarget))}
      onFocus={onReach && ((event) => onReach(event.currentTarget))}
      className={`standalone-link text-leaf ${className}`}
    >
      {children}
    </Link>
  );
}
