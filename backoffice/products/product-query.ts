import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { listQueryOf } from "../shared/list-query.ts";

/** The URL's query of the list of products. */
export const productQuery = listQueryOf(adminEndpoints.listAdminProducts.query);
