import { formatDateTime as at } from "../../contract/dates.ts";
import { deleteMessage, findMessage, listMessages, type StoredMessage } from "../contact/stored-messages.ts";
import { StartupProblem } from "../failures.ts";
import { runCommand, type Shop, say, withShop } from "./run.ts";

/** `npm run messages`: the owner reads what the contact form has brought; see docs/contact-and-newsletter.md. */

const USAGE = { list: "list", show: "show NUMBER", delete: "delete NUMBER" } as const;
type Action = keyof typeof USAGE;
/** How many messages are listed. */
const MOST_LISTED = 50;
/** The database counts no further. */
const NUMBER = /^[1-9]\d{0,8}$/;

runCommand(async () => {
  const [action = "", number = "", ...more] = process.argv.slice(2);
  if (!isAction(action))
    throw new StartupProblem(`Say what to do: npm run messages -- ${Object.values(USAGE).join(" · ")}`);
  if (more.length > 0 || (number === "") !== (action === "list"))
    throw new StartupProblem(`Write it like this: npm run messages -- ${USAGE[action]}`);
  await withShop((shop) => {
    if (action === "list") return list(shop);
    return action === "show" ? show(shop, number) : remove(shop, number);
  });
  return 0;
});

async function list({ db }: Shop): Promise<void> {
  const { messages, total } = await listMessages(db, MOST_LISTED);
  for (const { id, createdAt, name, email } of messages)
    say([String(id).padStart(6), at(createdAt).padEnd(27), `${name}, ${email}`].join("  "));
  if (total === 0) say("There is no message yet.");
  if (total > messages.length) say(`… and ${(total - messages.length).toLocaleString("en")} older ones.`);
}

async function show({ db }: Shop, number: string): Promise<void> {
  const message = NUMBER.test(number) ? await findMessage(db, Number(number)) : null;
  if (!message) throw noSuchMessage(number);
  for (const line of messageLines(message)) say(line);
}

async function remove({ db }: Shop, number: string): Promise<void> {
  if (!NUMBER.test(number) || !(await deleteMessage(db, Number(number)))) throw noSuchMessage(number);
  say(`Message ${number} is deleted.`);
}

const messageLines = ({ id, createdAt, name, email, phone, address }: StoredMessage) => [
  `Message ${id} · ${at(createdAt)}`,
  `Name          ${name}`,
  `Email         ${email}`,
  `Phone Number  ${phone}`,
  `Address       ${address}`,
];

const noSuchMessage = (number: string) => new StartupProblem(`There is no message with the number ${number}.`);

function isAction(word: string): word is Action {
  return Object.hasOwn(USAGE, word);
}
