import { useState } from "react";
import { useLocation } from "react-router";
import { loginBody } from "../../contract/accounts/schemas.ts";
import { DEMO_LOGIN } from "../../contract/demo.ts";
import { api } from "../api/api.ts";
import { loginReasonStore, loginReasonText } from "../session/login-reason.ts";
import { storeSession } from "../session/session.ts";
import { useAnnounced } from "../shared/announcer.tsx";
import { DemoMailbox } from "../shared/demo-mailbox.tsx";
import { PasswordField } from "../shared/form/field.tsx";
import { useForm } from "../shared/form/use-form.ts";
import { CheckIcon } from "../shared/icons.tsx";
import { privatePageMeta } from "../shared/page-meta.ts";
import { useShop } from "../shared/shop-context.ts";
import { useStore } from "../shared/store.ts";
import { AccountForm, AccountLink, EmailField } from "./account-form.tsx";
import { AccountHeading } from "./account-heading.tsx";
import { GoogleSignIn } from "./google-sign-in.tsx";
import { returnStateOf, textOf, useNavigationState } from "./navigation.ts";

export const meta = privatePageMeta("Login", "Log in to your account.");

const PASSWORD_CHANGED = "Your password has been changed. Please log in with your new password.";

export default function Login() {
  const returnState = returnStateOf(useLocation().state);
  const { isLoaded, state } = useNavigationState();
  const reason = useStore(loginReasonStore);
  const [email, setEmail] = useState("");
  const message = isLoaded ? loginReasonText(textOf(state.from), reason) : null;
  const isPasswordNew = isLoaded && state.passwordChanged === true;
  // The page is born with its sentence, which a live region would not read.
  useAnnounced(isPasswordNew ? PASSWORD_CHANGED : message);
  const form = useForm({
    schema: loginBody,
    onSubmit: async (values) => storeSession(await api.login({ body: values })),
  });
  return (
    <>
      <AccountHeading title="Login">
        {isPasswordNew ? (
          <p className="flex items-start gap-2.5 text-leaf">
            <CheckIcon className="shrink-0" />
            {PASSWORD_CHANGED}
          </p>
        ) : (
          message && <p>{message}</p>
        )}
      </AccountHeading>
      <AccountForm form={form} action="Login">
        <EmailField form={form} autoComplete="username" />
        <div className="relative">
          <PasswordField
            form={form}
            name="password"
            label="Password"
            placeholder="Enter your password"
            autoComplete="current-password"
            required
          />
          {/* On the label's line, so that an error does not part it from its field. */}
          <p className="absolute -top-2.75 right-0">
            <AccountLink
              to="/forgot/password"
              returnState={{ ...returnState, email }}
              onReach={(link) => setEmail(typedEmail(link))}
              className="text-small"
            >
              Forgot Password
            </AccountLink>
          </p>
        </div>
      </AccountForm>
      <p className="mt-4 text-small">
        Don't have an Account?{" "}
        <AccountLink to="/signup" returnState={returnState}>
          Sign up here
        </AccountLink>
      </p>
      <GoogleSignIn divider="or sign in with" />
      <DemoCustomer />
    </>
  );
}

/** Reads the field itself: what was typed before the page's code had arrived counts, too. */
function typedEmail(link: HTMLAnchorElement): string {
  const field = link.closest("form")?.elements.namedItem("email");
  return field instanceof HTMLInputElement ? field.value : "";
}

/** Shows email and password of the demo's customer, which are public. */
function DemoCustomer() {
  const { demo } = useShop();
  if (!demo) return null;
  return (
    <aside aria-label="Demo account" className="mt-8 rounded-picture bg-linen p-5 text-small">
      <p className="eyebrow text-bark">Try the demo account</p>
      <dl className="mt-2 mb-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5">
        <dt className="text-bark">Email</dt>
        <dd className="select-all font-semibold wrap-anywhere">{DEMO_LOGIN.email}</dd>
        <dt className="text-bark">Password</dt>
        <dd className="select-all font-semibold wrap-anywhere">{DEMO_LOGIN.password}</dd>
      </dl>
      <DemoMailbox />
    </aside>
  );
}
