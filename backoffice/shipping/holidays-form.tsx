import { useState } from "react";
import type { AdminShipping } from "../../contract/admin/shipping.ts";
import { formatWeekday } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { Panel } from "../shared/panel.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { useDraft } from "../shared/use-draft.ts";
import { SaveButtons, useVersionedForm, VersionedForm } from "../shared/versioned-form.tsx";

type Holiday = AdminShipping["holidays"][number];

interface HolidaysFormProps {
  shipping: AdminShipping;
  onChanged: (shipping: AdminShipping) => void;
}

/**
 * Edits the days without dispatch and delivery, by year. They are saved together, so that a list can be corrected before the shop uses it.
 */
export function HolidaysForm({ shipping, onChanged }: HolidaysFormProps) {
  const stored = { holidays: JSON.stringify(shipping.holidays) };
  const form = useVersionedForm({
    draft: "shipping holidays",
    stored,
    version: shipping.version,
    labels: { holidays: "Holidays" },
    subject: "the shipping",
    savedText: "Saved. The shop uses it already.",
    changedBy: shipping.lastChange?.by,
    shown: (_, json) => (JSON.parse(json) as Holiday[]).map(({ day, name }) => `${day} ${name}`).join(", "),
    save: async ({ version }) => onChanged(await call("changeShipping", { body: { version, holidays } })),
  });
  const holidays = JSON.parse(form.values.holidays) as Holiday[];
  const set = (all: readonly Holiday[]) => form.set("holidays", JSON.stringify(all));

  /** Adds days; a listed day gets the new name. */
  const add = (more: readonly Holiday[]) => {
    const days = new Map([...holidays, ...more].map(({ day, name }) => [day, name]));
    const all = [...days].map(([day, name]) => ({ day, name })).sort((a, b) => a.day.localeCompare(b.day));
    set(all);
  };
  const inYear = (year: string) => holidays.filter(({ day }) => day.startsWith(year));
  const years = [...new Set(holidays.map(({ day }) => day.slice(0, 4)))];
  return (
    <div className="grid gap-4">
      <AddHolidays onAdd={add} />
      <VersionedForm form={form} className="grid gap-4">
        {holidays.length === 0 && <p className="panel p-4 text-bark">No holidays are listed.</p>}
        {years.map((year) => (
          <Panel key={year} title={year}>
            <ul className="divide-y divide-sand">
              {inYear(year).map(({ day, name }) => (
                <li key={day} className="flex items-center gap-x-3 py-1">
                  <time dateTime={day} className="w-24 shrink-0">
                    {formatWeekday(day)}
                  </time>
                  <span className="wrap-anywhere min-w-0 grow">{name}</span>
                  <button
                    type="button"
                    className="button-quiet"
                    onClick={() => set(holidays.filter((other) => other.day !== day))}
                  >
                    Remove<span className="sr-only">: {name}</span>
                  </button>
                </li>
              ))}
            </ul>
          </Panel>
        ))}
        <Problem error={form.error} otherwise={form.error?.errors[0]?.message} />
        <SaveButtons form={form} />
      </VersionedForm>
    </div>
  );
}

/** Parses "2027-01-26, Republic Day"; a semicolon or a tab also separates. Null for an invalid line. */
function readLine(line: string): Holiday | null {
  const [, day = "", name = ""] = /^\s*"?(\d{4}-\d{2}-\d{2})"?[\s,;]+"?([^"]+?)"?\s*$/.exec(line) ?? [];
  return day ? { day, name } : null;
}

/** Adds one holiday, or a pasted list of a year. */
function AddHolidays({ onAdd }: { onAdd: (holidays: readonly Holiday[]) => void }) {
  const [one, setOne] = useState({ day: "", name: "" });
  const [list, setList] = useDraft("list of holidays");
  const [problem, setProblem] = useState<string>();
  function addList(): void {
    const lines = list.split("\n").filter((line) => line.trim() !== "");
    const read = lines.map(readLine);
    const wrong = read.indexOf(null);
    const message =
      wrong >= 0
        ? `Line ${wrong + 1} is not a day and a name: “${lines[wrong]?.slice(0, 60)}”.`
        : read.length === 0
          ? "Please paste a list first."
          : undefined;
    setProblem(message);
    if (message) return;
    onAdd(read.filter((holiday) => holiday !== null));
    setList("");
  }
  return (
    <Panel title="Add holidays">
      <div className="grid gap-3">
        <div className="flex flex-wrap items-end gap-2">
          <Field
            label="Day"
            type="date"
            value={one.day}
            onChange={(event) => setOne({ ...one, day: event.target.value })}
          />
          <div className="grow">
            <Field
              label="Name"
              value={one.name}
              autoComplete="off"
              maxLength={60}
              onChange={(event) => setOne({ ...one, name: event.target.value })}
            />
          </div>
          <Button
            type="button"
            className="button-quiet"
            disabled={one.day === "" || one.name.trim() === ""}
            onClick={() => {
              onAdd([one]);
              setOne({ day: "", name: "" });
            }}
          >
            Add
          </Button>
        </div>
        <details>
          <summary>Paste the list of a year</summary>
          <div className="mt-2 grid gap-2">
            <TextArea
              label="A day and a name on each line, such as 2027-01-26, Republic Day"
              rows={6}
              value={list}
              error={problem}
              onChange={(event) => setList(event.target.value)}
            />
            <button type="button" className="button-quiet justify-self-start" onClick={addList}>
              Add the list
            </button>
          </div>
        </details>
      </div>
    </Panel>
  );
}
