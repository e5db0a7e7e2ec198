import { ProfilePage } from "../profile/profile-page.tsx";
import { privatePageMeta } from "../shared/page-meta.ts";

export const meta = privatePageMeta("Profile", "Your account.");

export default function Profile() {
  return <ProfilePage />;
}
