import { bigint, customType, integer, timestamp } from "drizzle-orm/pg-core";
import type { Paise } from "../../money.ts";

export const id = () => rowId().primaryKey().generatedByDefaultAsIdentity();
/** The id of a row in another table, with a foreign key or without. */
export const rowId = () => bigint({ mode: "number" });
export const timestamptz = () => timestamp({ withTimezone: true, mode: "date" });
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
export const paise = () => integer().$type<Paise>();
