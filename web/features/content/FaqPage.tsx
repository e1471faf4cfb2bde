import { Link } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { EnglishText } from './EnglishText.tsx';
import styles from './pages.module.css';
import { questions } from './questions.ts';

/** An accordion of native `details` elements, so it works without scripts. */
export function Component() {
  const { t } = useTranslation('content');
  return (
    <div className={`container page ${styles.reading}`}>
      <PageMeta
        title={t('faq.title')}
        description={t('faq.description')}
        structuredData={[
          {
            '@context': 'https://schema.org',
            '@type': 'FAQPage',
            mainEntity: questions.map(({ question, answer }) => ({
              '@type': 'Question',
              name: question,
              acceptedAnswer: { '@type': 'Answer', text: answer },
            })),
          },
        ]}
      />
      <Breadcrumbs crumbs={[{ text: t('faq.title') }]} />
      <h1 className={styles.title}>{t('faq.title')}</h1>
      <p className={`muted ${styles.intro}`}>{t('faq.intro')}</p>
      <EnglishText>
        <div className={styles.accordion}>
          {questions.map(({ question, answer, link, linkText }, index) => (
            <details key={question} name="faq" open={index === 0} className={styles.question}>
              <summary>
                <h2>{question}</h2>
              </summary>
              <p>{answer}</p>
              <Link to={link} className="link">
                {linkText}
              </Link>
            </details>
          ))}
        </div>
      </EnglishText>
    </div>
  );
}
