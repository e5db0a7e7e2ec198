import { readOpenPoints } from "../setup/open-points.ts";
import { counted } from "./counted.ts";
import { type Command, defineAction } from "./declare.ts";

/** Lists what is open before the shop goes live. For scripts, the exit code is 1 until the list is empty. */
const command: Command = {
  name: "golive",
  summary: "lists what must change before the shop goes live",
  actions: [
    defineAction({
      summary: "lists it with the way to settle each, and exits with 1 while there is anything",
      async run({ db, environment, print }) {
        const points = await readOpenPoints(db, environment);
        if (points.length === 0) {
          print("The shop can go live: nothing is open.");
          return 0;
        }
        for (const { text, remedy } of points) {
          print(text);
          print(`    ${remedy}`);
        }
        print("");
        print(`${counted(points.length, "point")} to settle before the shop goes live.`);
        return 1;
      },
    }),
  ],
};
export default command;
