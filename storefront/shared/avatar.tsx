import { useShop } from "./shop-context.ts";

interface AvatarProps {
  name: string;
  /** Path relative to the media host. */
  image: string | null;
  /** Object URL of a picture that is not uploaded yet; shown instead of `image`. */
  preview?: string | null;
  /** Width and height in pixels. */
  size?: 28 | 44 | 56 | 72;
}

const SIZES = {
  28: "size-7 text-[0.6875rem]",
  44: "size-11 text-small",
  56: "size-14 text-body",
  72: "size-18 text-title",
} as const;

/** A customer's picture, or initials without one or until it loads. */
export function Avatar({ name, image, preview = null, size = 44 }: AvatarProps) {
  const { mediaHost } = useShop();
  const src = preview ?? (image && mediaHost + image);
  return (
    <span
      className={`relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-sand font-semibold text-bark ${SIZES[size]}`}
    >
      <span aria-hidden="true">{initials(name)}</span>
      {src && (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toLocaleUpperCase("en-IN");
}
