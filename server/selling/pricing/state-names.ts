/** Other names of India's states: abbreviations, former names, common spellings, and names in Hindi, Urdu and each state's own script. */

/** A name that two states could mean, such as "Andaman" or "Pradesh", is not listed. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  "Jammu and Kashmir": ["JK", "Jammu Kashmir", "Jammu", "Kashmir", "जम्मू और कश्मीर", "जम्मू कश्मीर", "جموں و کشمیر"],
  "Himachal Pradesh": ["HP", "Himachal", "हिमाचल प्रदेश", "ہماچل پردیش"],
  Punjab: ["PB", "Panjab", "Punjaab", "पंजाब", "ਪੰਜਾਬ", "پنجاب"],
  Chandigarh: ["CH", "Chandigad", "चंडीगढ़", "ਚੰਡੀਗੜ੍ਹ", "چنڈی گڑھ"],
  Uttarakhand: ["UK", "UA", "Uttaranchal", "Uttarkhand", "उत्तराखंड", "उत्तरांचल", "اتراکھنڈ"],
  Haryana: ["HR", "Hariyana", "Harayana", "हरियाणा", "ہریانہ"],
  Delhi: [
    ...["DL", "New Delhi", "Dehli", "Delhi NCR", "Delhi NCT", "NCT", "NCT of Delhi", "NCT Delhi"],
    ...["National Capital Territory of Delhi", "दिल्ली", "नई दिल्ली", "दिल्ली एनसीआर", "ਦਿੱਲੀ", "دہلی", "نئی دہلی"],
  ],
  Rajasthan: ["RJ", "Rajsthan", "राजस्थान", "راجستھان"],
  "Uttar Pradesh": ["UP", "उत्तर प्रदेश", "यूपी", "اتر پردیش"],
  Bihar: ["BR", "Behar", "बिहार", "بہار"],
  Sikkim: ["SK", "Sikim", "सिक्किम", "سکم"],
  "Arunachal Pradesh": ["AR", "Arunachal", "अरुणाचल प्रदेश", "اروناچل پردیش"],
  Nagaland: ["NL", "नागालैंड", "नागालैण्ड", "ناگالینڈ"],
  Manipur: ["MN", "मणिपुर", "মণিপুর", "منی پور"],
  Mizoram: ["MZ", "मिज़ोरम", "میزورم"],
  Tripura: ["TR", "त्रिपुरा", "ত্রিপুরা", "تری پورہ"],
  Meghalaya: ["ML", "मेघालय", "میگھالیہ"],
  Assam: ["AS", "Asam", "Asom", "असम", "অসম", "আসাম", "آسام"],
  "West Bengal": ["WB", "W Bengal", "Bengal", "Paschim Banga", "Paschimbanga", "पश्चिम बंगाल", "পশ্চিমবঙ্গ", "مغربی بنگال"],
  Jharkhand: ["JH", "Jarkhand", "झारखंड", "جھارکھنڈ"],
  Odisha: ["OD", "OR", "Orissa", "Orisa", "Odissa", "Odisa", "ओडिशा", "उड़ीसा", "ଓଡ଼ିଶା", "اوڈیشا"],
  Chhattisgarh: ["CG", "CT", "Chattisgad", "Chhatisgad", "Chhattisgad", "छत्तीसगढ़", "چھتیس گڑھ"],
  "Madhya Pradesh": ["MP", "मध्य प्रदेश", "एमपी", "مدھیہ پردیش"],
  Gujarat: ["GJ", "Gujrat", "Gujrath", "Gujarath", "गुजरात", "ગુજરાત", "گجرات"],
  "Dadra and Nagar Haveli and Daman and Diu": [
    ...["DN", "DD", "DH", "DNH", "DNHDD", "Dadra and Nagar Haveli", "Dadra Nagar Haveli", "Daman and Diu", "Daman Diu"],
    ...["Daman", "Diu", "दादरा और नगर हवेली और दमन और दीव", "दादरा और नगर हवेली", "दमन और दीव"],
    ...["દાદરા અને નગર હવેલી અને દમણ અને દીવ", "દાદરા અને નગર હવેલી", "દમણ અને દીવ"],
  ],
  Maharashtra: ["MH", "Maharastra", "महाराष्ट्र", "مہاراشٹر"],
  Karnataka: ["KA", "कर्नाटक", "ಕರ್ನಾಟಕ", "کرناٹک"],
  Goa: ["GA", "Gova", "गोवा", "गोंय", "گوا"],
  Lakshadweep: ["LD", "Lakshadweep Islands", "Laccadive Islands", "लक्षद्वीप", "ലക്ഷദ്വീപ്", "لکشدیپ"],
  Kerala: ["KL", "Kerela", "Kerla", "Keralam", "Keral", "केरल", "കേരളം", "കേരള", "کیرلا"],
  "Tamil Nadu": ["TN", "Tamil Naadu", "तमिलनाडु", "தமிழ்நாடு", "تمل ناڈو"],
  Puducherry: [
    "PY",
    "Pondicherry",
    "Pondichery",
    "Pondy",
    "पुदुचेरी",
    "पुडुचेरी",
    "पांडिचेरी",
    "புதுச்சேரி",
    "പുതുച്ചേരി",
    "పుదుచ్చేరి",
  ],
  "Andaman and Nicobar Islands": [
    ...["AN", "Andaman and Nicobar", "Andaman Nicobar", "Andaman Nicobar Islands", "Andaman", "Andamans"],
    ...["Andaman Islands", "Nicobar", "अंडमान और निकोबार", "अंडमान और निकोबार द्वीपसमूह", "अंडमान और निकोबार द्वीप समूह"],
  ],
  Telangana: ["TS", "TG", "तेलंगाना", "తెలంగాణ", "تلنگانہ"],
  "Andhra Pradesh": ["AP", "Andhra", "Andra Pradesh", "आंध्र प्रदेश", "ఆంధ్రప్రదేశ్", "ఆంధ్ర ప్రదేశ్", "آندھرا پردیش"],
  Ladakh: ["LA", "Ladak", "लद्दाख", "لداخ"],
};

/** Words and marks around a state's name that do not change it: "State of Kerala", "Karnataka, India", "IN-KA", "29-Karnataka". */
const AROUND = /\b(the|state of|state|u\.?t\.? of|union territory of|union territory|india|bharat|in-)|भारत|[\p{N}]+/gu;
/** Nasals that Indian scripts write as a letter or as a dot above: चण्डीगढ़ and चंडीगढ़. */
const NASAL = /[\u0919\u091e\u0923\u0928\u092e]\u094d(?=\p{L})/gu;

/**
 * Returns what two spellings of one state have in common: lower case letters and vowel signs, without spaces, marks, "and" and the words
 * around.
 */
export function spellingOf(name: string): string {
  return name
    .toLowerCase()
    .replace(AROUND, " ")
    .replace(/&|\band\b|\bn\b(?=\s)/gu, " ")
    .normalize("NFD")
    .replace(/[\u0300-\u036f\u093c\u09bc\u0a3c\u0b3c]/gu, "")
    .replace(NASAL, "\u0902")
    .replace(/[^\p{L}\p{M}]/gu, "");
}

/** The least number of letters of a name of which one may be wrong, missing, too many, or exchanged with its neighbour; and of two. */
const ONE_SLIP = 8;
const TWO_SLIPS = 12;

/** Whether a spelling is a mistyped one of a longer name: "Karnatka", "Chattisgarh". Short names are too similar: "Bidar" is a city. */
export function isMistyped(spelling: string, name: string): boolean {
  const most = name.length >= TWO_SLIPS ? 2 : name.length >= ONE_SLIP ? 1 : 0;
  return most > 0 && Math.abs(spelling.length - name.length) <= most && slipsBetween(spelling, name) <= most;
}

/** Counts the letters to insert, delete, replace, or exchange with a neighbour (optimal string alignment distance). */
function slipsBetween(from: string, to: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const differs = from[row - 1] === to[column - 1] ? 0 : 1;
      const isExchanged = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (before[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (before[column - 1] ?? 0) + differs,
        ...(isExchanged ? [(twoBefore[column - 2] ?? 0) + 1] : []),
      );
    }
    twoBefore = before;
    before = current;
  }
  return before[to.length] ?? 0;
}
