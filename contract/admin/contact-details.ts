import type { Permission } from "./permissions.ts";

/** What of a customer's contact details a role sees in orders: each needs one of these permissions. */
const SEEN_WITH = {
  email: ["view_customers"],
  /** Also by those who hand the parcel to the courier, who calls the number, and those who change it. */
  phone: ["view_customers", "fulfil_orders", "change_orders"],
} as const satisfies Record<string, readonly Permission[]>;
export type ContactDetail = keyof typeof SEEN_WITH;

/** Whether a role with these permissions sees a detail; otherwise it is masked, and not searched. */
export const maySee = (detail: ContactDetail, permissions: Iterable<Permission>): boolean => {
  const needed: readonly Permission[] = SEEN_WITH[detail];
  for (const permission of permissions) if (needed.includes(permission)) return true;
  return false;
};

/** The permission that a role lacks for a detail. */
export const permissionFor = (detail: ContactDetail): Permission => SEEN_WITH[detail][0];

/** Documents that name the phone number for the courier, and are no use to who does not pack. */
export const DOCUMENTS_WITH_PHONE: readonly string[] = ["slip", "label"];
