import { formatDateTime } from "../../../contract/dates.ts";
import { OperatorError } from "../../base/errors.ts";
import { listUncertainMails, resendUncertainMails, type UncertainMail } from "../../platform/mail/outbox.ts";
import { type Command, defineAction } from "./declare.ts";
import { ROW_ID } from "./row-id.ts";

/** Maximum number of mails listed. */
const MAX_LISTED = 50;

/** Lists mails that failed or whose delivery is uncertain, and resends them; see docs/orders.md. */
const command: Command = {
  name: "mails",
  summary: "shows emails that may not have arrived, and sends them again",
  actions: [
    defineAction({
      verb: "list",
      summary: `lists the newest ${MAX_LISTED} emails of the last month that failed, or whose delivery is unknown`,
      async run({ db, print }) {
        const { mails, total } = await listUncertainMails(db, MAX_LISTED);
        for (const mail of mails) for (const line of mailLines(mail)) print(line);
        if (total === 0) print("Every email has reached its mail server.");
        if (total > mails.length) print(`… and ${(total - mails.length).toLocaleString("en")} older.`);
      },
    }),
    defineAction({
      verb: "resend",
      arguments: ["NUMBER"],
      summary: "sends one of them again, or all that can be with the word all",
      writes: true,
      async run({ db, print }, { arguments: [number] }) {
        if (number !== "all" && !ROW_ID.test(number)) throw cannotResend(number);
        const queued = await resendUncertainMails(db, number === "all" ? null : [Number(number)], new Date());
        if (number !== "all" && queued.length === 0) throw cannotResend(number);
        print(queued.length === 1 ? "1 email will be sent again." : `${queued.length} emails will be sent again.`);
      },
    }),
  ],
};
export default command;

function mailLines({ id, state, recipient, subject, createdAt, lastError, canResend }: UncertainMail): string[] {
  const line = [
    String(id).padStart(6),
    state.padEnd(9),
    formatDateTime(createdAt).padEnd(27),
    `${recipient}: ${subject}`,
  ];
  return [
    line.join("  "),
    ...(lastError ? [`        ${lastError}`] : []),
    ...(canResend ? [] : ["        It contained a code or link that has expired; the customer requests a new one."]),
  ];
}

const cannotResend = (number: string) => new OperatorError(`There is no email ${number} that can be sent again.`);
