/** Icons that no page for browsing shows, apart so that those pages do not load them. */

import { icon } from "./icons.tsx";

export const PhoneIcon = icon(
  <path d="M6.5 4h3l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5v3a2 2 0 0 1-2 2A15.5 15.5 0 0 1 4.5 6a2 2 0 0 1 2-2Z" />,
);
export const ShareIcon = icon(
  <>
    <circle cx="6" cy="12" r="2.25" />
    <circle cx="17.5" cy="6" r="2.25" />
    <circle cx="17.5" cy="18" r="2.25" />
    <path d="m8 11 7.5-4M8 13l7.5 4" />
  </>,
);
export const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="3" />
  </>,
);
export const CameraIcon = icon(
  <>
    <path d="M4 8h3.500l1.5-2.500h6L16.5 8H20v11H4z" />
    <circle cx="12" cy="13" r="3.25" />
  </>,
);
export const LockIcon = icon(
  <>
    <path d="M5.5 10.500h13v9.500h-13z" />
    <path d="M8.500 10.500V7.500a3.500 3.500 0 0 1 7 0v3M12 14.250v2" />
  </>,
);
export const BinIcon = icon(<path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10 10.500v6m4-6v6" />);
export const LogoutIcon = icon(<path d="M14 4.500H5v15h9M10 12h10.500m-3.5-3.5 3.5 3.5-3.5 3.5" />);
