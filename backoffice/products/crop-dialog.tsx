import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { renditionPathOf } from "../../contract/picture-renditions.ts";
import type { PictureCrop } from "../../contract/pictures.ts";
import { Dialog } from "../shared/dialog.tsx";
import { Problem } from "../shared/field.tsx";
import { useAction } from "../shared/use-action.ts";
import { moved, resized, SHAPES, type Shape, shaped, WHOLE } from "./crop-part.ts";

interface CropDialogProps {
  /** The position of the picture, from 1. */
  number: number;
  /** The path of the whole picture. */
  path: string;
  part: PictureCrop;
  onCrop: (part: PictureCrop) => Promise<void>;
  onClose: () => void;
}

const FIELDS = [
  ["x", "From the left (%)", 0],
  ["y", "From the top (%)", 0],
  ["width", "Width (%)", 5],
  ["height", "Height (%)", 5],
] as const;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Chooses the part of a picture that the shop shows: by dragging, by arrow keys, or by numbers. */
export function CropDialog({ number, path, part: before, onCrop, onClose }: CropDialogProps) {
  const [part, setPart] = useState(before);
  const [shape, setShape] = useState<Shape>("free");
  /** Width by height, once the picture is loaded. */
  const [ratio, setRatio] = useState(1);
  const { run, busy, error } = useAction();
  const frame = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number; from: PictureCrop; isResize: boolean } | null>(null);
  const source = `/media${renditionPathOf(path, 828, "webp")}`;
  const change = (next: PictureCrop) => setPart(shaped(next, shape, ratio));

  function onPointerDown(event: PointerEvent<HTMLElement>, isResize: boolean): void {
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, from: part, isResize };
  }
  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const box = frame.current?.getBoundingClientRect();
    if (!drag.current || !box) return;
    const { x, y, from, isResize } = drag.current;
    const by = [((event.clientX - x) / box.width) * 100, ((event.clientY - y) / box.height) * 100] as const;
    change(isResize ? resized(from, ...by) : moved(from, ...by));
  }
  const pointer = (isResize: boolean) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => onPointerDown(event, isResize),
    onPointerMove,
    onPointerUp: () => {
      drag.current = null;
    },
    onPointerCancel: () => {
      drag.current = null;
    },
  });
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    change((event.shiftKey ? resized : moved)(part, ...step));
  }

  return (
    <Dialog title={`Crop picture ${number}`} onClose={onClose}>
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => onCrop(part));
        }}
      >
        <div ref={frame} className="relative touch-none select-none justify-self-center">
          <div className="relative overflow-hidden rounded-control bg-sand">
            <img
              src={source}
              alt=""
              draggable={false}
              className="block max-h-96 max-w-full"
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
            />
            <button
              type="button"
              aria-label="The part that is shown: arrow keys move it, with Shift they change its size"
              className="absolute cursor-move border-2 border-white shadow-[0_0_0_100vmax_rgb(0_0_0/0.5)]"
              style={{ left: `${part.x}%`, top: `${part.y}%`, width: `${part.width}%`, height: `${part.height}%` }}
              onKeyDown={onKeyDown}
              {...pointer(false)}
            />
          </div>
          {/* Outside the element that cuts off the shadow, so that all of it can be grabbed at the picture's edge. */}
          <span
            aria-hidden="true"
            className="absolute size-6 -translate-1/2 cursor-nwse-resize rounded-full border-2 border-white bg-leaf"
            style={{ left: `${part.x + part.width}%`, top: `${part.y + part.height}%` }}
            {...pointer(true)}
          />
        </div>
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="font-semibold">Shape</legend>
          {SHAPES.map(({ value, name }) => (
            <label key={value} className="flex items-center gap-2 py-1">
              <input
                type="radio"
                name="shape"
                className="accent-leaf"
                checked={shape === value}
                onChange={() => {
                  setShape(value);
                  setPart(shaped(part, value, ratio));
                }}
              />
              {name}
            </label>
          ))}
        </fieldset>
        <div className="grid grid-cols-2 gap-2">
          {FIELDS.map(([name, label, min]) => (
            <label key={name} className="grid gap-1">
              <span className="text-small">{label}</span>
              <input
                type="number"
                min={min}
                max={100}
                className="field"
                value={part[name]}
                onChange={(event) => {
                  const next = { ...part, [name]: Number(event.target.value) };
                  change(name === "x" || name === "y" ? moved(next, 0, 0) : resized(next, 0, 0));
                }}
              />
            </label>
          ))}
        </div>
        <div className="flex items-end gap-3">
          {(
            [
              ["As a card", 1],
              ["On the product’s page", 0.8],
            ] as const
          ).map(([name, aspect]) => (
            <figure key={name} className="w-24">
              <Preview source={source} part={part} ratio={ratio} aspect={aspect} />
              <figcaption className="text-bark text-small">{name}</figcaption>
            </figure>
          ))}
        </div>
        <Problem error={error} otherwise={error?.errors[0]?.message} />
        <div className="flex flex-wrap gap-2">
          <button type="submit" className="button-primary" disabled={busy}>
            {busy ? "Cropping…" : "Crop"}
          </button>
          <button type="button" className="button-quiet" onClick={() => change(WHOLE)}>
            The whole picture
          </button>
          <button type="button" className="button-quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface PreviewProps {
  source: string;
  part: PictureCrop;
  /** Width by height, of the whole picture and of the frame. */
  ratio: number;
  aspect: number;
}

/** The part as the shop cuts it to a frame: around its middle. */
function Preview({ source, part, ratio, aspect }: PreviewProps) {
  const own = (part.width / part.height) * ratio;
  // Sizes as multiples of the frame's sides: the part covers the frame.
  const [width, height] = own > aspect ? [own / aspect, 1] : [1, aspect / own];
  const [wholeWidth, wholeHeight] = [(width * 100) / part.width, (height * 100) / part.height];
  return (
    <div className="relative overflow-hidden rounded-control bg-sand" style={{ aspectRatio: aspect }}>
      <img
        src={source}
        alt=""
        className="absolute max-w-none"
        style={{
          width: `${wholeWidth * 100}%`,
          height: `${wholeHeight * 100}%`,
          left: `${(-(part.x / 100) * wholeWidth - (width - 1) / 2) * 100}%`,
          top: `${(-(part.y / 100) * wholeHeight - (height - 1) / 2) * 100}%`,
        }}
      />
    </div>
  );
}
