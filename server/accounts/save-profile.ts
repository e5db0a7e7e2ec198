import type { UpdateUserBody } from "../../contract/accounts/schemas.ts";
import type { Database } from "../database/database.ts";
import type { MediaLibrary } from "../media/media-library.ts";
import { updateUser } from "./profile.ts";
import { deleteProfileImage, storeProfileImage } from "./profile-image.ts";

interface ProfileInput {
  db: Database;
  media: MediaLibrary;
  log: { warn(details: object, message: string): void };
}

/**
 * Saves the profile with its picture, if there is one. The previous picture is deleted once the new one is stored; if the server stops in
 * between, an unused file remains.
 * @throws ApiError (413, 422) for an unusable picture, (503) when too many wait
 */
export async function saveProfile(
  { db, media, log }: ProfileInput,
  customerId: number,
  body: UpdateUserBody,
  picture: Buffer | undefined,
): Promise<void> {
  const path = picture && (await storeProfileImage(media, picture));
  const deleteImage = (picture: string) =>
    deleteProfileImage(media, picture).catch((error: unknown) =>
      log.warn({ err: error }, "a profile picture that nothing refers to was not deleted"),
    );
  const replaced = await updateUser(db, customerId, body, path).catch(async (error: unknown) => {
    if (path) await deleteImage(path);
    throw error;
  });
  // The profile is saved, even if the old file cannot be deleted.
  if (replaced !== null) await deleteImage(replaced);
}
