import { useCallback, useEffect, useState } from "react";
import type { User } from "../../../contract/accounts.ts";
import { accountApi } from "../../api/accounts.ts";
import { renameSession } from "../../state/session.ts";

type Loaded = { user: User; failed: false } | { user: null; failed: boolean };

/** The current customer, read anew on the profile; the session's own copy of name and picture follows. */
export function useUser() {
  const [loaded, setLoaded] = useState<Loaded>({ user: null, failed: false });

  /** @throws CallFailed */
  const refresh = useCallback(async () => {
    const user = await accountApi.readUser();
    setLoaded({ user, failed: false });
    await renameSession(user);
  }, []);

  const load = useCallback(() => {
    setLoaded({ user: null, failed: false });
    refresh().catch(() => setLoaded({ user: null, failed: true }));
  }, [refresh]);

  useEffect(load, [load]);
  return { ...loaded, refresh, retry: load };
}
