import type { UpdateUserBody } from "../../contract/accounts/schemas.ts";
import type { Database } from "../database/database.ts";
import type { MediaStore } from "../media/store.ts";
import { updateUser } from "./profile.ts";
import { dropProfileImage, storeProfileImage } from "./profile-image.ts";

interface ProfileInput {
  db: Database;
  media: MediaStore;
  log: { warn(details: object, message: string): void };
}

/**
 * Saves the profile with its picture, where one came. The one before is deleted once the new one is stored; when the server ends in
 * between, a file is left over that nothing refers to.
 * @throws ApiError (413, 422) for what is no picture that can be kept, (503) when too many wait
 */
export async function saveProfile(
  { db, media, log }: ProfileInput,
  customerId: number,
  body: UpdateUserBody,
  picture: Buffer | undefined,
): Promise<void> {
  const path = picture && (await storeProfileImage(media, picture));
  const drop = (picture: string) =>
    dropProfileImage(media, picture).catch((error: unknown) =>
      log.warn({ err: error }, "a profile picture that nothing refers to was not deleted"),
    );
  const replaced = await updateUser(db, customerId, body, path).catch(async (error: unknown) => {
    if (path) await drop(path);
    throw error;
  });
  // The profile is saved; a file that will not go is no reason to say otherwise.
  if (replaced !== null) await drop(replaced);
}
