/** Sanskrit titles, one line each: title | author | category | MRP in rupees | description. */
export const sanskritBooks = `
अभिज्ञानशाकुन्तलम् | कालिदास | Drama | 260 | Dushyanta, Shakuntala, a ring and a curse: the most admired play in Sanskrit, in seven acts.
श्रीमद्भगवद्गीता | वेदव्यास | Philosophy | 120 | Krishna's counsel to Arjuna between the two armies, in eighteen chapters and seven hundred verses.
मेघदूतम् | कालिदास | Poetry | 140 | An exiled yaksha sends a cloud with a message to his wife, across all the country that lies between them.
रामायणम् | वाल्मीकि | Epics & Classics | 1400 | The first poem: the story of Rama and Sita in seven books.
पञ्चतन्त्रम् | विष्णुशर्मा | Stories | 240 | Five books of animal fables told to three princes to teach them how the world goes.
मृच्छकटिकम् | शूद्रक | Drama | 240 | A poor merchant, a courtesan, a toy cart and a revolution, in ten lively acts.
नीतिशतकम् | भर्तृहरि | Poetry | 90 | A hundred verses on conduct, learning, courage and fools.
कादम्बरी | बाणभट्ट | Novels | 420 | A prose romance of two loves through several births, finished by the author's son.
महाभारतम् | वेदव्यास | Epics & Classics | 4500 | The great epic of the Kurus and Pandavas, in eighteen books.
रघुवंशम् | कालिदास | Epics & Classics | 320 | The kings of Raghu's line from Dilipa to Agnivarna, in nineteen cantos.
योगसूत्राणि | पतञ्जलि | Philosophy | 110 | The discipline of the mind in fewer than two hundred aphorisms.
गीतगोविन्दम् | जयदेव | Poetry | 180 | Songs of Radha and Krishna from the twelfth century, made to be sung and danced.
स्वप्नवासवदत्तम् | भास | Drama | 150 | A queen who is thought dead, a king who dreams of her: the finest of Bhasa's plays.
हितोपदेशः | नारायण पण्डित | Children | 160 | Friendly counsel in fables and verses, the first Sanskrit book of many a pupil.
अर्थशास्त्रम् | कौटिल्य | Science & Scholarship | 480 | On government, law, war and wealth: the classic Indian treatise on the state.
उत्तररामचरितम् | भवभूति | Drama | 210 | Rama after his return: Bhavabhuti's play of grief and reunion.
कुमारसम्भवम् | कालिदास | Epics & Classics | 260 | The austerities of Parvati and her marriage to Shiva, from which the war-god will be born.
राजतरङ्गिणी | कल्हण | History & Biography | 520 | The river of kings: the chronicle of Kashmir, written in the middle of the twelfth century.
अष्टाध्यायी | पाणिनि | Science & Scholarship | 300 | The grammar of Sanskrit in some four thousand rules, and a wonder of the human mind.
कथासरित्सागरः | सोमदेव | Stories | 780 | The ocean of the streams of story: tales within tales, retold in Kashmir in the eleventh century.
मुद्राराक्षसम् | विशाखदत्त | Drama | 220 | Chanakya's game against the minister Rakshasa, played with a signet ring.
बुद्धचरितम् | अश्वघोष | Epics & Classics | 260 | The life of the Buddha as a court epic, from about the second century.
लीलावती | भास्कराचार्य | Science & Scholarship | 280 | Arithmetic and measurement in elegant verse problems, from the twelfth century.
किरातार्जुनीयम् | भारवि | Epics & Classics | 300 | Arjuna fights a mountain hunter who is Shiva himself.
हर्षचरितम् | बाणभट्ट | History & Biography | 340 | The rise of King Harsha, told by a poet who knew him.
नाट्यशास्त्रम् | भरतमुनि | Science & Scholarship | 650 | On theatre, dance, music and the flavours of feeling: the foundation of Indian poetics.
शिशुपालवधम् | माघ | Epics & Classics | 320 | Krishna and Shishupala, in an epic famous for its wordplay.
आर्यभटीयम् | आर्यभट | Science & Scholarship | 190 | Mathematics and astronomy in about a hundred and twenty verses, composed in 499.
ऊरुभङ्गम् | भास | Drama | 90 | The last hour of Duryodhana, in one act: a rare tragedy of the Sanskrit stage.
दशकुमारचरितम् | दण्डी | Novels | 260 | Ten young men tell what befell each of them: a prose romance full of rogues.
`;
