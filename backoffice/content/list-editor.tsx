import { type DragEvent, useState } from "react";
import type { ContentDocument } from "../../contract/admin/content.ts";
import { Field } from "../shared/field.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { type Entry, emptyEntry, fieldsOf } from "./list-format.ts";
import { PictureInput } from "./picture-input.tsx";

interface ListEditorProps {
  name: ContentDocument;
  entries: readonly Entry[];
  onChange: (entries: readonly Entry[]) => void;
}

const titleOf = (entry: Entry, at: number) =>
  String(entry.question || entry.title || entry.name || `New entry ${at + 1}`);

/** Edits a list entry by entry; their order changes by dragging, or by the buttons. */
export function ListEditor({ name, entries, onChange }: ListEditorProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [moved, setMoved] = useState("");
  const move = (from: number, to: number) => {
    const entry = entries[from];
    if (!entry || to < 0 || to >= entries.length || from === to) return;
    const others = entries.filter((_, at) => at !== from);
    onChange([...others.slice(0, to), entry, ...others.slice(to)]);
    setMoved(`${titleOf(entry, from)} is at place ${to + 1} of ${entries.length}.`);
  };
  return (
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        {moved}
      </p>
      <ol className="grid gap-2">
        {entries.map((entry, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id; their fields are controlled
            key={at}
            className={`border border-sand ${dragged === at ? "opacity-50" : ""}`}
            onDragOver={(event: DragEvent) => dragged !== null && event.preventDefault()}
            onDrop={(event: DragEvent) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, at);
              setDragged(null);
            }}
          >
            <details>
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
                <span className="wrap-anywhere min-w-0 flex-1">{titleOf(entry, at)}</span>
              </summary>
              <EntryFields
                name={name}
                entry={entry}
                onChange={(changed) => onChange(entries.map((other, index) => (index === at ? changed : other)))}
              />
            </details>
            <div className="flex flex-wrap gap-2 px-3 pb-2">
              {(["Up", "Down"] as const).map((way) => (
                <button
                  key={way}
                  type="button"
                  className="text-link py-1"
                  disabled={way === "Up" ? at === 0 : at === entries.length - 1}
                  onClick={() => move(at, way === "Up" ? at - 1 : at + 1)}
                >
                  {way}
                  <span className="sr-only">: {titleOf(entry, at)}</span>
                </button>
              ))}
              <button
                type="button"
                className="text-link py-1"
                onClick={() => onChange(entries.filter((_, index) => index !== at))}
              >
                Remove<span className="sr-only"> {titleOf(entry, at)}</span>
              </button>
            </div>
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="button-quiet justify-self-start"
        onClick={() => onChange([...entries, emptyEntry(name)])}
      >
        Add an entry
      </button>
    </div>
  );
}

function EntryFields({
  name,
  entry,
  onChange,
}: {
  name: ContentDocument;
  entry: Entry;
  onChange: (entry: Entry) => void;
}) {
  return (
    <div className="grid gap-3 border-sand border-t p-3">
      {(fieldsOf(name) ?? []).map(({ name: field, label, isLong, isNumber, isPicture, isNullable, options }) => {
        const value = String(entry[field] ?? "");
        const set = (typed: string) =>
          onChange({ ...entry, [field]: isNumber ? Number(typed) : isNullable && typed === "" ? null : typed });
        if (isPicture) return <PictureInput key={field} label={label} path={value} onChange={set} />;
        if (options)
          return (
            <SelectField
              key={field}
              label={label}
              value={value}
              options={options.map((option) => ({ value: option, name: option }))}
              onChange={set}
            />
          );
        if (isLong)
          return (
            <TextArea key={field} label={label} rows={4} value={value} onChange={(event) => set(event.target.value)} />
          );
        return (
          <Field
            key={field}
            label={label}
            type={isNumber ? "number" : "text"}
            value={value}
            onChange={(event) => set(event.target.value)}
          />
        );
      })}
    </div>
  );
}
