import type { PictureCrop } from "../../../../contract/pictures.ts";
import { ApiError } from "../../../base/errors.ts";
import type { UploadedFile, UploadedOnDisk } from "../../../platform/http/multipart.ts";
import type { MediaLibrary, StoredPicture } from "../../../platform/media/media-library.ts";
import { type PictureField, remakePicture } from "../../../platform/media/uploaded-picture.ts";
import { PICTURE_FOLDER } from "./edit-product.ts";

/** Maximum length of a stored picture's longer side, in pixels: more than any page shows, even zoomed in. */
const SIDE = 2400;

/**
 * Stores an uploaded picture of a product, a category or the content: encoded again from its pixels, without camera data.
 * @throws ApiError (422) without a file, or if it is not a picture, (413), (503)
 */
export async function storeShopPicture(
  media: MediaLibrary,
  file: UploadedFile | UploadedOnDisk | undefined,
  { folder, name }: { folder: string; name: string } = { folder: PICTURE_FOLDER, name: "product" },
): Promise<StoredPicture> {
  if (!file || !("content" in file)) throw ApiError.ofField("file", "Please choose a picture.");
  return media.put(folder, name, await remakeShopPicture(file.content, { field: "file" }));
}

/** Encodes a picture again as the shop shows it, without camera data. @throws as `remakePicture` */
export const remakeShopPicture = (content: Buffer, field: PictureField): Promise<Buffer> =>
  remakePicture(content, field, (picture) => picture.resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true }));

/**
 * Stores a part of a picture as a picture of its own; the whole one stays, to be cropped again.
 * @throws ApiError (422) for a picture that is not stored, (503)
 */
export async function cropProductPicture(media: MediaLibrary, path: string, part: PictureCrop): Promise<StoredPicture> {
  const notStored = () => ApiError.ofField("path", "This picture is not stored. Please upload it again.");
  if (!path.startsWith(`/${PICTURE_FOLDER}/`)) throw notStored();
  const [whole, content] = [await media.measure(path), await media.find(path)];
  if (!whole || !content) throw notStored();
  const pixels = (percent: number, side: number) => Math.round((percent * side) / 100);
  const [left, top] = [pixels(part.x, whole.width), pixels(part.y, whole.height)];
  const width = Math.max(1, Math.min(pixels(part.width, whole.width), whole.width - left));
  const height = Math.max(1, Math.min(pixels(part.height, whole.height), whole.height - top));
  const made = await remakePicture(content, { field: "path" }, (picture) =>
    picture.extract({ left, top, width, height }),
  );
  return media.put(PICTURE_FOLDER, "product", made);
}
