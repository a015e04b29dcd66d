import type { LiabilityProof } from '@clearbook/contracts/liabilities';
import { liabilityWords as words } from '@clearbook/contracts/words/liabilities';
import { base64, type VerifiedLiability } from '@clearbook/verify';
import type { ReactNode } from 'react';
import { API_BASE } from '../../lib/api.ts';
import { formatDateTime, formatMoney } from '../../lib/format.ts';
import { Amount } from '../../ui/amount.tsx';
import classes from './proof-of-balance.module.css';

/** What was counted, in figures; hashes behind a fold. */
export function CountedFacts({ proof, verified }: { proof: LiabilityProof; verified: VerifiedLiability }) {
  const { checkpoint, root, witnesses } = verified;
  return (
    <>
      <dl className={classes.facts} aria-label={words.facts}>
        <Fact name={words.balance} hint={words.balanceHint}>
          <Amount value={proof.owed.amount} />
        </Fact>
        {proof.debt !== null && (
          <Fact name={words.debt} hint={words.debtHint}>
            <Amount value={proof.debt.amount} />
          </Fact>
        )}
        <Fact name={words.at}>{formatDateTime(proof.at)}</Fact>
        <Fact name={words.upTo} hint={words.upToHint}>
          {proof.entry_number}
        </Fact>
        <Fact name={words.witnesses}>{words.signedBy(checkpoint.origin, witnesses.length)}</Fact>
      </dl>
      <details className={classes.details}>
        <summary>{words.details}</summary>
        <dl className={classes.hashes}>
          <Hash name={words.root}>{base64(root.hash)}</Hash>
          {proof.owed.parts.map(({ index, amount }, i) => (
            <Hash key={index} name={words.place(i + 1, proof.owed.parts.length)}>
              {words.part(formatMoney(amount), index)}
            </Hash>
          ))}
          <Hash name={words.nonce}>{proof.owed.nonce}</Hash>
          <Hash name={words.checkpoint}>
            {checkpoint.size.toLocaleString('en')} {base64(checkpoint.root)}
          </Hash>
        </dl>
        <p className={classes.links}>
          <a href={`${API_BASE}/me/liabilities/proof`} download="proof-of-balance.json">
            {words.proof}
          </a>
        </p>
      </details>
    </>
  );
}

function Fact({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {name}
        {hint !== undefined && <span className={classes.hint}>{hint}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Hash({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
