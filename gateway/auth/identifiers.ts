/**
 * One spelling for all that a database may take for the same text: many compare without regard to
 * case, accents, width, or characters that cannot be seen. Fit for comparing, not for showing.
 */
export function normalizeIdentifier(text: string): string {
  return withoutCase(text.normalize('NFKD').replaceAll(/\p{M}/gu, ''));
}

/**
 * One spelling of an e-mail address, without regard to case, width, or characters that cannot be seen.
 * Accents count: josé@shop.example and jose@shop.example are two people.
 */
export function emailSubjectOf(email: string): string {
  return withoutCase(email.normalize('NFKC'));
}

function withoutCase(text: string): string {
  const visible = text.replaceAll(/[\p{C}\p{Z}]/gu, '');
  // Both ways: 'ß' has its other spelling in capitals only.
  return visible.toUpperCase().toLowerCase().normalize('NFKC');
}

/** The same for a telephone number: its last ten digits, however it is grouped or prefixed. */
export function normalizePhone(contact: string): string {
  const subject = normalizeIdentifier(contact);
  const digits = subject.replaceAll(/\D/g, '');
  return digits.length < 10 ? subject : digits.slice(-10);
}
