import { integer, timestamp } from "drizzle-orm/pg-core";

export const id = () => integer().primaryKey().generatedByDefaultAsIdentity();
export const moment = () => timestamp({ withTimezone: true, mode: "date" });
