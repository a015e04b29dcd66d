import { planWords as words } from '@clearbook/contracts/words/plans';
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { centsText, toCents } from '../../lib/decimal.ts';
import { formatUsd, isZero } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import classes from './purchases.module.css';

type Props = {
  price: { amount: string };
  /** The button's visible name. */
  label: string;
  onBuy: () => void;
};

/** Opens the question. Where the money does not reach, it says how much is missing instead; the server decides again. */
export function BuyButton({ price, label, onBuy }: Props) {
  const { data: account } = useQuery(queries.account());
  const missing = account === undefined ? 0n : toCents(price.amount) - toCents(account.withdrawable.amount);
  return (
    <>
      {account !== undefined && missing > 0n && (
        <p className={classes.short}>
          {words.short(formatUsd(centsText(missing)))} {!isZero(account.borrowed.amount) && `${words.shortOwed} `}
          <Anchor component={Link} to="/deposit" inherit underline="always">
            {words.deposit}
          </Anchor>
        </p>
      )}
      <Button
        fullWidth
        classNames={{ root: classes.buy ?? '', label: classes.buyLabel ?? '' }}
        disabled={account === undefined || missing > 0n}
        onClick={onBuy}
      >
        {label}
      </Button>
    </>
  );
}
