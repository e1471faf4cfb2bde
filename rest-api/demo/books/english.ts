/** English titles, one line each: title | author | category | MRP in rupees | description. */
export const englishBooks = `
Gitanjali | Rabindranath Tagore | Poetry | 199 | Song offerings: the poet's own English prose versions of his Bengali songs, first published in 1912.
Pride and Prejudice | Jane Austen | Novels | 250 | Elizabeth Bennet and Mr Darcy learn to read each other. First published in 1813.
The Discovery of India | Jawaharlal Nehru | History & Biography | 599 | A history of India written in Ahmednagar Fort prison during the war and published in 1946.
A Tale of Two Cities | Charles Dickens | Novels | 260 | London and Paris in the years of the Revolution. First published in 1859.
Annihilation of Caste | B. R. Ambedkar | Essays & Letters | 150 | A speech written for a conference in 1936 and never given, because its hosts found it unbearable.
The Jungle Book | Rudyard Kipling | Children | 190 | Mowgli among the wolves, and other stories of the Indian jungle. First published in 1894.
Moby-Dick; or, The Whale | Herman Melville | Novels | 399 | Captain Ahab hunts the white whale, and Ishmael lives to tell it. First published in 1851.
Hamlet | William Shakespeare | Drama | 150 | The Prince of Denmark is told by a ghost to avenge his father.
An Autobiography, or The Story of My Experiments with Truth | M. K. Gandhi | History & Biography | 250 | Gandhi's account of his life up to 1921, first published in two volumes in 1927 and 1929.
Alice's Adventures in Wonderland | Lewis Carroll | Children | 180 | A girl, a white rabbit and a world with rules of its own. First published in 1865.
Kim | Rudyard Kipling | Novels | 225 | An orphan of Lahore, a lama and the Great Game along the Grand Trunk Road. First published in 1901.
The Golden Threshold | Sarojini Naidu | Poetry | 120 | Songs of Indian streets, bangles and palanquins, first published in 1905.
Raja Yoga | Swami Vivekananda | Philosophy | 140 | Lectures on the conquest of the inner nature, with the Yoga Sutras of Patanjali. First published in 1896.
Walden | Henry David Thoreau | Essays & Letters | 220 | Two years in a cabin by a pond, and what they taught. First published in 1854.
The Adventures of Sherlock Holmes | Arthur Conan Doyle | Stories | 240 | Twelve cases from Baker Street, first published as a book in 1892.
Sultana's Dream | Rokeya Sakhawat Hossain | Stories | 99 | A land where women govern by science and men keep indoors. First published in 1905.
Jane Eyre | Charlotte Brontë | Novels | 299 | A governess insists on her own soul. First published in 1847.
On the Origin of Species by Means of Natural Selection, or the Preservation of Favoured Races in the Struggle for Life | Charles Darwin | Science & Scholarship | 450 | The book of 1859 that changed how we see all living things, under its full title.
The Gardener | Rabindranath Tagore | Poetry | 160 | Lyrics of love and life, translated by the poet. First published in English in 1913.
Hind Swaraj | M. K. Gandhi | Essays & Letters | 90 | A dialogue on home rule and on modern civilisation, written at sea in 1909.
Wuthering Heights | Emily Brontë | Novels | 250 | Catherine, Heathcliff and the moors. First published in 1847.
The Home and the World | Rabindranath Tagore | Novels | 240 | Bimala between her husband and a firebrand in the Swadeshi years. First published in English in 1919.
Frankenstein | Mary Shelley | Novels | 199 | A student makes a living being and will not own it. First published in 1818.
The Prophet | Kahlil Gibran | Poetry | 150 | Almustafa speaks on love, work, sorrow and freedom before he sails. First published in 1923.
Letters from a Father to His Daughter | Jawaharlal Nehru | Essays & Letters | 160 | Nehru's letters of 1928 to the ten-year-old Indira on the earth and its early peoples.
The Tempest | William Shakespeare | Drama | 140 | An island, a storm and a magician who gives up his art.
Ancient Ballads and Legends of Hindustan | Toru Dutt | Poetry | 130 | Savitri, Sita, Prahlad and others in English verse, published in 1882 after the poet's early death.
Treasure Island | Robert Louis Stevenson | Children | 180 | Jim Hawkins, Long John Silver and a map. First published as a book in 1883.
Sadhana: The Realisation of Life | Rabindranath Tagore | Philosophy | 150 | Eight essays on the spirit of India's ancient learning, first published in 1913.
War and Peace | Leo Tolstoy | Novels | 699 | Five families and a nation in the years of Napoleon.
Rajmohan's Wife | Bankim Chandra Chattopadhyay | Novels | 180 | The first novel by the great Bengali writer, in English, from 1864.
Meditations | Marcus Aurelius | Philosophy | 199 | Notes a Roman emperor wrote to himself.
The Post Office | Rabindranath Tagore | Drama | 90 | A sick boy at a window waits for a letter from the King.
Great Expectations | Charles Dickens | Novels | 299 | Pip comes into money and learns where it came from. First published as a book in 1861.
Poverty and Un-British Rule in India | Dadabhai Naoroji | History & Biography | 399 | The drain of wealth, shown by figures and letters. First published in 1901.
Crime and Punishment | Fyodor Dostoevsky | Novels | 350 | A student in St Petersburg kills, and cannot live with it. First published in 1866.
The Crescent Moon | Rabindranath Tagore | Children | 120 | Poems of childhood, translated by the poet. First published in English in 1913.
Leaves of Grass | Walt Whitman | Poetry | 260 | The book Whitman made and remade from 1855 to the end of his life.
Glimpses of World History | Jawaharlal Nehru | History & Biography | 750 | The world's story in letters written from prison to a daughter, first published in 1934.
Untouchable | Mulk Raj Anand | Novels | 220 | A day in the life of Bakha, a sweeper. First published in 1935.
The Time Machine | H. G. Wells | Novels | 150 | A traveller returns from the year 802,701. First published in 1895.
Karma Yoga | Swami Vivekananda | Philosophy | 110 | Lectures on work as a path to freedom, first published in 1896.
The Importance of Being Earnest | Oscar Wilde | Drama | 130 | A trivial comedy for serious people, first performed in 1895.
Dracula | Bram Stoker | Novels | 240 | The Count comes to England, in letters and diaries. First published in 1897.
The Wind in the Willows | Kenneth Grahame | Children | 199 | Mole, Rat, Badger and the unstoppable Mr Toad. First published in 1908.
A Christmas Carol | Charles Dickens | Stories | 120 | Ebenezer Scrooge and three spirits in one night. First published in 1843.
Anna Karenina | Leo Tolstoy | Novels | 499 | A love that breaks every rule, and a man in search of how to live.
Little Women | Louisa May Alcott | Children | 240 | Meg, Jo, Beth and Amy grow up while their father is at war. First published in 1868 and 1869.
Nationalism | Rabindranath Tagore | Essays & Letters | 130 | Lectures given in Japan and America in the middle of the Great War and published in 1917.
The Picture of Dorian Gray | Oscar Wilde | Novels | 199 | A portrait grows old in its owner's place. First published as a book in 1891.
`;
