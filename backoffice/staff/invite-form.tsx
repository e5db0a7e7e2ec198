import { useId, useState } from "react";
import { useRevalidator } from "react-router";
import type { Role } from "../../contract/admin/staff.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useMe } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import type { ShowLink } from "./invitation-link.tsx";

export function InviteForm({ roles, showLink }: { roles: readonly Role[]; showLink: ShowLink }) {
  const me = useMe();
  // A role cannot be granted by a member who lacks one of its permissions.
  const grantable = roles.filter(({ permissions }) => permissions.every((name) => me.permissions.includes(name)));
  const [email, setEmail] = useState("");
  const [roleId, setRoleId] = useState(grantable.at(-1)?._id ?? "");
  const [invited, setInvited] = useState("");
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const id = useId();
  return (
    <section aria-labelledby={`${id}-title`} className="panel p-5">
      <h2 id={`${id}-title`} className="mb-2">
        Invite somebody
      </h2>
      <form
        noValidate
        className="grid max-w-2xl items-start gap-3 md:grid-cols-[minmax(0,1fr)_auto_auto]"
        onSubmit={async (event) => {
          event.preventDefault();
          setInvited("");
          await run(async () => {
            const { link } = await call("inviteStaff", { body: { email, roleId } });
            if (link === null) setInvited(email);
            else showLink(email, link);
            setEmail("");
            await revalidate();
          });
        }}
      >
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={fieldMessage(error, "email")}
        />
        <div>
          <label htmlFor={id} className="mb-1 block font-semibold">
            Role
          </label>
          <select id={id} value={roleId} onChange={(event) => setRoleId(event.target.value)} className="field">
            {grantable.map((role) => (
              <option key={role._id} value={role._id}>
                {role.name}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit" className="button-primary md:mt-6" disabled={busy}>
          Invite
        </Button>
      </form>
      <Problem error={error} otherwise={fieldMessage(error, "roleId")} />
      <p role="status" className="mt-2">
        {invited && `The invitation is on its way to ${invited}.`}
      </p>
    </section>
  );
}
