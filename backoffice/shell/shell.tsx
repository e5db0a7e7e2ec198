import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from "react";
import { Link, NavLink, Outlet, useLoaderData, useLocation, useNavigate, useNavigation } from "react-router";
import { call } from "../api/client.ts";
import { Announcer } from "../shared/announcer.tsx";
import { endDrafts, startDrafts } from "../shared/draft-storage.ts";
import { load } from "../shared/load.ts";
import { StepUpProvider } from "../shared/step-up.tsx";
import { FocusKeeper } from "./focus-keeper.tsx";
import { Offline } from "./offline.tsx";
import { pagesFor, sectionsFor } from "./pages.ts";
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
  const nav = useRef<HTMLElement>(null);
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
  // In a low window the pages scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is current on another path
  useEffect(() => {
    nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return (
    <StepUpProvider>
      <a
        href="#main"
        className="button-primary sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <div className="min-h-dvh md:grid md:grid-cols-[13rem_minmax(0,1fr)]">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-sand border-b bg-white px-4 py-2 md:flex-col md:flex-nowrap md:items-stretch md:sticky md:top-0 md:h-dvh md:overflow-y-auto md:border-r md:border-b-0 md:pt-5 md:pb-3">
          <Link to="/" className="font-display text-heading text-leaf md:mb-3 md:px-2.5">
            Back office
          </Link>
          <div className="order-last flex w-full min-w-0 flex-wrap items-center gap-2 md:order-none md:min-h-60 md:w-auto md:flex-1 md:flex-col md:flex-nowrap md:items-stretch md:gap-0">
            <button
              ref={menuButton}
              type="button"
              className="button-quiet shrink-0 md:hidden"
              aria-expanded={isMenuOpen}
              aria-controls="pages"
              onClick={() => setMenuOpen(!isMenuOpen)}
            >
              <span aria-hidden="true">{isMenuOpen ? "×" : "☰"}</span> Menu
            </button>
            <button
              type="button"
              className="button-quiet flex-1 justify-start font-normal text-bark md:mb-2 md:flex-none md:justify-between"
              onClick={() => setOpened("palette")}
            >
              Search <kbd className="hidden font-sans text-small md:inline">⌘K</kbd>
            </button>
            <nav
              ref={nav}
              id="pages"
              aria-label="Pages"
              onKeyDown={(event) => {
                if (event.key !== "Escape" || !isMenuOpen) return;
                setMenuOpen(false);
                menuButton.current?.focus();
              }}
              className={`w-full min-w-0 pb-2 md:-mx-4 md:flex md:min-h-0 md:w-auto md:flex-1 md:flex-col md:overflow-x-hidden md:overflow-y-auto md:px-4 md:scroll-pb-12 md:pb-8 md:[mask-image:linear-gradient(black_calc(100%-2.5rem),transparent)] ${isMenuOpen ? "" : "max-md:hidden"}`}
            >
              {sectionsFor(me.permissions).map(({ name, pages: listed }) => (
                <Section key={name} name={name} pages={listed} onOpen={closeMenu} />
              ))}
            </nav>
          </div>
          <div className="ml-auto flex items-center gap-3 md:-mx-4 md:flex-wrap md:gap-x-3 md:gap-y-1 md:border-sand md:border-t md:px-6.5 md:pt-3">
            <Link to="/account" className="text-link wrap-anywhere py-2 md:py-1">
              {me.name}
            </Link>
            <span className="hidden text-bark text-small md:inline">{me.role}</span>
            <button
              type="button"
              className="text-link hidden py-2 md:inline md:py-1"
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
          className="min-w-0 p-4 outline-none md:p-6"
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

interface SectionProps {
  name: string;
  pages: ReturnType<typeof pagesFor>;
  onOpen: () => void;
}

/** A group of the navigation; on a phone its pages are in two columns. */
function Section({ name, pages, onOpen }: SectionProps) {
  const id = useId();
  return (
    <div className="mt-2 border-sand border-t pt-2 md:mt-0 md:mb-2 md:border-t-0 md:pt-0">
      <p id={id} className="px-2.5 pt-1 text-bark text-small">
        {name}
      </p>
      <ul aria-labelledby={id} className="grid grid-cols-2 md:grid-cols-1">
        {pages.map(({ to, name: page }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === "/"}
              onClick={onOpen}
              className="block rounded-sm px-2.5 py-3 hover:bg-linen md:whitespace-nowrap md:py-1 aria-[current=page]:bg-linen aria-[current=page]:font-semibold"
            >
              {page}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function SignOut() {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className="text-link py-2 md:py-1"
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
