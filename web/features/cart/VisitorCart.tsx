import { skipToken } from '@apollo/client/react';
import { Box, Card, DataList, Flex, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { createLoginState, loginPath } from '#web/auth/return-path.ts';
import { useVisitorLines } from '#web/cart/CartProvider.tsx';
import { addLineTotals, toCartLine } from '#web/cart/optimistic-cart.ts';
import { readVisitorLines, setVisitorQuantity } from '#web/cart/visitor-lines.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Amount } from '#web/quote/OrderSummary.tsx';
import { PurchaseColumns } from '#web/quote/PurchaseColumns.tsx';
import { focusAfterConfirm } from '#web/ui/dialog/focus-after-confirm.ts';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { toasts } from '#web/ui/toast/toasts.ts';
import { EmptyCart } from './Cart.tsx';
import { CartLineRow } from './CartLineRow.tsx';
import { CartSkeleton } from './CartSkeleton.tsx';
import { PhoneTotal } from './CartSummary.tsx';
import { useConfirmRemoval } from './use-confirm-removal.ts';
import { useVisitorCartQuery } from './VisitorCart.generated.ts';

/**
 * A visitor's cart: the books added in this browser, with a link to the login. Once the visitor has removed the last
 * book, it says that the cart is empty.
 */
export function VisitorCart() {
  const { t } = useTranslation('cart');
  const { t: tQuote } = useTranslation('quote');
  const confirmRemoval = useConfirmRemoval();
  const heading = useRef<HTMLHeadingElement>(null);
  const loginState = createLoginState(useLocation());
  const storedLines = useVisitorLines();
  const ids = storedLines?.map(({ productId }) => productId);
  const query = useVisitorCartQuery(
    ids === undefined || ids.length === 0 ? skipToken : { variables: { ids } },
  );
  const nodes = (query.data ?? query.previousData)?.nodes;
  useEffect(() => {
    // The nodes are in the order of the requested ids.
    const delistedLines = readVisitorLines().filter(({ productId }) => {
      const index = ids?.indexOf(productId) ?? -1;
      return query.data?.nodes[index] === null;
    });
    if (delistedLines.length === 0) return;
    for (const { productId } of delistedLines) setVisitorQuantity(productId, 0);
    toasts.info(t('visitor.delisted', { count: delistedLines.length }));
  });
  if (storedLines?.length === 0) return <EmptyCart />;
  if (storedLines === undefined || nodes === undefined) {
    return (
      <QueryFallback
        query={query}
        skeleton={<CartSkeleton />}
        errorMessage={t('failed')}
        heading={t('title')}
      />
    );
  }
  const lines = storedLines.flatMap(({ productId, quantity }) => {
    const product = nodes.find((node) => node?.__typename === 'Product' && node.id === productId);
    return product?.__typename === 'Product' ? [toCartLine(productId, product, quantity)] : [];
  });
  const availableLines = lines.filter((line) => line.available);
  const itemTotal = addLineTotals(availableLines);
  const remove = (id: string, name: string) =>
    confirmRemoval(name, () => {
      setVisitorQuantity(id, 0);
      focusAfterConfirm(heading.current);
    });
  return (
    <>
      <Box as="h1" ref={heading} tabIndex={-1}>
        {t('title')}
      </Box>
      <PurchaseColumns
        side={
          <Card.Root>
            <Card.Body>
              <Text fontWeight="semibold">{t('loginRequired')}</Text>
              <Text color="fg.muted">{t('visitor.savedInBrowser')}</Text>
              <DataList.Root>
                <Amount label={tQuote('summary.itemTotal')} rupees={itemTotal} isTotal />
              </DataList.Root>
              <Flex className="bottom-bar" wrap="wrap" rowGap="2" columnGap="4" align="center">
                <PhoneTotal label={tQuote('summary.itemTotal')} rupees={itemTotal} />
                <LinkButton to={loginPath} state={loginState} variant="solid" flex="1">
                  {t('visitor.login')}
                </LinkButton>
              </Flex>
            </Card.Body>
          </Card.Root>
        }
      >
        <Box as="ul" aria-label={t('lines')} borderBlockStartWidth="1px">
          {[...availableLines, ...lines.filter((line) => !line.available)].map((line) => (
            <li key={line.id}>
              <CartLineRow
                line={line}
                onQuantityChange={(quantity) => setVisitorQuantity(line.product.id, quantity)}
                onRemove={() => void remove(line.product.id, line.product.name)}
              />
            </li>
          ))}
        </Box>
      </PurchaseColumns>
    </>
  );
}
