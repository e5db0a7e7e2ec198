import { LineDrawing } from "./empty-state.tsx";

/** Draws a shelf with the outline of a bottle and a fallen leaf. @param isLong whether it ends only where its box clips it */
export function EmptyShelf({ isLong = false }: { isLong?: boolean }) {
  return (
    <LineDrawing height={120}>
      <path d={isLong ? "M-930 104h2000" : "M10 104h120M30 104v12M110 104v12"} />
      <path d="M56 104V62c0-6 4-10 10-10h8c6 0 10 4 10 10v42M62 52V40h16v12M59 40V28h22v12Z" strokeDasharray="3 5" />
      <path d="M96 102c6-8 16-10 26-6-6 6-16 8-26 6Z" />
    </LineDrawing>
  );
}
