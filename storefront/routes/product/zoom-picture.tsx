import { type PointerEvent, useState } from "react";
import type { Picture as StoredPicture } from "../../../contract/pictures.ts";
import { Picture } from "../../components/picture.tsx";

/** How much larger the picture is under the mouse (S9.16). */
const ZOOM = 2;
/** As wide as the largest copy can be of use when it is shown at twice its size. */
const ZOOMED_SIZES = "1440px";

/** A square picture that grows under the mouse, around the point that the mouse is on (S2.131). A finger has its own zoom. */
export function ZoomPicture({
  picture,
  sizes,
  priority,
}: {
  picture: StoredPicture;
  sizes: string;
  priority: boolean;
}) {
  const [zoomed, setZoomed] = useState(false);
  // Once looked at closely, the picture comes in a size that holds up to it.
  const [fine, setFine] = useState(false);

  const follow = ({ pointerType, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    if (pointerType !== "mouse") return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    // Set past React: this happens with every move of the mouse.
    currentTarget.style.setProperty(
      "--zoom-at",
      `${(((clientX - left) / width) * 100).toFixed(1)}% ${(((clientY - top) / height) * 100).toFixed(1)}%`,
    );
    setZoomed(true);
    setFine(true);
  };

  return (
    <div
      className="size-full overflow-hidden [@media(hover:hover)]:cursor-zoom-in"
      style={{ "--zoom": zoomed ? ZOOM : 1 } as React.CSSProperties}
      onPointerEnter={follow}
      onPointerMove={follow}
      onPointerLeave={() => setZoomed(false)}
    >
      <Picture
        picture={picture}
        sizes={fine ? ZOOMED_SIZES : sizes}
        priority={priority}
        className="block size-full"
        imageClassName="size-full object-cover [transform:scale(var(--zoom))] [transform-origin:var(--zoom-at,50%_50%)] transition-transform duration-200 ease-calm"
      />
    </div>
  );
}
