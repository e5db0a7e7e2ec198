/** Reads customers of another shop, row by row. Notes name row and column, but not the person: they outlive an erasure. */

import { addressBody, email as emailSchema, profileForm } from "../../../contract/accounts/schemas.ts";
import { mobileField } from "../../../contract/mobile-field.ts";
import { cleanLine } from "../../../contract/text.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { ApiError } from "../../base/errors.ts";
import type { MovedPerson } from "../../people/accounts/moved-accounts.ts";
import { resolveAddress } from "../../selling/shipping/destination.ts";
import { placesOfPincode } from "../../selling/shipping/pincodes/find-place.ts";
import { isTrue } from "./cells.ts";
import { type Note, noteOf } from "./moved-product.ts";
import type { FileRow } from "./read-rows.ts";
import type { Field, Table } from "./tables.ts";

export interface MovedCustomer extends MovedPerson {
  /** Whether they said yes to the newsletter there. */
  saidYes: boolean;
}

const mobile = mobileField();
const { name: nameSchema } = profileForm.shape;
const MAX_NAME = 50;

/** @returns the customer, null if the row is not taken; and why, or what of it is not */
export async function readCustomer(
  row: FileRow,
  { columns }: Table,
): Promise<{ person: MovedCustomer | null; notes: Note[] }> {
  const notes: Note[] = [];
  const say = (field: Field, message: string, loss: Note["loss"]) =>
    notes.push(noteOf(row, { product: "", column: columns[field]?.heading ?? "", message, loss }));
  if (row.problem) {
    notes.push(noteOf(row, { product: "", message: row.problem, loss: "product" }));
    return { person: null, notes };
  }
  const email = emailSchema.safeParse(row.cell("email"));
  if (!email.success) {
    const isEmpty = row.cell("email") === "";
    say("email", isEmpty ? "has no email, by which customers log in here" : "this is no email", "product");
    return { person: null, notes };
  }
  const numbers = (["phone", "addressPhone"] as const).filter((field) => row.cell(field) !== "");
  const read = numbers.map((field) => mobile.safeParse(row.cell(field))).find(({ success }) => success);
  const [first] = numbers;
  if (first && !read) say(first, "this is no Indian mobile number", "cell");
  const address = await readAddress(row, say);
  return {
    person: {
      email: canonicalEmail(email.data),
      name: nameOf(row, email.data),
      mobile: read?.data ?? "",
      address,
      saidYes: isTrue(row.cell("subscribed")),
    },
    notes,
  };
}

/** The name, shortened to the shop's limit; the beginning of the email where there is none. */
function nameOf(row: FileRow, email: string): string {
  const written = cleanLine(`${row.cell("firstName")} ${row.cell("lastName")}`.replace(/\s+/g, " ")).trim();
  const name = nameSchema.safeParse(written.slice(0, MAX_NAME).trim());
  return name.success ? name.data : email.slice(0, email.indexOf("@")).slice(0, MAX_NAME).padEnd(2, ".");
}

type Say = (field: Field, message: string, loss: Note["loss"]) => void;

/** @returns the address if a parcel could be sent there; null, with the reason unless it is empty */
async function readAddress(row: FileRow, say: Say): Promise<MovedPerson["address"]> {
  const lines = (["street", "street2"] as const).map((field) => row.cell(field)).filter(Boolean);
  // Without a street, there is nothing to send to; WooCommerce's list has none.
  if (lines.length === 0) return null;
  const country = row.cell("country");
  if (country !== "" && !/^(in|ind|india)$/i.test(country)) {
    say("country", "the address is not in India, and is not taken", "cell");
    return null;
  }
  // A spreadsheet writes 110 001 and 110001.0.
  const pincode = row.cell("pincode").replace(/\s/g, "").replace(/\.0+$/, "");
  if (!/^[1-9]\d{5}$/.test(pincode)) {
    say("pincode", "the address is not taken: its pincode has not six digits", "cell");
    return null;
  }
  const [place] = await placesOfPincode(pincode);
  const typed = {
    street: lines.join(", "),
    city: row.cell("city") || place?.city || "",
    state: row.cell("province") || place?.state || "",
    pincode,
  };
  const address = addressBody.safeParse(typed);
  if (!address.success) {
    const [issue] = address.error.issues;
    const field = ({ street: "street", city: "city", state: "province" } as const)[String(issue?.path[0])] ?? "pincode";
    say(field, `the address is not taken: ${issue?.message ?? "it is not complete"}`, "cell");
    return null;
  }
  try {
    return await resolveAddress(address.data);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    say("pincode", "the address is not taken: its pincode and its state don’t belong together", "cell");
    return null;
  }
}
