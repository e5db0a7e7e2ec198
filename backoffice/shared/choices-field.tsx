import { useId } from "react";
import { EntryButtons } from "./entry-buttons.tsx";
import { removed, reordered } from "./list-edits.ts";
import { useSearch } from "./use-search.ts";

export interface Choice {
  /** By which the server knows it, such as a slug. */
  value: string;
  name: string;
}

interface ChoicesFieldProps {
  label: string;
  hint?: string;
  placeholder: string;
  chosen: readonly Choice[];
  onChange: (chosen: Choice[]) => void;
  find: (q: string) => Promise<readonly Choice[]>;
  max: number;
  error: string | undefined;
  /** Whether their order can be changed. */
  isOrdered?: boolean;
  /** Shown if nothing is found. */
  none: string;
}

/** Edits a list of products or the like, which a search by words of the name finds. */
export function ChoicesField({
  label,
  hint,
  placeholder,
  chosen,
  onChange,
  find,
  max,
  error,
  isOrdered = false,
  none,
}: ChoicesFieldProps) {
  const { typed, setTyped, found, problem } = useSearch(find);
  const id = useId();
  const offered = found?.filter(({ value }) => !chosen.some((one) => one.value === value));
  return (
    <fieldset className="grid min-w-0 content-start gap-1" aria-describedby={error || hint ? `${id}-more` : undefined}>
      <legend className="mb-1 font-semibold">{label}</legend>
      <ol className="grid gap-1 empty:hidden">
        {chosen.map((choice, at) => (
          <li key={choice.value} className="flex items-center gap-x-3 border border-sand pl-3">
            <span className="wrap-anywhere min-w-0 flex-1 py-1">{choice.name}</span>
            <EntryButtons
              of={choice.name}
              isFirst={at === 0}
              isLast={at === chosen.length - 1}
              onMove={isOrdered ? (by) => onChange(reordered(chosen, at, at + by)) : undefined}
              onRemove={() => onChange(removed(chosen, at))}
            />
          </li>
        ))}
      </ol>
      {chosen.length < max && (
        <>
          <input
            type="search"
            className="field"
            aria-label={`Add to ${label.toLowerCase()}`}
            placeholder={placeholder}
            aria-invalid={error !== undefined}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            // Enter would submit the form.
            onKeyDown={(event) => {
              if (event.key === "Enter") event.preventDefault();
            }}
          />
          <ul aria-label={`Found for ${label.toLowerCase()}`} className="grid gap-1 empty:hidden">
            {offered?.map((choice) => (
              <li key={choice.value}>
                <button
                  type="button"
                  className="w-full rounded-sm px-2.5 py-2 text-left hover:bg-linen"
                  onClick={() => {
                    onChange([...chosen, choice]);
                    setTyped("");
                  }}
                >
                  {choice.name}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p role="status" className="text-bark text-small empty:hidden">
        {problem || (offered?.length === 0 ? none : "")}
      </p>
      {(error || hint) && (
        <p
          id={`${id}-more`}
          role={error && "alert"}
          className={`text-small ${error ? "text-terracotta" : "text-bark"}`}
        >
          {error ?? hint}
        </p>
      )}
    </fieldset>
  );
}
