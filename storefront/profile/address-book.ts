import type { Address } from "../../contract/accounts/schemas.ts";

/** Puts a saved address into the address book: in its place, at the end if it is new, first if it is the default. */
export function withAddress(book: readonly Address[], address: Address): Address[] {
  const isNew = book.every(({ _id }) => _id !== address._id);
  const changed = isNew ? [...book, address] : book.map((other) => (other._id === address._id ? address : other));
  if (!address.isDefault) return changed;
  const others = changed.filter(({ _id }) => _id !== address._id);
  return [address, ...others.map((other) => ({ ...other, isDefault: false }))];
}

export function withoutAddress(book: readonly Address[], id: string): Address[] {
  return book.filter(({ _id }) => _id !== id);
}
