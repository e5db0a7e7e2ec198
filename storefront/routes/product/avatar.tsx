import { useShop } from "../../components/shop-context.ts";

/** A customer's picture, over the initials that show when there is none or it does not come. */
export function Avatar({ name, image }: { name: string; image: string | null }) {
  const { mediaHost } = useShop();
  return (
    <span className="relative grid size-11 shrink-0 place-items-center overflow-hidden rounded-full bg-sand font-semibold text-small text-bark">
      <span aria-hidden="true">{initials(name)}</span>
      {image && (
        <img
          src={mediaHost + image}
          alt=""
          width="44"
          height="44"
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}

/** First letters of the first and the last word. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toLocaleUpperCase("en-IN");
}
