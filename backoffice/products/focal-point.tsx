import type { PointerEvent } from "react";
import type { Picture } from "../../contract/pictures.ts";
import { pictureUrl } from "../shared/picture-url.ts";

interface FocalPointProps {
  /** The picture's number, from 1. */
  number: number;
  picture: Pick<Picture, "path" | "focus">;
  onChange: (focus: Picture["focus"]) => void;
}

const MIDDLE = { x: 50, y: 50 };
const percent = (share: number) => Math.round(Math.max(0, Math.min(1, share)) * 100);

/** Sets the point of a picture that stays visible when the shop crops it: by a click, by dragging, or by the sliders. */
export function FocalPoint({ number, picture: { path, focus }, onChange }: FocalPointProps) {
  const at = focus ?? MIDDLE;
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onChange({ x: percent((clientX - left) / width), y: percent((clientY - top) / height) });
  };
  return (
    <details>
      <summary className="text-link py-1">
        Focal point<span className="sr-only"> of picture {number}</span>
      </summary>
      <div className="mt-2 grid gap-2">
        <div
          className="relative cursor-crosshair touch-none select-none"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            follow(event);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
          }}
        >
          <img src={pictureUrl(path, 480)} alt="" draggable={false} className="w-full rounded-control" />
          <span
            aria-hidden="true"
            className="absolute size-4 -translate-1/2 rounded-full border-2 border-white bg-leaf shadow-lg"
            style={{ left: `${at.x}%`, top: `${at.y}%` }}
          />
        </div>
        {(
          [
            ["x", "From the left"],
            ["y", "From the top"],
          ] as const
        ).map(([axis, name]) => (
          <label key={axis} className="grid gap-1">
            <span>
              {name}
              <span className="sr-only">, picture {number}</span>: {at[axis]} %
            </span>
            <input
              type="range"
              min={0}
              max={100}
              className="w-full accent-leaf"
              value={at[axis]}
              onChange={(event) => onChange({ ...at, [axis]: Number(event.target.value) })}
            />
          </label>
        ))}
        {focus && (
          <button type="button" className="button-quiet justify-self-start" onClick={() => onChange(undefined)}>
            Back to the middle<span className="sr-only">: picture {number}</span>
          </button>
        )}
      </div>
    </details>
  );
}
