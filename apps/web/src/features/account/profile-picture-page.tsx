import type { Me } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { uploadRefusal } from '@clearbook/contracts/uploads';
import { accountWords } from '@clearbook/contracts/words/account';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Suspense, useRef, useState, type FormEvent } from 'react';
import { later } from '../../lib/part.ts';
import { focusFirstError } from '../../lib/form-errors.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { ImageInput } from '../../ui/image-input.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PersonPicture } from '../../ui/person-picture.tsx';
import { toast } from '../../ui/toast.ts';
import { cropImage, type Area } from './crop-image.ts';
import classes from './account.module.css';

const SquareCropper = later(() => import('./cropper.tsx'));
const words = accountWords.picture;

/** /profile-pic: choose an image, crop it, save it. Where the browser cannot draw the image the server takes its middle. */
export default function ProfilePicturePage({ me }: { me: Me }) {
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string>();
  const [drawable, setDrawable] = useState(true);
  const [round, setRound] = useState(0);
  const area = useRef<Area | null>(null);
  const save = useSubmit('POST /me/picture', {
    topics: ['me'],
    onSuccess: () => {
      toast.success(messages.upload.done);
      setFile(null);
      setRound((count) => count + 1);
    },
    onProblem: () => toast.error(messages.upload.failed),
  });
  const remove = useSubmit('DELETE /me/picture', { topics: ['me'], onSuccess: () => toast.success(words.removed) });

  const choose = (chosen: File | null) => {
    save.clear();
    area.current = null;
    setDrawable(true);
    const refusal = chosen === null ? null : uploadRefusal(chosen, messages.upload.required);
    setError(refusal ?? undefined);
    setFile(refusal === null ? chosen : null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (file === null) {
      setError((found) => found ?? messages.upload.required);
      return focusFirstError();
    }
    const cropped = drawable && area.current !== null ? await cropImage(file, area.current) : undefined;
    const form = new FormData();
    form.set('file', cropped ?? file);
    await save.submit({ form });
  };

  return (
    <>
      <PageHeader title={words.title} description={words.intro} back={{ to: '/account', label: accountWords.title }} />
      <Panel className={classes.narrow}>
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Stack>
            <Group>
              <PersonPicture name={me.fullname} src={me.profileImageUrl} size={72} label={words.now} />
              {me.picture === null ? null : (
                <Button variant="default" loading={remove.pending} onClick={() => void remove.submit({})}>
                  {words.remove}
                </Button>
              )}
            </Group>
            <ImageInput
              key={round}
              label={words.choose}
              hint={words.hint}
              previewLabel={words.chosen}
              preview={false}
              value={file}
              error={error}
              onChange={choose}
            />
            {file === null ? null : drawable ? (
              <Suspense fallback={<Skeleton height={360} />}>
                <SquareCropper
                  file={file}
                  onArea={(pixels) => {
                    area.current = pixels;
                  }}
                  onUnreadable={() => setDrawable(false)}
                />
              </Suspense>
            ) : (
              <Text size="sm">{words.whole}</Text>
            )}
            <FormErrorSummary>{save.problem?.detail ?? remove.problem?.detail}</FormErrorSummary>
            <div>
              <Button type="submit" loading={save.pending}>
                {words.save}
              </Button>
            </div>
          </Stack>
        </form>
      </Panel>
    </>
  );
}
