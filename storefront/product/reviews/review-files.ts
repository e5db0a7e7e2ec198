import { MAX_REVIEW_IMAGES, MAX_REVIEW_VIDEO_BYTES, MAX_REVIEW_VIDEOS } from "../../../contract/limits.ts";
import { PICTURE_TYPES, pictureProblem } from "../../shared/picture-file.ts";
import type { DraftFile } from "./review-draft.ts";

const VIDEO_TYPES = ["video/mp4", "video/webm"];
export const FILE_TYPES = [...PICTURE_TYPES, ...VIDEO_TYPES];

/**
 * Splits the chosen files into accepted ones and errors. The server checks them again.
 * @param present the review's existing files
 */
export async function sortFiles(
  chosen: readonly File[],
  present: readonly Pick<DraftFile, "kind">[],
): Promise<{ fitting: File[]; refusals: string[] }> {
  const room = {
    image: MAX_REVIEW_IMAGES - present.filter(({ kind }) => kind === "image").length,
    video: MAX_REVIEW_VIDEOS - present.filter(({ kind }) => kind === "video").length,
  };
  const fitting: File[] = [];
  const refusals: string[] = [];
  for (const file of chosen) {
    const refusal = await problemOf(file);
    const kind = file.type.startsWith("video/") ? "video" : "image";
    if (refusal) refusals.push(`${file.name}: ${refusal}`);
    else if (room[kind] <= 0) refusals.push(`${file.name}: ${FULL[kind]}`);
    else {
      room[kind] -= 1;
      fitting.push(file);
    }
  }
  return { fitting, refusals };
}

const FULL = {
  image: `You can add up to ${MAX_REVIEW_IMAGES} photos.`,
  video: `You can add up to ${MAX_REVIEW_VIDEOS} videos.`,
} as const;

async function problemOf(file: File): Promise<string | null> {
  if (!file.type.startsWith("video/")) return pictureProblem(file);
  if (!VIDEO_TYPES.includes(file.type)) return "We can’t use this video. Please choose an MP4 or WebM file.";
  if (file.size > MAX_REVIEW_VIDEO_BYTES) return "Videos can be up to 50 MB each.";
  return null;
}
