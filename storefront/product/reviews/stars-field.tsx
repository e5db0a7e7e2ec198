import { FieldError } from "../../shared/form/field.tsx";
import type { FormHandle } from "../../shared/form/use-form.ts";

interface StarsFieldProps {
  form: FormHandle;
  name: string;
  /** "1" to "5", or empty. */
  value: string;
  onChange: (stars: string) => void;
}

/** One to five stars, as radio buttons. */
export function StarsField({ form, name, value, onChange }: StarsFieldProps) {
  const errorId = `${form.id}-${name}-error`;
  const error = form.errors[name];
  return (
    <div>
      <fieldset aria-describedby={error ? errorId : undefined}>
        <legend className="mb-1 font-semibold text-small">Your rating</legend>
        <div className="-ml-1.5 flex">
          {[1, 2, 3, 4, 5].map((stars) => (
            <label
              key={stars}
              className="relative grid size-12 cursor-pointer place-items-center has-focus-visible:outline-2 has-focus-visible:outline-leaf"
            >
              <input
                type="radio"
                name={name}
                value={stars}
                checked={value === String(stars)}
                onChange={() => onChange(String(stars))}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <span className="sr-only">
                {stars} {stars === 1 ? "star" : "stars"}: {MEANINGS[stars]}
              </span>
              <svg
                viewBox="0 0 20 20"
                width="38"
                height="38"
                aria-hidden="true"
                strokeWidth="1"
                className={`stroke-brass ${stars <= Number(value) ? "fill-brass" : "fill-none"}`}
              >
                <path d="M10 1.6 12.6 7.1 18.6 7.9 14.2 12.1 15.3 18.1 10 15.2 4.7 18.1 5.8 12.1 1.4 7.9 7.4 7.1Z" />
              </svg>
            </label>
          ))}
        </div>
        <p aria-hidden="true" className="min-h-[1lh] text-bark text-small">
          {MEANINGS[value] ?? "Choose one to five stars."}
        </p>
      </fieldset>
      <FieldError id={errorId} error={error} />
    </div>
  );
}

const MEANINGS: Record<string, string> = {
  "1": "Not for me",
  "2": "Could be better",
  "3": "It’s all right",
  "4": "I like it",
  "5": "I love it",
};
