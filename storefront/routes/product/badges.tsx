import { ClockIcon, DropIcon, LotusIcon, SealIcon } from "../../components/icons.tsx";

const BADGES = [
  { Icon: ClockIcon, name: "Long Lasting" },
  { Icon: SealIcon, name: "IFRA - Certified" },
  { Icon: DropIcon, name: "Imported Oils" },
  { Icon: LotusIcon, name: "Made In India" },
];

/** What holds for everything the shop makes (S2.141 to S2.144). */
export function Badges() {
  return (
    <ul className="grid grid-cols-4 gap-2 border-t border-sand pt-5">
      {BADGES.map(({ Icon, name }) => (
        <li
          key={name}
          className="flex flex-col items-center gap-2 text-center text-[0.8125rem] leading-tight text-bark"
        >
          <Icon width="30" height="30" strokeWidth="1.1" className="text-brass" />
          {name}
        </li>
      ))}
    </ul>
  );
}
