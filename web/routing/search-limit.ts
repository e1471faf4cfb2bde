/** The gateway rejects longer search texts. */
export const maxSearchCharacters = 200;
