import { useEffect } from "react";
import { Outlet, useLoaderData, useLocation, useNavigate } from "react-router";
import type { Banner } from "../../contract/content/schemas.ts";
import { inBrowser, type LoaderRequest, onServer } from "../api/page-loader.ts";
import { sessionStore } from "../session/session.ts";
import { Picture } from "../shared/picture.tsx";
import { useStore } from "../shared/store.ts";
import { returnPathOf } from "./navigation.ts";

/** A carousel banner's photograph for beside the form in a wide window; without one the form is shown alone. */
async function load({ api }: LoaderRequest): Promise<Pick<Banner, "image" | "textSide"> | null> {
  const banners = await api.listBanners({ query: { mobile_banner: false } }).catch(() => []);
  // The first is already on the home page.
  const last = banners.at(-1);
  return last ? { image: last.image, textSide: last.textSide } : null;
}
/** The subject of a wide photograph is opposite its free side for text. */
const OBJECT_POSITION = { left: "object-[78%_50%]", right: "object-[22%_50%]", top: "object-center" };

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const shouldRevalidate = () => false;

/**
 * The layout of pages for guests: login, sign-up and recovery. Redirects a logged-in customer to the remembered page, else home; no other
 * code does, in whatever tab the session began.
 */
export default function GuestOnly() {
  const photograph = useLoaderData<typeof load>();
  const { session } = useStore(sessionStore);
  const { state } = useLocation();
  const navigate = useNavigate();
  const loggedIn = session !== null;

  useEffect(() => {
    if (loggedIn) void navigate(returnPathOf(state), { replace: true });
  }, [loggedIn, state, navigate]);

  return (
    <div className="container-page py-8 md:py-14">
      <div
        inert={loggedIn}
        className={photograph ? "grid items-stretch gap-x-10 md:grid-cols-2 lg:gap-x-20" : "grid justify-items-center"}
      >
        {photograph && (
          <div className="relative hidden min-h-[40rem] overflow-hidden rounded-picture md:block">
            <Picture
              picture={photograph.image}
              // The width at which its height fills the frame.
              sizes={photograph.textSide === "top" ? "(min-width: 1280px) 600px, 50vw" : "1700px"}
              alt=""
              imageClassName={`absolute inset-0 size-full object-cover ${OBJECT_POSITION[photograph.textSide]}`}
            />
          </div>
        )}
        <div className="mx-auto w-full max-w-[26.25rem] md:flex md:flex-col md:justify-center md:py-6">
          <Outlet />
        </div>
      </div>
    </div>
  );
}
