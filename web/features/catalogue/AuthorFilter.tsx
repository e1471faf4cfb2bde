import { skipToken } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterDimension } from './FilterDimension.tsx';
import { type AuthorFacetQueryVariables, useAuthorFacetQuery } from './Listing.generated.ts';

interface AuthorFilterProps {
  variables: AuthorFacetQueryVariables;
  selected: readonly string[];
  onToggle: (value: string) => void;
}

/**
 * The authors among the filters. A large catalogue has thousands of them, so they are asked for when
 * a reader opens their list; of a small one the server's page holds them already.
 */
export function AuthorFilter({ variables, selected, onToggle }: AuthorFilterProps) {
  const { t } = useTranslation('catalogue');
  const [asked, setAsked] = useState(false);
  const atHand = useAuthorFacetQuery({ variables, fetchPolicy: 'cache-only' });
  const { data, previousData, error, refetch } = useAuthorFacetQuery(asked ? { variables } : skipToken);
  const ask = () => setAsked(true);
  const values = (data ?? atHand.data ?? previousData)?.products.facets.authors;
  return (
    <FilterDimension
      dimension="author"
      values={values}
      selected={selected}
      onToggle={(value) => {
        ask();
        onToggle(value);
      }}
      open={selected.length > 0}
      onOpen={ask}
    >
      {values === undefined && !asked && (
        <button type="button" className="link" onClick={ask}>
          {t('filter.allAuthors')}
        </button>
      )}
      {values === undefined && error !== undefined && (
        <p className="error-text">
          {t('filter.failed')}{' '}
          <button type="button" className="link" onClick={() => void refetch().catch(() => undefined)}>
            {t('filter.retry')}
          </button>
        </p>
      )}
    </FilterDimension>
  );
}
