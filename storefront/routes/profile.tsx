import { profileTitle } from "../profile/panes.ts";
import { ProfilePage } from "../profile/profile-page.tsx";
import { pageMeta } from "../shared/page-meta.ts";

interface MetaArgs {
  matches: { id: string; loaderData?: unknown }[];
  location: { search: string };
}

export const meta = ({ matches, location }: MetaArgs) =>
  pageMeta(matches, { title: profileTitle(new URLSearchParams(location.search)), description: "Your account." });

export default function Profile() {
  return <ProfilePage />;
}
