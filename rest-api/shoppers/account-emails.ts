import { composeEmail } from '../mail/compose.ts';
import type { MailLanguage } from '../mail/language.ts';
import type { Email } from '../mail/transport.ts';
import type { ShopDetails } from '../shop-details.ts';
import type { UserRecord } from './user-record.ts';

/**
 * The texts about an account. The e-mails don't contain the user's name: anyone can register another person's e-mail
 * address, with a name that is really a message to that person.
 */
const en = {
  otpSubject: (shop: string) => `${shop}: your one-time password`,
  otp: (otp: string) => [
    'Hello,',
    `Your one-time password (OTP) is ${otp}. It is valid for 10 minutes.`,
    "If you didn't request it, you don't need to do anything: your password stays the same.",
  ],
  emailRejected: "We couldn't send an e-mail to your address. Please try again later, or contact the shop.",
  email: 'e-mail address',
  contact: 'mobile number',
  changeSubject: (shop: string, changedFields: string) => `${shop}: change to your account: ${changedFields}`,
  change: (changedFields: string) => [
    'Hello,',
    `Your account with our shop has just been changed: ${changedFields}.`,
    "If you made this change, you don't need to do anything. If you didn't, please contact the shop right away.",
  ],
};

type AccountTexts = typeof en;

const mr: AccountTexts = {
  otpSubject: (shop) => `${shop}: आपला वन-टाइम पासवर्ड`,
  otp: (otp) => [
    'नमस्कार,',
    `आपला वन-टाइम पासवर्ड (OTP) ${otp} आहे. तो 10 मिनिटे चालेल.`,
    'आपण तो मागितला नसेल, तर काहीही करू नका: आपला पासवर्ड तोच राहील.',
  ],
  emailRejected:
    'आपल्या पत्त्यावर ई-मेल पाठवता आला नाही. कृपया थोड्या वेळाने पुन्हा प्रयत्न करा, किंवा दुकानाशी संपर्क साधा.',
  email: 'ई-मेल पत्ता',
  contact: 'मोबाइल क्रमांक',
  changeSubject: (shop, changedFields) => `${shop}: आपल्या खात्यात बदल: ${changedFields}`,
  change: (changedFields) => [
    'नमस्कार,',
    `आमच्या दुकानातील या ई-मेल पत्त्याच्या खात्यात बदल झाला आहे: ${changedFields}.`,
    'हा बदल आपण केला असेल, तर काहीही करू नका. नसेल, तर कृपया लगेच दुकानाशी संपर्क साधा.',
  ],
};

const hi: AccountTexts = {
  otpSubject: (shop) => `${shop}: आपका वन-टाइम पासवर्ड`,
  otp: (otp) => [
    'नमस्ते,',
    `आपका वन-टाइम पासवर्ड (OTP) ${otp} है। यह 10 मिनट तक मान्य है।`,
    'अगर आपने इसे नहीं माँगा है, तो कुछ न करें: आपका पासवर्ड वही रहेगा।',
  ],
  emailRejected: 'आपके पते पर ई-मेल नहीं भेजा जा सका। कृपया थोड़ी देर बाद फिर से कोशिश करें, या दुकान से संपर्क करें।',
  email: 'ई-मेल पता',
  contact: 'मोबाइल नंबर',
  changeSubject: (shop, changedFields) => `${shop}: आपके खाते में बदलाव: ${changedFields}`,
  change: (changedFields) => [
    'नमस्ते,',
    `हमारी दुकान में इस ई-मेल पते के खाते में बदलाव हुआ है: ${changedFields}।`,
    'अगर यह बदलाव आपने किया है, तो कुछ न करें। अगर नहीं, तो कृपया तुरंत दुकान से संपर्क करें।',
  ],
};

const accountTexts: Readonly<Record<MailLanguage, AccountTexts>> = { en, mr, hi };

/** Composes the e-mail with a one-time password. */
export function composeOtpEmail(shop: ShopDetails, to: string, language: MailLanguage, otp: string): Email {
  const texts = accountTexts[language];
  return composeEmail(shop, { to, language, subject: texts.otpSubject(shop.name), blocks: texts.otp(otp) });
}

/** Returns the message for a user whose e-mail address the mail server rejects. Shoppers see it. */
export function getEmailRejectedMessage(language: MailLanguage): string {
  return accountTexts[language].emailRejected;
}

/**
 * Composes the e-mail that reports a change of a user's e-mail address or contact number, in case somebody else made
 * the change. It is sent to the previous e-mail address. Returns undefined if neither changed.
 */
export function composeAccountChangeEmail(
  shop: ShopDetails,
  language: MailLanguage,
  before: UserRecord,
  after: UserRecord,
): Email | undefined {
  const texts = accountTexts[language];
  const fieldNames = [
    ...(before.email.toLowerCase() === after.email.toLowerCase() ? [] : [texts.email]),
    ...(before.contact === after.contact ? [] : [texts.contact]),
  ];
  if (fieldNames.length === 0) return undefined;
  const changedFields = new Intl.ListFormat(language).format(fieldNames);
  const subject = texts.changeSubject(shop.name, changedFields);
  return composeEmail(shop, { to: before.email, language, subject, blocks: texts.change(changedFields) });
}
