/** One to five stars, as radio buttons: arrow keys choose. */
export function StarsField({ value, onChange }: { value: number; onChange: (stars: number) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-small">Your rating</legend>
      <div className="-ml-2 flex items-center">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="relative grid size-11 cursor-pointer place-items-center has-focus-visible:outline-2 has-focus-visible:outline-leaf"
          >
            <input
              type="radio"
              name="review-rating"
              value={stars}
              checked={value === stars}
              onChange={() => onChange(stars)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span className="sr-only">
              {stars} {stars === 1 ? "star" : "stars"}
            </span>
            <svg
              viewBox="0 0 20 20"
              width="30"
              height="30"
              aria-hidden="true"
              className={stars <= value ? "fill-brass" : "fill-sand"}
            >
              <path d="M10 1.6 12.6 7.1 18.6 7.9 14.2 12.1 15.3 18.1 10 15.2 4.7 18.1 5.8 12.1 1.4 7.9 7.4 7.1Z" />
            </svg>
          </label>
        ))}
        <span aria-hidden="true" className="ml-2 text-small text-bark">
          {MEANINGS[value] ?? ""}
        </span>
      </div>
    </fieldset>
  );
}

const MEANINGS: Record<number, string> = {
  1: "Not for me",
  2: "Could be better",
  3: "It is all right",
  4: "I like it",
  5: "I love it",
};
