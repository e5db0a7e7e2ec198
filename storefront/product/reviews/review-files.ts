import { MAX_REVIEW_IMAGES, MAX_REVIEW_VIDEO_BYTES, MAX_REVIEW_VIDEOS } from "../../../contract/limits.ts";
import { PICTURE_TYPES, pictureProblem } from "../../shared/picture-file.ts";
import type { DraftFile } from "./review-draft.ts";

const VIDEO_TYPES = ["video/mp4", "video/webm"];
export const FILE_TYPES = [...PICTURE_TYPES, ...VIDEO_TYPES];

/**
 * Splits the chosen files into accepted ones and errors. The server checks them again.
 * @param existing the review's existing files
 */
export async function sortFiles(
  chosen: readonly File[],
  existing: readonly Pick<DraftFile, "kind">[],
): Promise<{ accepted: File[]; rejections: string[] }> {
  const room = {
    image: MAX_REVIEW_IMAGES - existing.filter(({ kind }) => kind === "image").length,
    video: MAX_REVIEW_VIDEOS - existing.filter(({ kind }) => kind === "video").length,
  };
  const accepted: File[] = [];
  const rejections: string[] = [];
  for (const file of chosen) {
    const rejection = await problemOf(file);
    const kind = file.type.startsWith("video/") ? "video" : "image";
    if (rejection) rejections.push(`${file.name}: ${rejection}`);
    else if (room[kind] <= 0) rejections.push(`${file.name}: ${LIMIT_REACHED[kind]}`);
    else {
      room[kind] -= 1;
      accepted.push(file);
    }
  }
  return { accepted, rejections };
}

const LIMIT_REACHED = {
  image: `You can add up to ${MAX_REVIEW_IMAGES} photos.`,
  video: `You can add up to ${MAX_REVIEW_VIDEOS} videos.`,
} as const;

async function problemOf(file: File): Promise<string | null> {
  if (!file.type.startsWith("video/")) return pictureProblem(file);
  if (!VIDEO_TYPES.includes(file.type)) return "We can’t use this video. Please choose an MP4 or WebM file.";
  if (file.size > MAX_REVIEW_VIDEO_BYTES) return "Videos can be up to 50 MB each.";
  return null;
}
