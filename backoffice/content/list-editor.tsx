import { type DragEvent, useState } from "react";
import type { DocumentProblem } from "../../contract/admin/content.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { StateBadge } from "../shared/badge.tsx";
import { EntryButtons } from "../shared/entry-buttons.tsx";
import { Field } from "../shared/field.tsx";
import { removed, reordered } from "../shared/list-edits.ts";
import { SelectField } from "../shared/select-field.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { LinkInput } from "./link-input.tsx";
import { type Entry, type EntryField, emptyEntry, kindOf, problemsIn, stateOf } from "./list-format.ts";
import { PictureInput } from "./picture-input.tsx";

interface ListEditorProps {
  fields: readonly EntryField[];
  /** What an entry is called. */
  noun?: string;
  entries: readonly Entry[];
  problems: readonly DocumentProblem[];
  onChange: (change: (entries: readonly Entry[]) => readonly Entry[]) => void;
}

let made = 0;
const newKey = () => ++made;

const titleOf = (noun: string, entry: Entry, at: number) =>
  String(entry.question || entry.title || entry.name || entry.label || `New ${noun}, number ${at + 1}`);

/** Edits a list entry by entry; their order changes by dragging, or by the buttons. */
export function ListEditor({ fields, noun = "entry", entries, problems, onChange }: ListEditorProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [moved, setMoved] = useState("");
  /** Identifies the entries, so that an upload stays with its own wherever that moves. */
  const [keys, setKeys] = useState(() => entries.map(newKey));
  if (keys.length !== entries.length) setKeys(entries.map(newKey));
  /** The key of the entry that was just added, which is open. */
  const [added, setAdded] = useState<number | null>(null);
  const move = (from: number, to: number) => {
    const entry = entries[from];
    if (!entry || to < 0 || to >= entries.length || from === to) return;
    setAdded(null);
    setKeys(reordered(keys, from, to));
    onChange((latest) => reordered(latest, from, to));
    setMoved(`${titleOf(noun, entry, from)} is at place ${to + 1} of ${entries.length}.`);
  };
  return (
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        {moved}
      </p>
      <ol className="grid gap-2">
        {entries.map((entry, at) => (
          <li
            key={keys[at]}
            className={`group border border-sand md:flex md:items-start ${dragged === at ? "opacity-50" : ""}`}
            onDragOver={(event: DragEvent) => dragged !== null && event.preventDefault()}
            onDrop={(event: DragEvent) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, at);
              setDragged(null);
            }}
          >
            <details
              className="min-w-0 md:flex-1"
              open={problemsIn(problems, at).length > 0 || keys[at] === added || undefined}
            >
              {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is a shortcut for Up and Down */}
              <summary
                draggable
                className="flex items-center gap-2 px-3 py-2 hover:bg-paper"
                onDragStart={() => setDragged(at)}
                onDragEnd={() => setDragged(null)}
              >
                <span aria-hidden="true" className="text-bark">
                  ⠿
                </span>
                <span className="wrap-anywhere min-w-0 flex-1">
                  {titleOf(noun, entry, at)}
                  <span className="block text-bark text-small empty:hidden">{kindOf(fields, entry)}</span>
                </span>
                <EntryState state={stateOf(fields, entry, shopNow())} />
              </summary>
              <EntryFields
                fields={fields}
                entry={entry}
                problems={problemsIn(problems, at)}
                onChange={(change) =>
                  onChange((latest) => latest.map((other, index) => (index === at ? change(other) : other)))
                }
              />
            </details>
            {/* On a phone the list stays short: an entry is opened first. */}
            <div className="px-2 pb-1 group-has-[>details:not([open])]:max-md:hidden md:shrink-0 md:py-1.5">
              <EntryButtons
                of={titleOf(noun, entry, at)}
                isFirst={at === 0}
                isLast={at === entries.length - 1}
                onMove={(by) => move(at, at + by)}
                onRemove={() => {
                  setKeys(removed(keys, at));
                  onChange((latest) => removed(latest, at));
                }}
              />
            </div>
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="button-quiet justify-self-start"
        onClick={() => {
          const key = newKey();
          setAdded(key);
          setKeys([...keys, key]);
          onChange((latest) => [...latest, emptyEntry(fields)]);
        }}
      >
        Add a {noun}
      </button>
    </div>
  );
}

const STATES = {
  scheduled: { name: "Scheduled", tone: "progress" },
  live: { name: "Live", tone: "done" },
  ended: { name: "Ended", tone: "neutral" },
} as const;

function EntryState({ state }: { state: keyof typeof STATES | null }) {
  return state && <StateBadge of={STATES[state]} />;
}

interface EntryFieldsProps {
  fields: readonly EntryField[];
  entry: Entry;
  problems: readonly DocumentProblem[];
  onChange: (change: (entry: Entry) => Entry) => void;
}

const nestedIn = (entry: Entry, name: string): readonly Entry[] => {
  const nested = entry[name];
  return Array.isArray(nested) ? nested : [];
};

function EntryFields({ fields, entry, problems, onChange }: EntryFieldsProps) {
  return (
    <div className="grid gap-3 border-sand border-t p-3">
      {fields.map((field) => {
        const {
          name,
          label,
          hint,
          isLong,
          isNumber,
          isPicture,
          isNullable,
          isTime,
          options,
          target,
          fields: nested,
        } = field;
        const error = problems.find((problem) => problem.field === name)?.message;
        if (nested)
          return (
            <fieldset key={name}>
              <legend className="mb-1 font-semibold">{label}</legend>
              {error && <p className="mb-1 text-small text-terracotta">{error}</p>}
              <ListEditor
                fields={nested}
                noun={field.noun}
                problems={problemsIn(problems, name)}
                entries={nestedIn(entry, name)}
                onChange={(change) => onChange((latest) => ({ ...latest, [name]: change(nestedIn(latest, name)) }))}
              />
            </fieldset>
          );
        const value = String(entry[name] ?? "");
        const set = (typed: string) =>
          onChange((latest) => ({
            ...latest,
            [name]: isNumber ? Number(typed) : isNullable && typed === "" ? null : typed,
          }));
        if (target)
          return <LinkInput key={name} label={label} link={value} target={target} error={error} onChange={set} />;
        if (isPicture)
          return <PictureInput key={name} label={label} hint={hint} path={value} error={error} onChange={set} />;
        if (options)
          return <SelectField key={name} label={label} value={value} error={error} options={options} onChange={set} />;
        if (isLong)
          return (
            <TextArea
              key={name}
              label={label}
              rows={4}
              value={value}
              error={error}
              onChange={(event) => set(event.target.value)}
            />
          );
        return (
          <Field
            key={name}
            label={label}
            type={isTime ? "datetime-local" : "text"}
            value={value}
            error={error}
            onChange={(event) => set(event.target.value)}
          />
        );
      })}
    </div>
  );
}
