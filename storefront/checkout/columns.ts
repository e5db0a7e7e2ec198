/** The checkout's two columns, in a container that is wide enough: the choices and notes, and the order beside them. */
export const CHECKOUT_COLUMNS =
  "@max-tablet:flex @max-tablet:flex-col @tablet:mt-8 @tablet:grid @tablet:grid-rows-[auto_1fr] @tablet:items-start @tablet:grid-cols-[minmax(0,1fr)_20rem] @tablet:gap-x-8 @desktop:grid-cols-[minmax(0,1fr)_25rem] @desktop:gap-x-12 xl:gap-x-20";
