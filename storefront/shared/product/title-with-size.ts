/** Names one of a product's sizes for screen readers: "Saffron Oud, 50 ml". @param size nothing if the product has only one */
export const titleWithSize = (title: string, size: string | false | undefined): string =>
  size ? `${title}, ${size}` : title;
