import { Box, Card, DataList, Flex, Grid } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { PlacedOrder } from './use-order.ts';

interface OrderPlacedProps {
  order: PlacedOrder;
  title: string;
}

/** The confirmation of an order: its number, total and address, and a link to My Orders. */
export function OrderPlaced({ order: { number, totalPrice, address }, title }: OrderPlacedProps) {
  const { t } = useTranslation('checkout');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  const facts = [
    { name: t('placed.number'), value: <strong>{number}</strong> },
    { name: t('placed.total'), value: formatRupees(totalPrice) },
    { name: t('placed.address'), value: address },
  ];
  return (
    <Grid
      as="article"
      justifyItems="center"
      gap="6"
      paddingBlock="clamp(1.5rem, 6vw, 4rem)"
      textAlign="center"
    >
      <Grid placeItems="center" boxSize="5rem" borderRadius="full" background="bg.success" color="fg.success">
        <Icon name="check" size={44} />
      </Grid>
      <Box as="h1" ref={heading} tabIndex={-1} outline="none">
        {title}
      </Box>
      <Card.Root width="min(100%, 30rem)" textAlign="start">
        <Card.Body padding="5">
          <DataList.Root gap="3">
            {facts.map(({ name, value }) => (
              <DataList.Item key={name} justifyContent="start">
                <DataList.ItemLabel flex="none" width="8rem" color="fg.muted">
                  {name}
                </DataList.ItemLabel>
                <DataList.ItemValue flex="1" minWidth="0" overflowWrap="anywhere">
                  {value}
                </DataList.ItemValue>
              </DataList.Item>
            ))}
          </DataList.Root>
        </Card.Body>
      </Card.Root>
      <Flex wrap="wrap" justify="center" gap="3">
        <LinkButton to="/profile?section=orders" variant="solid">
          {t('placed.orders')}
        </LinkButton>
        <LinkButton to="/product">{t('placed.browse')}</LinkButton>
      </Flex>
    </Grid>
  );
}
