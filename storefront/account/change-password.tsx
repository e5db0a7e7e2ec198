import { useLocation, useParams } from "react-router";
import { changePasswordForm, MIN_PASSWORD_LENGTH } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { ConsentSentence } from "../shared/consent-sentence.tsx";
import { useForm } from "../shared/form/use-form.ts";
import { privatePageMeta } from "../shared/page-meta.ts";
import { AccountForm, AccountLink, NewPasswordFields } from "./account-form.tsx";
import { AccountHeading } from "./account-heading.tsx";
import { returnStateOf, useNavigateIfMounted } from "./navigation.ts";

/** Sends no Referer, since the URL contains the token. */
export const meta = (args: Parameters<ReturnType<typeof privatePageMeta>>[0]) => [
  ...privatePageMeta("Change Password", "Set a new password.")(args),
  { name: "referrer", content: "no-referrer" },
];

export default function ChangePassword() {
  const { token = "" } = useParams();
  const navigateIfMounted = useNavigateIfMounted();
  const returnState = returnStateOf(useLocation().state);
  const form = useForm({
    schema: changePasswordForm,
    async onSubmit({ password }) {
      await api.changePassword({ body: { password }, token });
      await navigateIfMounted("/login", { replace: true, state: { ...returnState, passwordChanged: true } });
    },
  });
  return (
    <>
      <AccountHeading title="Change Password">
        <p>
          Choose a new password with at least {MIN_PASSWORD_LENGTH} characters. You’ll be logged out on all your
          devices.
        </p>
      </AccountHeading>
      <AccountForm form={form} action="Change Password">
        <NewPasswordFields form={form} />
        {/* For everybody, since the page does not know who has accepted nothing yet, such as a customer of the shop before. */}
        <p className="mb-4 text-bark text-small">
          <ConsentSentence place="set_password" />
        </p>
      </AccountForm>
      <div className="mt-4 flex flex-wrap gap-x-6 text-small">
        <AccountLink to="/login" returnState={returnState}>
          Back to login
        </AccountLink>
        <AccountLink to="/forgot/password" returnState={returnState}>
          Get a new link
        </AccountLink>
      </div>
    </>
  );
}
