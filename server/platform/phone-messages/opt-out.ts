/** Recognises texts by which somebody ends or resumes messages, in English and in the languages of India. */

const STOP = new Set([
  ...["stop", "stopall", "unsubscribe", "unsub", "quit"],
  ...["बंद", "बन्द", "रोकें", "रोको", "रुको", "थांबा", "थांबवा", "स्टॉप"],
  ...["বন্ধ", "থামুন", "বন্ধকরুন", "স্টপ"],
  ...["நிறுத்து", "நிறுத்தவும்", "ஸ்டாப்"],
  ...["ఆపు", "ఆపండి", "స్టాప్"],
  ...["બંધ", "રોકો", "સ્ટોપ"],
  ...["ನಿಲ್ಲಿಸಿ", "ನಿಲ್ಲಿಸು", "ಸ್ಟಾಪ್"],
  ...["നിർത്തുക", "നിര്‍ത്തുക", "സ്റ്റോപ്പ്"],
  ...["ਬੰਦ", "ਰੋਕੋ", "ਸਟਾਪ"],
  ...["ବନ୍ଦ", "ଷ୍ଟପ୍", "ଷ୍ଟପ", "ସ୍ଟପ୍", "ସ୍ଟପ"],
  ...["بند", "روکیں", "اسٹاپ", "سٹاپ"],
]);

const START = new Set([
  ...["start", "unstop", "subscribe"],
  ...["शुरू", "शुरु", "चालू", "सुरू", "स्टार्ट"],
  ...["চালু", "শুরু"],
  ...["தொடங்கு", "ஸ்டார்ட்"],
  ...["ప్రారంభించు", "స్టార్ట్"],
  ...["શરૂ", "ચાલુ"],
  ...["ಪ್ರಾರಂಭಿಸಿ", "ಸ್ಟಾರ್ಟ್"],
  ...["തുടങ്ങുക", "സ്റ്റാർട്ട്"],
  ...["ਸ਼ੁਰੂ", "ਚਾਲੂ"],
  ...["ଆରମ୍ଭ", "ଚାଲୁ"],
  ...["شروع"],
]);

const canonical = (words: Set<string>) => new Set([...words].map((word) => word.normalize("NFKC").toLowerCase()));
const STOP_WORDS = canonical(STOP);
const START_WORDS = canonical(START);

/** Returns what the first word of a text asks for; null for any other text. */
export function requestIn(text: string): "stop" | "start" | null {
  const [first = ""] = text
    .slice(0, 200)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^[^\p{L}]+/u, "")
    // Some letters of Indian scripts are joined by characters without a width.
    .split(/[^\p{L}\p{M}\u200c\u200d]+/u);
  if (STOP_WORDS.has(first)) return "stop";
  return START_WORDS.has(first) ? "start" : null;
}
