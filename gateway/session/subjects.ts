/**
 * One spelling for all that a database may take for the same text: many compare without regard to
 * case, accents, width, or characters that cannot be seen. Fit for comparing, not for showing.
 */
export function subjectOf(text: string): string {
  const decomposed = text.normalize('NFKD').replaceAll(/[\p{M}\p{C}\p{Z}]/gu, '');
  // Both ways: 'ß' has its other spelling in capitals only.
  return decomposed.toUpperCase().toLowerCase().normalize('NFKC');
}

/** The same for a telephone number: its last ten digits, however it is grouped or prefixed. */
export function contactSubjectOf(contact: string): string {
  const subject = subjectOf(contact);
  const digits = subject.replaceAll(/\D/g, '');
  return digits.length < 10 ? subject : digits.slice(-10);
}
