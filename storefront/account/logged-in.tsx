import { type ComponentType, useEffect } from "react";
import { Outlet, useLocation, useMatches, useNavigate } from "react-router";
import { sessionStore } from "../session/session.ts";
import { PageNeedsScript } from "../shared/needs-script.tsx";
import { useStore } from "../shared/store.ts";

/** React Router's `handle` of a route that needs a logged-in customer. */
export interface CustomerRouteHandle {
  /** The page's loading state, also rendered on the server. */
  Skeleton: ComponentType;
}

/**
 * The layout of pages that need a logged-in customer. Redirects a guest to the login page, which returns here afterwards. The server renders
 * the loading state, the same for everybody.
 */
export default function LoggedIn() {
  const { isLoaded, session } = useStore(sessionStore);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isGuest = isLoaded && !session;

  useEffect(() => {
    if (isGuest) void navigate("/login", { replace: true, state: { from: pathname + search } });
  }, [isGuest, pathname, search, navigate]);

  return session ? <Outlet /> : <Loading />;
}

/** Shows the page's loading state, as high as the window, so that the footer does not move when the page is loaded. */
function Loading() {
  const handle = useMatches().at(-1)?.handle as CustomerRouteHandle | undefined;
  return (
    <div className="container-page min-h-svh py-6 md:py-12" aria-busy="true">
      <div className="noscript:hidden">
        {handle ? <handle.Skeleton /> : <p className="mt-[35svh] text-center text-bark">One moment…</p>}
      </div>
      <PageNeedsScript className="mt-[35svh] text-center" />
    </div>
  );
}
