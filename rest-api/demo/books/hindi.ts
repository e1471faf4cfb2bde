/** Hindi titles, one line each: title | author | category | MRP in rupees | description. */
export const hindiBooks = `
गोदान | प्रेमचंद | Novels | 350 | Hori, a poor farmer, wishes for one thing: a cow. Premchand's last completed novel, published in 1936.
रामचरितमानस | तुलसीदास | Epics & Classics | 600 | The story of Rama in Awadhi verse, begun at Ayodhya in 1574 and sung all over North India.
कामायनी | जयशंकर प्रसाद | Poetry | 220 | Manu, Shraddha and Ida after the flood: the great long poem of the Chhayavad age.
बीजक | कबीर | Saints' Literature | 250 | Kabir's ramainis, shabads and sakhis as his own followers have kept them.
मधुशाला | हरिवंशराय बच्चन | Poetry | 150 | The tavern as the world, in one hundred and thirty-five quatrains. First published in 1935.
मैला आँचल | फणीश्वरनाथ रेणु | Novels | 399 | A village in the north-east of Bihar in the years around independence. First published in 1954.
अंधेर नगरी | भारतेंदु हरिश्चंद्र | Drama | 80 | A town where everything costs the same, and justice is just as indiscriminate. A farce of 1881.
चंद्रकांता | देवकीनंदन खत्री | Novels | 250 | Princes, spies and enchanted vaults: the romance for whose sake people learned to read Hindi.
निर्मला | प्रेमचंद | Novels | 180 | A girl is married to a widower her father's age. One of Premchand's most moving novels.
रश्मिरथी | रामधारी सिंह 'दिनकर' | Poetry | 199 | The life of Karna in seven cantos of ringing verse, from 1952.
सूरसागर | सूरदास | Saints' Literature | 550 | Songs of the childhood and loves of Krishna by the blind poet of Braj.
मानसरोवर | प्रेमचंद | Stories | 850 | The collected stories of Premchand, in eight volumes.
यामा | महादेवी वर्मा | Poetry | 260 | Four collections of lyrics in one, with the poet's own drawings.
ईदगाह | प्रेमचंद | Children | 60 | Little Hamid goes to the Eid fair with three paise and comes back with a pair of tongs.
गबन | प्रेमचंद | Novels | 260 | A wish for jewellery, a false entry in the books, and an escape. First published in 1931.
पद्मावत | मलिक मुहम्मद जायसी | Epics & Classics | 380 | Ratansen's quest for Padmavati: a Sufi romance in Awadhi verse, begun in 1540.
आषाढ़ का एक दिन | मोहन राकेश | Drama | 160 | Kalidasa, Mallika and what success costs. First published in 1958, and a landmark of modern Hindi theatre.
वोल्गा से गंगा | राहुल सांकृत्यायन | Stories | 350 | Twenty stories that walk through eight thousand years of history.
साकेत | मैथिलीशरण गुप्त | Poetry | 300 | The Ramayana with Urmila, whom the old poets forgot, at its heart. First published in 1931.
विनय-पत्रिका | तुलसीदास | Saints' Literature | 260 | A letter of petition to Rama in songs of humility and hope.
चित्रलेखा | भगवतीचरण वर्मा | Novels | 199 | What is sin? Two pupils go to a nobleman and to a hermit to find out. First published in 1934.
हनुमान चालीसा | तुलसीदास | Saints' Literature | 30 | Forty verses in praise of Hanuman, known by heart to millions.
ध्रुवस्वामिनी | जयशंकर प्रसाद | Drama | 90 | A Gupta queen claims the right to choose. A play of 1933.
अतीत के चलचित्र | महादेवी वर्मा | Essays & Letters | 180 | Sketches from memory of servants, neighbours and children, written with rare sympathy.
भारत-भारती | मैथिलीशरण गुप्त | Poetry | 180 | What we were, what we are, what we shall be: the poem of a waking nation, from 1912.
बिहारी सतसई | बिहारीलाल | Poetry | 240 | Some seven hundred couplets of love and manners, each a world in two lines.
रंगभूमि | प्रेमचंद | Novels | 480 | Blind Surdas will not sell his land for a factory. Premchand's longest novel.
हिंदी साहित्य का इतिहास | रामचंद्र शुक्ल | Science & Scholarship | 420 | The history of Hindi literature that set the terms for all later ones. First published in 1929.
बाणभट्ट की आत्मकथा | हजारी प्रसाद द्विवेदी | Novels | 299 | An invented autobiography of the poet Bana, from 1946.
पल्लव | सुमित्रानंदन पंत | Poetry | 160 | New leaves: the collection of 1926 whose preface became a manifesto of Chhayavad.
सत्यार्थ प्रकाश | स्वामी दयानंद सरस्वती | Philosophy | 200 | The light of truth: the founder of the Arya Samaj on faith, learning and conduct. First published in 1875.
भारत दुर्दशा | भारतेंदु हरिश्चंद्र | Drama | 80 | India's plight, shown as an allegory on the stage.
मृगनयनी | वृंदावनलाल वर्मा | Novels | 320 | A village girl becomes queen of Raja Mansingh of Gwalior. A historical novel of 1950.
झाँसी की रानी | वृंदावनलाल वर्मा | Novels | 360 | The life of Rani Lakshmibai as a historical novel, first published in 1946.
अंधा युग | धर्मवीर भारती | Drama | 175 | The last evening of the Mahabharata war, in a verse play of 1954.
सेवासदन | प्रेमचंद | Novels | 240 | The novel of 1919 that made Premchand's name in Hindi.
प्रियप्रवास | अयोध्यासिंह उपाध्याय 'हरिऔध' | Poetry | 220 | Krishna has left Braj. The first long poem of its kind in modern Khari Boli, from 1914.
चिंतामणि | रामचंद्र शुक्ल | Essays & Letters | 250 | Essays on feeling and on literature, clear and closely argued.
कुरुक्षेत्र | रामधारी सिंह 'दिनकर' | Poetry | 175 | After the war Yudhishthira and Bhishma speak of war and peace. First published in 1946.
परीक्षा गुरु | लाला श्रीनिवास दास | Novels | 190 | A merchant's son learns who his friends are. Published in 1882, it is often called the first novel in Hindi.
सुजान रसखान | रसखान | Saints' Literature | 120 |
उसने कहा था | चंद्रधर शर्मा 'गुलेरी' | Stories | 70 | A meeting in a bazaar, a promise and a trench in the Great War: the famous story of 1915.
स्कंदगुप्त | जयशंकर प्रसाद | Drama | 150 | The last great Gupta holds the frontier, and gives up the throne. A play of 1928.
घुमक्कड़-शास्त्र | राहुल सांकृत्यायन | Essays & Letters | 160 | The science of wandering, by one who practised it all his life. First published in 1948.
कर्मभूमि | प्रेमचंद | Novels | 320 | Protest, prison and a marriage in the years of civil disobedience. First published in 1932.
पृथ्वीराज रासो | चंद बरदाई | Epics & Classics | 650 | The ballad epic of Prithviraj Chauhan, ascribed to the poet at his court.
नीरजा | महादेवी वर्मा | Poetry | 140 | Lyrics of longing and light, first published in 1934.
त्यागपत्र | जैनेंद्र कुमार | Novels | 120 | A judge remembers his aunt, whom the world cast out, and resigns. First published in 1937.
बिखरे मोती | सुभद्रा कुमारी चौहान | Stories | 130 | Scattered pearls: stories of women's lives by the author of the famous poem on the Rani of Jhansi. First published in 1932.
माटी की मूरतें | रामवृक्ष बेनीपुरी | Essays & Letters | 150 | Figures of clay: word portraits of village people, loving and unsentimental.
`;
