import { useLocation } from "react-router";
import { consentWording } from "../../contract/accounts/consent-wording.ts";
import { signupForm } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { ConsentSentence } from "../shared/consent-sentence.tsx";
import { CheckField, Field } from "../shared/form/field.tsx";
import { useDraft } from "../shared/form/use-draft.ts";
import { useForm } from "../shared/form/use-form.ts";
import { privatePageMeta } from "../shared/page-meta.ts";
import { AccountForm, AccountLink, EmailField, NewPasswordFields } from "./account-form.tsx";
import { AccountHeading } from "./account-heading.tsx";
import { GoogleSignIn } from "./google-sign-in.tsx";
import { returnStateOf, SIGN_UP_DRAFT, useNavigateIfMounted } from "./navigation.ts";

export const meta = privatePageMeta("Sign Up", "Create your account.");

export default function Signup() {
  const navigateIfMounted = useNavigateIfMounted();
  const returnState = returnStateOf(useLocation().state);
  const { stored, store } = useDraft(SIGN_UP_DRAFT, ["name", "email"]);
  const form = useForm({
    schema: signupForm,
    async onSubmit({ name, email, password }) {
      store(form, { termsAccepted: "yes" });
      await api.checkPassword({ body: { password } });
      await api.sendCode({ body: { email } });
      await navigateIfMounted("/otp/verification", {
        state: { ...returnState, name, email, password, sentAt: Date.now() },
      });
    },
  });
  return (
    <>
      <AccountHeading title="Sign Up">
        <p className="text-balance">Your wishlist, orders and addresses, kept together on every device.</p>
      </AccountHeading>
      <AccountForm form={form} action="Signup">
        <Field
          form={form}
          name="name"
          label="Full Name"
          placeholder="Enter your full name"
          defaultValue={stored?.name}
          autoComplete="name"
          required
        />
        <EmailField form={form} autoComplete="email" defaultValue={stored?.email} />
        <NewPasswordFields form={form} />
        <CheckField
          form={form}
          name="termsAccepted"
          label={consentWording("sign_up")}
          defaultChecked={stored?.termsAccepted === "yes"}
        >
          <ConsentSentence place="sign_up" />
        </CheckField>
      </AccountForm>
      <p className="mt-4 text-small">
        Already have an Account?{" "}
        <AccountLink to="/login" returnState={returnState}>
          Sign in here
        </AccountLink>
      </p>
      <GoogleSignIn divider="or sign in with" />
    </>
  );
}
