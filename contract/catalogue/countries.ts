/**
 * The countries and territories that a product can come from: their English names by ISO 3166-1, and after a colon other spellings and adjectives. Not its
 * codes: NA (Namibia) is more often "not applicable". One spelling each is stored, so that the filter by country of origin lists each
 * country once.
 */

const COUNTRIES = `
Afghanistan
Åland Islands
Albania
Algeria
American Samoa
Andorra
Angola
Anguilla
Antigua and Barbuda
Argentina
Armenia
Aruba
Australia: Australian
Austria: Austrian
Azerbaijan
Bahamas
Bahrain
Bangladesh: Bangla Desh, Bangladeshi
Barbados
Belarus
Belgium
Belize
Benin
Bermuda
Bhutan
Bolivia: Plurinational State of Bolivia
Bosnia and Herzegovina
Botswana
Brazil: Brazilian
British Virgin Islands
Brunei: Brunei Darussalam
Bulgaria: Bulgarian
Burkina Faso
Burundi
Cambodia
Cameroon
Canada: Canadian
Cape Verde: Cabo Verde
Caribbean Netherlands
Cayman Islands
Central African Republic
Chad
Chile
China: PR China, People’s Republic of China, PRC, Chinese
Christmas Island
Cocos Islands
Colombia
Comoros
Congo (Brazzaville): Republic of the Congo, Congo
Congo (Kinshasa): Democratic Republic of the Congo, DR Congo
Cook Islands
Costa Rica
Croatia
Cuba
Curaçao
Cyprus
Czechia: Czech Republic
Denmark
Djibouti
Dominica
Dominican Republic
Ecuador
Egypt: Egyptian
El Salvador
Equatorial Guinea
Eritrea
Estonia
Eswatini: Swaziland
Ethiopia
Falkland Islands
Faroe Islands
Fiji
Finland
France: French
French Guiana
French Polynesia
Gabon
Gambia
Georgia
Germany: Deutschland, German
Ghana
Gibraltar
Greece: Greek
Greenland
Grenada
Guadeloupe
Guam
Guatemala
Guernsey
Guinea
Guinea-Bissau
Guyana
Haiti
Honduras
Hong Kong: Hong Kong SAR China, Hong Kong SAR
Hungary
Iceland
India: Bharat, Hindustan, भारत, Indian
Indonesia: Indonesian
Iran: Persia, Islamic Republic of Iran, Iranian
Iraq
Ireland: Irish
Isle of Man
Israel
Italy: Italian
Ivory Coast: Côte d’Ivoire
Jamaica
Japan: Japanese
Jersey
Jordan
Kazakhstan
Kenya
Kiribati
Kosovo
Kuwait
Kyrgyzstan: Kirghizia
Laos: Lao PDR, Lao
Latvia
Lebanon: Lebanese
Lesotho
Liberia
Libya
Liechtenstein
Lithuania
Luxembourg
Macao: Macau, Macao SAR China
Madagascar
Malawi
Malaysia: Malaysian
Maldives
Mali
Malta
Marshall Islands
Martinique
Mauritania
Mauritius
Mayotte
Mexico: Mexican
Micronesia
Moldova: Republic of Moldova
Monaco
Mongolia
Montenegro
Montserrat
Morocco: Moroccan
Mozambique
Myanmar: Burma
Namibia
Nauru
Nepal: Nepali, Nepalese
Netherlands: Holland, Dutch
New Caledonia
New Zealand
Nicaragua
Niger
Nigeria
Niue
Norfolk Island
North Korea: Democratic People’s Republic of Korea
North Macedonia: Macedonia
Northern Mariana Islands
Norway
Oman: Omani
Pakistan
Palau
Palestine: State of Palestine, Palestinian Territories
Panama
Papua New Guinea
Paraguay
Peru
Philippines
Pitcairn Islands
Poland: Polish
Portugal: Portuguese
Puerto Rico
Qatar
Réunion
Romania
Russia: Russian Federation, Russian
Rwanda
Saint Barthélemy
Saint Helena
Saint Kitts and Nevis
Saint Lucia
Saint Martin
Saint Pierre and Miquelon
Saint Vincent and the Grenadines
Samoa
San Marino
São Tomé and Príncipe
Saudi Arabia: KSA, Kingdom of Saudi Arabia, Saudi
Senegal
Serbia
Seychelles
Sierra Leone
Singapore: Singaporean
Sint Maarten
Slovakia
Slovenia
Solomon Islands
Somalia
South Africa
South Korea: Korea, Republic of Korea, Korean
South Sudan
Spain: España, Spanish
Sri Lanka: Ceylon, Sri Lankan
Sudan
Suriname
Svalbard and Jan Mayen
Sweden: Swedish
Switzerland: Swiss Confederation, Swiss
Syria: Syrian Arab Republic
Taiwan: Chinese Taipei
Tajikistan
Tanzania: United Republic of Tanzania
Thailand: Thai
Timor-Leste: East Timor
Togo
Tokelau
Tonga
Trinidad and Tobago
Tunisia: Tunisian
Türkiye: Turkey, Turkiye, Turkish
Turkmenistan
Turks and Caicos Islands
Tuvalu
Uganda
Ukraine
United Arab Emirates: UAE, Emirates, Emirati
United Kingdom: UK, Great Britain, Britain, England, Scotland, Wales, Northern Ireland, British, English, Scottish
United States: US, USA, United States of America, America, American
Uruguay
US Virgin Islands
Uzbekistan
Vanuatu
Vatican City: Holy See
Venezuela: Bolivarian Republic of Venezuela
Vietnam: Viet Nam, Vietnamese
Wallis and Futuna
Western Sahara
Yemen
Zambia
Zimbabwe`;

/** Labels write these before a country. */
const LEADING = /^(?:(?:made|produced|manufactured|distilled|bottled) in|product of|imported from|origin) /;

/** Compares without case, accents, punctuation and "the". */
const keyOf = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/[\u0300-\u036f.’']/g, "")
    .replace(/[^\p{L}\p{M}]+/gu, " ")
    .trim()
    .replace(LEADING, "")
    .replace(/\bthe /g, "");

/** The longest that can be a country, in characters. */
const MAX_LENGTH = 60;

const BY_SPELLING = new Map(
  COUNTRIES.trim()
    .split("\n")
    .flatMap((line) => {
      const [name = "", others] = line.split(": ");
      return [name, ...(others?.split(", ") ?? [])].map((spelling) => [keyOf(spelling), name] as const);
    }),
);

/** Returns the stored name of a country in any of its spellings, such as "United Kingdom" for "U.K."; undefined if it is none. */
export const countryOf = (text: string): string | undefined =>
  text.length <= MAX_LENGTH ? BY_SPELLING.get(keyOf(text)) : undefined;

/** The names under which countries are stored. */
export const COUNTRY_NAMES: readonly string[] = [...new Set(BY_SPELLING.values())];
