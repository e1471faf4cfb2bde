import { lazy, Suspense, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useNearViewport } from '#web/ui/hooks/use-near-viewport.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './Footer.module.css';

const ContactForm = lazy(() =>
  import('#web/features/content/ContactForm.tsx').then(
    (module) => ({ default: module.ContactForm }),
    // If the script cannot be loaded, a link to the contact page replaces the form.
    () => ({ default: ContactLink }),
  ),
);

/** The contact form, whose script is loaded when the shopper scrolls to the end of the page. */
export function FooterContactForm() {
  const container = useRef<HTMLDivElement>(null);
  const near = useNearViewport(container);
  return (
    <div ref={container} className={styles.form}>
      {near && (
        // The skeleton's animation runs only while the form loads, not for as long as the footer is out of sight.
        <Suspense fallback={<Skeleton height="100%" />}>
          <ContactForm />
        </Suspense>
      )}
    </div>
  );
}

function ContactLink() {
  const { t } = useTranslation('shell');
  return (
    <Link to="/contactus" className="link">
      {t('nav.contact')}
    </Link>
  );
}
