import { manageWords } from '@clearbook/contracts/words/manage';
import { ActionIcon, Group, Skeleton, Text, Tooltip } from '@mantine/core';
import { RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { useState } from 'react';
import classes from './document-image.module.css';
import { useCan } from './use-can.ts';

const words = manageWords.review.picture;
/** Times the size that fits its frame. */
const ZOOMS = [1, 1.5, 2, 3, 4, 6] as const;
const QUARTER = 90;

type Size = { width: number; height: number };
type Props = { src: string; alt: string; failed: string };

/** A picture that a client sent to staff, where the role includes it: nobody else asks for it. */
export function DocumentImage(props: Props) {
  return useCan()('document.read') ? <Picture {...props} /> : <Text c="dimmed">{words.notYours}</Text>;
}

/** An image that a client sent to staff, which can be enlarged, turned and moved about in its frame, and words where it cannot be shown. */
function Picture({ src, alt, failed }: Props) {
  const [state, setState] = useState<'loading' | 'failed' | Size>('loading');
  const [step, setStep] = useState(0);
  const [turned, setTurned] = useState(0);
  if (state === 'failed') return <Text role="alert">{failed}</Text>;
  const shown = state !== 'loading';
  const zoom = ZOOMS[step] ?? 1;
  const sideways = turned % (2 * QUARTER) !== 0;
  return (
    <>
      {shown ? null : <Skeleton height={280} aria-busy />}
      <div hidden={!shown}>
        <Group gap={4} mb="xs" role="group" aria-label={words.tools(alt)}>
          <Tool label={words.zoomOut} disabled={step === 0} onPress={() => setStep(step - 1)}>
            <ZoomOut size={18} aria-hidden />
          </Tool>
          <Tool label={words.zoomIn} disabled={step === ZOOMS.length - 1} onPress={() => setStep(step + 1)}>
            <ZoomIn size={18} aria-hidden />
          </Tool>
          <Tool label={words.turnLeft} onPress={() => setTurned(turned - QUARTER)}>
            <RotateCcw size={18} aria-hidden />
          </Tool>
          <Tool label={words.turnRight} onPress={() => setTurned(turned + QUARTER)}>
            <RotateCw size={18} aria-hidden />
          </Tool>
          <Text size="sm" c="dimmed" role="status">
            {words.zoom(zoom)}
          </Text>
        </Group>
        {/* Scrolled by hand, wheel or arrow keys, as anything larger than its frame is. */}
        <div className={classes.frame} role="group" aria-label={alt} tabIndex={0}>
          <div className={classes.room} style={shown ? roomFor(state, zoom, sideways) : undefined}>
            <img
              src={src}
              alt={alt}
              className={classes.image}
              style={{ width: sideways ? '100cqh' : '100cqw', rotate: `${turned}deg` }}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                setState({ width, height })
              }
              onError={() => setState('failed')}
            />
          </div>
        </div>
        <a href={src} target="_blank" rel="noreferrer" className={classes.full}>
          <Text span size="sm">
            {manageWords.review.proofOpen}
          </Text>
        </a>
      </div>
    </>
  );
}

/** What the turned image takes up: as large as the frame is wide and 70% of the window is high, times the zoom. */
function roomFor({ width, height }: Size, zoom: number, sideways: boolean): CSSProperties {
  const ratio = sideways ? height / width : width / height;
  return { width: `calc(min(100%, 70vh * ${ratio}) * ${zoom})`, aspectRatio: `${ratio}` };
}

type ToolProps = { label: string; disabled?: boolean; onPress: () => void; children: ReactNode };

function Tool({ label, disabled = false, onPress, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} disabled={disabled} onClick={onPress}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
