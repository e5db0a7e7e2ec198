/** The sizes of windows in which pages of the shop are previewed, in CSS pixels. */
export const PREVIEW_WINDOWS = [
  { name: "Phone", width: 360, height: 740 },
  { name: "Desktop", width: 1280, height: 800 },
] as const;
