import { unsubscribePage } from "../../contract/newsletter.ts";
import { StartupProblem } from "../failures.ts";
import { listSubscribers } from "../newsletter/list-subscribers.ts";
import { currentSettings } from "../settings/settings.ts";
import { runCommand, withShop } from "./run.ts";
import { type WriteRecords, writeCsv } from "./write-csv.ts";

/**
 * `npm run newsletter -- export [FILE]`: who receives the newsletter, for the program that sends it, each with the link for leaving; see
 * docs/contact-and-newsletter.md.
 */

runCommand(async () => {
  const [action, file, ...more] = process.argv.slice(2);
  if (action !== "export" || more.length > 0)
    throw new StartupProblem("Write it like this: npm run newsletter -- export [FILE]");
  // Strangers have typed the addresses, and a spreadsheet is not to calculate one.
  const rows = await writeCsv(file, writeSubscribers, { escape_formulas: true });
  if (file !== undefined) process.stderr.write(`Exported ${rows.toLocaleString("en")} subscribers to ${file}.\n`);
  return 0;
});

/** @returns how many */
async function writeSubscribers(write: WriteRecords): Promise<number> {
  let rows = 0;
  await withShop(async ({ db }) => {
    const { SHOP_ORIGIN } = await currentSettings(db, process.env);
    await write([["email", "confirmed_at", "unsubscribe_link"]]);
    for await (const subscribers of listSubscribers(db)) {
      await write(
        subscribers.map(({ email, confirmedAt, shopOrigin, unsubscribeToken }) => [
          email,
          confirmedAt?.toISOString() ?? "",
          (SHOP_ORIGIN || shopOrigin) + unsubscribePage(unsubscribeToken),
        ]),
      );
      rows += subscribers.length;
    }
  });
  return rows;
}
