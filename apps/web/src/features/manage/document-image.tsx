import { manageWords } from '@clearbook/contracts/words/manage';
import { Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import classes from './manage.module.css';

/** An image that a client sent to staff, with a link to all of it, and words where it cannot be shown. */
export function DocumentImage({ src, alt, failed }: { src: string; alt: string; failed: string }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  if (state === 'failed') return <Text role="alert">{failed}</Text>;
  return (
    <>
      {state === 'loading' ? <Skeleton height={280} /> : null}
      <a href={src} target="_blank" rel="noreferrer" hidden={state === 'loading'} className={classes.full}>
        <img
          src={src}
          alt={alt}
          className={classes.proof}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
        <Text span size="sm">
          {manageWords.review.proofOpen}
        </Text>
      </a>
    </>
  );
}
