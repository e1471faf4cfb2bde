import { useState } from 'react';
import { getImageSources } from '#web/catalogue/image-sources.ts';
import { type ContentText, chooseText, findTranslation } from '#web/i18n/content-text.ts';
import type { LanguageCode } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { ContentLink } from '#web/routing/ContentLink.tsx';
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './SlideCarousel.module.css';
import { type SlidesQuery, useSlidesQuery } from './Slides.generated.ts';
import { useAutoplay } from './use-autoplay.ts';

/** How long a slide is shown (requirements.md 2.3). */
const slideIntervalMs = 2000;

/** The carousel of the home page (requirements.md 2.3). */
export function SlideCarousel() {
  const { data, loading } = useSlidesQuery();
  if (loading && data === undefined) {
    return (
      <div className={styles.loading}>
        <Skeleton height="100%" />
      </div>
    );
  }
  // If the slides fail to load, no error is shown, because the page is complete without them.
  const slides = data?.slides ?? [];
  return slides.length === 0 ? null : <Carousel slides={slides} />;
}

type SlideFields = NonNullable<SlidesQuery['slides']>[number];

/** A slide with its title and image in the language of the page, where the shop has translated them. */
interface Slide extends Pick<SlideFields, 'id' | 'image' | 'link'> {
  title: ContentText;
}

function translateSlide({ title, translations, ...slide }: SlideFields, language: LanguageCode): Slide {
  const translation = findTranslation(translations, language);
  return {
    ...slide,
    title: chooseText(title, translation?.title),
    image: translation?.image ?? slide.image,
  };
}

function Carousel({ slides: untranslatedSlides }: { slides: readonly SlideFields[] }) {
  const { t, language } = useTranslation('home');
  const slides = untranslatedSlides.map((slide) => translateSlide(slide, language));
  const { index, show, running, setRunning, pauseHandlers } = useAutoplay(slides.length, slideIntervalMs);
  const total = slides.length;
  const hydrated = useHydrated();
  const [loadedCount, setLoadedCount] = useState(1);
  // Images load one slide ahead, because loading all at once would delay the first.
  const neededCount = hydrated ? index + 2 : 1;
  if (neededCount > loadedCount) setLoadedCount(neededCount);
  return (
    <section
      className={styles.carousel}
      aria-roledescription={t('slides.carouselRole')}
      aria-label={t('slides.label')}
      {...pauseHandlers}
    >
      <div className={styles.slides} aria-live={running ? 'off' : 'polite'}>
        {slides.map((slide, position) => (
          // biome-ignore lint/a11y/useSemanticElements: a carousel's slides are groups (WAI-ARIA Authoring Practices).
          <div
            key={slide.id}
            role="group"
            aria-roledescription={t('slides.slideRole')}
            aria-label={t('slides.slide', { number: position + 1, total, title: slide.title.text })}
            className={styles.slide}
            data-current={position === index}
            inert={position !== index}
          >
            {position < loadedCount && <SlideImage slide={slide} isFirst={position === 0} />}
          </div>
        ))}
      </div>
      {total > 1 && (
        <div className={styles.controls}>
          <button
            type="button"
            className={styles.control}
            aria-label={running ? t('slides.pause') : t('slides.play')}
            onClick={() => setRunning(!running)}
          >
            <Icon name={running ? 'pause' : 'play'} size={16} />
          </button>
          {slides.map(({ id, title }, position) => (
            <button
              key={id}
              type="button"
              className={`${styles.control} ${styles.dot}`}
              aria-label={t('slides.show', { number: position + 1, title: title.text })}
              aria-current={position === index}
              onClick={() => show(position)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function SlideImage({ slide, isFirst }: { slide: Slide; isFirst: boolean }) {
  const image =
    slide.image == null ? (
      <span className={styles.text} lang={slide.title.lang}>
        {slide.title.text}
      </span>
    ) : (
      <img
        className={styles.image}
        {...getImageSources(slide.image, 'slide')}
        alt={slide.title.text}
        lang={slide.title.lang}
        width={1400}
        height={500}
        fetchPriority={isFirst ? 'high' : 'low'}
        decoding={isFirst ? 'auto' : 'async'}
      />
    );
  return slide.link == null ? image : <ContentLink to={slide.link}>{image}</ContentLink>;
}
