import { openBeforeLive, readOverview } from "../settings/overview.ts";
import { type Command, defineAction } from "./declare.ts";

/** What must still change before the shop goes live. */
const command: Command = {
  name: "golive",
  summary: "lists what must change before the shop goes live",
  actions: [
    defineAction({
      summary: "lists it, and exits with 1 while there is anything",
      async run({ db, environment, say }) {
        const open = openBeforeLive(await readOverview(db, environment));
        if (open.length === 0) {
          say("Every setting that must change before going live has changed.");
          return 0;
        }
        for (const { name, shown, beforeLive, scope } of open) {
          say(
            `${name} is still ${shown === "" ? "empty" : `"${shown}"`}: ${beforeLive}.${scope === "deployment" ? " (environment)" : ""}`,
          );
        }
        say("");
        say(`${open.length === 1 ? "One setting" : `${open.length} settings`} to change before going live.`);
        say("Set the shop's own with npm run settings -- NAME VALUE, those marked (environment) in the environment.");
        return 1;
      },
    }),
  ],
};
export default command;
