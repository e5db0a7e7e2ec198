import { useEffect } from "react";
import { Outlet, useLoaderData, useLocation, useNavigate } from "react-router";
import type { Picture as StoredPicture } from "../../contract/pictures.ts";
import { inBrowser, type LoaderRequest, onServer } from "../api/page-loader.ts";
import { sessionStore } from "../session/session.ts";
import { isDark, Picture } from "../shared/picture.tsx";
import { useStore } from "../shared/store.ts";
import { returnPathOf } from "./navigation.ts";

/** Loads the carousel's photographs for the space beside the form: wide ones for the strip on a large phone, tall ones elsewhere. */
async function load({ api }: LoaderRequest) {
  const [wide, tall] = await Promise.all(
    [false, true].map((mobile_banner) =>
      api.listBanners({ query: { mobile_banner } }).then(
        (banners) => banners.map(({ image }) => image),
        () => [],
      ),
    ),
  );
  return { wide: wide ?? [], tall: tall ?? [] };
}

/** What the photograph's column says on each page. */
const WORDS: Readonly<Record<string, string>> = {
  "/login": "Your wishlist, your orders, your usual scent: all where you left them.",
  "/signup": "Choosing a perfume takes a while. Keep the ones you come back to.",
  "/otp/verification": "Nothing in your inbox after a minute? Have a look in spam, too.",
  "/otp/verification/password": "Nothing in your inbox after a minute? Have a look in spam, too.",
};
const WORDS_FOR_A_PASSWORD = "It happens to everyone. Your cart and your wishlist are safe meanwhile.";

/** The index of the photograph that each page shows, so that each step looks different. */
const PHOTOGRAPHS: Readonly<Record<string, number>> = {
  "/login": 2,
  "/signup": 0,
  "/otp/verification": 1,
  "/forgot/password": 1,
  "/otp/verification/password": 2,
};
const photographOf = (pathname: string, list: readonly StoredPicture[]) =>
  list[(PHOTOGRAPHS[pathname] ?? 0) % list.length];

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const shouldRevalidate = () => false;

/**
 * The layout of pages for guests: login, sign-up and recovery. Redirects a logged-in customer to the remembered page, else home; no other
 * code redirects, even if the session began in another tab.
 */
export default function GuestOnly() {
  const photographs = useLoaderData<typeof load>();
  const { session } = useStore(sessionStore);
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const loggedIn = session !== null;

  useEffect(() => {
    if (loggedIn) void navigate(returnPathOf(state), { replace: true });
  }, [loggedIn, state, navigate]);

  return (
    <div inert={loggedIn} className="meets-footer border-paper/20 border-b sm:grid sm:first-view sm:grid-cols-2">
      <Strip wide={photographOf(pathname, photographs.wide)} tall={photographOf(pathname, photographs.tall)} />
      <Column picture={photographOf(pathname, photographs.tall)} words={WORDS[pathname] ?? WORDS_FOR_A_PASSWORD} />
      <div className="bg-paper px-4 py-8 sm:col-start-2 sm:grid sm:content-center sm:px-8 sm:py-12 lg:py-16">
        <div className="mx-auto w-full max-w-[26.25rem]">
          <Outlet />
        </div>
      </div>
    </div>
  );
}

/** Above the form on a phone: the lower part of the tall photograph, where its products are. A large phone has no room for that height. */
function Strip({ wide, tall }: { wide: StoredPicture | undefined; tall: StoredPicture | undefined }) {
  return (
    <>
      {tall && (
        <Picture
          picture={tall}
          alt=""
          priority
          media="(max-width: 479px)"
          sizes="100vw"
          className="min-[480px]:hidden"
          imageClassName="aspect-[7/5] w-full object-cover object-[50%_92%]"
        />
      )}
      {wide && (
        <Picture
          picture={wide}
          alt=""
          priority
          media="(min-width: 480px) and (max-width: 639px)"
          sizes="100vw"
          className="hidden min-[480px]:max-sm:block"
          imageClassName="aspect-[12/5] w-full object-cover"
        />
      )}
    </>
  );
}

/** Beside the form: the whole photograph at the foot of the column, fading into its blurred wall, with words on it. */
function Column({ picture, words }: { picture: StoredPicture | undefined; words: string }) {
  if (!picture) return null;
  const shown = {
    picture,
    alt: "",
    priority: true,
    media: "(min-width: 640px)",
    sizes: "50vw",
  };
  return (
    <div className="relative overflow-hidden max-sm:hidden" style={{ backgroundColor: picture.color }}>
      <Picture
        {...shown}
        imageClassName="absolute inset-0 size-full origin-[50%_8%] scale-[12] object-cover object-top blur-[4px]"
      />
      <Picture {...shown} imageClassName="absolute inset-x-0 bottom-0 h-auto w-full mask-t-from-70% mask-t-to-100%" />
      <p
        className={`relative p-8 font-display text-quote leading-snug text-balance sm:pt-12 lg:p-14 ${isDark(picture.color) ? "text-white" : ""}`}
      >
        {words}
      </p>
    </div>
  );
}
