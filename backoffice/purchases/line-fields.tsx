import { memo } from "react";
import { Field } from "../shared/field.tsx";
import { SelectField } from "../shared/select-field.tsx";
import type { DraftLine } from "./purchase-draft.ts";

interface LineFieldsProps {
  line: DraftLine;
  /** The messages of its fields, by their names. */
  problems: Readonly<Record<string, string>>;
  onChange: (key: string, change: Partial<DraftLine>) => void;
  onRemove: (key: string) => void;
}

/** A line of a purchase. A receipt may have hundreds, so only one that changes is rendered again. */
export const LineFields = memo(
  function LineFields({ line, problems, onChange, onRemove }: LineFieldsProps) {
    const name = [line.title, line.size].filter(Boolean).join(", ");
    const input = (field: keyof DraftLine) => ({
      value: line[field],
      onChange: (event: { target: { value: string } }) => onChange(line.key, { [field]: event.target.value }),
      error: problems[field],
      autoComplete: "off",
    });
    return (
      <li className="grid gap-2 py-3">
        <div className="flex items-baseline justify-between gap-3">
          <p className="wrap-anywhere min-w-0">
            <strong>{line.sku}</strong> <span className="text-bark">{name}</span>
          </p>
          <button type="button" className="text-link py-1" onClick={() => onRemove(line.key)}>
            Remove<span className="sr-only"> {line.sku}</span>
          </button>
        </div>
        {problems.sku && (
          <p role="alert" className="text-small text-terracotta">
            {problems.sku}
          </p>
        )}
        <div className="grid grid-cols-2 items-start gap-2 md:grid-cols-4 lg:grid-cols-7">
          <Field label="Units" inputMode="numeric" {...input("units")} />
          <Field label="Cost per unit, ₹" inputMode="decimal" {...input("unitCost")} />
          <Field label="GST of the line, ₹" inputMode="decimal" {...input("gst")} />
          <Field label="Lot" {...input("lot")} />
          {line.lot.trim() !== "" && (
            <>
              <SelectField
                label="The pack says"
                value={line.lifeKind}
                options={[
                  { value: "use_before", name: "Use before" },
                  { value: "expiry", name: "Expiry" },
                ]}
                onChange={(lifeKind) => onChange(line.key, { lifeKind })}
              />
              <Field label="Month" placeholder="2028-03" {...input("lifeMonth")} />
              <Field label="Made on" type="date" {...input("manufacturedOn")} />
            </>
          )}
        </div>
      </li>
    );
  },
  (before, after) => JSON.stringify([before.line, before.problems]) === JSON.stringify([after.line, after.problems]),
);
