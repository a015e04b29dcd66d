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

/** Of the first and the last of the names; of one name its first letter. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? firstLetter(words.at(-1) ?? '') : '';
  return firstLetter(words[0] ?? '') + last || '?';
}

/** A person's profile picture, or their initials in a colour that follows from their id. `label` names it where it stands for itself. */
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
      classNames={{ placeholder: classes.initials ?? '' }}
      style={{ '--hue': hueOf(id), '--initials': `${size * 0.4}px` } as CSSProperties}
    >
      {/* Drawn by the style sheet: a button with a picture is called by its name, and nobody says "DC" to find it. */}
      <span className={classes.drawn} data-initials={initialsOf(name)} />
    </Avatar>
  );
}
