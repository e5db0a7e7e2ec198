import { type InvitationDeps, invite } from "../../people/staff/invitations.ts";
import { findRoleByName } from "../../people/staff/roles.ts";
import { COMMAND_ACTOR } from "../../platform/audit/record-audit.ts";
import { readMailSender } from "../../selling/settings/mail-sender.ts";
import type { CommandContext } from "./context.ts";

/** Emails an invitation to the staff. @returns its link @throws ApiError as `invite`; OperatorError for an unknown role */
export async function inviteByCommand(context: CommandContext, email: string, roleName: string): Promise<string> {
  const deps = await invitationDeps(context);
  return context.db.transaction(async (trx) =>
    invite(trx, { email, role: await findRoleByName(trx, roleName) }, COMMAND_ACTOR, deps),
  );
}

export async function invitationDeps({ db, environment, settings }: CommandContext): Promise<InvitationDeps> {
  const sender = await readMailSender(db, environment, `http://localhost:${settings.PORT}`);
  return { demo: settings.DEMO, sender, now: new Date() };
}
