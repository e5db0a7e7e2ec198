/** Decisions of a move as the fields of a form, which are texts. */

import { FURTHER_COLUMNS, MOVED_FIELDS, type Move, type MoveDecisions } from "../../contract/admin/moves.ts";

export type MoveFields = Readonly<Record<string, string>>;

const numberText = (value: number | null) => (value === null ? "" : String(value));
/** @returns the number, null for an empty field; what is no number becomes one that the server names */
const numberOf = (typed: string): number | null => {
  if (typed.trim() === "") return null;
  const value = Number(typed);
  return Number.isNaN(value) ? -1 : value;
};

export function fieldsOf({ decisions, facts }: Move): MoveFields {
  const columns = new Map(decisions.columns.map(({ heading, field }) => [heading, field]));
  const further = new Map(decisions.further.map(({ heading, column }) => [heading, column]));
  return {
    pricesWithGst: decisions.pricesWithGst === null ? "" : decisions.pricesWithGst ? "yes" : "no",
    ...{ sizeOption: decisions.sizeOption, otherOption: decisions.otherOption, country: decisions.country },
    ...{ shelfLifeMonths: numberText(decisions.shelfLifeMonths), withoutQuantity: decisions.withoutQuantity ?? "" },
    repeatedSkus: decisions.repeatedSkus ?? "",
    ...{ uncountedUnits: String(decisions.uncountedUnits), stock: decisions.stock, pictures: decisions.pictures },
    ...{ takesArchived: decisions.takesArchived ? "yes" : "no", packsCarryMrp: decisions.packsCarryMrp ? "yes" : "no" },
    ...Object.fromEntries(facts.unknown.map(({ heading }) => [`field ${heading}`, columns.get(heading) ?? ""])),
    ...Object.fromEntries(facts.further.map(({ heading }) => [`further ${heading}`, further.get(heading) ?? ""])),
    ...Object.fromEntries(
      decisions.words.flatMap(({ word, category, hsn, gstPercent }) => [
        [`category ${word}`, category],
        [`hsn ${word}`, hsn],
        [`gst ${word}`, numberText(gstPercent)],
      ]),
    ),
  };
}

export function decisionsOf({ decisions, facts }: Move, fields: MoveFields): MoveDecisions {
  const of = (name: string) => fields[name] ?? "";
  const { pricesWithGst, withoutQuantity, repeatedSkus } = fields;
  return {
    columns: facts.unknown.flatMap(({ heading }) => {
      const field = MOVED_FIELDS.find((one) => one === of(`field ${heading}`));
      return field ? [{ heading, field }] : [];
    }),
    further: facts.further.flatMap(({ heading }) => {
      const column = FURTHER_COLUMNS.find((one) => one === of(`further ${heading}`));
      return column ? [{ heading, column }] : [];
    }),
    pricesWithGst: pricesWithGst === "" ? null : pricesWithGst === "yes",
    ...{ sizeOption: of("sizeOption"), otherOption: of("otherOption") as MoveDecisions["otherOption"] },
    words: decisions.words.map(({ word }) => ({
      ...{ word, category: of(`category ${word}`), hsn: of(`hsn ${word}`), gstPercent: numberOf(of(`gst ${word}`)) },
    })),
    ...{ country: of("country"), shelfLifeMonths: numberOf(of("shelfLifeMonths")) },
    withoutQuantity: withoutQuantity === "" ? null : (withoutQuantity as MoveDecisions["withoutQuantity"]),
    repeatedSkus: repeatedSkus === "" ? null : (repeatedSkus as MoveDecisions["repeatedSkus"]),
    uncountedUnits: numberOf(of("uncountedUnits")) ?? 0,
    stock: of("stock") as MoveDecisions["stock"],
    pictures: of("pictures") as MoveDecisions["pictures"],
    ...{ takesArchived: of("takesArchived") === "yes", packsCarryMrp: of("packsCarryMrp") === "yes" },
  };
}
