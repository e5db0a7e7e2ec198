/** What keeps the shop's database from storing, as the last response has said. */

import { isStorageTrouble, type StorageTrouble } from "../../contract/admin/storage-trouble.ts";

let current: StorageTrouble | null = null;
const listeners = new Set<() => void>();

/** @param header of a response; null if it has none */
export function noteStorageTrouble(header: string | null): void {
  const next = isStorageTrouble(header) ? header : null;
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

export const storageTrouble = (): StorageTrouble | null => current;

export function onStorageTrouble(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
