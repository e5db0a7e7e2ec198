import type { ReactNode, SVGProps } from "react";

/** The shop's line icons: 24 units, one stroke width, in the text's colour; hidden from screen readers. */
export function icon(drawing: ReactNode) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per icon, when this module loads
  return function Icon(props: SVGProps<SVGSVGElement>) {
    return (
      <svg
        viewBox="0 0 24 24"
        width="24"
        height="24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...props}
      >
        {drawing}
      </svg>
    );
  };
}

export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </>,
);
export const MenuIcon = icon(<path d="M3.5 7h17M3.5 12h17M3.5 17h11" />);
export const CloseIcon = icon(<path d="m5.5 5.5 13 13m0-13-13 13" />);
export const HeartIcon = icon(
  <path d="M12 20s-7.5-4.6-7.5-10.2A4.3 4.3 0 0 1 8.8 5.5c1.4 0 2.600.7 3.2 1.800.6-1.1 1.8-1.8 3.2-1.8a4.3 4.3 0 0 1 4.3 4.3C19.5 15.4 12 20 12 20Z" />,
);
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="3.75" />
    <path d="M4.5 20.5c.6-4 3.7-6 7.5-6s6.9 2 7.5 6" />
  </>,
);
export const BagIcon = icon(
  <>
    <path d="M5.5 8.5h13l1 12h-15l1-12Z" />
    <path d="M8.75 11V7a3.25 3.25 0 0 1 6.5 0v4" />
  </>,
);
export const ChevronDownIcon = icon(<path d="m6 9 6 6 6-6" />);
export const ChevronLeftIcon = icon(<path d="m15 5-7 7 7 7" />);
export const ChevronRightIcon = icon(<path d="m9 5 7 7-7 7" />);
export const ArrowIcon = icon(<path d="M4 12h16m-6-6 6 6-6 6" />);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const MinusIcon = icon(<path d="M5 12h14" />);
export const PauseIcon = icon(<path d="M9 6v12M15 6v12" />);
export const PlayIcon = icon(<path d="M8 5.5v13l10.5-6.5L8 5.5Z" />);
export const FilterIcon = icon(<path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5v5M8.5 14.5v5" />);
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const AlertIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 8v4.5M12 15.9v.1" />
  </>,
);
export const MailIcon = icon(
  <>
    <path d="M3.5 6h17v12h-17z" />
    <path d="m4 6.5 8 6.5 8-6.5" />
  </>,
);
export const ChatIcon = icon(<path d="M4 20l1.3-4A8 8 0 1 1 8.5 19L4 20Z" />);
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7v5l3.5 2" />
  </>,
);
export const SealIcon = icon(
  <>
    <circle cx="12" cy="10" r="6" />
    <path d="m9.5 10 1.8 1.8L14.8 8.3M8.5 15l-1 6 4.5-2.5L16.5 21l-1-6" />
  </>,
);
export const DropIcon = icon(<path d="M12 3.5s6 6.6 6 11a6 6 0 0 1-12 0c0-4.4 6-11 6-11ZM9 15a3 3 0 0 0 2.5 2.7" />);
export const TruckIcon = icon(
  <>
    <path d="M3 6.5h10.5v9H3zM13.5 9.5h4l3 3v3h-7z" />
    <circle cx="7" cy="17" r="1.75" />
    <circle cx="17" cy="17" r="1.75" />
  </>,
);
export const EyeOffIcon = icon(
  <path d="M4 4l16 16M9.9 5.700A9 9 0 0 1 12 5.500c6 0 9.5 6.5 9.5 6.500a17 17 0 0 1-2.9 3.600M6.3 7.200A16 16 0 0 0 2.5 12S6 18.5 12 18.500a9 9 0 0 0 4.2-1M9.9 9.900a3 3 0 0 0 4.2 4.2" />,
);
export const SpinnerIcon = icon(<path d="M12 3.500a8.5 8.5 0 1 0 8.5 8.5" />);
export const BoxIcon = icon(<path d="m12 3.5 8 4v9l-8 4-8-4v-9l8-4Zm-8 4 8 4 8-4m-8 4v9" />);
