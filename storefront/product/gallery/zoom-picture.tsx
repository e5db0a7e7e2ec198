import { type PointerEvent, useEffect, useRef, useState } from "react";
import type { Picture as StoredPicture } from "../../../contract/pictures.ts";
import { denseSizesOf } from "../../shared/dense-sizes.ts";
import { Picture } from "../../shared/picture.tsx";

/** Magnification under the mouse. */
const ZOOM = 2;
/** The largest rendition that is useful at that magnification. */
const ZOOMED_SIZES = "1440px";

/** A square picture that magnifies around the mouse pointer, once its large rendition is decoded. Touch screens have their own zoom. */
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
  const [isHovered, setIsHovered] = useState(false);
  // At the first zoom the picture switches to a larger rendition.
  const [rendition, setRendition] = useState<"usual" | "large" | "decoded">("usual");
  const zoomed = isHovered && rendition === "decoded";

  useEffect(() => {
    if (!isHovered || rendition === "decoded") return;
    let over = false;
    const image = frame.current?.querySelector("img");
    // Loads and decodes it aside, so that the picture stays visible meanwhile.
    const decoding =
      rendition === "usual" ? decodeRendition(image?.closest("picture") ?? image, ZOOMED_SIZES) : image?.decode();
    decoding?.then(
      () => !over && setRendition(rendition === "usual" ? "large" : "decoded"),
      // The next zoom tries again.
      () => {},
    );
    return () => {
      over = true;
    };
  }, [isHovered, rendition]);

  const follow = ({ pointerType, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    if (pointerType !== "mouse") return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    // Set without React: it happens at every mouse move.
    currentTarget.style.setProperty(
      "--zoom-at",
      `${(((clientX - left) / width) * 100).toFixed(1)}% ${(((clientY - top) / height) * 100).toFixed(1)}%`,
    );
    setIsHovered(true);
  };

  return (
    <div
      ref={frame}
      className={`size-full overflow-hidden ${isHovered && !zoomed ? "cursor-progress" : "[@media(hover:hover)]:cursor-zoom-in"}`}
      style={{ "--zoom": zoomed ? ZOOM : 1 } as React.CSSProperties}
      onPointerEnter={follow}
      onPointerMove={follow}
      onPointerLeave={() => setIsHovered(false)}
    >
      <Picture
        picture={picture}
        sizes={rendition === "usual" ? sizes : ZOOMED_SIZES}
        priority={priority}
        className="block size-full"
        imageClassName="size-full object-cover [transform:scale(var(--zoom))] [transform-origin:var(--zoom-at,50%_50%)] transition-transform duration-200 ease-calm"
      />
    </div>
  );
}

/** Loads and decodes the rendition that a picture would use for other `sizes`. */
async function decodeRendition(shown: Element | null | undefined, sizes: string): Promise<void> {
  const aside = shown?.cloneNode(true) as Element | undefined;
  for (const source of aside?.querySelectorAll("source") ?? []) source.sizes = denseSizesOf(sizes);
  const image = aside instanceof HTMLImageElement ? aside : aside?.querySelector("img");
  if (!image) return;
  image.loading = "eager";
  await image.decode();
}
