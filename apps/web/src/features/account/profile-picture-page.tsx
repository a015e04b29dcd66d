import type { Me } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { accountWords } from '@clearbook/contracts/words/account';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { later } from '../../lib/part.ts';
import { requestOf } from '../../lib/form.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { ImageInput } from '../../ui/image-input.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PersonPicture } from '../../ui/person-picture.tsx';
import { toast } from '../../ui/toast.ts';
import { pictureForm } from './account.form.ts';
import { cropImage, type Area } from './crop-image.ts';
import classes from './account.module.css';

const SquareCropper = later(() => import('./cropper.tsx'));
const words = accountWords.picture;

/** /profile-pic: choose an image, crop it, save it. Where the browser cannot draw the image the server takes its middle. */
export default function ProfilePicturePage({ me }: { me: Me }) {
  const [drawable, setDrawable] = useState(true);
  const [round, setRound] = useState(0);
  const area = useRef<Area | null>(null);
  const save = useDeclaredForm(pictureForm, undefined, {
    onDone: () => {
      toast.success(messages.upload.done);
      save.form.reset();
      setRound((count) => count + 1);
    },
    onProblem: () => toast.error(messages.upload.failed),
  });
  const remove = useSubmit('DELETE /me/picture', { topics: ['me'], onSuccess: () => toast.success(words.removed) });
  const { form, errors } = save;
  const file = errors['file'] === undefined ? save.values.file : null;

  const choose = (chosen: File | null) => {
    area.current = null;
    setDrawable(true);
    form.setFieldValue('file', chosen);
    if (chosen !== null) form.validateField('file');
  };
  const cut = async (whole: File) => {
    const cropped = drawable && area.current !== null ? await cropImage(whole, area.current) : undefined;
    await save.request(requestOf(pictureForm, { file: cropped ?? whole }, undefined));
  };
  const send = save.check((values) => values.file !== null && void cut(values.file));

  return (
    <>
      <PageHeader title={words.title} description={words.intro} back={{ to: '/account', label: accountWords.title }} />
      <Panel className={classes.narrow}>
        <Form onSend={send}>
          <Stack>
            <Group>
              <PersonPicture id={me.id} name={me.fullname} src={me.picture} size={72} label={words.now} />
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
              error={errors['file']}
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
        </Form>
      </Panel>
    </>
  );
}
