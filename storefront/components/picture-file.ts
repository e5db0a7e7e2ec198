import { MAX_UPLOADED_PICTURE_BYTES } from "../../contract/limits.ts";

/** What may be chosen. HEIC is not among them, so that a phone which takes its pictures that way hands over a JPEG. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const;

/** Why a file cannot be taken as a picture, in the server's own words; null when it can. */
export async function pictureProblem(file: File): Promise<string | null> {
  if (file.size > MAX_UPLOADED_PICTURE_BYTES) return "A picture may have at most 8 MB.";
  if (isHeic(file)) return "This HEIC picture cannot be read here. Please save it as JPEG and try again.";
  const known = (PICTURE_TYPES as readonly string[]).includes(file.type);
  return known && (await canBeShown(file))
    ? null
    : "This is not a picture that can be shown. Please use a JPEG, PNG, WebP or AVIF file.";
}

export const isHeic = ({ name, type }: Pick<File, "name" | "type">) =>
  /^image\/hei[cf]/.test(type) || (type === "" && /\.(heic|heif|hif)$/i.test(name));

async function canBeShown(file: File): Promise<boolean> {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}
