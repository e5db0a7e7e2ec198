import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { formatWeekday } from "../../../contract/dates.ts";
import { deliveryDates } from "../../../contract/shipping/delivery-dates.ts";
import { OperatorError } from "../../base/errors.ts";
import { formatRupees, paise } from "../../base/money.ts";
import { COMMAND_ACTOR } from "../../platform/audit/record-audit.ts";
import { readStored } from "../../selling/settings/shop-settings.ts";
import { changeShipping } from "../../selling/shipping/change-shipping.ts";
import { destinationOf } from "../../selling/shipping/destination.ts";
import { readShippingFile, writeShippingFile } from "../../selling/shipping/shipping-file.ts";
import { calendarOf, methodsFor, zoneOf } from "../../selling/shipping/shipping-rules.ts";
import { readShipping } from "../../selling/shipping/shipping-tables.ts";
import { counted } from "./counted.ts";
import { type Command, defineAction } from "./declare.ts";
import { requireReadableFile } from "./import-report.ts";
import { EXPORT_OPTIONS } from "./write-csv.ts";

/** Exports, imports and checks shipping methods, zones, rates and holidays; see docs/shipping.md. */
const command: Command = {
  name: "shipping",
  summary: "stores the shipping methods and zones, and shows what a pincode gets",
  actions: [
    defineAction({
      verb: "export",
      arguments: ["FILE"],
      options: EXPORT_OPTIONS,
      summary: "writes methods, zones, rates and holidays to FILE",
      async run(context, { arguments: [name], options }) {
        const file = context.path(name);
        if (!options.force && existsSync(file))
          throw new OperatorError(`${file} exists already; name another file, or add --force to replace it.`);
        await writeFile(file, writeShippingFile(await readShipping(context.db)));
        context.note(`Exported to ${file}.`);
      },
    }),
    defineAction({
      verb: "import",
      arguments: ["FILE"],
      summary: "replaces them by those of FILE, or by none of them if something is wrong",
      writes: true,
      async run({ db, path, print, note }, { arguments: [name] }) {
        const file = path(name);
        await requireReadableFile(file);
        const read = readShippingFile(await readFile(file, "utf8"));
        if ("problems" in read) {
          for (const problem of read.problems) print(problem);
          note(`Nothing was stored: ${file} has ${counted(read.problems.length, "problem")}.`);
          return 1;
        }
        const { methods, zones, holidays } = read.shipping;
        await db.transaction((trx) =>
          changeShipping(trx, { shipping: read.shipping, actor: COMMAND_ACTOR, now: new Date() }),
        );
        print(
          `Stored ${counted(methods.length, "method")}, ${counted(zones.length, "zone")} and ${counted(holidays.length, "holiday")}.`,
        );
        return 0;
      },
    }),
    defineAction({
      verb: "check",
      arguments: ["PINCODE"],
      summary: "prints the zone of PINCODE, and each method’s price and promise for a light parcel ordered now",
      async run({ db, environment, print }, { arguments: [pincode] }) {
        const rules = await readShipping(db);
        const destination = await destinationOf(pincode);
        const calendar = calendarOf(rules, await readStored(db, environment));
        const zone = zoneOf(rules, destination);
        print(
          `${pincode}, ${destination.state ?? "unknown state"}: ${zone ? `zone ${zone.code}, ${zone.name}` : "no zone"}`,
        );
        const methods = methodsFor(rules, destination, { goodsPaise: paise(0), grams: 0 });
        if (methods.length === 0) print("The shop does not deliver there.");
        for (const { method, pricePaise, transit } of methods) {
          const dates = transit && deliveryDates(transit, calendar, new Date());
          print(
            `${method.name}: ${formatRupees(pricePaise)}${dates ? `, delivery by ${formatWeekday(dates.latest)}` : ""}`,
          );
        }
      },
    }),
  ],
};
export default command;
