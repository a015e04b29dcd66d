import { Button } from '@mantine/core';
import { frameWords as words } from '@clearbook/contracts/words/frame';
import { Component, type ReactNode } from 'react';
import classes from './loading-screen.module.css';

type State = { failed: boolean };

/** The last net: a mistake in a page shows words and a way on, never an empty screen. `resetKey` clears it, as a new address does. */
export class ErrorBoundary extends Component<{ children: ReactNode; resetKey?: string }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidUpdate(before: { resetKey?: string }): void {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className={classes.page} role="alert">
        <div className={classes.crash}>
          <h1>{words.crashTitle}</h1>
          <p>{words.crashText}</p>
          <Button onClick={() => location.reload()}>{words.reload}</Button>
        </div>
      </div>
    );
  }
}
