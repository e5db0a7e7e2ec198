import { type PointerEvent, useEffect, useRef, useState } from "react";
import type { Picture as StoredPicture } from "../../../contract/pictures.ts";
import { Picture } from "../../shared/picture.tsx";

/** How much larger the picture is under the mouse. */
const ZOOM = 2;
/** As wide as the largest copy can be of use when it is shown at twice its size. */
const ZOOMED_SIZES = "1440px";

/**
 * A square picture that grows under the mouse, around the point that the mouse is on. It grows once the copy that is sharp at
 * that size is decoded, never before. A finger has its own zoom.
 */
export function ZoomPicture({
  picture,
  sizes,
  priority,
}: {
  picture: StoredPicture;
  sizes: string;
  priority: boolean;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState(false);
  // Once looked at closely, the picture comes in a size that holds up to it.
  const [copy, setCopy] = useState<"usual" | "large" | "decoded">("usual");
  const zoomed = pointed && copy === "decoded";

  useEffect(() => {
    if (!pointed || copy === "decoded") return;
    let over = false;
    const image = frame.current?.querySelector("img");
    // First beside the page, so that what is shown stays until the large copy is there.
    const arrived = copy === "usual" ? decodeAside(image?.closest("picture") ?? image, ZOOMED_SIZES) : image?.decode();
    arrived?.then(
      () => !over && setCopy(copy === "usual" ? "large" : "decoded"),
      // It cannot be had now; the next look tries again.
      () => {},
    );
    return () => {
      over = true;
    };
  }, [pointed, copy]);

  const follow = ({ pointerType, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    if (pointerType !== "mouse") return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    // Set past React: this happens with every move of the mouse.
    currentTarget.style.setProperty(
      "--zoom-at",
      `${(((clientX - left) / width) * 100).toFixed(1)}% ${(((clientY - top) / height) * 100).toFixed(1)}%`,
    );
    setPointed(true);
  };

  return (
    <div
      ref={frame}
      className={`size-full overflow-hidden ${pointed && !zoomed ? "cursor-progress" : "[@media(hover:hover)]:cursor-zoom-in"}`}
      style={{ "--zoom": zoomed ? ZOOM : 1 } as React.CSSProperties}
      onPointerEnter={follow}
      onPointerMove={follow}
      onPointerLeave={() => setPointed(false)}
    >
      <Picture
        picture={picture}
        sizes={copy === "usual" ? sizes : ZOOMED_SIZES}
        priority={priority}
        className="block size-full"
        imageClassName="size-full object-cover [transform:scale(var(--zoom))] [transform-origin:var(--zoom-at,50%_50%)] transition-transform duration-200 ease-calm"
      />
    </div>
  );
}

/** Fetches and decodes the copy that a picture would show at other `sizes`. */
async function decodeAside(shown: Element | null | undefined, sizes: string): Promise<void> {
  const aside = shown?.cloneNode(true) as Element | undefined;
  for (const source of aside?.querySelectorAll("source") ?? []) source.sizes = sizes;
  const image = aside instanceof HTMLImageElement ? aside : aside?.querySelector("img");
  if (!image) return;
  image.loading = "eager";
  await image.decode();
}
