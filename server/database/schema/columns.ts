import { integer, timestamp } from "drizzle-orm/pg-core";
import type { Paise } from "../../money.ts";

export const id = () => integer().primaryKey().generatedByDefaultAsIdentity();
export const moment = () => timestamp({ withTimezone: true, mode: "date" });
export const paise = () => integer().$type<Paise>();
