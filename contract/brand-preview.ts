/** The look that the back office leaves in the browser's storage for a preview of the home page: custom properties by name. */
export const BRAND_PREVIEW = { key: "brand-preview", hash: "#brand" } as const;
