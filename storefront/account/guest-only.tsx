import { useEffect } from "react";
import { Outlet, useLoaderData, useLocation, useNavigate } from "react-router";
import type { Picture as StoredPicture } from "../../contract/pictures.ts";
import { inBrowser, type LoaderRequest, onServer } from "../api/page-loader.ts";
import { sessionStore } from "../session/session.ts";
import { Picture } from "../shared/picture.tsx";
import { useStore } from "../shared/store.ts";
import { returnPathOf } from "./navigation.ts";

/** Loads the carousel's photographs for the space beside the form: wide ones for the strip on a phone, tall ones for the column. */
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

/** The index of the photograph that each page shows, so that each step looks different. */
const PHOTOGRAPHS: Readonly<Record<string, number>> = { "/login": 2, "/signup": 0 };
const photographOf = (pathname: string, list: readonly StoredPicture[]) =>
  list[(PHOTOGRAPHS[pathname] ?? 1) % list.length];

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
    <div inert={loggedIn} className="meets-footer sm:grid sm:grid-cols-2 sm:bg-linen">
      <Photograph
        picture={photographOf(pathname, photographs.wide)}
        media="(max-width: 639px)"
        sizes="384px"
        className="h-40 sm:hidden"
        boxClassName="absolute inset-0"
      />
      <Photograph
        picture={photographOf(pathname, photographs.tall)}
        media="(min-width: 640px)"
        sizes="(min-width: 1024px) 60vw, 50vw"
        className="flex min-h-full items-end overflow-hidden max-sm:hidden"
        boxClassName="relative aspect-4/5 w-full lg:absolute lg:inset-0 lg:aspect-auto"
        hasWall
      />
      <div className="bg-paper px-4 py-8 sm:col-start-2 sm:px-8 sm:py-12 lg:grid lg:min-h-[min(46rem,80svh)] lg:content-center lg:py-16">
        <div className="mx-auto w-full max-w-[26.25rem]">
          <Outlet />
        </div>
      </div>
    </div>
  );
}

interface PhotographProps {
  picture: StoredPicture | undefined;
  /** The media query of the windows that show it. */
  media: string;
  sizes: string;
  className: string;
  /** The classes of the photograph's own box. */
  boxClassName: string;
  /** Whether the photograph's wall continues above it, if the form is taller. */
  hasWall?: boolean;
}

function Photograph({ picture, media, sizes, className, boxClassName, hasWall = false }: PhotographProps) {
  if (!picture) return null;
  const image = { picture, alt: "", priority: true, media, sizes };
  return (
    <div className={`relative ${className}`}>
      <div className={boxClassName}>
        {hasWall && (
          <div className="wall-above lg:hidden" aria-hidden="true">
            <Picture {...image} />
          </div>
        )}
        <Picture {...image} imageClassName="absolute inset-0 size-full object-cover object-[50%_80%]" />
      </div>
    </div>
  );
}
