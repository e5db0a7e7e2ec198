import { isoDayInIndia } from "../../../contract/dates.ts";
import { readStored } from "../../selling/settings/shop-settings.ts";
import type { LotRule } from "../../selling/stock/manage-lots.ts";
import type { CommandContext } from "./context.ts";

/** Reads the owner's rule by which lots are sold today. */
export async function readRule({ db, environment }: Pick<CommandContext, "db" | "environment">): Promise<LotRule> {
  const { LOT_MIN_DAYS } = await readStored(db, environment);
  return { today: isoDayInIndia(new Date()), minDays: LOT_MIN_DAYS };
}
