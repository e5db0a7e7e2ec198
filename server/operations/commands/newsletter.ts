import { unsubscribePage } from "../../../contract/contact/newsletter.ts";
import { listSubscribers } from "../../people/newsletter/list-subscribers.ts";
import type { CommandContext } from "./context.ts";
import { type Command, defineAction } from "./declare.ts";
import { EXPORT_OPTIONS, type WriteRecords, writeCsv } from "./write-csv.ts";

/**
 * Exports the newsletter's subscribers with their unsubscribe links, for another program that sends it; see docs/contact-and-newsletter.md.
 */
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
        // Strangers typed the email addresses; a spreadsheet must not run one as a formula.
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

/** @returns the number of subscribers */
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
