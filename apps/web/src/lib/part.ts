import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react';

export type Part<P extends object> = {
  Component: FunctionComponent<P>;
  /** Fetches its files. */
  load: () => Promise<unknown>;
};

/** A part of the application that comes in files of its own. Where these are here already it is drawn at once, without a moment of waiting. */
export function part<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Part<P> {
  let here: ComponentType<P> | undefined;
  const fetched = async () => {
    const loaded = await load();
    here = loaded.default;
    return loaded;
  };
  const Later = lazy(fetched);
  function Component(props: P) {
    // Chosen once: what is drawn must not be made anew because its files have come meanwhile.
    const [Chosen] = useState<ComponentType<P>>(() => here ?? (Later as unknown as ComponentType<P>));
    return createElement(Chosen, props);
  }
  return { Component, load: fetched };
}
