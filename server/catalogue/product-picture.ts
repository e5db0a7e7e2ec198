import { ApiError } from "../errors.ts";
import type { UploadedFile, UploadedOnDisk } from "../http/multipart.ts";
import type { MediaLibrary, StoredPicture } from "../media/media-library.ts";
import { remakePicture } from "../media/uploaded-picture.ts";
import { PICTURE_FOLDER } from "./edit-product.ts";

/** Maximum length of a stored picture's longer side, in pixels: more than any page shows, even zoomed in. */
const SIDE = 2400;

/**
 * Stores an uploaded picture of a product or category: encoded again from its pixels, without camera data.
 * @throws ApiError (422) without a file, or if it is not a picture, (413), (503)
 */
export async function storeProductPicture(
  media: MediaLibrary,
  file: UploadedFile | UploadedOnDisk | undefined,
  { folder, name }: { folder: string; name: string } = { folder: PICTURE_FOLDER, name: "product" },
): Promise<StoredPicture> {
  if (!file || !("content" in file)) throw ApiError.ofField("file", "Please choose a picture.");
  const made = await remakePicture(file.content, { field: "file" }, (picture) =>
    picture.resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true }),
  );
  return media.put(folder, name, made);
}
