import { and, eq, isNull } from "drizzle-orm";
import type { UpdateUserBody, User } from "../../../contract/accounts/schemas.ts";
import { NO_MOBILE_NUMBER } from "../../../contract/mobile-field.ts";
import { isIndianMobile } from "../../../contract/written-numbers.ts";
import { ApiError } from "../../base/errors.ts";
import type { Database } from "../../platform/database/database.ts";
import { customer } from "../../platform/database/schema.ts";
import { publishAuthor } from "../../shop/reviews/reviews.ts";
import { deleteProfileImage } from "./profile-image.ts";

/** Reads the current customer for the profile; returns null if the account was deleted. */
export async function findUser(db: Database, customerId: number): Promise<User | null> {
  const [row] = await db
    .select({
      publicId: customer.publicId,
      name: customer.name,
      email: customer.email,
      dateOfBirth: customer.dateOfBirth,
      mobile: customer.mobile,
      profileImage: customer.profileImage,
      street: customer.street,
      city: customer.city,
      state: customer.state,
      pincode: customer.pincode,
      passwordHash: customer.passwordHash,
    })
    .from(customer)
    .where(eq(customer.id, customerId));
  if (!row) return null;
  const { street, city, state, pincode } = row;
  return {
    _id: row.publicId,
    name: row.name,
    email: row.email,
    dob: row.dateOfBirth ?? "",
    mobile_no: row.mobile,
    profile_image: row.profileImage,
    address: { street, city, state, pincode },
    hasPassword: row.passwordHash !== null,
  };
}

/**
 * Saves the profile: missing fields stay unchanged, empty ones are cleared.
 * @param profileImage path of a new picture; the replaced one is deleted
 * @throws ApiError (401) if the account was deleted meanwhile, (422) for a new number that is no mobile number
 */
export async function updateUser(
  db: Database,
  customerId: number,
  { name, mobile_no, dob, address }: UpdateUserBody,
  profileImage?: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    // Locked, so that each concurrent change deletes the picture that it has replaced.
    const [before] = await trx
      .select({ name: customer.name, mobile: customer.mobile, profileImage: customer.profileImage })
      .from(customer)
      .where(and(eq(customer.id, customerId), isNull(customer.closedAt)))
      .for("no key update");
    // The account was deleted meanwhile.
    if (!before) throw new ApiError("unauthorized");
    // What an earlier release stored prevents no other change.
    if (mobile_no && mobile_no !== before.mobile && !isIndianMobile(mobile_no))
      throw ApiError.ofField("mobile_no", NO_MOBILE_NUMBER);
    await trx
      .update(customer)
      // Drizzle omits undefined values.
      .set({
        name,
        mobile: mobile_no,
        ...(dob !== undefined && { dateOfBirth: dob || null }),
        ...address,
        profileImage,
      })
      .where(eq(customer.id, customerId));
    if (name !== before.name || profileImage !== undefined) await publishAuthor(trx, customerId);
    if (profileImage !== undefined && before.profileImage !== null) await deleteProfileImage(trx, before.profileImage);
  });
}
