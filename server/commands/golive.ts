import { openBeforeLive, readOverview } from "../settings/overview.ts";
import { runCommand, say, withShop } from "./run.ts";

/** `npm run golive`: what must still change before the shop goes live. Exit code 1 while there is anything, so that a release can ask. */

runCommand(async () => {
  const open = await withShop(async ({ db }) => openBeforeLive(await readOverview(db, process.env)));
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
});
