import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';

/** Scrolls to the response when an operation is run: on small screens, it is below the editors. */
export function ResponseScroller() {
  const runCount = useGraphiQL((state) => state.queryId);
  useEffect(() => {
    if (runCount > 0) document.querySelector('.graphiql-response')?.scrollIntoView({ block: 'nearest' });
  }, [runCount]);
  return null;
}
