import { useEffect, useState } from 'react';
import { Link, useRouteError } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { ChunkLoadError } from '#web/routing/chunk.ts';
import { PageMeta } from '#web/routing/page-head.tsx';
import { reloadOnce, reloadWhenReachable } from '#web/routing/reload.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** The error boundary of pages. It renders inside the layout, so the navigation stays. */
export function PageError() {
  const { t } = useTranslation('ui');
  const error = useRouteError();
  const isChunkError = error instanceof ChunkLoadError;
  const [unreachable, setUnreachable] = useState(false);
  useEffect(() => {
    // After a deployment, the shop may no longer serve the scripts of this page's build. A reload loads the new ones.
    if (isChunkError) void reloadOnce();
  }, [isChunkError]);
  const retry = async () => {
    setUnreachable(false);
    setUnreachable(!(await reloadWhenReachable()));
  };
  const problem = isChunkError ? 'chunk' : 'failed';
  const title = t(`${problem}.title`);
  return (
    <div className="container page" role="alert">
      <PageMeta title={title} noIndex />
      <EmptyState level={1} title={title} text={t(`${problem}.text`)}>
        <button type="button" className="button button--solid" onClick={() => void retry()}>
          {t(`${problem}.retry`)}
        </button>
        {unreachable && <p className="error-text">{t('chunk.unreachable')}</p>}
        <Link to="/" className="link">
          {t('home')}
        </Link>
      </EmptyState>
    </div>
  );
}
