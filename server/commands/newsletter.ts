import { unsubscribePage } from "../../contract/contact/newsletter.ts";
import { listSubscribers } from "../newsletter/list-subscribers.ts";
import type { CommandContext } from "./context.ts";
import { type Command, defineAction } from "./declare.ts";
import { EXPORT_OPTIONS, type WriteRecords, writeCsv } from "./write-csv.ts";

/** Who receives the newsletter, for the program that sends it, each with the link for leaving; see docs/contact-and-newsletter.md. */
const command: Command = {
  name: "newsletter",
  summary: "writes who receives the newsletter",
  actions: [
    defineAction({
      verb: "export",
      arguments: ["[FILE]"],
      options: EXPORT_OPTIONS,
      summary: "writes every confirmed subscriber to FILE as CSV, or to the screen",
      async run(context, { arguments: [file], options }) {
        // Strangers have typed the addresses, and a spreadsheet is not to calculate one.
        const rows = await writeCsv(context, { file, ...options }, (write) => writeSubscribers(context, write), {
          escape_formulas: true,
        });
        if (file !== undefined)
          context.note(`Exported ${rows.toLocaleString("en")} subscribers to ${context.path(file)}.`);
      },
    }),
  ],
};
export default command;

/** @returns how many */
async function writeSubscribers({ db, settings, signal }: CommandContext, write: WriteRecords): Promise<number> {
  let rows = 0;
  const { SHOP_ORIGIN } = settings;
  await write([["email", "confirmed_at", "unsubscribe_link"]]);
  for await (const subscribers of listSubscribers(db)) {
    signal.throwIfAborted();
    await write(
      subscribers.map(({ email, confirmedAt, shopOrigin, unsubscribeToken }) => [
        email,
        confirmedAt?.toISOString() ?? "",
        (SHOP_ORIGIN || shopOrigin) + unsubscribePage(unsubscribeToken),
      ]),
    );
    rows += subscribers.length;
  }
  return rows;
}
