import {
  createElement,
  lazy,
  useEffect,
  useState,
  type ComponentType,
  type FunctionComponent,
  type LazyExoticComponent,
} from 'react';
import { API_BASE } from './api.ts';

/** How long an answer to "is anybody there?" may take, and how long until it is asked again. */
const ANSWER_MS = 4_000;
const AGAIN_MS = 2_000;

type Loaded<C> = { default: C };

export type Part<P extends object> = {
  Component: FunctionComponent<P>;
  /** Fetches its files. */
  load: () => Promise<unknown>;
};

/** A part of the application that comes in files of its own. Where these are here already it is drawn right away, without a moment of waiting. */
export function part<P extends object>(load: () => Promise<Loaded<ComponentType<P>>>): Part<P> {
  let here: ComponentType<P> | undefined;
  const fetched = async () => {
    const loaded = await load();
    here = loaded.default;
    return loaded;
  };
  const Later = later(fetched);
  function Component(props: P) {
    // Chosen once: what is drawn must not be made anew because its files have come meanwhile.
    const [Chosen] = useState<ComponentType<P>>(() => here ?? (Later as unknown as ComponentType<P>));
    return createElement(Chosen, props);
  }
  return { Component, load: fetched };
}

/** React's `lazy` for files that come over a network: while nobody answers it goes on waiting, and comes by itself once somebody does. */
// React's own constraint: what a component takes does not matter here.
// oxlint-disable-next-line typescript/no-explicit-any
export function later<C extends ComponentType<any>>(load: () => Promise<Loaded<C>>): LazyExoticComponent<C> {
  return lazy(() => whenAnswered(load));
}

/** Files on their way, and how many of them nobody has answered for. */
const fetching = { all: 0, unanswered: 0 };
const listeners = new Set<() => void>();

/** What is being fetched to be drawn: nothing, something, or something that cannot come because nobody answers. */
export function useFetching(): Fetching {
  // Not an external store to React: files are asked for while something is drawn, and it would draw all of that again, in one go.
  const [now, setNow] = useState(fetchingNow);
  useEffect(() => {
    const listener = () => setNow(fetchingNow());
    listeners.add(listener);
    listener();
    return () => void listeners.delete(listener);
  }, []);
  return now;
}

type Fetching = 'nothing' | 'something' | 'unanswered';

function fetchingNow(): Fetching {
  if (fetching.unanswered > 0) return 'unanswered';
  return fetching.all > 0 ? 'something' : 'nothing';
}

function count(what: keyof typeof fetching, by: 1 | -1): void {
  fetching[what] += by;
  for (const listener of listeners) listener();
}

/** Files that a server which answers does not have are gone for good, as after a new version: that is thrown. */
async function whenAnswered<T>(load: () => Promise<T>): Promise<T> {
  const loading = load();
  // Asked for while something is drawn, when nothing else may be told to draw.
  await Promise.resolve();
  count('all', 1);
  try {
    return await loading.catch(() => whileUnanswered(load));
  } finally {
    count('all', -1);
  }
}

async function whileUnanswered<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    const answered = await isAnswered();
    if (!answered) {
      count('unanswered', 1);
      do await pause();
      while (!(await isAnswered()));
      count('unanswered', -1);
    }
    try {
      return await load();
    } catch (error) {
      if (answered) throw error;
    }
  }
}

async function isAnswered(): Promise<boolean> {
  try {
    const answer = await fetch(`${API_BASE}/settings/public`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** Until the browser says that the network is back, or some time has passed. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, AGAIN_MS);
    addEventListener('online', done);
  });
}
