import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRouteError } from 'react-router-dom';
import { ChunkLoadError } from '#web/routing/chunk.ts';
import { PageMeta } from '#web/routing/page-head.tsx';
import { reloadOnce, reloadWhenReachable } from '#web/routing/reload.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** In place of a screen that failed, inside the layout: the navigation stays. */
export function PageError() {
  const { t } = useTranslation('ui');
  const error = useRouteError();
  const chunk = error instanceof ChunkLoadError;
  const [unreachable, setUnreachable] = useState(false);
  useEffect(() => {
    // After a new deployment the old scripts are gone; loading the page again gets the new ones.
    if (chunk) void reloadOnce();
  }, [chunk]);
  const retry = async () => {
    setUnreachable(false);
    setUnreachable(!(await reloadWhenReachable()));
  };
  const title = chunk ? t('chunk.title') : t('failed.title');
  return (
    <div className="container page" role="alert">
      <PageMeta title={title} hidden />
      <EmptyState level={1} title={title} text={chunk ? t('chunk.text') : t('failed.text')}>
        <button type="button" className="button button--solid" onClick={() => void retry()}>
          {chunk ? t('chunk.retry') : t('failed.retry')}
        </button>
        {unreachable && <p className="error-text">{t('chunk.unreachable')}</p>}
        <Link to="/" className="link">
          {t('home')}
        </Link>
      </EmptyState>
    </div>
  );
}
