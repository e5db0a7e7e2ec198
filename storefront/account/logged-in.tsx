import { type ComponentType, useEffect } from "react";
import { Outlet, useLocation, useMatches, useNavigate } from "react-router";
import { sessionStore } from "../session/session.ts";
import { useStore } from "../shared/store.ts";

/** The `handle` of a route for customers. */
export interface AccountRouteHandle {
  /** The page's loading state, also rendered on the server. */
  Skeleton: ComponentType;
}

/**
 * The layout of pages for customers. Redirects a guest to the log-in, which remembers the page. The server renders the loading state, the
 * same for everybody.
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

/** As high as the window, so that the footer does not jump when the page is loaded. */
function Waiting() {
  const handle = useMatches().at(-1)?.handle as AccountRouteHandle | undefined;
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
