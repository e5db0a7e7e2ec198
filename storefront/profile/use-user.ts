import { useCallback, useEffect, useState } from "react";
import type { User } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { type RequestError, toRequestError } from "../api/request.ts";
import { renameSession } from "../session/session.ts";

interface Loaded {
  user: User | null;
  failed: RequestError | null;
}

/** Reads the current customer again on the profile; updates the session's copy of name and picture. */
export function useUser() {
  const [loaded, setLoaded] = useState<Loaded>({ user: null, failed: null });

  /** @throws RequestError */
  const refresh = useCallback(async () => {
    const user = await api.readUser();
    setLoaded({ user, failed: null });
    await renameSession(user);
  }, []);

  const load = useCallback(() => {
    setLoaded({ user: null, failed: null });
    refresh().catch((error: unknown) => setLoaded({ user: null, failed: toRequestError(error) }));
  }, [refresh]);

  useEffect(load, [load]);
  return { ...loaded, refresh, retry: load };
}
