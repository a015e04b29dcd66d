import type { LiabilityProof } from '@clearbook/contracts/liabilities';
import type { Transparency } from '@clearbook/contracts/transparency';
import {
  base64,
  type Liability,
  readLiability,
  readVerifierKey,
  Refused,
  type VerifiedLiability,
  verifyLiability,
} from '@clearbook/verify';
import { API_BASE } from '../../lib/api.ts';

/** What came of checking a proof: it holds, it is refused with the verifier's sentence, or everybody else is shown another root of that day. */
export type Checked =
  | { readonly kind: 'verified'; readonly proof: Liability; readonly verified: VerifiedLiability }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'other-root' };

/** The witnesses' keys and the roots are read without saying who asks, so that what this client is shown is what everybody is. */
export async function checkLiability(proof: LiabilityProof): Promise<Checked> {
  const [vkeys, published] = await Promise.all([readKeys(), readPublished()]);
  try {
    const read = readLiability(proof);
    const witnesses = published.log.witnesses.map(({ vkey }) => readVerifierKey(vkey));
    const verified = verifyLiability(read, proof.client, vkeys.map(readVerifierKey), witnesses);
    const root = published.counted?.roots.find(({ tree }) => tree === 'owed');
    if (published.counted?.day === proof.day && root?.hash !== base64(verified.root.hash))
      return { kind: 'other-root' };
    return { kind: 'verified', proof: read, verified };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', why: error.message };
    throw error;
  }
}

async function readKeys(): Promise<string[]> {
  const answer = await anonymous('/log/vkey');
  return (await answer.text()).split('\n').filter((line) => line !== '');
}

async function readPublished(): Promise<Transparency> {
  const answer = await anonymous(`${API_BASE}/transparency`);
  return (await answer.json()) as Transparency;
}

async function anonymous(address: string): Promise<Response> {
  const answer = await fetch(address, { credentials: 'omit', cache: 'no-store' });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer;
}
