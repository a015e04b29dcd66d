/** What Node writes with --cpu-prof. */
export type CpuProfile = {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

export type Section = {
  readonly name: string;
  /** Of the time that was not idle. */
  readonly share: number;
  readonly usAnOrder: number;
};

/** By the file that the running function is in; the first that fits. */
const BY_FILE: readonly (readonly [RegExp, string])[] = [
  [/\/packages\/domain\//, 'decisions and rows (packages/domain)'],
  [/\/apps\/api\/src\/ledger\//, 'ledger: batches, locks and statements'],
  [/\/features\/sessions\/|\/platform\/limits\//, 'session check and limits'],
  [/\/platform\/http\//, 'our HTTP layer'],
  [/\/platform\/realtime\/|\/features\/stream\/|\/node_modules\/ws\//, 'sockets of open pages'],
  [/\/features\/watch\//, 'watching prices'],
  [/\/adapters\/feeds\/|\/features\/market\//, 'market data'],
  [/\/features\/trades\//, 'orders and trades'],
  [/\/apps\/api\/|\/packages\/contracts\//, 'the rest of ours'],
  [/\/node_modules\/zod\//, 'validation (zod)'],
  [/\/node_modules\/(?:pg|pg-[a-z-]+|postgres-[a-z]+)\//, 'database driver (pg)'],
  [
    /\/node_modules\/(?:fastify|@fastify|find-my-way|light-my-request|avvio|fast-[a-z-]+|secure-json-parse)\//,
    'Fastify',
  ],
  [/\/node_modules\/(?:pino|sonic-boom|pino-[a-z-]+|thread-stream)\//, 'logging (pino)'],
  [/\/node_modules\/(?:@opentelemetry|prom-client)/, 'metrics'],
  [/\/node_modules\//, 'other packages'],
  [/^node:_?http|^node:internal\/http/, 'HTTP (Node)'],
  [/^node:(?:net|stream|internal\/streams|internal\/stream_base|_stream)/, 'sockets and streams (Node)'],
  [/^node:(?:buffer|internal\/buffer|string_decoder|internal\/encoding)/, 'buffers and text (Node)'],
  [/^node:internal\/crypto|^node:crypto/, 'hashes (Node)'],
  [/^node:/, 'timers, promises and the rest of Node'],
];

/** Native functions: known by their names alone. */
const BY_NAME = new Map([
  ['(garbage collector)', 'collecting garbage'],
  ['writev', 'sockets: writing (kernel)'],
  ['writeUtf8String', 'sockets: writing (kernel)'],
  ['writeLatin1String', 'sockets: writing (kernel)'],
  ['writeBuffer', 'sockets: writing (kernel)'],
  ['(program)', 'the runtime itself, kernel included'],
]);

const IDLE = '(idle)';

/**
 * Where the main thread was between two moments, by sections of the code. A native function without a file of its own belongs to the
 * section that called it.
 * @param usAnOrder processor time of an order in this process, which the shares divide
 */
export function sectionsOf(profile: CpuProfile, fromUs: number, toUs: number, usAnOrder: number): Section[] {
  const section = sectionOfNodes(profile);
  const spent = new Map<string, number>();
  let busy = 0;
  let at = profile.startTime;
  for (const [i, id] of profile.samples.entries()) {
    const took = profile.timeDeltas[i] ?? 0;
    at += took;
    const name = section.get(id);
    if (at < fromUs || at > toUs || name === undefined || name === IDLE) continue;
    busy += took;
    spent.set(name, (spent.get(name) ?? 0) + took);
  }
  if (busy === 0) throw new Error('the profile has nothing of this time');
  return [...spent]
    .map(([name, us]) => ({ name, share: us / busy, usAnOrder: (us / busy) * usAnOrder }))
    .toSorted((a, b) => b.share - a.share);
}

function sectionOfNodes({ nodes }: CpuProfile): Map<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const found = new Map<number, string>();
  const [root] = nodes;
  const walk: [id: number, caller: string][] = root ? [[root.id, 'the runtime itself, kernel included']] : [];
  for (let next = walk.pop(); next; next = walk.pop()) {
    const [id, caller] = next;
    const node = byId.get(id);
    if (!node) continue;
    const { functionName, url } = node.callFrame;
    const name =
      functionName === IDLE
        ? IDLE
        : (BY_NAME.get(functionName) ?? BY_FILE.find(([file]) => file.test(url))?.[1] ?? caller);
    found.set(id, name);
    for (const child of node.children ?? []) walk.push([child, name]);
  }
  return found;
}
