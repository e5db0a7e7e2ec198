import { preload } from "react-dom";
import { objectPositionOf } from "../../contract/object-position.ts";
import { RENDITION_WIDTHS, renditionPathOf } from "../../contract/picture-renditions.ts";
import type { Picture as StoredPicture } from "../../contract/pictures.ts";
import { denseSizesOf } from "./dense-sizes.ts";
import { useShop } from "./shop-context.ts";

interface PictureProps {
  picture: StoredPicture;
  /** The `sizes` attribute: the true width. */
  sizes: string;
  /** Widths to offer, in pixels; by default those that `sizes` may ask for, up to the original. */
  widths?: readonly number[];
  /** Whether it is the largest picture above the fold, which is loaded first. */
  priority?: boolean;
  /** A media query of the windows that show it; others do not load it. */
  media?: string;
  /** Overrides the stored alt text; empty if the text beside it says the same. */
  alt?: string;
  className?: string;
  imageClassName?: string;
}

/** A transparent pixel. */
const NOTHING = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** A stored picture: AVIF or WebP in a fitting width, with its dominant colour and reserved space until it is loaded. */
export function Picture({
  picture,
  sizes,
  widths = widthsFor(sizes, picture.width),
  priority = false,
  media,
  alt,
  className,
  imageClassName,
}: PictureProps) {
  const { mediaHost } = useShop();
  const src = mediaHost + picture.path;
  const image = (
    <img
      src={media ? NOTHING : src}
      alt={alt ?? picture.alt}
      width={picture.width}
      height={picture.height}
      loading={priority ? "eager" : "lazy"}
      decoding={priority ? "sync" : "async"}
      fetchPriority={priority ? "high" : undefined}
      className={imageClassName}
      style={{ backgroundColor: picture.color, objectPosition: objectPositionOf(picture) }}
    />
  );
  const original = media && <source media={media} srcSet={src} />;
  if (picture.path.endsWith(".svg"))
    return original ? (
      <picture className={className}>
        {original}
        {image}
      </picture>
    ) : (
      image
    );

  const srcSet = (format: "avif" | "webp") =>
    widths
      .filter((width) => width <= picture.width)
      .map((width) => `${mediaHost}${renditionPathOf(picture.path, width, format)} ${width}w`)
      .join(", ");
  const denseSizes = denseSizesOf(sizes);
  if (priority)
    preload(src, {
      as: "image",
      imageSrcSet: srcSet("avif"),
      imageSizes: denseSizes,
      type: "image/avif",
      fetchPriority: "high",
      media,
    });
  return (
    <picture className={className}>
      <source type="image/avif" media={media} srcSet={srcSet("avif")} sizes={denseSizes} />
      <source type="image/webp" media={media} srcSet={srcSet("webp")} sizes={sizes} />
      {original}
      {image}
    </picture>
  );
}

/** Below this no window-wide picture is useful, in pixels. */
const MIN_FLUID_WIDTH = 320;

/**
 * Returns the widths of a picture's renditions for a fixed size on screens of one to three pixels per pixel of CSS, or for one that depends
 * on the window. The largest stands in for one that would be larger than the original.
 */
function widthsFor(sizes: string, original: number): readonly number[] {
  const fixed = /^(\d+)px$/.exec(sizes)?.[1];
  const [min, max] = fixed ? [Number(fixed), 3 * Number(fixed)] : [MIN_FLUID_WIDTH, Number.POSITIVE_INFINITY];
  const made = RENDITION_WIDTHS.filter((width) => width <= original);
  return made.filter((width, index) => (width >= min || width === made.at(-1)) && (made[index - 1] ?? 0) < max);
}

/** Whether white text is more readable on this colour than dark text (relative luminance, WCAG 2). */
export function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.18;
}

/** Whether words have room beside the photograph's subject. */
export const isWide = ({ width, height }: StoredPicture): boolean => width >= 2 * height;
