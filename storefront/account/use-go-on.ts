import { useCallback } from "react";
import { type NavigateOptions, useNavigate } from "react-router";
import { useIsMounted } from "../shared/use-is-mounted.ts";

/** Leads on from this screen to the next one. Whoever has left it before the answer came stays where they are. */
export function useGoOn() {
  const navigate = useNavigate();
  const isHere = useIsMounted();
  return useCallback(
    async (to: string, options: NavigateOptions) => {
      if (isHere.current) await navigate(to, options);
    },
    [navigate, isHere],
  );
}
