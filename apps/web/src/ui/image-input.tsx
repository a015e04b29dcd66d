import { UPLOAD_TYPES } from '@clearbook/contracts/uploads';
import { Input } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import classes from './image-input.module.css';

/**
 * Chooses one image and shows it, so that the wrong screenshot is noticed before it is sent. It is the browser's own file field with
 * its own label; what was chosen stays chosen when sending fails. Give it a new `key` to empty it.
 */
export function ImageInput({
  label,
  hint,
  previewLabel,
  value,
  onChange,
  error,
  preview = true,
}: {
  label: string;
  hint: string;
  previewLabel: string;
  value: File | null;
  onChange: (file: File | null) => void;
  error?: string | undefined;
  /** False where the page shows the image itself. */
  preview?: boolean;
}) {
  const id = useId();
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={hint}
      error={error}
      descriptionProps={{ id: `${id}-hint` }}
      errorProps={{ id: `${id}-error` }}
    >
      <input
        id={id}
        type="file"
        accept={UPLOAD_TYPES.join(',')}
        className={classes.input}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
        aria-invalid={error === undefined ? undefined : true}
        onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
      />
      {value === null || !preview ? null : <Preview file={value} label={previewLabel} />}
    </Input.Wrapper>
  );
}

/** Drawn on a canvas, because the page's content policy allows images from this site alone and no blob addresses. */
function Preview({ file, label }: { file: File; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    let stopped = false;
    setShown(false);
    createImageBitmap(file).then(
      (bitmap) => {
        const target = canvas.current;
        if (stopped || target === null) return bitmap.close();
        const scale = Math.min(1, 640 / Math.max(bitmap.width, bitmap.height));
        target.width = Math.max(1, Math.round(bitmap.width * scale));
        target.height = Math.max(1, Math.round(bitmap.height * scale));
        target.getContext('2d')?.drawImage(bitmap, 0, 0, target.width, target.height);
        bitmap.close();
        setShown(true);
      },
      // Not an image that this browser can draw: the server says so in words, so there is simply no preview.
      () => undefined,
    );
    return () => {
      stopped = true;
    };
  }, [file]);
  return <canvas ref={canvas} role="img" aria-label={label} className={classes.preview} hidden={!shown} />;
}
