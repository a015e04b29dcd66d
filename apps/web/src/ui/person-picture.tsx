import { Avatar } from '@mantine/core';
import type { CSSProperties } from 'react';
import { hueOf } from './hue.ts';
import classes from './person-picture.module.css';

const letters = new Intl.Segmenter();

/** The first letter as people see it: one that needs two code units, or a letter with its accent, stays whole. */
function firstLetter(word: string): string {
  const first = letters.segment(word)[Symbol.iterator]().next();
  return first.done === true ? '' : first.value.segment.toLocaleUpperCase();
}

/** A person's profile picture, or the first letter of their name (K11) in a colour that follows from their id. `label` names it where it stands for itself. */
export function PersonPicture({
  id,
  name,
  src,
  size,
  label = '',
}: {
  id: string;
  name: string;
  src: string | null;
  size: number;
  label?: string;
}) {
  return (
    <Avatar
      radius={9999}
      size={size}
      src={src}
      alt={label}
      imageProps={{ draggable: false }}
      classNames={{ placeholder: classes.letter ?? '' }}
      style={{ '--hue': hueOf(id), '--avatar-size': `${size}px`, '--letter': `${size * 0.4}px` } as CSSProperties}
    >
      {/* Drawn by the style sheet: a button with a picture is called by its name, and nobody says "D" to find it. */}
      <span className={classes.drawn} data-letter={firstLetter(name.trim()) || '?'} />
    </Avatar>
  );
}
