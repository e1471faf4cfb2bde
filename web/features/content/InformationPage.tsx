import { PageMeta } from '#web/routing/page-head.tsx';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { EnglishText } from './EnglishText.tsx';
import type { InformationSection } from './information-texts.ts';
import styles from './pages.module.css';

interface InformationPageProps {
  title: string;
  description: string;
  sections: readonly InformationSection[];
}

/** A static information page (requirements.md 2.14). */
export function InformationPage({ title, description, sections }: InformationPageProps) {
  return (
    <div className={`container page ${styles.reading}`}>
      <PageMeta title={title} description={description} />
      <Breadcrumbs crumbs={[{ text: title }]} />
      <article className={styles.article}>
        <h1>{title}</h1>
        <EnglishText>
          <div className="prose">
            {sections.map((section) => (
              <Section key={section.heading ?? title} section={section} />
            ))}
          </div>
        </EnglishText>
      </article>
    </div>
  );
}

function Section({
  section: { heading, paragraphs = [], points = [], after = [] },
}: {
  section: InformationSection;
}) {
  return (
    <>
      {heading !== undefined && <h2>{heading}</h2>}
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {points.length > 0 && (
        <ul>
          {points.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {after.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </>
  );
}
