import type { PersonalDetails as Details, PersonalDetailsVersions } from '@clearbook/contracts/identity';
import { personalWords } from '@clearbook/contracts/words/personal-details';
import { ageOn, changedFields } from '@clearbook/domain/personal-details';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PersonalFacts } from '../../ui/personal-facts.tsx';
import classes from './manage.module.css';

const { staff: words, fields } = personalWords;

/** What the client said about themselves, with what they said before. Reading it is logged by the server. */
export function PersonalDetails({ id }: { id: string }) {
  const query = useQuery(queries.verificationDetails(id));
  const [current, ...earlier] = query.data?.versions ?? [];
  return (
    <Panel title={words.title} className={classes.across}>
      {query.isPending ? (
        <Skeleton height={280} aria-busy />
      ) : query.data === undefined ? (
        <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : current === undefined ? (
        <Text c="dimmed">{words.nothing}</Text>
      ) : (
        <>
          <PersonalFacts details={current} age={words.age(ageOn(current.date_of_birth, today()))} />
          <Text size="sm" c="dimmed" mt="sm">
            {words.given(formatDateTime(current.submitted_at))}. {words.logged}
          </Text>
          <Screening screening={query.data.screening} />
          {earlier.length === 0 ? null : (
            <details>
              <summary>{words.before(earlier.length)}</summary>
              {earlier.map((each, index) => (
                <Earlier key={each.submitted_at} details={each} next={earlier[index - 1] ?? current} />
              ))}
            </details>
          )}
        </>
      )}
    </Panel>
  );
}

/** Whether the name was compared with lists, and with which version. What was found is a fraud signal above. */
function Screening({ screening }: Pick<PersonalDetailsVersions, 'screening'>) {
  if (screening === null) return <Text size="sm">{words.notScreened}</Text>;
  const { at, people, matches, list_read_at: readAt, list_sha256: sha256 } = screening;
  return (
    <>
      <Text size="sm">{words.screened(formatDateTime(at), people, matches)}</Text>
      <Text size="sm" c="dimmed" className={classes.wrap}>
        {words.version(formatDateTime(readAt), sha256)}
      </Text>
    </>
  );
}

function Earlier({ details, next }: { details: Details; next: Details }) {
  const changed = changedFields(details, next).map((name) => fields[name]);
  return (
    <section>
      <Text size="sm" mt="md">
        {words.changed(formatDateTime(next.submitted_at), new Intl.ListFormat('en').format(changed))}
      </Text>
      <PersonalFacts details={details} />
    </section>
  );
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
