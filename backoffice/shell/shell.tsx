import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Link, Outlet, useLoaderData, useLocation, useNavigate, useNavigation } from "react-router";
import { call } from "../api/client.ts";
import { Announcer } from "../shared/announcer.tsx";
import { endDrafts, startDrafts } from "../shared/draft-storage.ts";
import { load } from "../shared/load.ts";
import { StepUpProvider } from "../shared/step-up.tsx";
import { FocusKeeper, focusPage } from "./focus-keeper.tsx";
import { Navigation } from "./navigation.tsx";
import { Offline } from "./offline.tsx";
import { pagesFor } from "./pages.ts";
import { type Overlay, useShortcuts } from "./shortcuts.ts";
import { StorageTroubleBanner } from "./storage-trouble-banner.tsx";
import { UploadGuard } from "./upload-guard.tsx";

export const clientLoader = async ({ request }: { request: Request }) => {
  const me = await load(request, () => call("readSession", {}));
  startDrafts(me._id);
  return me;
};

const Palette = lazy(() => import("./palette.tsx"));
const ShortcutHelp = lazy(() => import("./shortcut-help.tsx"));

/** The layout of every page that needs a session: navigation at the side, on a phone behind a button above. */
export default function Shell() {
  const me = useLoaderData<typeof clientLoader>();
  const navigation = useNavigation();
  const [opened, setOpened] = useState<Overlay | null>(null);
  const pages = useMemo(() => pagesFor(me.permissions), [me.permissions]);
  useShortcuts(pages, setOpened);
  const { pathname } = useLocation();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  // The page also changes without a click in the menu, as by the browser's back button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes on another path
  useEffect(() => setMenuOpen(false), [pathname]);
  const closeMenu = () => {
    if (!isMenuOpen) return;
    setMenuOpen(false);
    // The link that has the focus is about to disappear.
    document.getElementById("main")?.focus();
  };
  return (
    <StepUpProvider>
      {/* biome-ignore lint/a11y/useValidAnchor: a link to the page's content, as screen readers list it */}
      <a
        href="#main"
        onClick={(event) => {
          // In the URL #main would need a Back of its own.
          event.preventDefault();
          focusPage();
        }}
        className="button-primary sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <div className="min-h-dvh md:grid md:grid-cols-[13rem_minmax(0,1fr)]">
        <header className="flex flex-wrap items-center gap-2 border-sand border-b bg-white px-4 py-2 md:sticky md:top-0 md:h-dvh md:flex-col md:flex-nowrap md:items-stretch md:overflow-y-auto md:border-r md:border-b-0 md:px-3 md:pt-5 md:pb-3">
          <Link
            to="/"
            className="mr-auto font-display text-[1.375rem] text-leaf leading-tight md:mr-0 md:mb-1 md:px-2.5"
          >
            Back office
          </Link>
          <button
            type="button"
            className="button-quiet font-normal text-bark md:justify-between"
            onClick={() => setOpened("palette")}
          >
            Search <kbd className="hidden font-sans text-small md:inline">⌘K</kbd>
          </button>
          <button
            ref={menuButton}
            type="button"
            className="button-quiet md:hidden"
            aria-expanded={isMenuOpen}
            aria-controls="pages"
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            <span aria-hidden="true">{isMenuOpen ? "×" : "☰"}</span> Menu
          </button>
          <Navigation
            permissions={me.permissions}
            className={isMenuOpen ? "" : "max-md:hidden"}
            onOpen={closeMenu}
            onEscape={() => {
              if (!isMenuOpen) return;
              setMenuOpen(false);
              menuButton.current?.focus();
            }}
          />
          <div
            className={`flex w-full flex-wrap items-center gap-x-3 gap-y-1 border-sand border-t px-2.5 pt-2 md:w-auto md:pt-3 ${isMenuOpen ? "" : "max-md:hidden"}`}
          >
            <p className="min-w-0 max-md:mr-auto md:w-full">
              <Link to="/account" className="text-link wrap-anywhere py-2 font-semibold md:py-1">
                {me.name}
              </Link>{" "}
              <span className="text-bark text-small">{me.role}</span>
            </p>
            <button
              type="button"
              className="text-link hidden py-1 text-bark md:inline"
              aria-label="Keyboard shortcuts"
              onClick={() => setOpened("help")}
            >
              Shortcuts
            </button>
            <SignOut />
          </div>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 p-4 outline-none md:px-8 md:py-6"
          aria-busy={navigation.state !== "idle"}
        >
          {navigation.state === "loading" && <div role="progressbar" aria-label="Loading" className="loading-bar" />}
          <div role="status">
            <Offline />
            <StorageTroubleBanner />
          </div>
          {/* Another member, who has signed in in another tab, begins with forms of their own. */}
          <Outlet key={me._id} />
        </main>
      </div>
      <Announcer />
      <FocusKeeper />
      <UploadGuard />
      <Suspense>
        {opened === "palette" && <Palette pages={pages} onClose={() => setOpened(null)} />}
        {opened === "help" && <ShortcutHelp pages={pages} onClose={() => setOpened(null)} />}
      </Suspense>
    </StepUpProvider>
  );
}

function SignOut() {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className="text-link py-2 text-bark md:py-1"
      onClick={async () => {
        // The session may have ended already; either way the sign-in follows.
        await call("signOut", {}).catch(() => {});
        endDrafts();
        await navigate("/sign-in", { replace: true });
      }}
    >
      Sign out
    </button>
  );
}
