import classes from './step-list.module.css';

/** Where a person is in a few steps. Steps count from one. */
export function StepList({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className={classes.list}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-reached={index < current || undefined}
          aria-current={index + 1 === current ? 'step' : undefined}
        >
          <span className={classes.number} aria-hidden>
            {index + 1}
          </span>
          <span className={classes.name}>{step}</span>
        </li>
      ))}
    </ol>
  );
}
