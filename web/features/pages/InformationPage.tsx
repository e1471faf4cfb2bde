import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { PageMeta } from '#web/ui/page-head.tsx';
import styles from './pages.module.css';

/** A part of a static text: paragraphs, then a list, then more paragraphs, whichever there are. */
export interface InformationSection {
  heading?: string;
  paragraphs?: readonly string[];
  points?: readonly string[];
  after?: readonly string[];
}

interface InformationPageProps {
  title: string;
  description: string;
  sections: readonly InformationSection[];
}

/** A static text (spec.md 2.14). */
export function InformationPage({ title, description, sections }: InformationPageProps) {
  return (
    <div className={`container page ${styles.reading}`}>
      <PageMeta title={title} description={description} />
      <Breadcrumbs crumbs={[{ text: title }]} />
      <article className={`prose ${styles.article}`}>
        <h1>{title}</h1>
        {sections.map((section) => (
          <Section key={section.heading ?? title} section={section} />
        ))}
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
