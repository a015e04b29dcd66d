import { accountWords } from '@clearbook/contracts/words/account';
import { Input, Text } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import type { Area } from './crop-image.ts';
import classes from './account.module.css';

const words = accountWords.picture;
const ZOOM_MAX = 4;
/** Pixels that one press of an arrow key moves the image. */
const KEY_STEP = 8;

/** Chooses the square of an image that becomes the picture: by pointer, by touch, or with the arrow keys and the slider. */
export default function SquareCropper({
  file,
  onArea,
  onUnreadable,
}: {
  file: File;
  onArea: (area: Area) => void;
  onUnreadable: () => void;
}) {
  const id = useId();
  const [src, setSrc] = useState<string>();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setSrc(address);
    setCrop({ x: 0, y: 0 });
    setZoom(1);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  if (src === undefined) return null;
  return (
    <div>
      <Text size="sm" fw={500} id={`${id}-label`}>
        {words.crop}
      </Text>
      <Text size="xs" c="dimmed" mb={6} id={`${id}-hint`}>
        {words.cropHint}
      </Text>
      <div className={classes.cropper}>
        <Cropper
          image={src}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          aspect={1}
          cropShape="round"
          keyboardStep={KEY_STEP}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => onArea(pixels)}
          mediaProps={{ alt: '', onError: onUnreadable }}
          cropperProps={{ role: 'group', 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-hint` }}
        />
      </div>
      <Input.Wrapper id={`${id}-zoom`} label={words.zoom} mt="sm">
        <input
          id={`${id}-zoom`}
          type="range"
          className={classes.range}
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
      </Input.Wrapper>
    </div>
  );
}
