import { ProfileScreen } from "../profile/profile-screen.tsx";
import { privatePageMeta } from "../shared/page-meta.ts";

export const meta = privatePageMeta("Profile", "Your account.");

export default function Profile() {
  return <ProfileScreen />;
}
