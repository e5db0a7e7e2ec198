import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Link, NavLink, Outlet, useLoaderData, useLocation, useNavigate, useNavigation } from "react-router";
import { call } from "../api/client.ts";
import { load } from "../shared/load.ts";
import { StepUpProvider } from "../shared/step-up.tsx";
import { Offline } from "./offline.tsx";
import { pagesFor, sectionsFor } from "./pages.ts";
import { type Overlay, useShortcuts } from "./shortcuts.ts";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("readSession", {}));

const Palette = lazy(() => import("./palette.tsx"));
const ShortcutHelp = lazy(() => import("./shortcut-help.tsx"));

/** The layout of every page that needs a session: navigation at the side, on a phone above. */
export default function Shell() {
  const me = useLoaderData<typeof clientLoader>();
  const navigation = useNavigation();
  const [opened, setOpened] = useState<Overlay | null>(null);
  const pages = useMemo(() => pagesFor(me.permissions), [me.permissions]);
  useShortcuts(pages, setOpened);
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the pages scroll sideways, in a low window up and down.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is current on another path
  useEffect(() => {
    nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return (
    <StepUpProvider>
      <a
        href="#main"
        className="button-primary sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      {navigation.state === "loading" && <div role="progressbar" aria-label="Loading" className="loading-bar" />}
      <div className="min-h-dvh md:grid md:grid-cols-[13rem_1fr]">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-sand border-b bg-white px-4 py-2 md:flex-col md:flex-nowrap md:items-stretch md:sticky md:top-0 md:h-dvh md:overflow-y-auto md:border-r md:border-b-0 md:pt-5 md:pb-3">
          <Link to="/" className="font-display text-heading text-leaf md:mb-3 md:px-2.5">
            Back office
          </Link>
          <div className="order-last flex w-full min-w-0 items-center gap-2 md:order-none md:min-h-60 md:w-auto md:flex-1 md:flex-col md:items-stretch md:gap-0">
            <button
              type="button"
              className="button-quiet shrink-0 font-normal text-bark md:mb-2 md:justify-between"
              onClick={() => setOpened("palette")}
            >
              Search <kbd className="hidden font-sans text-small md:inline">⌘K</kbd>
            </button>
            <nav
              ref={nav}
              aria-label="Pages"
              className="flex min-w-0 flex-1 gap-1 overflow-x-auto md:-mx-4 md:min-h-0 md:flex-col md:overflow-x-hidden md:overflow-y-auto md:px-4"
            >
              {sectionsFor(me.permissions).map(({ name, pages: listed }) => (
                <Section key={name} name={name} pages={listed} />
              ))}
            </nav>
          </div>
          <div className="ml-auto flex items-center gap-3 md:-mx-4 md:flex-col md:items-start md:gap-1 md:border-sand md:border-t md:px-6.5 md:pt-3">
            <Link to="/account" className="text-link py-2 md:py-0">
              {me.name}
            </Link>
            <span className="hidden text-bark text-small md:inline">{me.role}</span>
            <button type="button" className="text-link hidden py-2 md:inline md:py-0" onClick={() => setOpened("help")}>
              Keyboard shortcuts
            </button>
            <SignOut />
          </div>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 p-4 outline-none md:p-6"
          aria-busy={navigation.state !== "idle"}
        >
          <Offline />
          <Outlet />
        </main>
      </div>
      <Suspense>
        {opened === "palette" && <Palette pages={pages} onClose={() => setOpened(null)} />}
        {opened === "help" && <ShortcutHelp pages={pages} onClose={() => setOpened(null)} />}
      </Suspense>
    </StepUpProvider>
  );
}

/** A group of the navigation; on a phone all groups are in one row. */
function Section({ name, pages }: { name: string; pages: ReturnType<typeof pagesFor> }) {
  return (
    <div className="flex gap-1 md:mb-2 md:flex-col md:gap-0">
      <p className="px-2.5 pt-1 text-bark text-small max-md:hidden">{name}</p>
      {pages.map(({ to, name: page }) => (
        <NavLink
          key={to}
          to={to}
          end={to === "/"}
          className="whitespace-nowrap rounded-sm px-2.5 py-2 hover:bg-linen md:py-1.5 aria-[current=page]:bg-linen aria-[current=page]:font-semibold"
        >
          {page}
        </NavLink>
      ))}
    </div>
  );
}

function SignOut() {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className="text-link py-2 md:py-0"
      onClick={async () => {
        // The session may have ended already; either way the sign-in follows.
        await call("signOut", {}).catch(() => {});
        await navigate("/sign-in", { replace: true });
      }}
    >
      Sign out
    </button>
  );
}
