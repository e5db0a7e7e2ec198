import { adminOrderQuery } from "../../contract/admin/orders.ts";
import { listQueryOf } from "../shared/list-query.ts";

export const orderQuery = listQueryOf(adminOrderQuery);
