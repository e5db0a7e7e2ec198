import { useState } from "react";
import { useRevalidator } from "react-router";
import { ALL_PERMISSIONS, PERMISSIONS, type Permission } from "../../contract/admin/permissions.ts";
import type { Role } from "../../contract/admin/staff.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Confirm } from "../shared/confirm.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useMe } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";

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
              <RoleForm key={role.version} stored={role} />
            )}
          </details>
        ))}
        <details>
          <summary className="py-2.5 font-semibold">Add a role</summary>
          <RoleForm key={roles.length} stored={null} />
        </details>
      </div>
    </section>
  );
}

/** Edits a role. @param stored null for a new role */
function RoleForm({ stored: role }: { stored: Role | null }) {
  const me = useMe();
  const [name, setName] = useState(role?.name ?? "");
  const [permissions, setPermissions] = useState<readonly Permission[]>(role?.permissions ?? []);
  const [limit, setLimit] = useState(String(role?.refundLimit ?? 5000));
  const [isAsked, setIsAsked] = useState(false);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const perform = async (work: () => Promise<unknown>) => {
    if (await run(work)) await revalidate();
  };
  const save = () => {
    const values = {
      name,
      permissions: [...permissions],
      refundLimit: limit.trim() === "" ? Number.NaN : Number(limit),
    };
    return role
      ? call("changeRole", { params: { id: role._id }, body: { version: role.version, ...values } })
      : call("addRole", { body: values });
  };
  const toggle = (permission: Permission, isOn: boolean) =>
    setPermissions((now) => (isOn ? [...now, permission] : now.filter((other) => other !== permission)));
  return (
    <form
      noValidate
      className="grid gap-3 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        void perform(save);
      }}
    >
      <div className="max-w-xs">
        <Field
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          error={fieldMessage(error, "name")}
        />
      </div>
      <fieldset className="grid gap-x-6 sm:grid-cols-2">
        <legend className="mb-1 font-semibold">May</legend>
        {ALL_PERMISSIONS.map((permission) => (
          <label key={permission} className="flex items-center gap-2 py-1.5">
            <input
              type="checkbox"
              checked={permissions.includes(permission)}
              disabled={!me.permissions.includes(permission)}
              onChange={(event) => toggle(permission, event.target.checked)}
            />
            {PERMISSIONS[permission]}
          </label>
        ))}
      </fieldset>
      <div className="max-w-xs">
        <Field
          label="Refund limit in rupees"
          value={limit}
          onChange={(event) => setLimit(event.target.value)}
          inputMode="numeric"
          autoComplete="off"
          error={fieldMessage(error, "refundLimit")}
          hint="For one order in all. “Refund more than the role’s limit” allows more, with a code of the authenticator app."
        />
      </div>
      <Problem error={error} />
      <div className="flex gap-2">
        <Button type="submit" className="button-quiet" disabled={busy}>
          {role ? "Save" : "Add"}
          <span className="sr-only"> the role {name}</span>
        </Button>
        {role && role.members === 0 && (
          <Button type="button" className="button-danger" disabled={busy} onClick={() => setIsAsked(true)}>
            Delete<span className="sr-only"> the role {role.name}</span>
          </Button>
        )}
      </div>
      {role && isAsked && (
        <Confirm
          title={`Delete the role ${role.name}?`}
          consequences="Nobody has it now. It can’t be restored, only added again."
          action="Delete"
          onCancel={() => setIsAsked(false)}
          onConfirm={() => {
            setIsAsked(false);
            void perform(() => call("deleteRole", { params: { id: role._id } }));
          }}
        />
      )}
    </form>
  );
}
