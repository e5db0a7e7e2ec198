import type { CSSProperties } from "react";
import { Link } from "react-router";
import type { Category } from "../../contract/catalogue/schemas.ts";
import type { Picture as StoredPicture } from "../../contract/pictures.ts";
import { Picture } from "./picture.tsx";

/** The categories with their pictures: a row to swipe, or side by side. */
export function CategoryRow({ categories }: { categories: readonly Category[] }) {
  return (
    <nav aria-label="Shop by category" className="container-page pt-6 md:pt-8">
      <ul
        className="-mx-gutter swipe-row scroll-px-gutter gap-4 px-gutter sm:grid sm:grid-cols-[repeat(var(--categories),minmax(5.5rem,1fr))] md:gap-6"
        style={{ "--categories": categories.length } as CSSProperties}
      >
        {categories.map(({ slug, name, image }) => (
          <li key={slug} className="w-33 sm:w-auto">
            <Link to={`/category/${slug}`} className="group block font-display text-title leading-tight">
              {image && (
                <Picture
                  picture={image}
                  alt=""
                  sizes={tileSizes(image)}
                  imageClassName="mb-3 aspect-4/5 w-full rounded-picture object-cover"
                />
              )}
              <span className="decoration-1 underline-offset-4 group-hover:underline">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A wide picture is as high as its tile. */
function tileSizes({ width, height }: StoredPicture): string {
  const ratio = Math.max(0.8, width / height);
  return `(min-width: 1024px) ${233 * ratio}px, (min-width: 640px) ${18 * ratio}vw, ${165 * ratio}px`;
}
