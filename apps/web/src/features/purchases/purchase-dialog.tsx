import { messages } from '@clearbook/contracts/messages';
import type { PurchaseWire } from '@clearbook/contracts/plans';
import { planWords } from '@clearbook/contracts/words/plans';
import { uiWords } from '@clearbook/contracts/words/ui';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { centsText, toCents } from '../../lib/decimal.ts';
import { formatUsd, NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Amount } from '../../ui/amount.tsx';
import { Fact } from '../../ui/fact.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { ChangesList } from './changes-list.tsx';
import type { Change } from './changes.ts';
import { Receipt } from './receipt.tsx';
import classes from './purchases.module.css';

const { dialog: words, receipt: receiptWords } = planWords;

/** What somebody is about to buy, as it stood on the card that they pressed: the card itself changes with the purchase. */
export type Wanted = {
  offer: { id: string; name: string; price: { amount: string } };
  changes: readonly Change[];
  /** A sentence about when it counts. */
  note?: string | undefined;
};

type Route = 'POST /packages/:id/purchase' | 'POST /signal-plans/:id/purchase';

/** Asks once, with the price, the balance before and after, and what changes; then it shows the receipt. */
export function PurchaseDialog({
  route,
  wanted,
  onClose,
}: {
  route: Route;
  wanted: Wanted | null;
  onClose: () => void;
}) {
  const [bought, setBought] = useState<PurchaseWire | null>(null);
  const purchase = useSubmit(route, {
    topics: ['account', 'plans', 'market'],
    onSuccess: setBought,
  });
  const close = () => {
    purchase.clear();
    setBought(null);
    onClose();
    // The button that was pressed may be gone with the offer: the page itself takes the focus then.
    if (bought !== null) document.querySelector('main')?.focus();
  };
  return (
    <Modal
      // A receipt that comes after the question was dismissed shows as well, and not in the place of the next question.
      opened={wanted !== null || bought !== null}
      onClose={close}
      returnFocus={bought === null}
      title={bought === null ? words.title(wanted?.offer.name ?? '') : receiptWords.title(bought.receipt)}
      closeButtonProps={{ 'aria-label': uiWords.close }}
    >
      {wanted !== null && bought === null && (
        <Stack gap="md">
          <Question wanted={wanted} />
          <FormErrorSummary>{purchase.problem?.detail}</FormErrorSummary>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {uiWords.cancel}
            </Button>
            <Button
              loading={purchase.pending}
              onClick={() =>
                void purchase.submit({ params: { id: wanted.offer.id }, body: { price: wanted.offer.price.amount } })
              }
            >
              {words.confirm(formatUsd(wanted.offer.price.amount))}
            </Button>
          </Group>
        </Stack>
      )}
      {bought !== null && (
        <Stack gap="md">
          <p role="status" className={classes.bought}>
            <Check size={18} aria-hidden />
            {messages.plans.bought(bought.name)}
          </p>
          <div>
            <Receipt purchase={bought} />
          </div>
          <Group justify="flex-end">
            <Button variant="default" component={Link} to={`/receipts/${bought.id}`}>
              {words.openReceipt}
            </Button>
            <Button autoFocus onClick={close}>
              {words.done}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function Question({ wanted: { offer, changes, note } }: { wanted: Wanted }) {
  const { data: account } = useQuery(queries.account());
  const before = account?.available.amount;
  const after = before === undefined ? undefined : centsText(toCents(before) - toCents(offer.price.amount));
  return (
    <>
      <dl className={classes.lines}>
        <Fact name={words.before}>{before === undefined ? NO_VALUE : <Amount value={before} />}</Fact>
        <Fact name={words.price}>
          <strong>
            <Amount value={offer.price.amount} />
          </strong>
        </Fact>
        <Fact name={words.after}>{after === undefined ? NO_VALUE : <Amount value={after} />}</Fact>
      </dl>
      <div>
        <h3 className={classes.subtitle}>{words.changes}</h3>
        <ChangesList changes={changes} />
      </div>
      <Text size="sm" c="dimmed">
        {note === undefined ? words.final : `${note} ${words.final}`}
      </Text>
    </>
  );
}
