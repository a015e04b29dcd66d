import { mailWordingMessages } from '@clearbook/contracts/mail-wording-messages';
import { messages } from '@clearbook/contracts/messages';
import { describe, expect, it } from 'vitest';
import { errorsOf, placed, requestOf } from '../../lib/form.ts';
import { ApiProblem } from '../../lib/problem.ts';
import { preview, proposeWording, type WordingOf } from './wording.form.ts';

const standard = { subject: 'Your withdrawal wasn’t sent', lines: ['We didn’t send {amount}. Reason:', '{reason}'] };
const of: WordingOf = {
  name: 'withdrawal-rejected',
  changes: {
    standard,
    now: standard,
    version: null,
    values: [
      { name: 'amount', example: '$20.00', required: true },
      { name: 'reason', example: 'why', required: true },
    ],
  },
  now: new Date('2026-03-02T10:00:00Z'),
};
const initial = proposeWording.initial(of);
const typed = (subject: string, lines: string) => ({
  ...initial,
  setting: { value: { subject, lines } },
  reason: 'tone',
});

describe('[N54] the form of an email’s text', () => {
  it('sends what was changed, and nothing for what the email comes with', () => {
    expect(requestOf(proposeWording, typed(' Not sent ', initial.setting.value.lines), of).body).toEqual({
      setting: { item: 'mail_wording', key: of.name, value: { subject: 'Not sent', lines: null } },
      effective_at: null,
      replaces: null,
      reason: 'tone',
    });
    expect(requestOf(proposeWording, typed(standard.subject, '{amount}\n\n {reason} '), of).body).toMatchObject({
      setting: { value: { subject: null, lines: ['{amount}', '{reason}'] } },
    });
  });

  it('says beside the text what is wrong with any of its paragraphs, before and after it is sent', () => {
    expect(errorsOf(proposeWording, typed('Not sent', 'We keep {amount}.'), of)).toEqual({
      'setting.value.lines': mailWordingMessages.missing(['{reason}']),
    });
    expect(errorsOf(proposeWording, typed('', '{amount} {reason}'), of)).toEqual({
      'setting.value.subject': mailWordingMessages.required,
    });
    const long = `{amount} {reason}\n${'a'.repeat(501)}`;
    expect(errorsOf(proposeWording, typed('Not sent', long), of)['setting.value.lines']).toBe(
      messages.common.tooLong(500),
    );
    const problem = new ApiProblem(422, 'mail.wording', 'No', [{ name: 'setting.value.lines.1', message: 'No' }]);
    expect(placed(proposeWording, problem, initial).errors).toEqual({ 'setting.value.lines': 'No' });
  });

  it('reads with the examples', () => {
    expect(preview(typed('Not sent: {amount}', '{amount}[ x {other}]\n{reason}'), of)).toEqual({
      subject: 'Not sent: $20.00',
      lines: ['$20.00', 'why'],
    });
  });
});
