import '../../app/styles-rest.ts';
import type { PersonalDetails } from '@clearbook/contracts/identity';
import { messages } from '@clearbook/contracts/messages';
import { personalWords as words } from '@clearbook/contracts/words/personal-details';
import { needsTaxNumber } from '@clearbook/domain/personal-details';
import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { countryChoices } from '../../lib/country.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PersonalFacts } from '../../ui/personal-facts.tsx';
import { toast } from '../../ui/toast.ts';
import { detailsForm } from './details.form.ts';
import classes from './account.module.css';

const { fields } = words;
const choose = { value: '', label: words.choose };
const countries = [choose, ...countryChoices()];
const sources = [choose, ...Object.entries(words.sources).map(([value, label]) => ({ value, label }))];

/** What the client said about themselves; a form where that is nothing yet, or is to change. */
export function DetailsPanel({ details }: { details: PersonalDetails | null }) {
  const [changing, setChanging] = useState(false);
  return (
    <Panel title={words.title}>
      {details === null || changing ? (
        <DetailsForm details={details} onClose={() => setChanging(false)} />
      ) : (
        <>
          <PersonalFacts details={details} />
          <Button variant="default" mt="md" onClick={() => setChanging(true)}>
            {words.change}
          </Button>
        </>
      )}
    </Panel>
  );
}

function DetailsForm({ details, onClose }: { details: PersonalDetails | null; onClose: () => void }) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const { values, field, send, pending, refusal } = useDeclaredForm(
    detailsForm,
    { details, today },
    {
      onDone: () => {
        toast.success(messages.identity.details.saved);
        onClose();
      },
    },
  );
  return (
    <Form onSend={send}>
      <Stack>
        <Text>{words.intro}</Text>
        <div className={classes.pair}>
          <TextInput
            type="date"
            label={fields.date_of_birth}
            autoComplete="bday"
            max={today}
            {...field('date_of_birth')}
          />
          <NativeSelect label={fields.nationality} data={countries} {...field('nationality')} />
          <NativeSelect label={fields.residence} autoComplete="country" data={countries} {...field('residence')} />
          <TextInput label={fields.street} autoComplete="street-address" {...field('street')} />
          <TextInput label={fields.city} autoComplete="address-level2" {...field('city')} />
          <TextInput
            label={fields.postal_code}
            description={words.postalHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="postal-code"
            {...field('postal_code')}
          />
          <TextInput
            label={fields.tax_number}
            description={values.residence === '' || needsTaxNumber(values.residence) ? words.taxHint : words.taxNone}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            {...field('tax_number')}
          />
          <NativeSelect
            label={fields.source_of_funds}
            description={words.sourceHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={sources}
            {...field('source_of_funds')}
          />
        </div>
        <Textarea
          label={fields.source_detail}
          autosize
          minRows={2}
          maxRows={8}
          withAsterisk={values.source_of_funds === 'other'}
          {...field('source_detail')}
        />
        <FormErrorSummary>{refusal}</FormErrorSummary>
        <Group>
          <Button type="submit" loading={pending}>
            {words.submit}
          </Button>
          {details === null ? null : (
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
          )}
        </Group>
      </Stack>
    </Form>
  );
}
