import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './Footer.module.css';

const ContactForm = createLazyComponent(
  () => import('#web/features/content/ContactForm.tsx').then((module) => module.ContactForm),
  ContactLink,
);

/** The contact form. Its script is loaded once its section is open and near the visible part of the page. */
export function FooterContactForm() {
  const container = useRef<HTMLDivElement>(null);
  const isNear = useIsNearViewport(container);
  return (
    <div ref={container} className={styles.form}>
      {isNear && (
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

/** Whether an element has been near the visible part of the page. */
function useIsNearViewport(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: '400px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}
