import { accountRoutes } from "./accounts/routes.ts";
import { cartRoutes } from "./cart/routes.ts";
import { catalogueRoutes } from "./catalogue/routes.ts";
import { checkoutRoutes } from "./checkout/routes.ts";
import { contactRoutes } from "./contact/routes.ts";
import { contentRoutes } from "./content/routes.ts";
import { deliveryRoutes } from "./deliveries/routes.ts";
import { draftOrderRoutes } from "./draft-orders/routes.ts";
import { orderRoutes } from "./orders/routes.ts";
import { privacyRoutes } from "./privacy/routes.ts";
import { reviewRoutes } from "./reviews/routes.ts";
import { shippingRoutes } from "./shipping/routes.ts";
import { wishlistRoutes } from "./wishlist/routes.ts";

/** Method and path of every endpoint, without schemas: what the storefront's client needs at run time. */
export const routes = {
  ...catalogueRoutes,
  ...contentRoutes,
  ...reviewRoutes,
  ...accountRoutes,
  ...privacyRoutes,
  ...wishlistRoutes,
  ...cartRoutes,
  ...checkoutRoutes,
  ...shippingRoutes,
  ...orderRoutes,
  ...draftOrderRoutes,
  ...deliveryRoutes,
  ...contactRoutes,
};
