import { Link } from "react-router";
import { sessionStore } from "../session/session.ts";
import { Avatar } from "../shared/avatar.tsx";
import { PersonIcon } from "../shared/icons.tsx";
import { useStore } from "../shared/store.ts";

/** The header's profile link; a customer's picture has the size of the icon. */
export function ProfileLink() {
  const { session } = useStore(sessionStore);
  return (
    <Link
      to="/profile"
      className="icon-button rounded-full hover:bg-linen"
      aria-label={session ? `Profile of ${session.name}` : "Profile"}
    >
      {session ? <Avatar name={session.name} image={session.profile_image} size={28} /> : <PersonIcon />}
    </Link>
  );
}
