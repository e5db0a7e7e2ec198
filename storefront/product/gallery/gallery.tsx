import { type KeyboardEvent, useRef, useState } from "react";
import type { Picture as StoredPicture } from "../../../contract/pictures.ts";
import { Picture } from "../../shared/picture.tsx";
import { EmptyBottle } from "../reviews/empty-bottle.tsx";
import { ZoomPicture } from "./zoom-picture.tsx";

/** Full width on a phone, its column of the page otherwise. */
const MAIN_SIZES = "(min-width: 1344px) 530px, (min-width: 1024px) 42vw, (min-width: 700px) 52vw, 100vw";

/** A product's pictures: one row, scrolled by swipes and thumbnails, so that it works without JavaScript. */
export function Gallery({ title, images }: { title: string; images: StoredPicture[] }) {
  const row = useRef<HTMLUListElement>(null);
  const thumbnails = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const count = images.length;

  const show = (index: number) => {
    const reduced = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    row.current?.scrollTo({ left: index * row.current.clientWidth, behavior: reduced ? "instant" : "smooth" });
  };
  const moveWithKeys = (event: KeyboardEvent, index: number) => {
    const next = KEYS[event.key]?.(index, count);
    if (next === undefined) return;
    event.preventDefault();
    show(next);
    thumbnails.current?.querySelectorAll("button")[next]?.focus();
  };

  if (count === 0) {
    return (
      <div className="grid aspect-square place-items-center self-start rounded-picture bg-linen text-brass max-[699px]:-mx-[clamp(1rem,3vw,2rem)] max-[699px]:rounded-none">
        <EmptyBottle />
        <p className="sr-only">There’s no picture of {title} yet.</p>
      </div>
    );
  }
  return (
    <section
      aria-label={`Pictures of ${title}`}
      className="flex flex-col-reverse gap-3 self-start lg:flex-row lg:gap-4"
    >
      {count > 1 && (
        <ul
          ref={thumbnails}
          className="flex gap-2.5 overflow-x-auto p-1 lg:-m-1 lg:flex-col lg:overflow-visible [@media(scripting:none)]:hidden"
        >
          {images.map((image, index) => (
            <li key={image.path} className="shrink-0">
              <button
                type="button"
                aria-label={`Show picture ${index + 1} of ${count}`}
                aria-current={index === current}
                onClick={() => show(index)}
                onKeyDown={(event) => moveWithKeys(event, index)}
                className="block size-14 overflow-hidden rounded-[6px] opacity-75 ring-ink ring-offset-2 ring-offset-paper transition-opacity duration-150 hover:opacity-100 aria-current:opacity-100 aria-current:ring-1 lg:size-20"
              >
                <Picture
                  picture={image}
                  alt=""
                  sizes="(min-width: 1024px) 80px, 56px"
                  widths={THUMBNAIL_WIDTHS}
                  imageClassName="size-full object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="relative min-w-0 flex-1 max-[699px]:-mx-[clamp(1rem,3vw,2rem)]">
        <ul
          ref={row}
          tabIndex={count > 1 ? 0 : undefined}
          aria-label={`${count} ${count === 1 ? "picture" : "pictures"}`}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setCurrent(Math.min(count - 1, Math.round(scrollLeft / clientWidth)))
          }
          className="flex aspect-square snap-x snap-mandatory overflow-x-auto overscroll-x-contain bg-linen [scrollbar-width:none] min-[700px]:rounded-picture [&::-webkit-scrollbar]:hidden"
        >
          {images.map((image, index) => (
            <li key={image.path} className="size-full shrink-0 snap-center snap-always overflow-hidden">
              <ZoomPicture picture={image} sizes={MAIN_SIZES} priority={index === 0} />
            </li>
          ))}
        </ul>
        {count > 1 && (
          <p
            aria-live="polite"
            className="absolute right-3 bottom-3 rounded-full bg-paper/90 px-3 py-1 text-[0.8125rem] font-semibold tabular-nums lg:hidden [@media(scripting:none)]:hidden"
          >
            {current + 1} / {count}
          </p>
        )}
      </div>
    </section>
  );
}

const THUMBNAIL_WIDTHS = [96, 192, 320] as const;

const KEYS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => Math.min(count - 1, index + 1),
  ArrowRight: (index, count) => Math.min(count - 1, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  ArrowLeft: (index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (_index, count) => count - 1,
};
