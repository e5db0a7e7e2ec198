import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import type { Failures, Member, Role, StaffList } from "../../contract/admin/staff.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { announce } from "../shared/announcer.tsx";
import { Badge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Confirm } from "../shared/confirm.tsx";
import { Problem } from "../shared/field.tsx";
import { useMay } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";
import type { ShowLink } from "./invitation-link.tsx";

interface MembersProps extends StaffList {
  roles: readonly Role[];
  showLink: ShowLink;
}

/** Lists staff and invitations. */
export function Members({ members, invitations, failedSignIns, roles, showLink }: MembersProps) {
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const perform = async (work: () => Promise<unknown>) => {
    if (await run(work)) await revalidate();
  };
  /** @param request that emails somebody a link */
  const send = (email: string, request: () => Promise<{ link: string | null }>) =>
    perform(async () => {
      const { link } = await request();
      if (link !== null) showLink(email, link);
      else announce(`The link is on its way to ${email}.`);
    });
  return (
    <section aria-labelledby="members" className="panel p-5">
      <h2 id="members" className="mb-1">
        Staff
      </h2>
      <Problem error={error} />
      <ul className="divide-y divide-sand">
        {members.map((member) => (
          <MemberRow key={member._id} member={member} roles={roles} busy={busy} perform={perform} send={send} />
        ))}
        {invitations.map(({ _id, email, role, reset, expiresAt, expired }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-2 py-3">
            <div className="min-w-0">
              <p className="wrap-anywhere">
                {email} <Badge tone="attention">{reset ? "Sets up again" : `Invited as ${role}`}</Badge>
              </p>
              <p className="text-bark text-small">
                {expired ? "The link stopped working on" : "The link works until"} {formatDateTime(expiresAt)}
              </p>
            </div>
            {!reset && (
              <div className="flex flex-wrap gap-2">
                <Button
                  type="button"
                  className="button-quiet"
                  disabled={busy}
                  onClick={() => send(email, () => call("renewInvitation", { params: { id: _id } }))}
                >
                  Renew<span className="sr-only"> the invitation of {email}</span>
                </Button>
                <Button
                  type="button"
                  className="button-quiet"
                  disabled={busy}
                  onClick={() => perform(() => call("withdrawInvitation", { params: { id: _id } }))}
                >
                  Withdraw<span className="sr-only"> the invitation of {email}</span>
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {failedSignIns && (
        <p className="mt-2 text-bark text-small">With emails that are no member’s, {failedText(failedSignIns)}.</p>
      )}
    </section>
  );
}

/** "3 sign-ins have failed, the last on 29 November 2026, 2:30 PM" */
const failedText = ({ count, lastAt }: Failures) =>
  `${count === 1 ? "1 sign-in has" : `${count} sign-ins have`} failed, the last on ${formatDateTime(lastAt)}`;

interface MemberRowProps {
  member: Member;
  roles: readonly Role[];
  busy: boolean;
  perform: (work: () => Promise<unknown>) => Promise<void>;
  send: (email: string, request: () => Promise<{ link: string | null }>) => Promise<void>;
}

function MemberRow({ member, roles, busy, perform, send }: MemberRowProps) {
  const [asked, setAsked] = useState<"reset" | "remove" | { role: Role } | null>(null);
  const { _id: id, name, email, self, sessions, lastUsedAt, failedSignIns } = member;
  const maySeeLog = useMay("view_audit_log");
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p>
          <strong>{name}</strong> {self && <Badge>You</Badge>}
        </p>
        <p className="wrap-anywhere text-bark text-small">
          {email}
          {sessions > 0 && lastUsedAt ? `, signed in, last used ${formatDateTime(lastUsedAt)}` : ", not signed in"}
          {maySeeLog && (
            <>
              {", "}
              <Link to={`/audit?subject=staff&id=${id}`} className="text-link">
                sign-ins<span className="sr-only"> of {name}</span>
              </Link>
            </>
          )}
        </p>
        {failedSignIns && (
          <p className="text-small text-terracotta">{failedText(failedSignIns)}. None has succeeded since.</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <select
          aria-label={`Role of ${name}`}
          value={member.roleId}
          disabled={busy}
          onChange={(event) => {
            const role = roles.find(({ _id }) => _id === event.target.value);
            if (role) setAsked({ role });
          }}
          className="field w-auto"
        >
          {roles.map((role) => (
            <option key={role._id} value={role._id}>
              {role.name}
            </option>
          ))}
        </select>
        {!self && (
          <>
            {sessions > 0 && (
              <Button
                type="button"
                className="button-quiet"
                disabled={busy}
                onClick={() => perform(() => call("endMemberSessions", { params: { id } }))}
              >
                Sign out<span className="sr-only"> {name}</span>
              </Button>
            )}
            <Button type="button" className="button-quiet" disabled={busy} onClick={() => setAsked("reset")}>
              Reset<span className="sr-only"> the sign-in of {name}</span>
            </Button>
            <Button type="button" className="button-danger" disabled={busy} onClick={() => setAsked("remove")}>
              Remove<span className="sr-only"> {name}</span>
            </Button>
          </>
        )}
      </div>
      {asked && (
        <Confirm
          {...questionOf(asked, member)}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            if (asked === "reset") void send(email, () => call("resetMember", { params: { id } }));
            else
              void perform(() =>
                asked === "remove"
                  ? call("removeMember", { params: { id } })
                  : call("changeMemberRole", { params: { id }, body: { roleId: asked.role._id } }),
              );
          }}
        />
      )}
    </li>
  );
}

function questionOf(asked: "reset" | "remove" | { role: Role }, { name, email, role }: Member) {
  if (asked === "reset")
    return {
      title: `Reset the sign-in of ${name}?`,
      consequences: `Password, authenticator app and recovery codes stop working and every session ends. ${email} gets a link for setting them up again; without a mail server you get it.`,
      action: "Reset",
    };
  if (asked === "remove")
    return {
      title: `Remove ${name}?`,
      consequences: "They are signed out everywhere and can’t sign in any more. What they did stays in the audit log.",
      action: "Remove",
    };
  return {
    title: `Make ${name} ${asked.role.name} instead of ${role}?`,
    consequences: "What the new role allows applies at once.",
    action: "Change the role",
  };
}
