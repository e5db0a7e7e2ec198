import { useEffect } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { sessionStore } from "../../state/session.ts";
import { useStore } from "../../state/store.ts";

/**
 * The screens for logged-in customers. A guest is led to the log-in, which remembers the way back (S2.25). The server renders the frame
 * alone, the same for everybody.
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
  return (
    <div className="container-page grid min-h-svh place-items-center py-16" aria-busy="true">
      <p className="text-bark noscript:hidden">One moment…</p>
      <p className="hidden noscript:block">This page is about you alone, and needs JavaScript.</p>
    </div>
  );
}
