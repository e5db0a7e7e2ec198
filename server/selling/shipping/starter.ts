import { STATES_OF_INDIA } from "../pricing/states-of-india.ts";

/** The first digits of the pincodes of Delhi and its neighbours, Ahmedabad, Mumbai, Pune, Hyderabad, Bengaluru, Chennai and Kolkata. */
const METROS = ["110", "121", "122", "201", "380", "400", "411", "500", "560", "600", "700"];
const FAR = [
  "Arunachal Pradesh",
  "Assam",
  "Jammu and Kashmir",
  "Ladakh",
  "Manipur",
  "Meghalaya",
  "Mizoram",
  "Nagaland",
  "Sikkim",
  "Tripura",
];
const ISLANDS = ["Andaman and Nicobar Islands", "Lakshadweep"];

/** National holidays, and Christmas, which have the same day every year; the others follow the moon. */
const HOLIDAYS = [
  ["01-26", "Republic Day"],
  ["08-15", "Independence Day"],
  ["10-02", "Gandhi Jayanti"],
  ["12-25", "Christmas"],
] as const;

/**
 * Returns rules with which a shop in India can begin, in the format of the file (docs/shipping.md): free shipping by one method, as without any
 * rules, and days that couriers need by road.
 * @param sellerState gets a zone of its own; null if it is unknown
 * @param today the day in India; holidays of a year from it are listed
 */
export function starterShipping(sellerState: string | null, today: string) {
  const own = sellerState !== null && sellerState in STATES_OF_INDIA ? [sellerState] : [];
  const zone = (
    code: string,
    name: string,
    days: [number, number],
    places: { pincodes?: string[]; states?: string[] },
  ) => ({
    code,
    name,
    pincodes: places.pincodes ?? [],
    states: (places.states ?? []).filter((state) => code === "own" || !own.includes(state)),
    rates: { standard: [{ fromGrams: 0, price: 0, days }] },
  });
  const year = Number(today.slice(0, 4));
  const days = [year, year + 1].flatMap((of) => HOLIDAYS.map(([day, name]) => ({ day: `${of}-${day}`, name })));
  return {
    methods: [{ code: "standard", name: "Standard", cutOff: "14:00" }],
    zones: [
      ...own.map((state) => zone("own", state, [2, 4], { states: [state] })),
      zone("metros", "Large metros", [3, 5], { pincodes: METROS }),
      zone("far", "North East, Jammu and Kashmir, Ladakh", [6, 9], { states: FAR }),
      zone("islands", "Islands", [7, 12], { states: ISLANDS }),
      zone("rest", "Everywhere else", [4, 7], {}),
    ].filter(({ code, states }) => states.length > 0 || code === "metros" || code === "rest"),
    holidays: days.filter(({ day }) => day >= today).slice(0, HOLIDAYS.length),
  };
}
