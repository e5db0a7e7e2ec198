import { formatDateTime } from "../../../contract/dates.ts";
import { listStaff, lockMemberByEmail, removeMember, resetMember } from "../../people/staff/members.ts";
import { endStaffSessions } from "../../people/staff/sessions.ts";
import { COMMAND_ACTOR, recordAudit } from "../../platform/audit/record-audit.ts";
import { counted } from "./counted.ts";
import { type Command, defineAction } from "./declare.ts";
import { invitationDeps, inviteByCommand } from "./invite-by-command.ts";

/** Invites the first owner, and helps when nobody can sign in; see docs/backoffice.md. */
const command: Command = {
  name: "staff",
  summary: "invites staff to the back office, and ends sessions",
  actions: [
    defineAction({
      verb: "list",
      summary: "lists the staff and invitations",
      async run({ db, settings, print }) {
        const listed = await listStaff(db, null, { codeSecret: settings.CODE_SECRET, now: new Date() });
        const { members, invitations } = listed;
        for (const { email, name, role, lastUsedAt } of members)
          print(
            [role.padEnd(12), email, name, lastUsedAt ? `signed in, ${formatDateTime(lastUsedAt)}` : ""]
              .join("  ")
              .trimEnd(),
          );
        for (const { email, role, expiresAt, expired } of invitations)
          print(`${role.padEnd(12)}  ${email}  ${expired ? "was " : ""}invited until ${formatDateTime(expiresAt)}`);
        if (members.length + invitations.length === 0)
          print("There is no staff yet. Invite the owner with: npm run staff -- invite EMAIL --role owner");
      },
    }),
    defineAction({
      verb: "invite",
      arguments: ["EMAIL"],
      options: { role: { value: "ROLE", required: true, summary: "such as owner, manager or packer" } },
      summary: "emails a link with which somebody joins the staff, and prints it",
      writes: true,
      async run(context, { arguments: [email], options: { role: roleName } }) {
        const url = await inviteByCommand(context, email, roleName);
        context.print(`The invitation is on its way to ${email}. The link works once, for three days:`);
        context.print(url);
      },
    }),
    defineAction({
      verb: "reset",
      arguments: ["EMAIL"],
      summary: "signs a member out everywhere, and emails a link for setting password and second factor again",
      writes: true,
      async run(context, { arguments: [email] }) {
        const deps = await invitationDeps(context);
        const url = await context.db.transaction(async (trx) => {
          const { member } = await lockMemberByEmail(trx, email);
          return resetMember(trx, member, COMMAND_ACTOR, deps);
        });
        context.print(`The link is on its way to ${email}. It works once, for three days:`);
        context.print(url);
      },
    }),
    defineAction({
      verb: "end-sessions",
      arguments: ["EMAIL"],
      summary: "signs a member out everywhere",
      writes: true,
      async run({ db, print }, { arguments: [email] }) {
        const ended = await db.transaction(async (trx) => {
          const { member } = await lockMemberByEmail(trx, email);
          const sessions = await endStaffSessions(trx, member.id);
          const subject = { type: "staff" as const, id: String(member.id) };
          await recordAudit(
            trx,
            COMMAND_ACTOR,
            { action: "staff.sessions_ended", subject, after: { sessions } },
            new Date(),
          );
          return sessions;
        });
        print(`Ended ${counted(ended, "session")}.`);
      },
    }),
    defineAction({
      verb: "remove",
      arguments: ["EMAIL"],
      summary: "removes a member; the last owner stays",
      writes: true,
      async run({ db, print }, { arguments: [email] }) {
        await db.transaction(async (trx) => removeMember(trx, await lockMemberByEmail(trx, email), COMMAND_ACTOR));
        print(`${email} is removed from the staff.`);
      },
    }),
  ],
};
export default command;
