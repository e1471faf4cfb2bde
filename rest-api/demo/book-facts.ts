import { parseTable } from './table.ts';

/**
 * Facts by title, one line each: title | title in the other script | year of the first publication | translator. The
 * list is incomplete: it omits some books, and has a year only where we are sure of the first publication.
 */
const titles = `
श्यामची आई | Shyamchi Aai
ज्ञानेश्वरी | Dnyaneshwari
मृत्युंजय | Mrityunjay | 1967
गीतारहस्य | Gita Rahasya | 1915
तुकाराम गाथा | Tukaram Gatha
बटाट्याची चाळ | Batatyachi Chal
विशाखा | Vishakha | 1942
नटसम्राट | Natsamrat
बनगरवाडी | Bangarwadi | 1955
स्मृतिचित्रे | Smritichitre
दासबोध | Dasbodh
ययाति | Yayati
गोट्या | Gotya
बहिणाबाईंची गाणी | Bahinabainchi Gani | 1952
पण लक्षात कोण घेतो! | Pan Lakshat Kon Gheto!
संगीत सौभद्र | Sangeet Saubhadra
गुलामगिरी | Gulamgiri | 1873
युगान्त | Yuganta
काजळमाया | Kajalmaya
ऋतुचक्र | Rutuchakra | 1956
फकिरा | Fakira | 1959
मनाचे श्लोक | Manache Shlok
एकच प्याला | Ekach Pyala
व्यक्ती आणि वल्ली | Vyakti Ani Valli
स्वामी | Swami | 1962
गीताई | Gitai
केशवसुतांची कविता | Keshavsutanchi Kavita
चिमणरावाचे चऱ्हाट | Chimanravache Charhat
माझा प्रवास | Majha Pravas
एकनाथी भागवत | Eknathi Bhagwat
संगीत शारदा | Sangeet Sharada
श्रीमान योगी | Shriman Yogi
शेतकऱ्याचा असूड | Shetkaryacha Asud
गीतरामायण | Geet Ramayan
रणांगण | Ranangan | 1939
अमृतानुभव | Amrutanubhav
माणदेशी माणसं | Mandeshi Manasa | 1949
वाग्वैजयंती | Vagvaijayanti
फुरसुंगीचा फास्टर फेणे | Fursungicha Faster Fene
पिंगळावेळ | Pingalavel
कऱ्हेचे पाणी | Karheche Pani
साष्टांग नमस्कार | Sashtang Namaskar
झेंडूची फुले | Zenduchi Phule | 1925
सुदाम्याचे पोहे | Sudamyache Pohe
स्त्री-पुरुष तुलना | Stri Purush Tulana | 1882
काव्यफुले | Kavyaphule | 1854
तृतीय रत्न | Trutiya Ratna
आमच्या आयुष्यातील काही आठवणी | Amchya Ayushyatil Kahi Athavani | 1910
मराठ्यांच्या इतिहासाची साधने | Marathyanchya Itihasachi Sadhane
महाराष्ट्रीय ज्ञानकोश | Maharashtriya Dnyankosh
ब्राह्मणकन्या | Brahmankanya
लीळाचरित्र | Lilacharitra
विवेकसिंधु | Viveksindhu
केकावली | Kekavali
नलदमयंती स्वयंवराख्यान | Nal Damayanti Swayamvarakhyan
भक्तिविजय | Bhaktivijay
गुरुचरित्र | Gurucharitra
पांडवप्रताप | Pandavpratap
भावार्थ रामायण | Bhavarth Ramayan
यमुनापर्यटन | Yamuna Paryatan | 1857
मोचनगड | Mochangad | 1871
उषःकाल | Ushakkal
गारंबीचा बापू | Garambicha Bapu | 1952
पडघवली | Padghavli | 1955
भारतीय संस्कृती | Bharatiya Sanskruti
सुंदर पत्रे | Sundar Patre
गोड गोष्टी | God Goshti
गीता प्रवचने | Gita Pravachane
व्यासपर्व | Vyasparva
माझे विद्यापीठ | Majhe Vidyapeeth | 1966
गोदान | Godan | 1936
रामचरितमानस | Ramcharitmanas
कामायनी | Kamayani
बीजक | Bijak
मधुशाला | Madhushala | 1935
मैला आँचल | Maila Anchal | 1954
अंधेर नगरी | Andher Nagari
चंद्रकांता | Chandrakanta
निर्मला | Nirmala
रश्मिरथी | Rashmirathi | 1952
सूरसागर | Sursagar
मानसरोवर | Mansarovar
यामा | Yama
ईदगाह | Idgah
गबन | Gaban | 1931
पद्मावत | Padmavat
आषाढ़ का एक दिन | Ashadh Ka Ek Din | 1958
वोल्गा से गंगा | Volga Se Ganga
साकेत | Saket | 1931
विनय-पत्रिका | Vinay Patrika
चित्रलेखा | Chitralekha | 1934
हनुमान चालीसा | Hanuman Chalisa
ध्रुवस्वामिनी | Dhruvswamini | 1933
अतीत के चलचित्र | Ateet Ke Chalchitra
भारत-भारती | Bharat Bharati | 1912
बिहारी सतसई | Bihari Satsai
रंगभूमि | Rangbhumi
हिंदी साहित्य का इतिहास | Hindi Sahitya Ka Itihas | 1929
बाणभट्ट की आत्मकथा | Banbhatt Ki Atmakatha | 1946
पल्लव | Pallav | 1926
सत्यार्थ प्रकाश | Satyarth Prakash | 1875
भारत दुर्दशा | Bharat Durdasha
मृगनयनी | Mriganayani | 1950
झाँसी की रानी | Jhansi Ki Rani | 1946
अंधा युग | Andha Yug | 1954
सेवासदन | Sevasadan | 1919
प्रियप्रवास | Priyapravas | 1914
चिंतामणि | Chintamani
कुरुक्षेत्र | Kurukshetra | 1946
परीक्षा गुरु | Pariksha Guru | 1882
सुजान रसखान | Sujan Raskhan
उसने कहा था | Usne Kaha Tha | 1915
स्कंदगुप्त | Skandagupta | 1928
घुमक्कड़-शास्त्र | Ghumakkar Shastra | 1948
कर्मभूमि | Karmabhumi | 1932
पृथ्वीराज रासो | Prithviraj Raso
नीरजा | Niraja | 1934
त्यागपत्र | Tyagpatra | 1937
बिखरे मोती | Bikhre Moti | 1932
माटी की मूरतें | Mati Ki Muratein
अभिज्ञानशाकुन्तलम् | Abhijnanashakuntalam
श्रीमद्भगवद्गीता | Shrimad Bhagavad Gita
मेघदूतम् | Meghadutam
रामायणम् | Ramayanam
पञ्चतन्त्रम् | Panchatantram
मृच्छकटिकम् | Mricchakatikam
नीतिशतकम् | Nitishatakam
कादम्बरी | Kadambari
महाभारतम् | Mahabharatam
रघुवंशम् | Raghuvamsham
योगसूत्राणि | Yogasutrani
गीतगोविन्दम् | Gitagovindam
स्वप्नवासवदत्तम् | Svapnavasavadattam
हितोपदेशः | Hitopadesha
अर्थशास्त्रम् | Arthashastram
उत्तररामचरितम् | Uttararamacharitam
कुमारसम्भवम् | Kumarasambhavam
राजतरङ्गिणी | Rajatarangini
अष्टाध्यायी | Ashtadhyayi
कथासरित्सागरः | Kathasaritsagara
मुद्राराक्षसम् | Mudrarakshasam
बुद्धचरितम् | Buddhacharitam
लीलावती | Lilavati
किरातार्जुनीयम् | Kiratarjuniyam
हर्षचरितम् | Harshacharitam
नाट्यशास्त्रम् | Natyashastram
शिशुपालवधम् | Shishupalavadham
आर्यभटीयम् | Aryabhatiyam
ऊरुभङ्गम् | Urubhangam
दशकुमारचरितम् | Dashakumaracharitam
Gitanjali | गीतांजलि | 1912 | Rabindranath Tagore
Pride and Prejudice | | 1813
The Discovery of India | | 1946
A Tale of Two Cities | | 1859
The Jungle Book | | 1894
Moby-Dick; or, The Whale | | 1851
An Autobiography, or The Story of My Experiments with Truth | | | Mahadev Desai
Alice's Adventures in Wonderland | | 1865
Kim | | 1901
The Golden Threshold | | 1905
Raja Yoga | राजयोग | 1896
Walden | | 1854
The Adventures of Sherlock Holmes | | 1892
Sultana's Dream | | 1905
Jane Eyre | | 1847
The Gardener | | 1913 | Rabindranath Tagore
Hind Swaraj | हिंद स्वराज
Wuthering Heights | | 1847
The Home and the World | | | Surendranath Tagore
Frankenstein | | 1818
The Prophet | | 1923
Treasure Island | | 1883
Sadhana: The Realisation of Life | | 1913
Great Expectations | | 1861
Poverty and Un-British Rule in India | | 1901
The Crescent Moon | | 1913 | Rabindranath Tagore
Glimpses of World History | | 1934
Untouchable | | 1935
The Time Machine | | 1895
Karma Yoga | कर्मयोग | 1896
Dracula | | 1897
The Wind in the Willows | | 1908
A Christmas Carol | | 1843
Nationalism | | 1917
The Picture of Dorian Gray | | 1891
`;

/** Authors, one line each: Devanagari | Latin. */
const authors = `
साने गुरुजी | Sane Guruji
संत ज्ञानेश्वर | Sant Dnyaneshwar
शिवाजी सावंत | Shivaji Sawant
लोकमान्य टिळक | Lokmanya Tilak
संत तुकाराम | Sant Tukaram
पु. ल. देशपांडे | P. L. Deshpande
कुसुमाग्रज | Kusumagraj
वि. वा. शिरवाडकर | V. V. Shirwadkar
व्यंकटेश माडगूळकर | Vyankatesh Madgulkar
लक्ष्मीबाई टिळक | Lakshmibai Tilak
समर्थ रामदास | Samarth Ramdas
वि. स. खांडेकर | V. S. Khandekar
ना. धों. ताम्हनकर | N. D. Tamhankar
बहिणाबाई चौधरी | Bahinabai Chaudhari
ह. ना. आपटे | H. N. Apte
अण्णासाहेब किर्लोस्कर | Annasaheb Kirloskar
महात्मा फुले | Mahatma Phule
इरावती कर्वे | Irawati Karve
जी. ए. कुलकर्णी | G. A. Kulkarni
दुर्गा भागवत | Durga Bhagwat
अण्णा भाऊ साठे | Anna Bhau Sathe
राम गणेश गडकरी | Ram Ganesh Gadkari
रणजित देसाई | Ranjit Desai
विनोबा भावे | Vinoba Bhave
केशवसुत | Keshavsut
चिं. वि. जोशी | C. V. Joshi
विष्णुभट गोडसे | Vishnubhat Godse
संत एकनाथ | Sant Eknath
गोविंद बल्लाळ देवल | Govind Ballal Deval
ग. दि. माडगूळकर | G. D. Madgulkar
विश्राम बेडेकर | Vishram Bedekar
भा. रा. भागवत | B. R. Bhagwat
प्र. के. अत्रे | P. K. Atre
श्रीपाद कृष्ण कोल्हटकर | Shripad Krushna Kolhatkar
ताराबाई शिंदे | Tarabai Shinde
सावित्रीबाई फुले | Savitribai Phule
रमाबाई रानडे | Ramabai Ranade
वि. का. राजवाडे | V. K. Rajwade
श्रीधर व्यंकटेश केतकर | Shridhar Venkatesh Ketkar
म्हाइंभट | Mhaimbhat
मुकुंदराज | Mukundaraj
मोरोपंत | Moropant
रघुनाथ पंडित | Raghunath Pandit
महिपती | Mahipati
सरस्वती गंगाधर | Saraswati Gangadhar
श्रीधर स्वामी | Shridhar Swami
बाबा पदमनजी | Baba Padmanji
रामचंद्र भिकाजी गुंजीकर | Ramchandra Bhikaji Gunjikar
श्री. ना. पेंडसे | S. N. Pendse
गो. नी. दांडेकर | G. N. Dandekar
नारायण सुर्वे | Narayan Surve
प्रेमचंद | Premchand
तुलसीदास | Tulsidas
जयशंकर प्रसाद | Jaishankar Prasad
कबीर | Kabir
हरिवंशराय बच्चन | Harivansh Rai Bachchan
फणीश्वरनाथ रेणु | Phanishwar Nath Renu
भारतेंदु हरिश्चंद्र | Bharatendu Harishchandra
देवकीनंदन खत्री | Devaki Nandan Khatri
रामधारी सिंह 'दिनकर' | Ramdhari Singh Dinkar
सूरदास | Surdas
महादेवी वर्मा | Mahadevi Verma
मलिक मुहम्मद जायसी | Malik Muhammad Jayasi
मोहन राकेश | Mohan Rakesh
राहुल सांकृत्यायन | Rahul Sankrityayan
मैथिलीशरण गुप्त | Maithili Sharan Gupt
भगवतीचरण वर्मा | Bhagwati Charan Verma
बिहारीलाल | Biharilal
रामचंद्र शुक्ल | Ramchandra Shukla
हजारी प्रसाद द्विवेदी | Hazari Prasad Dwivedi
सुमित्रानंदन पंत | Sumitranandan Pant
स्वामी दयानंद सरस्वती | Swami Dayanand Saraswati
वृंदावनलाल वर्मा | Vrindavan Lal Verma
धर्मवीर भारती | Dharamvir Bharati
अयोध्यासिंह उपाध्याय 'हरिऔध' | Ayodhya Singh Upadhyay Hariaudh
लाला श्रीनिवास दास | Lala Shrinivas Das
रसखान | Raskhan
चंद्रधर शर्मा 'गुलेरी' | Chandradhar Sharma Guleri
चंद बरदाई | Chand Bardai
जैनेंद्र कुमार | Jainendra Kumar
सुभद्रा कुमारी चौहान | Subhadra Kumari Chauhan
रामवृक्ष बेनीपुरी | Rambriksh Benipuri
कालिदास | Kalidasa
वेदव्यास | Vedavyasa
वाल्मीकि | Valmiki
विष्णुशर्मा | Vishnusharma
शूद्रक | Shudraka
भर्तृहरि | Bhartrihari
बाणभट्ट | Banabhatta
पतञ्जलि | Patanjali
जयदेव | Jayadeva
भास | Bhasa
नारायण पण्डित | Narayana Pandita
कौटिल्य | Kautilya
भवभूति | Bhavabhuti
कल्हण | Kalhana
पाणिनि | Panini
सोमदेव | Somadeva
विशाखदत्त | Vishakhadatta
अश्वघोष | Ashvaghosha
भास्कराचार्य | Bhaskaracharya
भारवि | Bharavi
भरतमुनि | Bharata Muni
माघ | Magha
आर्यभट | Aryabhata
दण्डी | Dandin
रवींद्रनाथ टागोर | Rabindranath Tagore
मो. क. गांधी | M. K. Gandhi
जवाहरलाल नेहरू | Jawaharlal Nehru
स्वामी विवेकानंद | Swami Vivekananda
सरोजिनी नायडू | Sarojini Naidu
दादाभाई नौरोजी | Dadabhai Naoroji
मुल्कराज आनंद | Mulk Raj Anand
`;

/**
 * The ids of works of which the shop sells several editions, by title. गीताई is a translation of the Bhagavad Gita into
 * Marathi verse.
 */
const workIds: Readonly<Record<string, string>> = {
  श्रीमद्भगवद्गीता: 'bhagavad-gita',
  गीताई: 'bhagavad-gita',
};

const factsByTitle = new Map(
  parseTable(titles, 1, 4).map(([title = '', name = '', year = '', translator = '']) => [
    title,
    {
      transliteratedName: name || null,
      firstPublicationYear: year === '' ? null : Number(year),
      translator: translator || null,
    },
  ]),
);

const transliteratedAuthors = new Map(
  parseTable(authors, 2).flatMap(([devanagari = '', latin = '']) => [
    [devanagari, latin],
    [latin, devanagari],
  ]),
);

/**
 * Finds the facts about a demo book: its title and author in the other script (Latin or Devanagari), the year of its
 * first publication, its translator, and the work of which it is an edition.
 */
export function findBookFacts(title: string, author: string) {
  return {
    ...factsByTitle.get(title),
    transliteratedAuthor: transliteratedAuthors.get(author) ?? null,
    workId: workIds[title] ?? null,
  };
}
