import { Accordion, Span } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { loadTranslatedModule } from '#web/i18n/translated-module.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import type { PageLoader } from '#web/routing/page.tsx';
import { PageMeta } from '#web/routing/page-head.tsx';
import { useShop } from '#web/shop/shop.ts';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ChakraScope } from '#web/ui/theme/ChakraScope.tsx';
import styles from './pages.module.css';

const triggerStyles = { paddingBlock: '3.5', fontFamily: 'heading', fontSize: 'var(--title-3)' } as const;

const openWithoutInteraction = {
  '@media (scripting: none), print': { display: 'block !important', animation: 'none !important' },
};

const translatedQuestions = await loadTranslatedModule({
  en: () => import('./questions.ts'),
  mr: () => import('./questions-mr.ts'),
  hi: () => import('./questions-hi.ts'),
});

export const loader: PageLoader = async () => {
  await translatedQuestions.load();
};

/** The frequently asked questions as an accordion. Without scripts and in print all answers are open. */
export function Component() {
  const { t } = useTranslation('content');
  const entries = translatedQuestions.useTexts().listQuestions(useShop());
  return (
    <div className={`container page ${styles.reading}`}>
      <PageMeta
        title={t('faq.title')}
        description={t('faq.description')}
        structuredData={[
          {
            '@context': 'https://schema.org',
            '@type': 'FAQPage',
            mainEntity: entries.map(({ question, answer }) => ({
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
      <ChakraScope>
        <Accordion.Root collapsible defaultValue={['0']}>
          {entries.map(({ question, answer, link, linkText }, index) => (
            <Accordion.Item key={question} value={String(index)}>
              <h2>
                <Accordion.ItemTrigger {...triggerStyles}>
                  <Span flex="1">{question}</Span>
                  <Accordion.ItemIndicator>
                    <Icon name="chevronDown" size={20} />
                  </Accordion.ItemIndicator>
                </Accordion.ItemTrigger>
              </h2>
              <Accordion.ItemContent css={openWithoutInteraction}>
                <Accordion.ItemBody display="grid" justifyItems="start" gap="2" maxWidth="40rem">
                  <p>{answer}</p>
                  <Link to={link} className="link">
                    {linkText}
                  </Link>
                </Accordion.ItemBody>
              </Accordion.ItemContent>
            </Accordion.Item>
          ))}
        </Accordion.Root>
      </ChakraScope>
    </div>
  );
}
