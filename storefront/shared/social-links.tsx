import { useShop } from "./shop-context.ts";

/** Links to the shop's social pages. */
export function SocialLinks({ className = "" }: { className?: string }) {
  const { social } = useShop();
  return (
    <ul className={`flex ${className}`}>
      {social.map(({ name, url }) => (
        <li key={name}>
          <a href={url} rel="noopener" className="icon-button rounded-full hover:bg-current/10">
            <svg
              viewBox="0 0 24 24"
              width="20"
              height="20"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinecap="round"
              strokeLinejoin="round"
              aria-hidden="true"
            >
              <path d={MARKS[name.toLowerCase()] ?? MARKS.other} />
            </svg>
            <span className="sr-only">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const MARKS: Record<string, string> = {
  instagram:
    "M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4Zm4 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM16.8 7.2h.1",
  facebook: "M14.5 8.5H17V5h-2.5A3.5 3.5 0 0 0 11 8.5V11H8.5v3.5H11V21h3.5v-6.5H17l.5-3.5h-3V9a.5.5 0 0 1 .5-.5Z",
  youtube:
    "M4.5 6.5C9 5.8 15 5.8 19.5 6.5a2 2 0 0 1 1.5 1.8c.3 2.5.3 5 0 7.4a2 2 0 0 1-1.5 1.8c-4.5.7-10.5.7-15 0A2 2 0 0 1 3 15.7c-.3-2.4-.3-4.9 0-7.4a2 2 0 0 1 1.5-1.8ZM10 9v6l5-3-5-3Z",
  other: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.5 12h17M12 3.5c3 3 3 14 0 17M12 3.5c-3 3-3 14 0 17",
};
