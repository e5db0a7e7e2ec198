import { useId, useState } from "react";

interface ConflictBarProps {
  /** Who changed it, and what: "Asha Rao has changed this order meanwhile." */
  message: string;
  fields: readonly { name: string; label: string; theirs: string; mine: string }[];
  /** Resolves the conflict. @param theirs the fields in which the other change is kept */
  onResolve: (theirs: readonly string[]) => void;
}

/** Shown if somebody else has saved meanwhile: for each field that both have changed, the member chooses theirs or mine. */
export function ConflictBar({ message, fields, onResolve }: ConflictBarProps) {
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const id = useId();
  return (
    <section aria-label="Conflict" className="grid gap-3 border-terracotta border-l-2 bg-paper p-3">
      <p role="alert">{message}</p>
      {fields.map(({ name, label, theirs: stored, mine }) => (
        <fieldset key={name} className="grid gap-1">
          <legend className="font-semibold">{label}</legend>
          {[
            { text: stored, isMine: false },
            { text: mine, isMine: true },
          ].map(({ text, isMine }) => (
            <label key={String(isMine)} className="flex items-baseline gap-2 py-1">
              <input
                type="radio"
                name={`${id}-${name}`}
                checked={theirs.includes(name) !== isMine}
                onChange={() => setTheirs((now) => (isMine ? now.filter((other) => other !== name) : [...now, name]))}
              />
              <span>
                <span className="text-bark">{isMine ? "Mine:" : "Theirs:"}</span> {text || "nothing"}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <button type="button" className="button-quiet justify-self-start" onClick={() => onResolve(theirs)}>
        Continue with these
      </button>
    </section>
  );
}
