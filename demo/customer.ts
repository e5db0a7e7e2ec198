/** The demo's public customer; the login page shows email and password. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DEMO_LOGIN } from "../contract/demo.ts";
import { hashPassword } from "../server/people/accounts/passwords.ts";
import type { DatabaseOrTransaction } from "../server/platform/database/database.ts";
import { address, customer } from "../server/platform/database/schema.ts";
import type { MediaLibrary } from "../server/platform/media/media-library.ts";

export const DEMO_CUSTOMER = {
  ...DEMO_LOGIN,
  name: "Aditya Iyer",
  mobile: "9000014161",
  dateOfBirth: "1994-08-17",
  street: "Flat 302, Gulmohar Residency, 18 Ashok Marg",
  city: "Lucknow",
  state: "Uttar Pradesh",
  pincode: "226001",
};

/** The first address is the default. */
export const DEMO_ADDRESSES = [
  { street: "Flat 302, Gulmohar Residency, 18 Ashok Marg", city: "Lucknow", state: "Uttar Pradesh", pincode: "226001" },
  { street: "Third floor, 27 Church Street", city: "Bengaluru", state: "Karnataka", pincode: "560001" },
];

const PORTRAIT = join(import.meta.dirname, "media/customers/demo-customer.webp");

/** Stores the customer's picture unless it is stored; returns its path. */
export async function storeDemoPortrait(media: MediaLibrary): Promise<string> {
  return media.putOwn("customers", "demo-customer", await readFile(PORTRAIT), "webp");
}

/** @returns the customer's id */
export async function insertDemoCustomer(trx: DatabaseOrTransaction, profileImage: string): Promise<number> {
  const { password, ...person } = DEMO_CUSTOMER;
  const [inserted] = await trx
    .insert(customer)
    .values({ ...person, profileImage, passwordHash: await hashPassword(password) })
    .returning({ id: customer.id });
  if (!inserted) throw new Error("the demo customer was not inserted");
  await trx
    .insert(address)
    .values(DEMO_ADDRESSES.map((entry, place) => ({ ...entry, customerId: inserted.id, isDefault: place === 0 })));
  return inserted.id;
}
