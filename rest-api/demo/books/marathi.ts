/** Marathi titles, one line each: title | author | category | MRP in rupees | description. */
export const marathiBooks = `
श्यामची आई | साने गुरुजी | Novels | 220 | Evening by evening, Shyam tells his friends what his mother taught him. Written in Nashik jail in 1933 and read in Marathi homes ever since.
ज्ञानेश्वरी | संत ज्ञानेश्वर | Saints' Literature | 600 | The Bhagavad Gita told and explained in Marathi ovi verse, completed at Nevasa in 1290.
मृत्युंजय | शिवाजी सावंत | Novels | 650 | The life of Karna, told in turn by himself and by those around him. First published in 1967.
गीतारहस्य | लोकमान्य टिळक | Philosophy | 550 | Tilak's reading of the Gita as a call to selfless action, written in Mandalay prison and published in 1915.
तुकाराम गाथा | संत तुकाराम | Saints' Literature | 500 | The abhangs of the seventeenth-century poet-saint of Dehu: direct, tender, angry and free.
बटाट्याची चाळ | पु. ल. देशपांडे | Essays & Letters | 190 | A Mumbai tenement and everyone in it, in the humorous sketches that made the place immortal.
विशाखा | कुसुमाग्रज | Poetry | 160 | The 1942 collection of poems that gave its generation a voice.
नटसम्राट | वि. वा. शिरवाडकर | Drama | 180 | An ageing actor gives away all he has and learns what is left. First staged in 1970.
बनगरवाडी | व्यंकटेश माडगूळकर | Novels | 170 | A young schoolmaster comes to a shepherds' hamlet in the dry country of Mandesh. First published in 1955.
स्मृतिचित्रे | लक्ष्मीबाई टिळक | History & Biography | 450 | Memories of a marriage, a conversion and a home, told with rare candour and humour.
दासबोध | समर्थ रामदास | Saints' Literature | 480 | A manual of spiritual and practical life in twenty dashakas, in ovi verse, from the seventeenth century.
ययाति | वि. स. खांडेकर | Novels | 420 | The old story of King Yayati, who would not grow old, as a modern novel of desire. It brought its author the Jnanpith Award.
गोट्या | ना. धों. ताम्हनकर | Children | 240 | The scrapes and kindnesses of an orphan boy who is at home everywhere.
बहिणाबाईंची गाणी | बहिणाबाई चौधरी | Poetry | 150 | Songs made at the grindstone and in the field by a poet who never learned to write. First published in 1952.
पण लक्षात कोण घेतो! | ह. ना. आपटे | Novels | 460 | Yamu tells her own life, and with it that of women in the Pune of her day. It began to appear in serial form in 1890.
संगीत सौभद्र | अण्णासाहेब किर्लोस्कर | Drama | 160 | The wooing of Subhadra, from 1882: a musical play that has never left the Marathi stage.
गुलामगिरी | महात्मा फुले | Essays & Letters | 180 | A dialogue against caste slavery, published in 1873 and dedicated to those who fought slavery in America.
युगान्त | इरावती कर्वे | Essays & Letters | 280 | Essays that look at the people of the Mahabharata as people.
काजळमाया | जी. ए. कुलकर्णी | Stories | 320 | Dark, finely made stories of people and the fate they meet.
ऋतुचक्र | दुर्गा भागवत | Essays & Letters | 220 | The round of the year in twelve essays on trees, birds, skies and light. First published in 1956.
फकिरा | अण्णा भाऊ साठे | Novels | 230 | The story of Fakira, who robbed so that his people would not starve. First published in 1959.
मनाचे श्लोक | समर्थ रामदास | Saints' Literature | 80 | Two hundred and five verses addressed to the mind, learned by heart by generations of children.
एकच प्याला | राम गणेश गडकरी | Drama | 170 | A single glass ruins a gifted man and his house. Gadkari's great tragedy.
व्यक्ती आणि वल्ली | पु. ल. देशपांडे | Essays & Letters | 260 | Portraits of people one has surely met somewhere, drawn with laughter and love.
स्वामी | रणजित देसाई | Novels | 430 | The short rule of Peshwa Madhavrao I, as a historical novel. First published in 1962.
गीताई | विनोबा भावे | Philosophy | 60 | The Bhagavad Gita in plain Marathi verse, true to the metre and sense of the original.
केशवसुतांची कविता | केशवसुत | Poetry | 180 | The collected poems of the founder of modern Marathi poetry, first gathered in a book in 1917.
चिमणरावाचे चऱ्हाट | चिं. वि. जोशी | Stories | 240 | Chimanrao's misadventures, told by himself in perfect seriousness.
माझा प्रवास | विष्णुभट गोडसे | History & Biography | 250 | A priest from the Konkan travels north for alms and walks into the rising of 1857. First published in 1907.
एकनाथी भागवत | संत एकनाथ | Saints' Literature | 650 | The eleventh book of the Bhagavata with a commentary in Marathi ovi, completed at Varanasi in 1573.
संगीत शारदा | गोविंद बल्लाळ देवल | Drama | 170 | A musical play of 1899 against the marriage of young girls to old men.
श्रीमान योगी | रणजित देसाई | Novels | 750 | The life of Chhatrapati Shivaji Maharaj as a novel on a great scale.
शेतकऱ्याचा असूड | महात्मा फुले | Essays & Letters | 200 | The cultivator's whipcord: on what keeps the farmer poor, written in 1883.
गीतरामायण | ग. दि. माडगूळकर | Poetry | 140 | The Ramayana in fifty-six songs, first broadcast from Pune in 1955 and 1956 to music by Sudhir Phadke.
रणांगण | विश्राम बेडेकर | Novels | 150 | Aboard a ship from Europe on the eve of war, two strangers meet and must part. First published in 1939.
अमृतानुभव | संत ज्ञानेश्वर | Philosophy | 300 | Dnyaneshwar's own statement of experience: some eight hundred ovis on being, knowledge and joy.
माणदेशी माणसं | व्यंकटेश माडगूळकर | Stories | 180 | Sketches of the people of Mandesh, spare and exact. First published in 1949.
वाग्वैजयंती | राम गणेश गडकरी | Poetry | 190 | The poems Gadkari wrote under the name Govindagraj.
फुरसुंगीचा फास्टर फेणे | भा. रा. भागवत | Children | 140 | Banesh Phene of Phursungi is thin, quick and never far from an adventure. The first book of a much-loved series.
पिंगळावेळ | जी. ए. कुलकर्णी | Stories | 330 | Long, haunting stories by a master of the form.
कऱ्हेचे पाणी | प्र. के. अत्रे | History & Biography | 900 | Atre's vast and lively autobiography in several volumes.
साष्टांग नमस्कार | प्र. के. अत्रे | Drama | 150 | A household with a fad for each member, in a comedy of 1933.
झेंडूची फुले | प्र. के. अत्रे | Poetry | 140 | The most famous parodies in Marathi verse, first published in 1925.
सुदाम्याचे पोहे | श्रीपाद कृष्ण कोल्हटकर | Essays & Letters | 220 | The essays with which modern humorous writing in Marathi begins.
स्त्री-पुरुष तुलना | ताराबाई शिंदे | Essays & Letters | 120 | A comparison of women and men, published in 1882: one of the earliest feminist texts of India.
काव्यफुले | सावित्रीबाई फुले | Poetry | 100 | Poems by the pioneer of girls' education in Maharashtra, first published in 1854.
तृतीय रत्न | महात्मा फुले | Drama | 90 | A short play of 1855 on learning, the third eye that opens the way out of deceit.
आमच्या आयुष्यातील काही आठवणी | रमाबाई रानडे | History & Biography | 260 | Ramabai Ranade remembers her life with Justice M. G. Ranade. First published in 1910.
मराठ्यांच्या इतिहासाची साधने | वि. का. राजवाडे | History & Biography | 1200 | Sources for the history of the Marathas: the old papers Rajwade gathered from house to house, published in many volumes from 1898.
महाराष्ट्रीय ज्ञानकोश | श्रीधर व्यंकटेश केतकर | Science & Scholarship | 1500 | The first great encyclopaedia in Marathi, brought out in twenty-three volumes in the 1920s.
ब्राह्मणकन्या | श्रीधर व्यंकटेश केतकर | Novels | 260 | A novel of ideas about caste, birth and belonging, first published in 1930.
लीळाचरित्र | म्हाइंभट | History & Biography | 550 | The deeds and sayings of Chakradhar Swami, set down in the thirteenth century: the earliest large work of Marathi prose.
विवेकसिंधु | मुकुंदराज | Philosophy | 320 | The ocean of discernment: a work on Vedanta that counts among the oldest in Marathi.
केकावली | मोरोपंत | Poetry | 130 | A peacock's cry to God: the most personal poem of the great pandit poet.
नलदमयंती स्वयंवराख्यान | रघुनाथ पंडित | Poetry | 160 | The courtship of Nala and Damayanti in polished verse.
भक्तिविजय | महिपती | Saints' Literature | 420 | The lives of the saints as the people told them, in ovi verse of 1762.
गुरुचरित्र | सरस्वती गंगाधर | Saints' Literature | 450 | The life and deeds of Shripad Shrivallabha and Narasimha Saraswati, recited in countless homes.
पांडवप्रताप | श्रीधर स्वामी | Epics & Classics | 520 | The Mahabharata retold in flowing Marathi ovi for those who listen.
भावार्थ रामायण | संत एकनाथ | Epics & Classics | 900 | Eknath's large Marathi Ramayana, which looks for the inner sense of the story.
यमुनापर्यटन | बाबा पदमनजी | Novels | 180 | A journey that shows the lot of widows. Published in 1857, it is often called the first novel in Marathi.
मोचनगड | रामचंद्र भिकाजी गुंजीकर | Novels | 200 | A hill fort in Shivaji's time: the first historical novel in Marathi, published in 1871.
उषःकाल | ह. ना. आपटे | Novels | 520 | Daybreak over the Deccan: a novel of the years in which Swarajya was born.
गारंबीचा बापू | श्री. ना. पेंडसे | Novels | 260 | A stubborn young man against his Konkan village. First published in 1952.
पडघवली | गो. नी. दांडेकर | Novels | 280 | A Konkan village slowly empties; the woman who stays tells of it. First published in 1955.
भारतीय संस्कृती | साने गुरुजी | Essays & Letters | 240 | Essays on what is generous and living in Indian culture.
सुंदर पत्रे | साने गुरुजी | Essays & Letters | 200 | Letters to a niece about flowers, people, books and how to live.
गोड गोष्टी | साने गुरुजी | Children | 160 | Sweet stories: tales from the world's literature retold for children.
गीता प्रवचने | विनोबा भावे | Philosophy | 120 | Talks on the Gita given to fellow prisoners in Dhule jail in 1932 and written down by Sane Guruji.
व्यासपर्व | दुर्गा भागवत | Essays & Letters | 210 | Figures of the Mahabharata, seen through a scholar's and a poet's eye.
माझे विद्यापीठ | नारायण सुर्वे | Poetry | 150 | My university is the street: poems of working Mumbai, first published in 1966.
`;
