import { skipToken } from '@apollo/client/react';
import { AspectRatio, Box, Flex, Grid, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Cover } from '#web/catalogue/Cover.tsx';
import { getProductPath } from '#web/catalogue/ProductCard.tsx';
import { RupeePrice } from '#web/catalogue/RupeePrice.tsx';
import { chooseDescription } from '#web/i18n/content-text.ts';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useProductId } from '#web/routing/use-product-id.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { PlaceholderHeading } from '#web/ui/theme/PlaceholderHeading.tsx';
import { shortenDescription } from './description-preview.ts';
import { useVisitorProductQuery, type VisitorProductQuery } from './VisitorProduct.generated.ts';

type Product = NonNullable<VisitorProductQuery['product']>;

interface VisitorProductProps {
  /** The title of the page: its heading until the product has loaded. */
  title: string;
  /** Shown if the page was opened without a product, or if the catalogue does not contain the product. */
  emptyText: string;
  renderDetails: (product: Product) => ReactNode;
  renderActions: (product: Product) => ReactNode;
}

/** The content of `/cart-without-login` and `/user-wish-list`: the product for which the page was opened. */
export function VisitorProduct({ title, emptyText, renderDetails, renderActions }: VisitorProductProps) {
  const { t } = useTranslation('wishlist');
  const id = useProductId();
  const query = useVisitorProductQuery(id == null ? skipToken : { variables: { id } });
  const product = query.data?.product;
  if (id === null || product === null) {
    return (
      <EmptyState title={emptyText} level={1}>
        <LinkButton to="/product" variant="solid">
          {t('browse')}
        </LinkButton>
      </EmptyState>
    );
  }
  if (product === undefined) {
    return (
      <QueryFallback
        query={query}
        skeleton={<ProductSkeleton title={title} />}
        errorMessage={t('productFailed')}
        heading={title}
      />
    );
  }
  const { name, author, available } = product;
  const language = product.language?.name;
  return (
    <Grid as="article" {...layout}>
      <Box width={coverWidth}>
        <Link to={getProductPath(product.sku)} tabIndex={-1} aria-hidden="true">
          <Cover
            src={product.images[0] ?? product.thumbnail}
            name={name}
            language={language}
            slot="main"
            eager
          />
        </Link>
      </Box>
      <Grid {...textLayout}>
        <h1 lang={detectNameLanguage(name, language)}>
          <Link to={getProductPath(product.sku)}>{name}</Link>
        </h1>
        {author != null && (
          <p className="two-lines" lang={detectNameLanguage(author.name, language)}>
            {author.name}
          </p>
        )}
        <RupeePrice product={product} large />
        {!available && <p className="muted">{t('unavailable')}</p>}
        {renderDetails(product)}
        <Flex wrap="wrap" gap="3" marginBlockStart="4" css={{ '& > *': { flex: { smDown: '1 1 100%' } } }}>
          {renderActions(product)}
        </Flex>
      </Grid>
    </Grid>
  );
}

function ProductSkeleton({ title }: { title: string }) {
  return (
    <Grid {...layout}>
      <AspectRatio ratio={2 / 3} width={coverWidth}>
        <Skeleton height="100%" />
      </AspectRatio>
      <Grid {...textLayout}>
        <PlaceholderHeading className="visually-hidden">{title}</PlaceholderHeading>
        <Skeleton height="2.5rem" width="70%" />
        <Skeleton height="1.5rem" width="40%" />
        <Skeleton height="2.25rem" width="50%" />
        <Skeleton height="6rem" />
      </Grid>
    </Grid>
  );
}

/** The description of the product, or its beginning. */
export function Description({ product, shortened = false }: { product: Product; shortened?: boolean }) {
  const { language } = useTranslation('wishlist');
  const description = chooseDescription(product, language);
  if (description === null) return null;
  return (
    <Text marginBlockStart="2" lineHeight="1.7" textAlign="start" lang={description.lang}>
      {shortened ? shortenDescription(description.text) : description.text}
    </Text>
  );
}

const layout = {
  gap: { base: '7', md: 'clamp(2rem, 5vw, 4.5rem)' },
  gridTemplateColumns: { md: '20rem minmax(0, 1fr)' },
} as const;

const coverWidth = { base: 'min(100%, 15rem)', md: 'full' } as const;

const textLayout = { gap: '2', alignContent: 'start', maxWidth: '42rem' } as const;
