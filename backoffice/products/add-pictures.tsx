import { PRODUCT_LIMITS } from "../../contract/catalogue/product-limits.ts";
import type { useUploads } from "../shared/use-uploads.ts";

interface AddPicturesProps {
  uploads: ReturnType<typeof useUploads>;
  /** How many pictures the product has. */
  count: number;
}

/** Uploads pictures of a product, until it has as many as it may. */
export function AddPictures({ uploads, count }: AddPicturesProps) {
  return (
    <label className="button-quiet justify-self-start focus-within:outline-2 focus-within:outline-leaf">
      Add pictures
      <input
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif"
        className="sr-only"
        disabled={count >= PRODUCT_LIMITS.entries}
        onChange={(event) => {
          uploads.add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </label>
  );
}
