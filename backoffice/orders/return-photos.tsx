import type { Picture } from "../../contract/pictures.ts";
import { pictureUrl } from "../shared/picture-url.ts";

/** Shows the customer's photos of returned goods; each opens in full size. */
export function ReturnPhotos({ photos }: { photos: readonly Picture[] }) {
  if (photos.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {photos.map(({ path }, at) => (
        <li key={path}>
          <a href={pictureUrl(path, 1080)} target="_blank" rel="noreferrer">
            <img
              src={pictureUrl(path, 192)}
              alt={`From the customer, ${at + 1} of ${photos.length}, opens in a new tab`}
              width={72}
              height={72}
              loading="lazy"
              className="size-18 border border-sand object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
