import { encode } from "uqr";

/** The width in modules of the light margin, without which scanners miss a code. */
const MARGIN = 4;

/** Shows a QR code as a picture. @param label what it is for */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { data: modules, size } = encode(text, { ecc: "M", border: MARGIN });
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-52"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
