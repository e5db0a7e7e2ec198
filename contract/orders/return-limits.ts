/** Maximum number of photos of a return. */
export const MAX_RETURN_PHOTOS = 5;
