import { Button, Flex, Grid, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { Cover } from '#web/catalogue/Cover.tsx';
import { getProductPath } from '#web/catalogue/ProductCard.tsx';
import { RupeePrice } from '#web/catalogue/RupeePrice.tsx';
import { TransliteratedNames } from '#web/catalogue/TransliteratedNames.tsx';
import { chooseDescription } from '#web/i18n/content-text.ts';
import { detectNameLanguage, formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { shortenDescription } from './description-preview.ts';
import type { WishlistProductFragment } from './WishlistProduct.generated.ts';
import { wishlistRow } from './WishlistSkeleton.tsx';
import type { WishlistChange } from './wishlist-changes.ts';

interface WishlistItemProps {
  product: WishlistProductFragment;
  /** What has changed since the last visit; undefined if nothing has. */
  change: WishlistChange | undefined;
  onMove: () => void;
  /** Called with the pressed button. */
  onRemove: (button: HTMLElement) => void;
}

/** A product on the wish list, with buttons to move it to the cart or remove it. */
export function WishlistItem({ product, change, onMove, onRemove }: WishlistItemProps) {
  const { t, language: pageLanguage } = useTranslation('wishlist');
  const { name, author, available } = product;
  const description = chooseDescription(product, pageLanguage);
  const language = product.language?.name;
  const href = getProductPath(product.sku);
  return (
    <Grid
      as="article"
      gridTemplateColumns="clamp(min(5.5rem, 28vw), 26vw, 8rem) minmax(0, 1fr)"
      gap="5"
      height="full"
      {...wishlistRow}
    >
      <Link to={href} tabIndex={-1} aria-hidden="true">
        <Cover
          src={product.images[0] ?? product.thumbnail}
          name={name}
          language={language}
          slot="wishlistItem"
        />
      </Link>
      <Flex direction="column" gap="0.5">
        <Text
          as="h2"
          fontSize="1.1875rem"
          _hover={{ color: 'accent.fg' }}
          lang={detectNameLanguage(name, language)}
        >
          <Link to={href}>{name}</Link>
        </Text>
        {author != null && (
          <Text lineClamp={2} color="fg.muted" fontSize="sm" lang={detectNameLanguage(author.name, language)}>
            {author.name}
          </Text>
        )}
        <Text asChild color="fg.muted" fontSize="sm">
          <TransliteratedNames product={product} className="two-lines" />
        </Text>
        <RupeePrice product={product} />
        {change !== undefined && <ChangeText {...change} />}
        {!available && (
          <Text color="fg.muted" fontSize="sm">
            {t('unavailable')}
          </Text>
        )}
        {description !== null && (
          <Text
            marginBlockStart="1.5"
            fontSize="sm"
            lineHeight="1.55"
            textAlign="start"
            lang={description.lang}
          >
            {shortenDescription(description.text)}
          </Text>
        )}
        <Flex wrap="wrap" gap="2" marginBlockStart="auto" paddingBlockStart="3.5">
          <Button
            variant="solid"
            size="sm"
            flexShrink="1"
            aria-label={t('moveName', { name })}
            onClick={onMove}
          >
            {t('move')}
          </Button>
          <Button
            size="sm"
            aria-label={t('removeName', { name })}
            onClick={({ detail, currentTarget }) => {
              // The next item moves to this place. The second click of a double click must not remove that item.
              if (detail <= 1) onRemove(currentTarget);
            }}
          >
            {t('remove')}
          </Button>
        </Flex>
      </Flex>
    </Grid>
  );
}

function ChangeText({ priceChange, isAvailableAgain }: WishlistChange) {
  const { t } = useTranslation('wishlist');
  const price = formatRupees(Math.abs(priceChange));
  const texts = [
    ...(priceChange < 0 ? [t('change.less', { price })] : []),
    ...(priceChange > 0 ? [t('change.more', { price })] : []),
    ...(isAvailableAgain ? [t('change.back')] : []),
  ];
  return (
    <Text color={priceChange > 0 ? 'fg.muted' : 'fg.success'} fontSize="sm" fontWeight="semibold">
      {texts.join(' ')}
    </Text>
  );
}
