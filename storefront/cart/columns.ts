/** The cart's two columns, in a container that is wide enough: the products, and the summary beside them. */
export const CART_COLUMNS =
  "mt-5 items-start @tablet:mt-8 @desktop:grid @desktop:grid-cols-[minmax(0,1fr)_20rem] @desktop:gap-x-12 @min-[70rem]:gap-x-16";
