import { type KeyboardEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { User } from "../../contract/accounts/schemas.ts";
import { api } from "../api/api.ts";
import { clearSession, clearStored, hideSession, sessionStore } from "../session/session.ts";
import { announceAtNextPage } from "../shared/announcer.tsx";
import { Avatar } from "../shared/avatar.tsx";
import type { PartNavigation } from "../shared/focus.ts";
import { BusyButton } from "../shared/form/busy-button.tsx";
import { useRequest } from "../shared/form/use-request.ts";
import { BoxIcon, HeartIcon, PersonIcon } from "../shared/icons.tsx";
import { LogoutIcon } from "../shared/rare-icons.tsx";
import { useStore } from "../shared/store.ts";
import { useIsMounted } from "../shared/use-is-mounted.ts";
import { useMediaQuery } from "../shared/use-media-query.ts";
import { PANES, type PaneKey, panePath, TABS, tabOf } from "./panes.ts";

interface SidePanelProps {
  /** Null until it is loaded; then the session's copy of name and picture is shown. */
  user: User | null;
  preview: string | null;
  pane: PaneKey;
}

const ICONS = { "1": PersonIcon, "4": HeartIcon, "5": BoxIcon } as const;
const ICON_CLASS = "shrink-0 max-lg:hidden";
const ENTRY_CLASS =
  "flex min-h-12 items-center gap-3 whitespace-nowrap text-left lg:whitespace-normal text-small hover:text-leaf lg:w-full lg:px-5 lg:text-body";

/** The customer, the tabs, and Logout. */
export function SidePanel({ user, preview, pane }: SidePanelProps) {
  const { session } = useStore(sessionStore);
  const navigate = useNavigate();
  const isColumn = useMediaQuery("(min-width: 1024px)");
  const person = user ?? session;
  if (!person) return null;

  const show = (key: PaneKey) => navigate(panePath(key), { state: { keepsFocus: true } satisfies PartNavigation });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    const next = (at + step + tabs.length) % tabs.length;
    tabs[next]?.focus();
    void show(TABS[next] ?? "1");
  };
  const chosenTab = tabOf(pane);

  return (
    <aside
      aria-label="Your account"
      className="min-w-0 lg:sticky lg:top-36 lg:rounded-picture lg:bg-linen lg:pt-7 lg:pb-3"
    >
      {/* In a narrow window one line, so that every tab starts with its content. */}
      <div className="mb-2 flex items-center gap-3 lg:mb-6 lg:gap-4 lg:px-5">
        <span className="contents lg:hidden">
          <Avatar name={person.name} image={person.profile_image} preview={preview} size={28} />
        </span>
        <span className="contents max-lg:hidden">
          <Avatar name={person.name} image={person.profile_image} preview={preview} size={56} />
        </span>
        <div className="flex min-w-0 flex-1 items-baseline gap-x-2 lg:block">
          <p className="max-w-1/2 shrink-0 truncate font-display leading-tight lg:max-w-none lg:whitespace-normal lg:text-title lg:wrap-anywhere">
            {person.name}
          </p>
          <p className="min-w-0 truncate text-bark text-small lg:whitespace-normal lg:wrap-anywhere">{person.email}</p>
        </div>
      </div>
      <div className="flex justify-between gap-5 overflow-x-auto border-sand border-b sm:justify-start lg:overflow-visible sm:gap-9 lg:block lg:border-b-0">
        <div
          role="tablist"
          aria-label="Profile"
          aria-orientation={isColumn ? "vertical" : "horizontal"}
          onKeyDown={onKeyDown}
          className="contents border-sand lg:block lg:border-t"
        >
          {TABS.map((key) => {
            const Icon = ICONS[key];
            const chosen = key === chosenTab;
            return (
              <button
                key={key}
                type="button"
                role="tab"
                id={`tab-${key}`}
                data-key={key}
                aria-selected={chosen}
                aria-controls={chosen ? `pane-${pane}` : undefined}
                tabIndex={chosen ? 0 : -1}
                onClick={() => show(key)}
                className={`${ENTRY_CLASS} border-sand lg:border-b ${chosen ? "text-leaf [box-shadow:inset_0_-2px_0_var(--color-leaf)] lg:bg-paper lg:font-semibold lg:[box-shadow:inset_3px_0_0_var(--color-leaf)] forced-colors:underline" : ""}`}
              >
                <Icon width="20" height="20" className={ICON_CLASS} />
                {PANES[key]}
              </button>
            );
          })}
        </div>
        <LogoutButton />
      </div>
    </aside>
  );
}

/**
 * Logs out in this browser, whatever the server's response, and shows the home page. The stored session is removed at once, so that no
 * other tab or reload waits for the server; a shopper who has left this page meanwhile is not redirected.
 */
function LogoutButton() {
  const navigate = useNavigate();
  const { running, start } = useRequest();
  const isHere = useIsMounted();
  /** The token of the ended session, while its page is still shown. */
  const ended = useRef<string>(undefined);
  const logOut = () => {
    const token = sessionStore.get().session?.token;
    clearStored();
    const leave = () => {
      // Another tab may have logged in again.
      if (sessionStore.get().session?.token !== token) return;
      if (!isHere.current) return clearSession();
      clearStored();
      ended.current = token;
      announceAtNextPage("You’ve been logged out.");
      void navigate("/");
    };
    void start(() => api.logout({ endsSession: true, outlivesPage: true }), { onSuccess: leave, onError: leave });
  };
  // Navigates home first: without a session this page would redirect to the login. It may be rendered shortly after the navigation.
  useEffect(
    () => () => {
      if (ended.current !== undefined) hideSession(ended.current);
    },
    [],
  );
  return (
    <BusyButton running={running} onClick={logOut} className={`${ENTRY_CLASS} sm:ml-auto aria-disabled:opacity-60`}>
      <LogoutIcon width="20" height="20" className={ICON_CLASS} />
      Logout
    </BusyButton>
  );
}
