import { objectPositionOf } from "../../contract/object-position.ts";
import { renditionPathOf } from "../../contract/picture-renditions.ts";
import type { Picture } from "../../contract/pictures.ts";

/** A small picture of a product. It needs no alt text, because the name is beside it. */
export function Thumbnail({ picture }: { picture: Picture | null }) {
  return (
    <span className="block size-10 shrink-0 overflow-hidden rounded-control bg-sand">
      {picture && (
        <img
          src={`/media${renditionPathOf(picture.path, 96, "webp")}`}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          className="size-10 object-cover"
          style={{ objectPosition: objectPositionOf(picture) }}
        />
      )}
    </span>
  );
}
