import { bigint, customType, integer, timestamp } from "drizzle-orm/pg-core";
import type { Paise } from "../../../base/money.ts";

export const id = () => rowId().primaryKey().generatedByDefaultAsIdentity();
/** The id of a row in another table, with or without a foreign key. */
export const rowId = () => bigint({ mode: "number" });
/** @param name only if it differs from the key */
export const timestamptz = (name = "") => timestamp(name, { withTimezone: true, mode: "date" });
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
export const paise = () => integer().$type<Paise>();
