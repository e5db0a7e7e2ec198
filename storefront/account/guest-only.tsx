import { useEffect } from "react";
import { Outlet, useLoaderData, useLocation, useNavigate } from "react-router";
import type { Picture as StoredPicture } from "../../contract/pictures.ts";
import { inBrowser, type LoaderRequest, onServer } from "../api/page-loader.ts";
import { loginReasonStore } from "../session/login-reason.ts";
import { sessionStore } from "../session/session.ts";
import { announceAtNextPage } from "../shared/announcer.tsx";
import { isDark, Picture } from "../shared/picture.tsx";
import { useRootData } from "../shared/shop-context.ts";
import { useStore } from "../shared/store.ts";
import { returnPathOf } from "./navigation.ts";

/** Loads the photographs beside the form: the bestsellers', upright. */
async function load({ api }: LoaderRequest) {
  const bestsellers = await api
    .listProducts({ query: { bestseller: true, page: 1, perPage: MAX_BESTSELLERS } })
    .then(({ data }) => data)
    .catch(() => []);
  // The second picture shows a product in its surroundings.
  return bestsellers.flatMap(({ images }) => images[1] ?? images[0] ?? []);
}
const MAX_BESTSELLERS = 7;

interface Page {
  words: string;
  /** Which of the bestsellers' photographs is beside the form. */
  photograph: number;
  /** Which of the categories' photographs is above it on a phone. */
  strip: number;
}

/** What each page says on the photograph at its form, and which photograph that is, so that each step looks different. */
const PAGES: Readonly<Record<string, Page>> = {
  "/login": { words: "Your usual scent is where you left it.", photograph: 4, strip: 1 },
  "/signup": { words: "Keep the scents you come back to.", photograph: 6, strip: 2 },
  "/otp/verification": { words: "Six digits, and you have a shelf of your own.", photograph: 1, strip: 4 },
  "/forgot/password": { words: "It happens to everyone. Your cart is safe.", photograph: 2, strip: 5 },
  "/otp/verification/password": { words: "A code and a link; either one will do.", photograph: 3, strip: 3 },
};
/** For the page for a new password, whose path has a token. */
const LAST_PAGE: Page = { words: "A line only you hum makes a good password.", photograph: 5, strip: 0 };

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const shouldRevalidate = () => false;

/**
 * The layout of pages for guests: login, sign-up and recovery. Redirects a logged-in customer to the remembered page, else home; no other
 * code redirects, even if the session began in another tab.
 */
export default function GuestOnly() {
  const tall = useLoaderData<typeof load>();
  const wide = useRootData().categories.flatMap(({ image }) => image ?? []);
  const { session } = useStore(sessionStore);
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const loggedIn = session !== null;
  const { words, photograph, strip } = PAGES[pathname] ?? LAST_PAGE;

  useEffect(() => {
    if (!loggedIn) return;
    const from = returnPathOf(state);
    announceAtNextPage(pathname === "/otp/verification" ? "Your account is ready." : "You’re logged in.");
    void Promise.resolve(navigate(from, { replace: true })).then(() => {
      const reason = loginReasonStore.get();
      loginReasonStore.set(null);
      if (reason?.from === from) return reason.resume?.();
    });
  }, [loggedIn, pathname, state, navigate]);

  return (
    <div inert={loggedIn} className="meets-footer sm:grid sm:min-h-176 sm:grid-cols-2">
      <Strip picture={wide[strip % wide.length]} words={words} />
      <Column picture={tall[photograph % tall.length]} words={words} />
      <div className="px-gutter py-8 sm:col-start-2 sm:self-center sm:py-12 sm:pl-8 lg:py-14">
        <div className="mx-auto w-full max-w-[26.25rem]">
          <Outlet />
        </div>
      </div>
    </div>
  );
}

interface PhotographProps {
  picture: StoredPicture | undefined;
  words: string;
}

/** Above the form on a phone: a category's photograph, with the page's words where its listing has the title. */
function Strip({ picture, words }: PhotographProps) {
  if (!picture) return null;
  return (
    <div className="relative sm:hidden">
      <Picture
        picture={picture}
        alt=""
        priority
        media="(max-width: 639px)"
        sizes="(min-width: 408px) 100vw, 408px"
        imageClassName="absolute inset-0 size-full object-cover"
      />
      <p
        className={`relative flex min-h-34 max-w-[46%] items-center px-gutter py-3 font-display text-lead leading-snug text-balance min-[480px]:min-h-50 ${inkOn(picture)}`}
      >
        {words}
      </p>
    </div>
  );
}

const inkOn = ({ color }: StoredPicture) => (isDark(color) ? "text-white" : "");

/**
 * Beside the form: the photograph at the foot of a wall of its colour, with words above it. Errors make the form higher, which neither
 * enlarges the photograph nor moves it in the window.
 */
function Column({ picture, words }: PhotographProps) {
  if (!picture) return null;
  return (
    <div className="relative overflow-clip max-sm:hidden" style={{ backgroundColor: picture.color }}>
      <div className="absolute inset-x-0 top-8 bottom-0 flex items-end">
        <Picture
          picture={picture}
          alt=""
          priority
          media="(min-width: 640px)"
          className="sticky bottom-0 w-full"
          sizes="(min-width: 1024px) 42rem, max(50vw, 26rem)"
          imageClassName="mx-auto h-[max(50vw,26rem)] w-full max-w-168 object-cover object-[62%] fade-top lg:h-168 min-[84rem]:[mask-image:linear-gradient(to_top,black_85%,transparent),linear-gradient(90deg,transparent,black_20%,black_80%,transparent)]"
        />
      </div>
      <p
        className={`relative px-gutter font-display text-quote leading-snug text-balance sm:pt-12 lg:pt-14 ${inkOn(picture)}`}
      >
        {words}
      </p>
    </div>
  );
}
