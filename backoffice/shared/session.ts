import { useRouteLoaderData } from "react-router";
import type { Permission } from "../../contract/admin/permissions.ts";
import type { Me } from "../../contract/admin/session.ts";

/** Returns who is signed in, as the shell has loaded it. */
export function useMe(): Me {
  const me = useRouteLoaderData<Me>("shell/shell");
  if (!me) throw new Error("this page is not below the shell");
  return me;
}

/** Whether the signed-in member has this permission; actions without it are not offered. */
export function useMay(permission: Permission): boolean {
  return useMe().permissions.includes(permission);
}
