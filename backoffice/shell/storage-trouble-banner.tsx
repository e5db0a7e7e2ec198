import { useSyncExternalStore } from "react";
import { STORAGE_TROUBLES } from "../../contract/admin/storage-trouble.ts";
import { onStorageTrouble, storageTrouble } from "../api/storage-trouble.ts";

/** Says on every page why the shop stores nothing, while somebody has to mend its database. */
export function StorageTroubleBanner() {
  const trouble = useSyncExternalStore(onStorageTrouble, storageTrouble);
  return (
    trouble && <p className="panel mb-4 border-terracotta px-4 py-2 text-terracotta">{STORAGE_TROUBLES[trouble]}</p>
  );
}
