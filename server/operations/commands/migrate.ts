import { OperatorError } from "../../base/errors.ts";
import { type Command, defineAction } from "./declare.ts";

/** Migrates while the shop is running; see docs/deployment/rolling-updates.md. */
const command: Command = {
  name: "migrate",
  summary: "brings the database's tables up to date",
  openOptions({ print }, { wait, stopped }) {
    if (!/^\d{1,5}$/.test(String(wait))) throw new OperatorError("--wait is a whole number of seconds, such as 60.");
    return { migrate: { print, waitMs: Number(wait) * 1000, requireNewerInstances: stopped !== true } };
  },
  actions: [
    defineAction({
      summary:
        "applies pending migrations, indexes, back-fills and functions; may be run again, and while the shop is open",
      options: {
        wait: { value: "SECONDS", default: "60", summary: "how long to wait for another machine's migrations" },
        stopped: { summary: "no instance runs: also removes what the release before the last one used" },
      },
      // Opening the database has migrated it.
      async run({ print }) {
        print("The database is up to date.");
      },
    }),
  ],
};
export default command;
