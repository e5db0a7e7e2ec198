import { objectPositionOf } from "../../contract/object-position.ts";
import type { Picture } from "../../contract/pictures.ts";
import { pictureUrl } from "../shared/picture-url.ts";

/** A small picture of a product. It needs no alt text, because the name is beside it. */
export function Thumbnail({ picture }: { picture: Picture | null }) {
  return (
    <span className="block size-10 shrink-0 overflow-hidden rounded-control bg-sand">
      {picture && (
        <img
          src={pictureUrl(picture.path, 96)}
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
