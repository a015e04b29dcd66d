import { Avatar } from '@mantine/core';

/** The first letter as people see it: one that needs two code units, or a letter with its accent, stays whole. */
function firstLetter(name: string): string {
  const first = new Intl.Segmenter().segment(name.trim())[Symbol.iterator]().next();
  return first.done === true ? '?' : first.value.segment.toLocaleUpperCase();
}

/** A person's profile picture, or the first letter of their name. `label` names it where it stands for itself. */
export function PersonPicture({
  name,
  src,
  size,
  label = '',
}: {
  name: string;
  src: string | null;
  size: number;
  label?: string;
}) {
  return (
    <Avatar
      radius={9999}
      size={size}
      color="ink"
      variant="filled"
      src={src}
      alt={label}
      imageProps={{ draggable: false }}
    >
      {firstLetter(name)}
    </Avatar>
  );
}
