import { computePhoneticKey } from './phonetic-key.ts';

/**
 * Groups of words that shoppers use for the same category or language. Each word finds the categories and languages
 * whose name contains any word of its group. One of several spellings that sound alike is enough; some groups list more
 * of them, so that they are easy to read.
 */
const groups: readonly string[] = [
  'novel novels kadambari कादंबरी कादंबऱ्या उपन्यास upanyas fiction',
  'children child kids kid बालसाहित्य बाल मुले मुलांची बच्चे बच्चों bacche juvenile',
  'story stories कथा गोष्टी goshti कहानी कहानियाँ kahaniyan kahani',
  'poetry poem poems कविता काव्य kavya kavita शायरी shayari',
  'drama dramas play plays theatre नाटक natak',
  'essay essays निबंध लेख ललित lalit',
  'letters पत्रे पत्र',
  'history इतिहास itihas ऐतिहासिक',
  'biography biographies autobiography memoir memoirs चरित्र आत्मचरित्र जीवनी आत्मकथा jeevani charitra',
  'philosophy तत्त्वज्ञान दर्शन darshan',
  'saints संत संतसाहित्य',
  'epics epic महाकाव्य mahakavya पुराण',
  'classics classic अभिजात',
  'science विज्ञान vidnyan vigyan',
  'religion religious spirituality spiritual धर्म धार्मिक अध्यात्म',
  'travel travelogue प्रवास प्रवासवर्णन यात्रा',
  'cooking cookery cookbook recipes पाककला स्वयंपाक रसोई',
  'health आरोग्य स्वास्थ्य',
  'education शिक्षण शिक्षा',
  'calendar calendars diary दिनदर्शिका कालनिर्णय पंचांग',
  'english इंग्रजी अंग्रेजी angrezi ingraji',
  'marathi मराठी',
  'hindi हिन्दी हिंदी',
  'sanskrit संस्कृत',
];

const groupsByKey = new Map<string, string[]>();
for (const group of groups.map((words) => words.split(' '))) {
  for (const key of new Set(group.map(computePhoneticKey)))
    groupsByKey.set(key, [...(groupsByKey.get(key) ?? []), ...group]);
}

/** Lists the words of all groups that contain this word or one that sounds like it; empty if there are none. */
export function listSynonyms(word: string): readonly string[] {
  return groupsByKey.get(computePhoneticKey(word)) ?? [];
}
