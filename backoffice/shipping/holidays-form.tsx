import { useState } from "react";
import { useRevalidator } from "react-router";
import type { AdminShipping } from "../../contract/admin/shipping.ts";
import { formatWeekday } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { ConflictBar } from "../shared/conflict-bar.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { Panel } from "../shared/panel.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { useAction } from "../shared/use-action.ts";
import { useDraft } from "../shared/use-draft.ts";

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
  const draft = useFormDraft("shipping holidays", stored, shipping.version);
  const holidays = JSON.parse(draft.values.holidays) as Holiday[];
  const { run, busy, error, clear } = useAction();
  const { revalidate } = useRevalidator();
  const shown = (json: string) => (JSON.parse(json) as Holiday[]).map(({ day, name }) => `${day} ${name}`).join(", ");

  /** Adds days; a listed day gets the new name. */
  const add = (more: readonly Holiday[]) => {
    const days = new Map([...holidays, ...more].map(({ day, name }) => [day, name]));
    const all = [...days].map(([day, name]) => ({ day, name })).sort((a, b) => a.day.localeCompare(b.day));
    draft.set("holidays", JSON.stringify(all));
  };
  async function save(): Promise<void> {
    const body = { version: draft.version, holidays };
    const isSaved = await run(async () => onChanged(await call("changeShipping", { body })));
    if (isSaved) draft.discard();
    else await revalidate();
  }
  if (draft.changed.length > 0 && draft.version < shipping.version)
    return (
      <ConflictBar
        message={`${shipping.lastChange?.by ?? "Somebody"} has changed the shipping since you began. Nothing that you have typed is lost.`}
        fields={draft.conflicts.map((name) => ({
          name,
          label: "Holidays",
          theirs: shown(stored.holidays),
          mine: shown(draft.values.holidays),
        }))}
        onResolve={(theirs) => {
          clear();
          draft.rebase(theirs);
        }}
      />
    );
  const inYear = (year: string) => holidays.filter(({ day }) => day.startsWith(year));
  const years = [...new Set(holidays.map(({ day }) => day.slice(0, 4)))];
  return (
    <div className="grid gap-4">
      <AddHolidays onAdd={add} />
      {holidays.length === 0 && <p className="panel p-4 text-bark">No holidays are listed.</p>}
      {years.map((year) => (
        <Panel key={year} title={year}>
          <ul className="divide-y divide-sand">
            {inYear(year).map(({ day, name }) => (
              <li key={day} className="flex flex-wrap items-center gap-x-3 py-1">
                <time dateTime={day} className="w-24">
                  {formatWeekday(day)}
                </time>
                <span className="wrap-anywhere grow">{name}</span>
                <button
                  type="button"
                  className="button-quiet"
                  onClick={() => draft.set("holidays", JSON.stringify(holidays.filter((other) => other.day !== day)))}
                >
                  Remove<span className="sr-only">: {name}</span>
                </button>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
      <Problem error={error} otherwise={error?.errors[0]?.message} />
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="button-primary"
          disabled={busy || draft.changed.length === 0}
          onClick={() => void save()}
        >
          Save
        </button>
        {draft.changed.length > 0 && (
          <button type="button" className="button-quiet" onClick={draft.discard}>
            Discard changes
          </button>
        )}
      </div>
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
          <button
            type="button"
            className="button-quiet"
            disabled={one.day === "" || one.name.trim() === ""}
            onClick={() => {
              onAdd([one]);
              setOne({ day: "", name: "" });
            }}
          >
            Add
          </button>
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
