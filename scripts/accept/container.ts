import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BareRoot, bareRoot } from './bare-root.ts';
import { command, lastLines } from './command.ts';

export type Image = {
  readonly root: BareRoot;
  readonly env: Record<string, string>;
  readonly user: string;
  readonly cwd: string;
  readonly cmd: string[];
};

/**
 * Carries out a Containerfile without a container engine and without a registry of images: each FROM is a bare Debian with this
 * installation's Node, COPY copies, RUN runs inside. Knows the instructions that ours uses and stops at any other.
 */
export async function buildByHand(context: string): Promise<Image> {
  const stages = new Map<string, BareRoot>();
  const open: BareRoot[] = [];
  let root: BareRoot | undefined;
  let state: Omit<Image, 'root'> = fresh();
  try {
    for (const [instruction, rest] of instructionsOf(join(context, 'Containerfile'))) {
      if (instruction === 'FROM') {
        root = await bareRoot(`stage${open.length}`);
        open.push(root);
        await addNode(root);
        const name = / AS (\w+)$/.exec(rest)?.[1];
        if (name !== undefined) stages.set(name, root);
        state = fresh();
        continue;
      }
      if (root === undefined) throw new Error(`${instruction} before FROM`);
      state = await step(root, state, instruction, rest, { context, stages });
    }
    if (root === undefined) throw new Error('the Containerfile has no FROM');
    for (const each of open) if (each !== root) await each.remove();
    return { ...state, root };
  } catch (error) {
    for (const each of open) await each.remove().catch(() => undefined);
    throw error;
  }
}

const fresh = (): Omit<Image, 'root'> => ({ env: {}, user: 'root', cwd: '/', cmd: [] });

async function step(
  root: BareRoot,
  state: Omit<Image, 'root'>,
  instruction: string,
  rest: string,
  { context, stages }: { context: string; stages: ReadonlyMap<string, BareRoot> },
): Promise<Omit<Image, 'root'>> {
  switch (instruction) {
    case 'WORKDIR':
      mkdirSync(join(root.folder, rest), { recursive: true });
      return { ...state, cwd: rest };
    case 'ENV': {
      const [name = '', value = ''] = rest.split('=');
      return { ...state, env: { ...state.env, [name]: value } };
    }
    case 'COPY': {
      const [, stage, from = '', to = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest) ?? [];
      const source = stage === undefined ? context : stages.get(stage)?.folder;
      if (source === undefined) throw new Error(`COPY from an unknown stage: ${rest}`);
      cpSync(join(source, from), join(root.folder, to.startsWith('/') ? to : join(state.cwd, to)), {
        recursive: true,
        verbatimSymlinks: true,
        preserveTimestamps: true,
      });
      return state;
    }
    case 'RUN': {
      const ran = await root.sh(rest, { cwd: state.cwd, env: state.env });
      if (ran.code !== 0) throw new Error(`RUN ${rest}: ${lastLines(ran)}`);
      return state;
    }
    case 'USER':
      return { ...state, user: rest };
    case 'CMD':
      return { ...state, cmd: JSON.parse(rest) as string[] };
    case 'VOLUME':
    case 'EXPOSE':
      return state;
    default:
      throw new Error(`an instruction that this does not know: ${instruction}`);
  }
}

function instructionsOf(file: string): [instruction: string, rest: string][] {
  return readFileSync(file, 'utf8')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).trim()]);
}

/** The base image has Node and npm; here they come from the host. */
async function addNode(root: BareRoot): Promise<void> {
  cpSync(process.execPath, join(root.folder, 'usr/local/bin/node'));
  const found = await command(['sh', '-c', 'readlink -f "$(command -v npm)"'], {}, '/');
  // npm/bin/npm-cli.js
  const npm = dirname(dirname(found.stdout.trim()));
  rmSync(join(root.folder, 'usr/local/lib/node_modules/npm'), { recursive: true, force: true });
  cpSync(npm, join(root.folder, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
  const linked = await root.sh('ln -sf ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm');
  if (linked.code !== 0) throw new Error(lastLines(linked));
}
