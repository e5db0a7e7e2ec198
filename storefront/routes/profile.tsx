import { accountMeta } from "../account/account-meta.ts";
import { ProfileScreen } from "../profile/profile-screen.tsx";

export const meta = accountMeta("Profile", "Your account.");

export default function Profile() {
  return <ProfileScreen />;
}
