import type { UpdateUserBody } from "../../../contract/accounts/schemas.ts";
import type { Database } from "../../platform/database/database.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import { updateUser } from "./profile.ts";
import { deleteProfileImage, storeProfileImage } from "./profile-image.ts";

interface ProfileInput {
  db: Database;
  media: MediaLibrary;
  log: { warn(details: object, message: string): void };
}

/**
 * Saves the profile with its picture, if there is one. If the server stops while it does, an unused file remains.
 * @throws ApiError (413, 422) for an unusable picture, (503) when too many wait
 */
export async function saveProfile(
  { db, media, log }: ProfileInput,
  customerId: number,
  body: UpdateUserBody,
  picture: Buffer | undefined,
): Promise<void> {
  const path = picture && (await storeProfileImage(media, picture));
  try {
    await updateUser(db, customerId, body, path);
  } catch (error) {
    if (path)
      await deleteProfileImage(db, path).catch((err: unknown) =>
        log.warn({ err }, "a profile picture that nothing refers to was not deleted"),
      );
    throw error;
  }
}
