import { type ReactNode, useId } from 'react';
import classes from './segmented-control.module.css';

type Props<V extends string> = {
  id?: string;
  /** What is chosen here, for those who do not see the page: the words, or the element that has them. */
  'aria-label'?: string;
  'aria-labelledby'?: string;
  data: readonly { value: NoInfer<V>; label: ReactNode; disabled?: boolean }[];
  value: V;
  onChange: (value: V) => void;
  size?: 'xs' | 'sm';
  fullWidth?: boolean;
  disabled?: boolean;
};

/**
 * One of a few, all of them in sight: radio buttons as the browser has them, drawn as one bar. Mantine's own measures itself to let its
 * mark slide, which lays the whole page out once more wherever one is drawn.
 */
export function SegmentedControl<V extends string>(props: Props<V>) {
  const { data, value, onChange, size = 'sm', fullWidth = false, disabled = false } = props;
  const name = useId();
  return (
    <div
      id={props.id}
      role="radiogroup"
      aria-label={props['aria-label']}
      aria-labelledby={props['aria-labelledby']}
      className={classes.root}
      data-size={size}
      data-full={fullWidth || undefined}
    >
      {data.map((one) => (
        <div key={one.value} className={classes.choice}>
          <input
            type="radio"
            id={`${name}${one.value}`}
            name={name}
            value={one.value}
            className={classes.input}
            disabled={disabled || one.disabled === true}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          <label htmlFor={`${name}${one.value}`} className={classes.label}>
            {one.label}
          </label>
        </div>
      ))}
    </div>
  );
}
