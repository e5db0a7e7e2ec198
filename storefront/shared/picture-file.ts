import { MAX_UPLOADED_PICTURE_BYTES } from "../../contract/limits.ts";

/** Accepted types. HEIC is excluded, so that iPhones convert their pictures to JPEG. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const;

/** Returns why a file is rejected as a picture, in the server's words; null if it is accepted. */
export async function pictureProblem(file: File): Promise<string | null> {
  if (file.size > MAX_UPLOADED_PICTURE_BYTES) return "Photos can be up to 8 MB each.";
  if (isHeic(file)) return "We can’t open HEIC photos yet. Please save it as a JPEG and try again.";
  const known = (PICTURE_TYPES as readonly string[]).includes(file.type);
  return known && (await canBeShown(file))
    ? null
    : "We can’t use this file. Please choose a JPEG, PNG, WebP or AVIF photo.";
}

const isHeic = ({ name, type }: Pick<File, "name" | "type">) =>
  /^image\/hei[cf]/.test(type) || (type === "" && /\.(heic|heif|hif)$/i.test(name));

async function canBeShown(file: File): Promise<boolean> {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}
