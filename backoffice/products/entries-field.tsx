import { EntryButtons } from "../shared/entry-buttons.tsx";
import { Field } from "../shared/field.tsx";
import { removed, reordered } from "../shared/list-edits.ts";
import { TextArea } from "../shared/text-area.tsx";

/** The parts of an entry: one text, or several named ones. Their labels are the same in each entry, whose group has its number. */
const PARTS = {
  entries: [{ part: "", name: "", isLong: true }],
  faqs: [
    { part: "question", name: "Question", isLong: false },
    { part: "answer", name: "Answer", isLong: true },
  ],
  pairs: [
    { part: "slug", name: "Slug of the product", isLong: false },
    { part: "effect", name: "What it does", hint: "Such as “warms it”.", isLong: false },
  ],
  claims: [
    { part: "claim", name: "What is claimed", hint: "Such as Organic or Cruelty free.", isLong: false },
    { part: "body", name: "Certified by", isLong: false },
    { part: "number", name: "Certificate number", isLong: false },
    {
      part: "validUntil",
      name: "Valid until",
      hint: "Empty for a certificate without an end.",
      isLong: false,
      type: "date",
    },
    { part: "url", name: "URL of the certificate", hint: "If it has one.", isLong: false, type: "url" },
  ],
} as const;

/** What an entry with several parts is called. */
const NOUNS = { faqs: "Question", pairs: "Product", claims: "Claim" } as const;

type Entry = string | Record<string, string>;

interface EntriesFieldProps {
  kind: keyof typeof PARTS;
  label: string;
  /** The entries as JSON. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Edits an ordered list of entries, each with its own inputs. */
export function EntriesField({ kind, label, value, error, onChange }: EntriesFieldProps) {
  const entries = JSON.parse(value) as Entry[];
  const parts = PARTS[kind];
  const change = (next: Entry[]) => onChange(JSON.stringify(next));
  const read = (entry: Entry, part: string) => (typeof entry === "string" ? entry : (entry[part] ?? ""));
  const write = (at: number, part: string, text: string) =>
    change(
      entries.map((entry, index) =>
        index !== at ? entry : typeof entry === "string" ? text : { ...entry, [part]: text },
      ),
    );
  const move = (at: number, to: number) => change(reordered(entries, at, to));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">{label}</legend>
      {entries.map((entry, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
          key={at}
          className={`grid items-center gap-x-2 gap-y-1 md:grid-cols-[1.25rem_minmax(0,1fr)_auto] ${kind === "entries" ? "[&_label]:sr-only" : "border-sand border-t pt-3"}`}
        >
          {kind !== "entries" && (
            <legend className="sr-only">
              {NOUNS[kind]} {at + 1}
            </legend>
          )}
          <span aria-hidden="true" className="self-start pt-2 text-bark max-md:hidden">
            {at + 1}
          </span>
          <div className="grid gap-2">
            {parts.map(({ part, name, isLong, ...input }) => {
              const props = { label: name || `${label} ${at + 1}`, value: read(entry, part) };
              return isLong ? (
                <TextArea key={part} {...props} rows={2} onChange={(event) => write(at, part, event.target.value)} />
              ) : (
                <Field
                  key={part}
                  {...props}
                  {...input}
                  autoComplete="off"
                  onChange={(event) => write(at, part, event.target.value)}
                />
              );
            })}
          </div>
          <EntryButtons
            of={`${label} ${at + 1}`}
            isFirst={at === 0}
            isLast={at === entries.length - 1}
            onMove={(by) => move(at, at + by)}
            onRemove={() => change(removed(entries, at))}
          />
        </fieldset>
      ))}
      <button
        type="button"
        className="button-quiet justify-self-start"
        onClick={() =>
          change([...entries, kind === "entries" ? "" : Object.fromEntries(parts.map(({ part }) => [part, ""]))])
        }
      >
        Add<span className="sr-only"> to {label}</span>
      </button>
      {error && (
        <p role="alert" className="text-small text-terracotta">
          {error}
        </p>
      )}
    </fieldset>
  );
}
