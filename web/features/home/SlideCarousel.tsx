import { imageSources } from '#web/catalogue/image-sources.ts';
import { scriptLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { ContentLink } from '#web/routing/ContentLink.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './SlideCarousel.module.css';
import { type SlidesQuery, useSlidesQuery } from './Slides.generated.ts';
import { useAutoplay } from './use-autoplay.ts';

/** How long a slide is shown, in milliseconds (requirements.md 2.3). */
const slideIntervalMs = 2000;

/** The carousel of the home page. It fades, loops, plays automatically and pauses on hover and focus. */
export function SlideCarousel() {
  const { data, loading } = useSlidesQuery();
  if (loading && data === undefined) {
    return (
      <div className={styles.loading}>
        <Skeleton height="100%" />
      </div>
    );
  }
  // A failure of the slides is not shown (requirements.md 8).
  const slides = data?.slides ?? [];
  return slides.length === 0 ? null : <Carousel slides={slides} />;
}

type Slide = NonNullable<SlidesQuery['slides']>[number];

function Carousel({ slides }: { slides: readonly Slide[] }) {
  const { t } = useTranslation('home');
  const { index, show, running, setRunning, pauseHandlers } = useAutoplay(slides.length, slideIntervalMs);
  const total = slides.length;
  return (
    <section
      className={styles.carousel}
      aria-roledescription={t('slides.roledescription')}
      aria-label={t('slides.label')}
      {...pauseHandlers}
    >
      <div className={styles.slides} aria-live={running ? 'off' : 'polite'}>
        {slides.map((slide, position) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is not a group of form fields.
          <div
            key={slide.id}
            role="group"
            aria-roledescription={t('slides.slideRole')}
            aria-label={t('slides.slide', { number: position + 1, total, title: slide.title })}
            className={styles.slide}
            data-current={position === index}
            inert={position !== index}
          >
            <SlideImage slide={slide} first={position === 0} />
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
              aria-label={t('slides.show', { number: position + 1, title })}
              aria-current={position === index}
              onClick={() => show(position)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function SlideImage({ slide, first }: { slide: Slide; first: boolean }) {
  const image =
    slide.image == null ? (
      <span className={styles.text} lang={scriptLanguage(slide.title)}>
        {slide.title}
      </span>
    ) : (
      <img
        className={styles.image}
        {...imageSources(slide.image, 'slide')}
        alt={slide.title}
        lang={scriptLanguage(slide.title)}
        width={1400}
        height={500}
        fetchPriority={first ? 'high' : 'low'}
        decoding={first ? 'auto' : 'async'}
      />
    );
  return slide.link == null ? image : <ContentLink to={slide.link}>{image}</ContentLink>;
}
