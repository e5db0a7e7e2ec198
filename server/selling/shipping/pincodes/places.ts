/** Current names of the places in the directory of post offices. */

import type { PincodePlace } from "../../../../contract/shipping/schemas.ts";

/**
 * Sorting districts (the first three digits of a pincode) in which all addresses have the same city, whatever the administrative district.
 */
const METROPOLISES: Readonly<Record<string, string>> = {
  110: "New Delhi",
  500: "Hyderabad",
  560: "Bengaluru",
  600: "Chennai",
  700: "Kolkata",
};

const STATES: Readonly<Record<string, string>> = {
  "Andaman & Nicobar": "Andaman and Nicobar Islands",
  Chattisgarh: "Chhattisgarh",
  "Dadra & Nagar Haveli": "Dadra and Nagar Haveli and Daman and Diu",
  "Daman & Diu": "Dadra and Nagar Haveli and Daman and Diu",
  "Jammu & Kashmir": "Jammu and Kashmir",
  Pondicherry: "Puducherry",
};

/** Towns of Puducherry that lie within other states; the directory has some of them under Puducherry's own district. */
const ENCLAVES: Readonly<Record<number, string>> = { 533464: "Yanam", 673310: "Mahe" };

/**
 * Pincodes of the former district of Khammam: its mandals beyond the Godavari, whose offices the directory still has in Telangana, went to
 * Andhra Pradesh in 2014 (Andhra Pradesh Reorganisation (Amendment) Act), the other villages of these pincodes did not.
 */
const BEYOND_THE_GODAVARI = [507111, 507113, 507114, 507121, 507128, 507129, 507135];

/** Places that the directory lacks. */
export const ALSO_IN: readonly (readonly [number, PincodePlace])[] = BEYOND_THE_GODAVARI.map((pincode) => [
  pincode,
  { city: "Alluri Sitharama Raju", state: "Andhra Pradesh" },
]);

/** The first digits of Chandigarh's own pincodes; the directory has a few offices of Punjab under its name. */
const CHANDIGARH = 160;

/** A union territory since 2019. */
const LADAKH = ["Leh", "Kargil"];

/** Districts that were renamed, or that the directory spells in another way. */
const DISTRICTS: Readonly<Record<string, string>> = {
  "Ahmed Nagar": "Ahilyanagar",
  Allahabad: "Prayagraj",
  Ananthapur: "Anantapur",
  Ananthnag: "Anantnag",
  Aurangabad: "Chhatrapati Sambhajinagar",
  "Aurangabad(BH)": "Aurangabad",
  Baleswar: "Balasore",
  Bandipur: "Bandipora",
  Bangalore: "Bengaluru",
  "Bangalore Rural": "Bengaluru Rural",
  Belgaum: "Belagavi",
  Bellary: "Ballari",
  "Bijapur(CGH)": "Bijapur",
  "Bijapur(KAR)": "Vijayapura",
  "Bilaspur (HP)": "Bilaspur",
  "Bilaspur(CGH)": "Bilaspur",
  Chamrajnagar: "Chamarajanagar",
  Chickmagalur: "Chikkamagaluru",
  Cuddapah: "Kadapa",
  "Dadra & Nagar Haveli": "Silvassa",
  Darjiling: "Darjeeling",
  Davangere: "Davanagere",
  Debagarh: "Deogarh",
  "East Midnapore": "Purba Medinipur",
  "East Nimar": "Khandwa",
  Faizabad: "Ayodhya",
  "Gandhi Nagar": "Gandhinagar",
  Ganganagar: "Sri Ganganagar",
  Giridh: "Giridih",
  Gulbarga: "Kalaburagi",
  Gurgaon: "Gurugram",
  "Hamirpur(HP)": "Hamirpur",
  Hazaribag: "Hazaribagh",
  Hoshangabad: "Narmadapuram",
  Jajapur: "Jajpur",
  Jalor: "Jalore",
  "Janjgir-champa": "Janjgir-Champa",
  Jhujhunu: "Jhunjhunu",
  "Jyotiba Phule Nagar": "Amroha",
  "K.V.Rangareddy": "Ranga Reddy",
  "Kaimur (Bhabua)": "Kaimur",
  "Kanpur Nagar": "Kanpur",
  "Karim Nagar": "Karimnagar",
  Kasargod: "Kasaragod",
  Kheri: "Lakhimpur Kheri",
  "Lahul & Spiti": "Lahaul and Spiti",
  "Mahabub Nagar": "Mahabubnagar",
  Mahesana: "Mehsana",
  Mammit: "Mamit",
  Marigaon: "Morigaon",
  Medinipur: "Paschim Medinipur",
  Mysore: "Mysuru",
  Nabarangapur: "Nabarangpur",
  "North And Middle Andaman": "North and Middle Andaman",
  "North Cachar Hills": "Dima Hasao",
  Osmanabad: "Dharashiv",
  Palamau: "Palamu",
  "Panch Mahals": "Panchmahal",
  Pondicherry: "Puducherry",
  Puruliya: "Purulia",
  Raebareli: "Rae Bareli",
  "Raigarh(MH)": "Raigad",
  Rajauri: "Rajouri",
  Ramanagar: "Ramanagara",
  Ropar: "Rupnagar",
  Saiha: "Siaha",
  "Sant Ravidas Nagar": "Bhadohi",
  "Seraikela-kharsawan": "Seraikela-Kharsawan",
  Shimoga: "Shivamogga",
  Sibsagar: "Sivasagar",
  Sonapur: "Subarnapur",
  Sundergarh: "Sundargarh",
  "Surendra Nagar": "Surendranagar",
  "The Dangs": "Dang",
  Tumkur: "Tumakuru",
  Tuticorin: "Thoothukudi",
  Villupuram: "Viluppuram",
  "West Midnapore": "Paschim Medinipur",
  "West Nimar": "Khargone",
  "Yamuna Nagar": "Yamunanagar",
};

/** Returns city and state of addresses with this pincode. */
export function placeOf(pincode: number, { district, state }: { district: string; state: string }): PincodePlace {
  const area = Math.floor(pincode / 1000);
  if (state === "Chandigarh" && area !== CHANDIGARH) return { city: "Rupnagar", state: "Punjab" };
  const enclave = state === "Pondicherry" ? ENCLAVES[pincode] : undefined;
  return {
    city: enclave ?? METROPOLISES[area] ?? DISTRICTS[district] ?? district,
    state: LADAKH.includes(district) ? "Ladakh" : (STATES[state] ?? state),
  };
}
