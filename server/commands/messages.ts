import { findMessage, listMessages, type StoredMessage } from "../contact/read-messages.ts";
import { StartupProblem } from "../failures.ts";
import { formatMoment as at } from "./format-moment.ts";
import { runCommand, type Shop, say, withShop } from "./run.ts";

/** `npm run messages -- list` and `-- show NUMBER`: what the contact form has brought; see docs/contact-and-newsletter.md. */

const USAGE = { list: "list", show: "show NUMBER" } as const;
/** How many messages are listed. */
const MOST_LISTED = 50;
/** The database counts no further. */
const NUMBER = /^[1-9]\d{0,8}$/;

runCommand(async () => {
  const [action = "", number, ...more] = process.argv.slice(2);
  if (!Object.hasOwn(USAGE, action))
    throw new StartupProblem(`Say what to do: npm run messages -- ${Object.values(USAGE).join(" · ")}`);
  if (more.length > 0 || (number === undefined) !== (action === "list"))
    throw new StartupProblem(`Write it like this: npm run messages -- ${USAGE[action as keyof typeof USAGE]}`);
  await withShop((shop) => (number === undefined ? list(shop) : show(shop, number)));
  return 0;
});

async function list({ db }: Shop): Promise<void> {
  const { messages, total } = await listMessages(db, MOST_LISTED);
  for (const { id, createdAt, name, email } of messages)
    say([String(id).padStart(6), at(createdAt).padEnd(22), `${name}, ${email}`].join("  "));
  if (total === 0) say("There is no message yet.");
  if (total > messages.length) say(`… and ${(total - messages.length).toLocaleString("en")} older ones.`);
}

async function show({ db }: Shop, number: string): Promise<void> {
  const message = NUMBER.test(number) ? await findMessage(db, Number(number)) : null;
  if (!message) throw new StartupProblem(`There is no message with the number ${number}.`);
  for (const line of messageLines(message)) say(line);
}

const messageLines = ({ id, createdAt, name, email, phone, address }: StoredMessage) => [
  `Message ${id} · ${at(createdAt)}`,
  `Name          ${name}`,
  `Email         ${email}`,
  `Phone Number  ${phone}`,
  `Address       ${address}`,
];
