import { type ComponentType, useEffect } from "react";
import { Outlet, useLocation, useMatches, useNavigate } from "react-router";
import { useStore } from "../shared/store.ts";
import { sessionStore } from "./session.ts";

/** What the route of such a screen may export as its `handle`. */
export interface OwnScreenHandle {
  /** The screen while it is read; it stands in the first paint already. */
  Skeleton: ComponentType;
}

/**
 * The screens for logged-in customers. A guest is led to the log-in, which remembers the way back. The server renders how the
 * screen looks while it is read, the same for everybody.
 */
export default function LoggedIn() {
  const { known, session } = useStore(sessionStore);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isGuest = known && !session;

  useEffect(() => {
    if (isGuest) void navigate("/login", { replace: true, state: { from: pathname + search } });
  }, [isGuest, pathname, search, navigate]);

  return session ? <Outlet /> : <Waiting />;
}

/** As high as the window: what it becomes is about as high, and the footer, out of sight till then, does not jump. */
function Waiting() {
  const handle = useMatches().at(-1)?.handle as OwnScreenHandle | undefined;
  return (
    <div className="container-page min-h-svh py-6 md:py-12" aria-busy="true">
      <div className="noscript:hidden">
        {handle ? <handle.Skeleton /> : <p className="mt-[35svh] text-center text-bark">One moment…</p>}
      </div>
      <p className="mt-[35svh] hidden text-center noscript:block">
        This page needs JavaScript. Please switch it on and reload.
      </p>
    </div>
  );
}
