/** The checkout's two columns, in a container that is wide enough: the choices, and the order beside them. */
export const CHECKOUT_COLUMNS =
  "items-start @tablet:mt-8 @tablet:grid @tablet:grid-cols-[minmax(0,1fr)_18.5rem] @tablet:gap-x-8 @desktop:grid-cols-[minmax(0,1fr)_25rem] @desktop:gap-x-12 xl:gap-x-20";
