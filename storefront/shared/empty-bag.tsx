import { LineDrawing } from "./empty-state.tsx";

/** A bag with a pandanus leaf. */
export function EmptyBag() {
  return (
    <LineDrawing height={130}>
      <path d="M36 50h68l6 70H30l6-70ZM30 120h80" />
      <path d="M52 62V44a18 18 0 0 1 36 0v18" />
      <path d="M70 50c-3-14-1-28 7-40 6 12 6 27 0 40M74 30l2 20M60 50c-2-8-7-14-15-17 2 8 6 13 12 17M86 50c2-6 7-11 14-13-1 6-5 10-10 13" />
    </LineDrawing>
  );
}
