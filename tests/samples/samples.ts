/** Files as spreadsheets, couriers and payment providers make them, and fields as phones and people fill them in. All are made up. */

import type { Kind, Result } from "./read.ts";

export interface Sample {
  file: string;
  kind: Kind;
  /** What it imitates. */
  imitates: string;
  mapping?: ReadonlyMap<string, string>;
  result: Result;
}

const AGGREGATOR = {
  "14325367890123": [129_900],
  "14325367890124": [44_700],
  "14325367890131": [54_900],
  "14325367890149": [1_245_050],
};

export const SAMPLES: readonly Sample[] = [
  {
    file: "remittance-aggregator.csv",
    kind: "remittance",
    imitates: "an aggregator's COD report: two lines of title, the order's value and freight beside the cash, a total",
    result: { facts: AGGREGATOR },
  },
  {
    file: "remittance-pasted.txt",
    kind: "remittance",
    imitates: "cells copied out of a spreadsheet: tabs, Rs. and /-, a total without its word",
    result: { facts: { X48210933: [44_700], X48210941: [129_900], X48210958: [54_900] } },
  },
  {
    file: "remittance-formula.csv",
    kind: "remittance",
    imitates: "a courier's portal that guards its AWBs as formulas, quotes every cell and adds a note",
    result: { facts: { "890123450783": [44_700], "890123450791": [129_950], "890123450817": [54_900] } },
  },
  {
    file: "remittance-old-mac.csv",
    kind: "remittance",
    imitates: "Excel for Mac's plain “CSV”: lines end by CR; AWBs became numbers; freight is called Amount",
    result: { facts: { "890123450783": [44_700], "890123450791": [129_950], "890123450817": [54_900] } },
  },
  {
    file: "remittance-decimal-comma.csv",
    kind: "remittance",
    imitates: "a spreadsheet with European numbers",
    result: {
      problems: [
        'row 2, COD Amount: "447,00" has a comma before its paise; please write 447.00',
        'row 3, COD Amount: "1.299,50" has a comma before its paise; please write 1299.50',
      ],
    },
  },
  {
    file: "remittance-rounded.csv",
    kind: "remittance",
    imitates: "a list that Excel has opened and saved, rounding a long AWB",
    result: {
      problems: [
        'row 2: "1.43254E+13" is an AWB that a spreadsheet has rounded; please format its column as text in the courier’s own file',
      ],
    },
  },
  {
    file: "remittance-web-page.csv",
    kind: "remittance",
    imitates: "an “Excel download” of an old portal, which is a web page",
    result: {
      problems: ["This is a web page, whatever its name: open it in a spreadsheet and save it as CSV UTF-8."],
    },
  },
  {
    file: "bill-aggregator.csv",
    kind: "bill",
    imitates:
      "an aggregator's invoice: titles, the way back in a column of its own, each row's total, a total and a note",
    result: {
      facts: {
        "14325367890123": [6200, 0, 3500, 1746],
        "14325367890124": [6200, 0, 0, 1116],
        "14325367890131": [8450, 7725, 0, 2912],
        "14325367890149": [123_450, 0, 24_900, 26_703],
        "14325367890156": [6200, 0, 3500, 1746],
      },
    },
  },
  {
    file: "bill-one-amount.csv",
    kind: "bill",
    imitates: "a list that a local courier has typed: one amount for each parcel, semicolons, AWBs that became numbers",
    result: {
      facts: {
        "890123450783": [6200, 0, 0, 0],
        "890123450791": [106_250, 0, 0, 0],
        "890123450817": [4900, 0, 0, 0],
      },
    },
  },
  {
    file: "settlement-dashboard.csv",
    kind: "settlement",
    imitates: "the payment provider's reconciliation report with all its columns, and a payment that is on hold",
    result: {
      facts: {
        pay_QY1a7Kd0bVnX2c: [145_000, 141_578, 0, 3422, 522],
        pay_QY1b8Le1cWoY3d: [100_000, 97_640, 0, 2360, 360],
        rfnd_QY2d9Mf2dXpZ4e: [45_000, 0, 45_000, 0, 0],
      },
    },
  },
  {
    file: "settlement-spreadsheet.csv",
    kind: "settlement",
    imitates: "that report in short, opened and saved by an accountant: a title, semicolons, a row of totals",
    result: {
      facts: { pay_QY1a7Kd0bVnX2c: [145_000, 141_578, 0, 3422, 522], rfnd_QY2d9Mf2dXpZ4e: [45_000, 0, 45_000, 0, 0] },
    },
  },
  {
    file: "products-libreoffice.csv",
    kind: "products",
    imitates: "this shop's export, edited and saved by LibreOffice: TRUE and FALSE, a price with its comma",
    result: {
      facts: {
        "rose-of-kannauj KW-EDP-ROSE-50": [249_900, 279_900, 66],
        "rose-of-kannauj KW-EDP-ROSE-10": [64_950, null, 140],
        "rose-of-kannauj KW-EDP-ROSE-2": [14_900, null, 0],
        "mogra-attar 00123": [129_900, null, 25],
      },
    },
  },
  {
    file: "products-unicode-text.txt",
    kind: "products",
    imitates:
      "a spreadsheet's “Unicode Text”, as LibreOffice saves it: UTF-16, tabs, Indian scripts, a line break in a cell",
    result: {
      facts: {
        "rose-of-kannauj ROSE-6": [239_900, 259_900, 40],
        "oud-creme OUD-12": [149_950, null, 12],
        "musk MUSK-1": [74_900, 79_900, 0],
      },
    },
  },
  {
    file: "products-excel-europe.csv",
    kind: "products",
    imitates: "Excel with a European locale: sep=, semicolons, headings in capitals, HTML, a line break in a cell",
    result: {
      facts: {
        "rose-of-kannauj KW-EDP-ROSE-50": [249_900, 279_900, 66],
        "mogra-attar KW-ATT-MOGRA-6": [129_900, null, 25],
      },
    },
  },
  {
    file: "products-titled-sheet.txt",
    kind: "products",
    imitates: "a price list: a title, tabs, prices as formatted, stock with a decimal",
    result: {
      facts: {
        "rose-of-kannauj KW-EDP-ROSE-50": [249_900, undefined, 66],
        "rose-of-kannauj KW-EDP-ROSE-10": [64_950, undefined, 140],
        "mogra-attar KW-ATT-MOGRA-6": [129_900, undefined, 25],
      },
    },
  },
  {
    file: "products-other-shop.csv",
    kind: "products",
    imitates: "the product export of a large shop system, with its columns chosen by hand",
    mapping: new Map([
      ["Handle", "slug"],
      ["Title", "title"],
      ["Body (HTML)", "description"],
      ["Option1 Value", "size"],
      ["Variant SKU", "sku"],
      ["Variant Inventory Qty", "stock"],
      ["Variant Price", "price"],
      ["Variant Compare At Price", "original_price"],
      ["Image Src", ""],
      ["Status", ""],
    ]),
    result: {
      facts: {
        "rose-of-kannauj KW-EDP-ROSE-50": [249_900, 279_900, 66],
        "rose-of-kannauj KW-EDP-ROSE-10": [64_950, null, 140],
        "mogra-attar KW-ATT-MOGRA-6": [129_900, null, 25],
      },
    },
  },
  {
    file: "products-workbook.csv",
    kind: "products",
    imitates: "an .xlsx that was renamed",
    result: { problems: ["this is an Excel file: save it as CSV UTF-8"] },
  },
  {
    file: "moved-shopify.csv",
    kind: "moved",
    imitates:
      "Shopify's product export since 2025: picture rows, a picture beside another size, Default Title, guarded SKUs, stock below 0 and uncounted, a gift card, a metafield",
    result: {
      facts: {
        kind: ["shopify"],
        "mogra-attar MOG-3": ["3 ml", "349.00", "", "24", "3 ml"],
        "mogra-attar 00123": ["6 ml", "649.00", "799.00", "0", "6 ml"],
        "mogra-attar MOG-12": ["12 ml", "1199.00", "", "0", "12 ml"],
        "rose-face-mist ROSE-FACE-MIST": ["", "450.00", "", "12", "100 ml"],
        "row 3, Barcode": [
          '"8906000000017" is not a barcode: its last digit does not check the others; please compare it with the pack; it is left empty',
        ],
        "row 3, Inventory quantity": ['"-2" is not a whole number from 0 to 10000000; 0 is taken'],
        "row 7, Gift card": ["a gift card is not taken: its balance is not in the file"],
      },
    },
  },
  {
    file: "moved-shopify-older.csv",
    kind: "moved",
    imitates:
      "Shopify's product export before 2025, sorted in a spreadsheet: rows apart and before their product's first, two options, rounded numbers, an archived product",
    result: {
      facts: {
        kind: ["shopify"],
        "oudh-oil-clear OUD-12": ["12 ml", "2400.00", "", "3", "12 ml"],
        "oudh-oil-clear OUD-6": ["6 ml", "1400.00", "", "5", "6 ml"],
        "oudh-oil-blue OUD-6-B": ["6 ml", "1450.00", "", "4", "6 ml"],
        "khus-soap SOAP-1": ["100 gm", "149.00", "199.00", "40", "100 g"],
        "row 3, Variant Barcode": ["a spreadsheet has rounded this barcode, whose digits are lost; it is left empty"],
        "row 4": ["its rows stand apart; they are joined by their handle"],
        "row 6, Variant SKU": [
          "a spreadsheet has rounded this SKU, whose digits are lost; please export the file again and add it as it is",
        ],
      },
    },
  },
  {
    file: "moved-shopify-inventory.csv",
    kind: "moved",
    imitates: "Shopify's inventory export with two locations, HS codes and countries",
    result: { facts: { kind: ["inventory"] } },
  },
  {
    file: "moved-shopify-customers.csv",
    kind: "moved",
    imitates:
      "Shopify's customers since 2025: ids, pincodes and phones with an apostrophe, one without an email, one twice, one abroad, a formula, a pincode of five digits",
    result: {
      facts: {
        kind: ["customers"],
        "meera.iyer@example.com": ["Meera Iyer", "", undefined, undefined, true],
        "arjun@example.com": ["Arjun", "", undefined, undefined, false],
        "row 4, Email": ["has no email, by which customers log in here"],
        "tom@example.com": ["Tom Baker", "", undefined, undefined, true],
        "row 6, Phone": ["this is no Indian mobile number"],
        "row 6, Default Address Country Code": ["the address is not in India, and is not taken"],
        "formula@example.com": ['=HYPERLINK("http://x")', "", undefined, undefined, false],
        "row 7, Phone": ["this is no Indian mobile number"],
        "row 7, Default Address Zip": ["the address is not taken: its pincode has not six digits"],
      },
    },
  },
  {
    file: "moved-shopify-customers-older.csv",
    kind: "moved",
    imitates: "Shopify's customers before 2025",
    result: {
      facts: {
        kind: ["customers"],
        "meera.iyer@example.com": ["Meera Iyer", "9845012345", "560003", "Karnataka", true],
      },
    },
  },
  {
    file: "moved-woocommerce-customers.csv",
    kind: "moved",
    imitates: "WooCommerce's list of customers, which has no street",
    result: {
      facts: { kind: ["customers"], "meera.iyer@example.com": ["Meera Iyer", "", undefined, undefined, false] },
    },
  },
  {
    file: "moved-shopify-orders.csv",
    kind: "moved",
    imitates:
      "Shopify's orders: several items, a formula, a refund and a cancellation, one without an email, one in pounds, a row that was sorted away",
    result: {
      facts: {
        kind: ["orders"],
        "#1001": ["meera.iyer@example.com", "2026-09-03T04:44:00.000Z", 139_800, 3],
        "#1002": ["meera.iyer@example.com", "2026-10-01T02:29:00.000Z", 54_900, 1],
        "#1005": ["later@example.com", "2026-11-29T18:00:00.000Z", 9900, 1],
        "row 5, Email": ["has no email, by which customers find it"],
        "row 6, Currency": ["only orders in INR are taken"],
        "row 7, Name": ["stands in the file before: its rows were sorted, or belong to another order"],
      },
    },
  },
  {
    file: "moved-woocommerce.csv",
    kind: "moved",
    imitates:
      "WooCommerce's product export: variations before their product, by id and by SKU, a sale that is over, shortcodes, \\n, escaped commas, a download, a group, a lost variation",
    result: {
      facts: {
        kind: ["woocommerce"],
        "sandal-attar SAN-5": ["5 ml", "499.00", "", "0", "5 ml"],
        "sandal-attar SAN-10": ["10 ml", "899.00", "999.00", "8", "10 ml"],
        "vetiver-soap-125g -77": ["", "120.00", "", "0", "125 g"],
        "row 4, Sale price": ["the sale ended on 2025-12-15, so the regular price is taken"],
        "row 6, Type": [
          "what is not shipped, such as a download, is not taken; if it is a parcel, please say so in the other shop, and export again",
        ],
        "row 7, Type": ["a product of the type grouped is not taken; simple and variable ones are"],
        "row 8, Parent": [
          "its product “id:999” is not in the file, or not taken; please export all products and variations",
        ],
      },
    },
  },
  {
    file: "moved-woocommerce-german.csv",
    kind: "moved",
    imitates: "WooCommerce's product export in German, with semicolons and decimal commas, matched by hand",
    mapping: new Map([
      ["ID", "id"],
      ["Typ", "type"],
      ["Artikelnummer", "sku"],
      ["Name", "title"],
      ["Beschreibung", "description"],
      ["Lager", "stock"],
      ["Gewicht (g)", "weight"],
      ["Angebotspreis", "price"],
      ["Regulärer Preis", "originalPrice"],
      ["Kategorien", "category"],
      ["Bilder", "pictures"],
      ["Übergeordnetes Produkt", "parent"],
      ["Attribut 1 Wert(e)", "size"],
    ]),
    result: {
      facts: {
        kind: ["other"],
        "rosenol ROSE-5": ["5 ml", "1499.00", "", "7", "5 ml"],
        "rosenol ROSE-10": ["10 ml", "2399.00", "2699.00", "3", "10 ml"],
      },
    },
  },
  {
    file: "moved-price-list.csv",
    kind: "moved",
    imitates:
      "a price list that somebody has typed: a title, sizes of a product by its name, an Indian script, prices with their signs",
    mapping: new Map([
      ["Product", "title"],
      ["Code", "sku"],
      ["MRP", "originalPrice"],
      ["Our rate", "price"],
      ["Pack size", "size"],
      ["Photo", "pictures"],
    ]),
    result: {
      facts: {
        kind: ["other"],
        "khus-attar KH-6": ["6ml", "1199.00", "1499.00", "0", "6 ml"],
        "khus-attar KH-12": ["12ml", "1999.00", "2499.00", "0", "12 ml"],
        "gu-6 GU-6": ["6 ml", "899.00", "", "0", "6 ml"],
      },
    },
  },
  {
    file: "moved-windows-1252.csv",
    kind: "moved",
    imitates:
      "a price list in Windows-1252, as LibreOffice saves it: letters with accents, a dash, typographic quotation marks",
    mapping: new Map([
      ["Product", "title"],
      ["Code", "sku"],
      ["MRP", "originalPrice"],
      ["Our rate", "price"],
      ["Pack size", "size"],
    ]),
    result: {
      facts: {
        kind: ["other"],
        "rose-attar RO-6": ["6 ml", "1199.00", "1499.00", "0", "6 ml"],
        "rose-attar RO-12": ["12 ml", "1999.00", "2499.00", "0", "12 ml"],
        "creme-a-loud-no-5 CR-50": ["50 g", "899.00", "999.00", "0", "50 g"],
        "mana MA-5": ["5 ml", "499.00", "", "0", "5 ml"],
      },
    },
  },
  {
    file: "categories-excel.csv",
    kind: "categories",
    imitates: "Excel with semicolons, and a comma in a name",
    result: { facts: { attars: ["Attars", null], "floral-attars": ["Floral, sweet attars", "attars"] } },
  },
  {
    file: "addresses-devanagari.tsv",
    kind: "addresses",
    imitates: "Hindi and Marathi: numbers in Devanagari, C/O and “near” in words, the pincode in the line, too",
    result: {
      facts: {
        "row 2": ["श्रीमती आशा वर्मा", "9839012345", "asha.verma@example.com", "226003", "Uttar Pradesh"],
        "row 3": ["विजय पाटील", "9822012345", "vijay.patil@example.com", "411030", "Maharashtra"],
        "row 4": ["रमेश कुमार", "9829012345", "ramesh@example.com", "302003", "Rajasthan"],
        "row 5": ["सुनीता देवी", "9431012345", "sunita.devi@example.com", "800001", "Bihar"],
      },
    },
  },
  {
    file: "addresses-bengali.tsv",
    kind: "addresses",
    imitates: "Bengali and Assamese, with Kolkata, Agartala and Guwahati in their own words",
    result: {
      facts: {
        "row 2": ["অনিন্দিতা সেন", "9830012345", "anindita.sen@example.com", "700019", "West Bengal"],
        "row 3": ["সুব্রত দাস", "9831212345", "subrata@example.com", "700073", "West Bengal"],
        "row 4": ["মৌসুমী দেববর্মা", "9436112345", "mousumi@example.com", "799001", "Tripura"],
        "row 5": ["ৰঞ্জিত বৰুৱা", "9435012345", "ranjit.baruah@example.com", "781001", "Assam"],
      },
    },
  },
  {
    file: "addresses-tamil.tsv",
    kind: "addresses",
    imitates: "Tamil: the state in one word and in two, and Puducherry",
    result: {
      facts: {
        "row 2": ["கார்த்திக் சுப்பிரமணியன்", "9840012345", "karthik.s@example.com", "600017", "Tamil Nadu"],
        "row 3": ["மீனாட்சி", "9842112345", "meenakshi@example.com", "625001", "Tamil Nadu"],
        "row 4": ["சரவணன்", "9443012345", "saravanan@example.com", "641001", "Tamil Nadu"],
        "row 5": ["இந்திரா", "9442012345", "indira@example.com", "605001", "Puducherry"],
      },
    },
  },
  {
    file: "addresses-telugu.tsv",
    kind: "addresses",
    imitates: "Telugu: two states, and Yanam, whose pincode both Andhra Pradesh and Puducherry have",
    result: {
      facts: {
        "row 2": ["లక్ష్మీ నారాయణ", "9848012345", "lakshmi.n@example.com", "500002", "Telangana"],
        "row 3": ["వెంకటేశ్వర రావు", "9849012345", "venkat.rao@example.com", "520002", "Andhra Pradesh"],
        "row 4": ["పద్మావతి", "9440112345", "padma@example.com", "530001", "Andhra Pradesh"],
        "row 5": ["సత్యనారాయణ", "9440212345", "satya@example.com", "533464", "Puducherry"],
      },
    },
  },
  {
    file: "addresses-kannada.tsv",
    kind: "addresses",
    imitates: "Kannada: the country after the state",
    result: {
      facts: {
        "row 2": ["ಅನಿತಾ ಗೌಡ", "9845012345", "anitha.gowda@example.com", "560003", "Karnataka"],
        "row 3": ["ರಾಘವೇಂದ್ರ", "9886012345", "raghu@example.com", "570001", "Karnataka"],
        "row 4": ["ಬಸವರಾಜ", "9448012345", "basavaraj@example.com", "580020", "Karnataka"],
        "row 5": ["ಶೋಭಾ ಶೆಟ್ಟಿ", "9448112345", "shobha@example.com", "575001", "Karnataka"],
      },
    },
  },
  {
    file: "addresses-malayalam.tsv",
    kind: "addresses",
    imitates: "Malayalam: old and new letters at the end of names, which differ by a joiner, and Mahe",
    result: {
      facts: {
        "row 2": ["അനിൽ കുമാർ", "9847012345", "anil.kumar@example.com", "695033", "Kerala"],
        "row 3": ["സുജാത മേനോന്‍", "9846012345", "sujatha@example.com", "682002", "Kerala"],
        "row 4": ["മുഹമ്മദ് റഫീഖ്", "9447012345", "rafeeq@example.com", "673001", "Kerala"],
        "row 5": ["ഗീത", "9447112345", "geetha@example.com", "673310", "Puducherry"],
      },
    },
  },
  {
    file: "addresses-gujarati.tsv",
    kind: "addresses",
    imitates: "Gujarati: Daman by the former name of its territory",
    result: {
      facts: {
        "row 2": ["હેતલ પટેલ", "9825012345", "hetal.patel@example.com", "380001", "Gujarat"],
        "row 3": ["જિગ્નેશ શાહ", "9824012345", "jignesh@example.com", "395002", "Gujarat"],
        "row 4": ["કિરણ", "9426012345", "kiran@example.com", "396210", "Dadra and Nagar Haveli and Daman and Diu"],
        "row 5": ["ભાવના મહેતા", "9426112345", "bhavna@example.com", "360001", "Gujarat"],
      },
    },
  },
  {
    file: "addresses-gurmukhi.tsv",
    kind: "addresses",
    imitates: "Punjabi: Chandigarh and Delhi in Gurmukhi",
    result: {
      facts: {
        "row 2": ["ਹਰਪ੍ਰੀਤ ਕੌਰ", "9814012345", "harpreet.kaur@example.com", "141008", "Punjab"],
        "row 3": ["ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ", "9815012345", "gurpreet@example.com", "143001", "Punjab"],
        "row 4": ["ਸਿਮਰਨ", "9417012345", "simran@example.com", "160017", "Chandigarh"],
        "row 5": ["ਜਸਵਿੰਦਰ", "9811012345", "jaswinder@example.com", "110018", "Delhi"],
      },
    },
  },
  {
    file: "addresses-odia.tsv",
    kind: "addresses",
    imitates: "Odia: the state with its dot and without",
    result: {
      facts: {
        "row 2": ["ସୁଚିତ୍ରା ମହାନ୍ତି", "9437012345", "suchitra@example.com", "751002", "Odisha"],
        "row 3": ["ପ୍ରକାଶ ସାହୁ", "9437112345", "prakash.sahu@example.com", "753001", "Odisha"],
        "row 4": ["ମମତା", "9437212345", "mamata@example.com", "752001", "Odisha"],
        "row 5": ["ରବି", "9437312345", "rabi@example.com", "769002", "Odisha"],
      },
    },
  },
  {
    file: "fields-android-gboard.tsv",
    kind: "addresses",
    imitates:
      "Gboard: spaces at the end, capitals, a full stop after two spaces, emoji; autofill with the country's code; slips",
    result: {
      facts: {
        "row 2": ["Asha Verma", "9839012345", "asha.verma@example.com", "226003", "Uttar Pradesh"],
        "row 3": ["asha Verma 🌸", "9839012345", "asha.verma@example.com", "226003", "Uttar Pradesh"],
        "row 4": ["Om Prakash", "9839012345", "om@example.com", "226003", "Uttar Pradesh"],
        "row 5": ["mobile: Mobile number must be 10 digits."],
        "row 6": ["mobile: Mobile number must be 10 digits."],
        "row 7": ["state: 226003 is in Uttar Pradesh. Please check the pincode and the state."],
      },
    },
  },
  {
    file: "fields-iphone.tsv",
    kind: "addresses",
    imitates:
      "an iPhone: marks of direction, wide spaces, smart quotation marks and dashes; a contact of the United States",
    result: {
      facts: {
        "row 2": ["Asha O’Neill", "9839012345", "asha@example.com", "226003", "Uttar Pradesh"],
        "row 3": ["email: Email is not valid."],
        "row 4": ["email: Email is not valid."],
        "row 5": ["Priya", "9847012345", "priya@example.com", "682002", "Kerala"],
        "row 6": ["pincode: Invalid pincode"],
        "row 7": ["mobile: Mobile number must be 10 digits.", "pincode: Invalid pincode"],
        "row 8": ["Priya Contact", "9847012345", "priya@example.com", "682002", "Kerala"],
      },
    },
  },
  {
    file: "fields-oneplus-swiftkey.tsv",
    kind: "addresses",
    imitates:
      "SwiftKey on a OnePlus phone: spaces and full stops of its own, links as they are copied, words before numbers, a dictated number",
    result: {
      facts: {
        "row 2": ["email: Email is not valid."],
        "row 3": ["mobile: Mobile number must be 10 digits.", "email: Email is not valid.", "pincode: Invalid pincode"],
        "row 4": ["mobile: Mobile number must be 10 digits.", "email: Email is not valid."],
        "row 5": ["மீனா சுந்தரம்", "9840012345", "meena@example.com", "600004", "Tamil Nadu"],
        "row 6": ["mobile: Mobile number must be 10 digits.", "email: Email is not valid."],
      },
    },
  },
  {
    file: "fields-samsung-keyboard.tsv",
    kind: "addresses",
    imitates: "Samsung's keyboard: all capitals, 00 and 0 before numbers, a joiner in an email, digits of the script",
    result: {
      facts: {
        "row 2": ["KAVITA SHARMA", "9822012345", "kavita@example.com", "411030", "Maharashtra"],
        "row 3": ["email: Email is not valid."],
        "row 4": ["Kavita Desk", "9822012345", "kavita@example.com", "411030", "Maharashtra"],
        "row 5": ["mobile: Mobile number must be 10 digits.", "pincode: Invalid pincode"],
        "row 6": ["श्रीमती कविता", "9822012345", "kavita9@example.com", "411030", "Maharashtra"],
      },
    },
  },
  {
    file: "fields-xiaomi-autofill.tsv",
    kind: "addresses",
    imitates:
      "a Xiaomi phone: full-width digits and letters, 91 without its plus, a landline, a word before the pincode",
    result: {
      facts: {
        "row 2": ["Rahul Das", "9830012345", "rahul@example.com", "700019", "West Bengal"],
        "row 3": ["Rahul Das", "9830012345", "rahul@example.com", "700019", "West Bengal"],
        "row 4": ["pincode: Invalid pincode"],
        "row 5": ["mobile: Mobile number must be 10 digits."],
        "row 6": [
          "name: We can’t print “🙏🙏🙏” on labels and invoices. Please use English letters or an Indian script.",
          "email: Email is not valid.",
          "pincode: Invalid pincode",
        ],
      },
    },
  },
  {
    file: "fields-desktop-password-manager.tsv",
    kind: "addresses",
    imitates:
      "a password manager on a computer: dots between digits, links, names around emails, line breaks, no street",
    result: {
      facts: {
        "row 2": ["Meera Iyer", "9840012345", "meera@example.com", "600017", "Tamil Nadu"],
        "row 3": ["mobile: Mobile number must be 10 digits.", "email: Email is not valid."],
        "row 4": ["Meera Iyer", "9840012345", "meera@example.com", "600017", "Tamil Nadu"],
        "row 5": ["email: Email is not valid."],
        "row 6": ["street: Address is required"],
        "row 7": ["email: Email is not valid."],
      },
    },
  },
];
