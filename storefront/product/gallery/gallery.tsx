import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Picture as StoredPicture } from "../../../contract/pictures.ts";
import { announce } from "../../shared/announcer.tsx";
import { Picture } from "../../shared/picture.tsx";
import { EmptyBottle } from "../empty-bottle.tsx";
import { ZoomPicture } from "./zoom-picture.tsx";

/** Full width on a phone. Beside the text it fills a portrait frame, so its width follows from the frame's height. */
const MAIN_SIZES = "(min-width: 1344px) 730px, (min-width: 1024px) 54vw, (min-width: 640px) 66vw, 100vw";
/** Never higher than the window below the header, so that the whole bottle is visible. */
const FRAME = "aspect-square w-full sm:aspect-4/5 sm:max-h-[max(26rem,calc(100svh-9.5rem))]";

interface GalleryProps {
  title: string;
  images: StoredPicture[];
  isSoldOut: boolean;
  /** At the picture's corner. */
  heart: ReactNode;
}

/**
 * A product's pictures: one row, scrolled by swipes and thumbnails, so that it works without JavaScript. The thumbnails stand below or beside
 * it.
 */
export function Gallery({ title, images, isSoldOut, heart }: GalleryProps) {
  const row = useRef<HTMLUListElement>(null);
  const thumbnails = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const count = images.length;
  const isLong = count > MAX_IN_ROW;

  // Announced to those who move them by a thumbnail or the row's arrow keys.
  const heard = useRef(0);
  useEffect(() => {
    if (heard.current === current) return;
    heard.current = current;
    if (!row.current?.closest("section")?.contains(document.activeElement)) return;
    const { alt } = images[current] ?? {};
    announce(`Picture ${current + 1} of ${images.length}${alt && `: ${alt}`}`);
  }, [current, images]);

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
      <div
        className={`relative grid place-items-center self-start rounded-picture bg-linen text-brass max-sm:-mx-gutter max-sm:rounded-none ${FRAME}`}
      >
        <EmptyBottle />
        <p className="sr-only">There’s no picture of {title} yet.</p>
        {heart}
      </div>
    );
  }
  return (
    <section
      aria-label={`Pictures of ${title}`}
      className="flex flex-col gap-3 self-start max-sm:-mx-gutter lg:flex-row-reverse"
    >
      <div className="relative min-w-0 lg:flex-1">
        <ul
          ref={row}
          tabIndex={count > 1 ? 0 : undefined}
          aria-label={`${count} ${count === 1 ? "picture" : "pictures"}`}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setCurrent(Math.min(count - 1, Math.round(scrollLeft / clientWidth)))
          }
          className={`swipe-row bg-linen sm:rounded-picture ${FRAME}`}
        >
          {images.map((image, index) => (
            <li key={image.path} className="size-full snap-always overflow-hidden">
              <ZoomPicture picture={image} sizes={MAIN_SIZES} priority={index === 0} />
            </li>
          ))}
        </ul>
        {isSoldOut && (
          // The buy box says it, too. On a phone the way back is above it.
          <p
            aria-hidden="true"
            className="eyebrow absolute left-3 rounded-control bg-paper px-2.5 py-1.5 text-ink max-sm:bottom-3 sm:top-3"
          >
            Out of stock
          </p>
        )}
        {heart}
      </div>
      {count > 1 && (
        <ul
          ref={thumbnails}
          className={`flex shrink-0 gap-2 max-sm:px-gutter lg:flex-col ${isLong ? "overflow-auto py-1.5 sm:p-1.5 lg:w-17 lg:contain-size" : ""} noscript:hidden`}
        >
          {images.map((image, index) => (
            <li key={image.path} className="shrink-0">
              <button
                type="button"
                aria-label={`Show picture ${index + 1} of ${count}`}
                aria-current={index === current}
                onClick={() => show(index)}
                onKeyDown={(event) => moveWithKeys(event, index)}
                className="thumbnail"
              >
                <Picture
                  picture={image}
                  alt=""
                  sizes="56px"
                  className="size-full"
                  imageClassName="size-full object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {count > 1 && (
        <p className="sr-only">
          Picture {current + 1} of {count}
        </p>
      )}
    </section>
  );
}

/** More thumbnails are scrolled. */
const MAX_IN_ROW = 6;

const KEYS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => Math.min(count - 1, index + 1),
  ArrowRight: (index, count) => Math.min(count - 1, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  ArrowLeft: (index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (_index, count) => count - 1,
};
