import { useEffect, useState } from "react";
import { accentColorProblem, brandColorProblem, brandColors } from "../../contract/brand-colors.ts";
import { brandFonts, type FontPair } from "../../contract/brand-fonts.ts";
import { BRAND_PREVIEW } from "../../contract/brand-preview.ts";
import { PREVIEW_WINDOWS } from "../shared/preview-windows.ts";

/** Opens the home page in the colours and fonts as they are chosen, in windows of two widths that follow every change. */
export function BrandPreview({ values }: { values: Readonly<Record<string, string>> }) {
  const [isRefused, setRefused] = useState(false);
  const { BRAND_COLOR: brand = "", ACCENT_COLOR: accent = "", FONT_PAIR: fonts = "" } = values;
  const problems = [brandColorProblem(brand), accentColorProblem(accent)];
  useEffect(() => {
    try {
      localStorage.setItem(
        BRAND_PREVIEW.key,
        JSON.stringify({ ...brandColors(brand, accent), ...brandFonts(fonts as FontPair) }),
      );
      setRefused(false);
    } catch {
      setRefused(true);
    }
  }, [brand, accent, fonts]);
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2">
        Preview of the home page
        {PREVIEW_WINDOWS.map(({ name, width, height }) => (
          <button
            key={name}
            type="button"
            className="button-quiet"
            onClick={() =>
              window.open(`/preview${BRAND_PREVIEW.hash}`, `brand-${width}`, `popup,width=${width},height=${height}`)
            }
          >
            {name}, {width} px
          </button>
        ))}
      </p>
      <p role="status" className="text-terracotta empty:hidden">
        {problems.map(
          (problem, at) =>
            problem && `The colour of ${at === 0 ? "buttons, links and the footer" : "ornament"} ${problem}. `,
        )}
        {isRefused && "This browser stores nothing for the shop, and the preview needs that."}
      </p>
    </div>
  );
}
