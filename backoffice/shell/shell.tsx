import { Link, NavLink, Outlet, useLoaderData, useNavigate, useNavigation } from "react-router";
import type { Permission } from "../../contract/admin/permissions.ts";
import { call } from "../api/client.ts";
import { load } from "../shared/load.ts";
import { StepUpProvider } from "../shared/step-up.tsx";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("readSession", {}));

/** The pages of the navigation, each with the permission that its data needs. */
const PAGES: readonly { to: string; name: string; permission: Permission }[] = [
  { to: "/orders", name: "Orders", permission: "view_orders" },
  { to: "/staff", name: "Staff and roles", permission: "manage_staff" },
];

/** The frame of every page that needs a session: navigation at the side, on a phone above. */
export default function Shell() {
  const me = useLoaderData<typeof clientLoader>();
  const navigation = useNavigation();
  return (
    <StepUpProvider>
      <a
        href="#main"
        className="button-primary sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <div className="min-h-dvh md:grid md:grid-cols-[13rem_1fr]">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-sand border-b bg-white px-4 py-2 md:flex-col md:items-stretch md:border-r md:border-b-0 md:py-5">
          <Link to="/orders" className="font-display text-heading text-leaf md:mb-3 md:px-2.5">
            Back office
          </Link>
          <nav aria-label="Pages" className="flex gap-1 md:flex-col">
            {PAGES.filter(({ permission }) => me.permissions.includes(permission)).map(({ to, name }) => (
              <NavLink
                key={to}
                to={to}
                className="rounded-sm px-2.5 py-2 hover:bg-linen aria-[current=page]:bg-linen aria-[current=page]:font-semibold"
              >
                {name}
              </NavLink>
            ))}
          </nav>
          <div className="ml-auto flex items-center gap-3 md:mt-auto md:ml-0 md:flex-col md:items-start md:gap-1 md:px-2.5">
            <Link to="/account" className="text-link py-2 md:py-0">
              {me.name}
            </Link>
            <span className="hidden text-bark text-small md:inline">{me.role}</span>
            <SignOut />
          </div>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 p-4 outline-none md:p-6"
          aria-busy={navigation.state !== "idle"}
        >
          <Outlet />
        </main>
      </div>
    </StepUpProvider>
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
