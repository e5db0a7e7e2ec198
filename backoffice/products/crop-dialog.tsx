import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import type { PictureCrop } from "../../contract/pictures.ts";
import { Button } from "../shared/button.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { Problem } from "../shared/field.tsx";
import { isWholeNumber, NumberInput } from "../shared/number-input.tsx";
import { pictureUrl } from "../shared/picture-url.ts";
import { useAction } from "../shared/use-action.ts";
import { MIN, moved, resized, SHAPES, type Shape, shaped, WHOLE } from "./crop-part.ts";

interface CropDialogProps {
  /** The position of the picture, from 1. */
  number: number;
  /** The path of the whole picture. */
  path: string;
  part: PictureCrop;
  onCrop: (part: PictureCrop) => Promise<void>;
  onClose: () => void;
}

const PLACE_FIELDS = [
  ["x", "From the left (%)"],
  ["y", "From the top (%)"],
] as const;
const SIZE_FIELDS = [
  ["width", "Width (%)"],
  ["height", "Height (%)"],
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
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number; from: PictureCrop; isResize: boolean } | null>(null);
  const source = pictureUrl(path, 828);
  const resize = (from: PictureCrop, width: number, height: number) =>
    setPart(
      shaped(resized(from, width, height), shape, ratio, Math.abs(width) > Math.abs(height) ? "width" : "height"),
    );

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
    if (isResize) resize(from, ...by);
    else setPart(moved(from, ...by));
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
    if (event.shiftKey) resize(part, ...step);
    else setPart(moved(part, ...step));
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
            <div
              role="slider"
              tabIndex={0}
              aria-label="The part that is shown"
              aria-describedby={`${id}-keys`}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={part.x}
              aria-valuetext={`${part.x} % from the left, ${part.y} % from the top, ${part.width} % wide, ${part.height} % high`}
              className="absolute cursor-move border-2 border-white shadow-[0_0_0_100vmax_rgb(0_0_0/0.5)]"
              style={{ left: `${part.x}%`, top: `${part.y}%`, width: `${part.width}%`, height: `${part.height}%` }}
              onKeyDown={onKeyDown}
              {...pointer(false)}
            />
          </div>
          {/* Outside the element that cuts off the shadow, so that all of it can be grabbed at the picture's edge. */}
          <span
            aria-hidden="true"
            className="absolute size-6 -translate-1/2 cursor-nwse-resize rounded-full border-2 border-white bg-leaf before:absolute before:-inset-2.5 before:content-['']"
            style={{ left: `${part.x + part.width}%`, top: `${part.y + part.height}%` }}
            {...pointer(true)}
          />
        </div>
        <p id={`${id}-keys`} className="text-bark text-small">
          Arrow keys move the part, and change its size with Shift.
        </p>
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="font-semibold">Shape</legend>
          {SHAPES.map(({ value, name }) => (
            <label key={value} className="flex items-center gap-2 py-1">
              <input
                type="radio"
                name="shape"
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
          {PLACE_FIELDS.map(([name, label]) => (
            <Percent
              key={name}
              label={label}
              min={0}
              value={part[name]}
              onChange={(value) => setPart(moved({ ...part, [name]: value }, 0, 0))}
            />
          ))}
          {SIZE_FIELDS.map(([name, label]) => (
            <Percent
              key={name}
              label={label}
              min={MIN}
              value={part[name]}
              onChange={(value) => setPart(shaped(resized({ ...part, [name]: value }, 0, 0), shape, ratio, name))}
            />
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
          <Button type="submit" className="button-primary" disabled={busy}>
            {busy ? "Cropping…" : "Crop"}
          </Button>
          <button type="button" className="button-quiet" onClick={() => setPart(shaped(WHOLE, shape, ratio))}>
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

interface PercentProps {
  label: string;
  min: number;
  value: number;
  onChange: (value: number) => void;
}

/** A percentage. While it is typed it shows what was typed: the 3 of 30 is less than the minimum, and must not become it. */
function Percent({ label, min, value, onChange }: PercentProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className="grid content-start gap-1">
      <span aria-hidden="true" className="text-small">
        {label}
      </span>
      <NumberInput
        label={label}
        min={min}
        max={100}
        value={typed ?? String(value)}
        onChange={(text) => {
          setTyped(text);
          if (isWholeNumber(text, min, 100)) onChange(Number(text));
        }}
        onBlur={() => setTyped(null)}
      />
    </div>
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
