import { useState } from "react";
import { useRevalidator } from "react-router";
import { ALL_PERMISSIONS, PERMISSIONS, type Permission } from "../../contract/admin/permissions.ts";
import type { Role } from "../../contract/admin/staff.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Confirm } from "../shared/confirm.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { useMe } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { SaveButtons, useVersionedForm, VersionedForm, type VersionedFormState } from "../shared/versioned-form.tsx";

/** Lists the roles, each with its permissions in a disclosure. */
export function Roles({ roles }: { roles: readonly Role[] }) {
  return (
    <section aria-labelledby="roles" className="panel p-5">
      <h2 id="roles" className="mb-1">
        Roles
      </h2>
      <p className="mb-2 text-bark">A change applies at once, to everybody who has the role.</p>
      <div className="divide-y divide-sand">
        {roles.map((role) => (
          <details key={role._id}>
            <summary className="py-2.5">
              <span className="font-semibold">{role.name}</span>{" "}
              <span className="text-bark">
                {role.members === 1 ? "1 member" : `${role.members} members`},{" "}
                {role.fixed ? "everything" : `${role.permissions.length} of ${ALL_PERMISSIONS.length} permissions`}
              </span>
            </summary>
            {role.fixed ? (
              <p className="pb-3 text-bark">
                {role.name} may do everything, and can’t be changed: so nobody locks themselves out.
              </p>
            ) : (
              <RoleForm role={role} />
            )}
          </details>
        ))}
        <details>
          <summary className="py-2.5 font-semibold">Add a role</summary>
          <NewRoleForm />
        </details>
      </div>
    </section>
  );
}

/** The fields of a role as texts; the permissions are names with blanks between them. */
const NEW_ROLE = { name: "", permissions: "", refundLimit: "5000" };
type RoleDraft = typeof NEW_ROLE;
const LABELS: Readonly<Record<keyof RoleDraft, string>> = {
  name: "Name",
  permissions: "May",
  refundLimit: "Refund limit in rupees",
};

const permissionsIn = (names: string) => ALL_PERMISSIONS.filter((permission) => names.split(" ").includes(permission));
/** In one order, so that two drafts with the same permissions are the same. */
const namesOf = (permissions: readonly Permission[]) => permissionsIn(permissions.join(" ")).join(" ");
const valuesOf = ({ name, permissions, refundLimit }: RoleDraft) => ({
  name,
  permissions: permissionsIn(permissions),
  refundLimit: refundLimit.trim() === "" ? Number.NaN : Number(refundLimit),
});

function RoleForm({ role }: { role: Role }) {
  const [isAsked, setIsAsked] = useState(false);
  const { revalidate } = useRevalidator();
  const form = useVersionedForm<RoleDraft>({
    draft: `role ${role._id}`,
    stored: { name: role.name, permissions: namesOf(role.permissions), refundLimit: String(role.refundLimit) },
    version: role.version,
    labels: LABELS,
    subject: "this role",
    changedBy: null,
    savedText: "Saved.",
    shown: (name, value) =>
      name === "permissions"
        ? permissionsIn(value)
            .map((permission) => PERMISSIONS[permission])
            .join(", ")
        : value,
    async save({ values, version }) {
      await call("changeRole", { params: { id: role._id }, body: { version, ...valuesOf(values) } });
      await revalidate();
    },
  });
  return (
    <VersionedForm form={form} className="grid gap-3 pb-4">
      <RoleFields form={form} />
      <Problem error={form.error} />
      <SaveButtons form={form} of={`the role ${role.name}`}>
        {role.members === 0 && (
          <Button type="button" className="button-danger" disabled={form.busy} onClick={() => setIsAsked(true)}>
            Delete<span className="sr-only"> the role {role.name}</span>
          </Button>
        )}
      </SaveButtons>
      {isAsked && (
        <Confirm
          title={`Delete the role ${role.name}?`}
          consequences="Nobody has it now. It can’t be restored, only added again."
          action="Delete"
          onCancel={() => setIsAsked(false)}
          onConfirm={() => {
            setIsAsked(false);
            void form.run(async () => {
              await call("deleteRole", { params: { id: role._id } });
              await revalidate();
            });
          }}
        />
      )}
    </VersionedForm>
  );
}

function NewRoleForm() {
  const draft = useFormDraft<RoleDraft>("new role", NEW_ROLE);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <form
      noValidate
      className="grid gap-3 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          await call("addRole", { body: valuesOf(draft.values) });
          draft.sent("The role is added.");
          await revalidate();
        });
      }}
    >
      <RoleFields form={{ ...draft, error }} />
      <Problem error={error} />
      <Button type="submit" className="button-quiet justify-self-start" disabled={busy}>
        Add<span className="sr-only"> the role {draft.values.name}</span>
      </Button>
    </form>
  );
}

function RoleFields({ form }: { form: Pick<VersionedFormState<RoleDraft>, "values" | "set" | "error"> }) {
  const me = useMe();
  const { name, permissions, refundLimit } = form.values;
  const toggle = (permission: Permission, isOn: boolean) =>
    form.set("permissions", (names) => {
      const others = permissionsIn(names).filter((other) => other !== permission);
      return namesOf(isOn ? [...others, permission] : others);
    });
  return (
    <>
      <div className="max-w-xs">
        <Field
          label={LABELS.name}
          value={name}
          onChange={(event) => form.set("name", event.target.value)}
          autoComplete="off"
          error={fieldMessage(form.error, "name")}
        />
      </div>
      <fieldset className="grid gap-x-6 sm:grid-cols-2">
        <legend className="mb-1 font-semibold">{LABELS.permissions}</legend>
        {ALL_PERMISSIONS.map((permission) => (
          <label key={permission} className="flex items-center gap-2 py-1.5">
            <input
              type="checkbox"
              checked={permissions.split(" ").includes(permission)}
              disabled={!me.permissions.includes(permission)}
              onChange={(event) => toggle(permission, event.target.checked)}
            />
            {PERMISSIONS[permission]}
          </label>
        ))}
      </fieldset>
      <div className="max-w-xs">
        <Field
          label={LABELS.refundLimit}
          value={refundLimit}
          onChange={(event) => form.set("refundLimit", event.target.value)}
          inputMode="numeric"
          autoComplete="off"
          error={fieldMessage(form.error, "refundLimit")}
          hint="For one order in all. “Refund more than the role’s limit” allows more, with a code of the authenticator app."
        />
      </div>
    </>
  );
}
