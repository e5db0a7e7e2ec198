import { rollUpCohorts } from "../reports/cohorts.ts";
import { findWrongDays, markAllDays, rollUpSales } from "../reports/roll-up.ts";
import { counted } from "./counted.ts";
import { type Command, defineAction } from "./declare.ts";

/** Checks and recomputes the sales by day that the back office shows; see docs/backoffice.md. */
const command: Command = {
  name: "sales",
  summary: "checks the stored sales of each day against the orders",
  actions: [
    defineAction({
      verb: "check",
      summary: "lists the days whose stored sales differ from the orders",
      async run({ db, print }) {
        const days = await findWrongDays(db);
        for (const day of days) print(day);
        if (days.length === 0) {
          print("The sales of every day agree with the orders.");
          return 0;
        }
        print(`${counted(days.length, "day differs", "days differ")}; npm run sales -- rebuild computes them again.`);
        return 1;
      },
    }),
    defineAction({
      verb: "rebuild",
      summary: "computes the sales of every day again",
      writes: true,
      async run({ db, print }) {
        const days = await markAllDays(db);
        await rollUpSales(db);
        await rollUpCohorts(db);
        print(`The sales of ${counted(days, "day")} are computed again.`);
      },
    }),
  ],
};
export default command;
