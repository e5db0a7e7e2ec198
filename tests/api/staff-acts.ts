import { askAdmin, performCommand } from "./perform-command.ts";
import type { TestShop } from "./shop.ts";

type Shop = Pick<TestShop, "database" | "dataDir" | "databaseUrl">;
interface Act {
  /** The endpoint; for one of several parcels, which `--awb` names, another. */
  endpoint: string;
  ofParcel?: string;
  /** The field that `--items` gives. */
  items?: string;
  /** What the endpoint requires and a test need not name. */
  defaults?: readonly string[];
  /** Whether it needs the version of a preview. */
  isPreviewed?: true;
}

/** What staff does with an order, as tests name it. */
const ACTS: Readonly<Record<string, Act>> = {
  process: { endpoint: "processOrder" },
  pack: { endpoint: "packOrder" },
  ship: { endpoint: "shipOrder", items: "units" },
  "out-for-delivery": { endpoint: "sendOrderOut", ofParcel: "changeParcel --state out_for_delivery" },
  "delivery-failed": { endpoint: "noteFailedDelivery" },
  deliver: { endpoint: "deliverOrder", ofParcel: "changeParcel --state delivered" },
  lost: { endpoint: "markLost", ofParcel: "creditParcel --state lost", isPreviewed: true },
  "came-back": { endpoint: "receiveParcelBack", ofParcel: "creditParcel --state came_back", isPreviewed: true },
  cancel: { endpoint: "cancelAnyOrder", items: "lines", defaults: ["--reason="], isPreviewed: true },
  "return-approve": { endpoint: "approveReturn", defaults: ["--decisionReason", "damaged"] },
  "return-receive": { endpoint: "receiveReturn", items: "lines" },
  "return-accept": { endpoint: "acceptReturn", defaults: ["--decisionReason", "damaged"], isPreviewed: true },
  "return-decline": { endpoint: "declineReturn", defaults: ["--decisionReason", "other"] },
  "ship-replacement": { endpoint: "shipReplacement" },
  "deliver-replacement": { endpoint: "deliverReplacement" },
  refund: { endpoint: "refundUnits", items: "lines", isPreviewed: true },
  "refund-shipping": { endpoint: "refundShipping", isPreviewed: true },
  goodwill: { endpoint: "refundGoodwill", isPreviewed: true },
};

/**
 * Does with an order what staff does, by `npm run admin`: `ship KW-… --awb A1 --courier Delhivery --items 0:1`, one unit of item 0. A refund
 * names the version of the present state.
 * @param words separated by spaces, or a list if one contains a space
 */
export async function actOnOrder(shop: Shop, words: string | readonly string[]) {
  const [verb = "", number = "", ...options] = typeof words === "string" ? words.split(" ") : words;
  const act = ACTS[verb];
  if (!act) throw new Error(`staff cannot ${verb} an order`);
  const awbAt = act.ofParcel === undefined ? -1 : options.indexOf("--awb");
  const awb = awbAt < 0 ? [] : options.splice(awbAt, 2).slice(1);
  const [endpoint = "", ...state] = ((awb.length > 0 && act.ofParcel) || act.endpoint).split(" ");
  const given = options.map((option, at) => {
    const name = options[at - 1];
    if (option === "--items") return `--${act.items}`;
    return name === "--items" || name === "--restock" || name === "--replace"
      ? JSON.stringify(unitsOf(option))
      : option;
  });
  const defaults = (act.defaults ?? []).some((word) => given.includes(word.replace(/=$/, "")))
    ? []
    : (act.defaults ?? []);
  const version =
    act.isPreviewed && !given.includes("--preview")
      ? ["--version", String((await askAdmin(shop, `readAnyOrder ${number}`)).version)]
      : [];
  return performCommand(shop, ["admin", endpoint, number, ...awb, ...state, ...given, ...defaults, ...version]);
}

const unitsOf = (text: string) =>
  text.split(",").map((one) => {
    const [position, quantity] = one.split(":").map(Number);
    return { position, quantity };
  });
