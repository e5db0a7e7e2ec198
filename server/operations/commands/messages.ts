import { formatDateTime } from "../../../contract/dates.ts";
import { OperatorError } from "../../base/errors.ts";
import { deleteMessage, findMessage, listMessages, type StoredMessage } from "../../people/contact/stored-messages.ts";
import { type Command, defineAction } from "./declare.ts";
import { ROW_ID } from "./row-id.ts";

/** Maximum number of messages listed. */
const MAX_LISTED = 50;

/** Lists and prints the messages of the contact form; see docs/contact-and-newsletter.md. */
const command: Command = {
  name: "messages",
  summary: "lists, prints and deletes messages from the contact form",
  actions: [
    defineAction({
      verb: "list",
      summary: `lists the newest ${MAX_LISTED}`,
      async run({ db, print }) {
        const { messages, total } = await listMessages(db, MAX_LISTED);
        for (const { id, createdAt, name, email } of messages)
          print([String(id).padStart(6), formatDateTime(createdAt).padEnd(27), `${name}, ${email}`].join("  "));
        if (total === 0) print("No messages yet.");
        if (total > messages.length) print(`… and ${(total - messages.length).toLocaleString("en")} older.`);
      },
    }),
    defineAction({
      verb: "show",
      arguments: ["NUMBER"],
      summary: "prints one message",
      async run({ db, print }, { arguments: [number] }) {
        const message = ROW_ID.test(number) ? await findMessage(db, Number(number)) : null;
        if (!message) throw noSuchMessage(number);
        for (const line of messageLines(message)) print(line);
      },
    }),
    defineAction({
      verb: "delete",
      arguments: ["NUMBER"],
      summary: "deletes one message",
      writes: true,
      async run({ db, print }, { arguments: [number] }) {
        if (!ROW_ID.test(number) || !(await deleteMessage(db, Number(number)))) throw noSuchMessage(number);
        print(`Message ${number} deleted.`);
      },
    }),
  ],
};
export default command;

const messageLines = ({ id, reference, createdAt, name, email, phone, address, message }: StoredMessage) => [
  `Message ${id} · ${formatDateTime(createdAt)}`,
  `Reference     ${reference}`,
  `Name          ${name}`,
  `Email         ${email}`,
  `Phone Number  ${phone}`,
  `Address       ${address}`,
  ...(message ? ["", ...message.split("\n")] : []),
];

const noSuchMessage = (number: string) => new OperatorError(`There is no message with the number ${number}.`);
