const counted = (count: number, one: string, many: string): string =>
  count === 1 ? one : `${count.toLocaleString('en')} ${many}`;

/** Words of checking against the public log: a file, an entry, and the log itself. */
export const verifyWords = {
  title: 'Verify',
  heading: 'Check your file',
  intro:
    'Check the file from Account → Download everything against our public log. Nobody has to sign in. The file never leaves this browser: the check runs here, and all we’re asked for is the public log, which says nothing about you.',
  file: 'Your file',
  fileHint: (most: string) => `The zip you downloaded, or the receipt of one entry. At most ${most}.`,
  drop: 'You can also drop it here.',
  keyFold: 'Which key do you trust?',
  keyKept: 'This browser remembers the log’s key from an earlier visit and uses that one.',
  keyFirst:
    'This is your first check here, so we’ll use the key that this site announces today and remember it. A key from somebody you trust is better, because it doesn’t come from us.',
  key: 'Key of the log',
  keyHint: 'One line, such as example.com/log+1a2b3c4d+AZ… Leave it empty to use the key described above.',
  tooLarge: (size: string, most: string) =>
    `This file has ${size}. This page checks files of up to ${most}; the program clearbook-verify takes larger ones.`,
  unreadableFile: 'Your browser couldn’t read this file. Choose it again. A folder can’t be checked, only a file.',
  unreadableTitle: 'This file can’t be checked',
  unreadableText: 'Choose the zip as you downloaded it, unopened. If it’s damaged, download it again from Account.',
  badKeyTitle: 'This key can’t be read',
  workerTitle: 'The check didn’t start',
  workerText: 'The part of this page that checks files couldn’t be loaded. Reload the page and try again.',
  running: (name: string) => `Checking ${name}`,
  runningText: 'This takes a few seconds, in this browser. You can go on reading.',
  progress: 'How far the check is',
  cancel: 'Cancel',
  again: 'Check another file',
  retry: 'Try again',
  verified: 'Verified',
  verifiedText:
    'Every entry in this file is in the public log exactly as written here, and every balance, fee and result follows from them.',
  fits: 'Not compared with the log yet',
  unread: 'The file fits together, but the public log couldn’t be read just now. Try again in a minute.',
  elsewhere: (origin: string) =>
    `The file fits together, but it belongs to another site’s log, ${origin}. Check it on that site’s page to compare it with its log.`,
  failed: 'Not verified',
  failedText: (failed: number, all: number) =>
    `${counted(failed, 'One check', 'checks')} of ${all} failed: something in this file isn’t as the public log has it.`,
  failedSteps: [
    'Download the file again from Account and check the new one. A file that was opened and saved again fails too.',
    'If the new one fails as well, keep both files and download this report.',
  ],
  whose: {
    given: 'Signed by the key you entered.',
    kept: 'Signed by the key that this browser remembers from an earlier visit.',
    announced:
      'Signed by the key that this site announces today. This browser remembers it from now on, so a change will show. To rely on nobody here, enter a key from someone you trust.',
    file: 'Signed by the key named in the file itself. Enter the key of its log to be sure who signed it.',
  },
  checks: 'What was checked',
  passed: 'Passed',
  broken: 'Failed',
  more: (count: number) => `and ${count.toLocaleString('en')} more, all of them in the report`,
  report: 'Download report',
  tell: (email: string) => `Send it to ${email} and ask for an explanation.`,
  tellNobody: 'Send it to whoever runs this site and ask for an explanation.',
  tellRegulator: (regulator: string) => `Tell somebody other than us too: our regulator is ${regulator}.`,
  tellOthers: 'Tell somebody other than us too, such as a witness of the log named on the Transparency page.',
  fold: 'Details for experts',

  entry: {
    verify: 'Verify',
    verifyOf: (number: string) => `Verify entry ${number}`,
    verifying: 'Verifying…',
    verified: (time: string, witnesses: number) =>
      witnesses === 0
        ? `Verified ${time} UTC, no witness yet`
        : `Verified ${time} UTC, ${counted(witnesses, '1 witness', 'witnesses')}`,
    verifiedText: (witnesses: number) =>
      witnesses === 0
        ? 'This browser checked it: the entry is in the public log exactly as shown here, so nobody can change it unnoticed.'
        : 'This browser checked it: the entry is in the public log exactly as shown here. Witnesses signed the same log, so nobody can change it unnoticed.',
    waiting: 'Waiting for its checkpoint',
    waitingText: 'New entries reach the public log within a minute. Your money isn’t affected.',
    late: 'Not in the public log',
    lateText:
      'This entry is old enough to be in the public log, and we say that it’s still waiting. Ask for an explanation.',
    unread: 'Couldn’t be checked',
    unreadText: 'The public log couldn’t be read just now. That says nothing about this entry. Try again in a minute.',
    refused: 'Doesn’t match the public log',
    refusedText: 'Don’t rely on this entry until you have an explanation.',
    fault: 'The public log itself has changed',
    faultText: 'See the red notice at the top of this page.',
    evidence: 'Download evidence',
    details: {
      log: 'Log',
      place: 'Place in the log',
      placeOf: (place: number, size: number) => `${place.toLocaleString('en')} of ${size.toLocaleString('en')}`,
      root: 'Root of the tree (SHA-256, base64)',
      witness: (name: string) => `Witness ${name}`,
      reason: 'What differs',
      statement: 'Figures of this line',
    },
  },

  alarm: {
    title: {
      shrunk: 'Our public log has lost records',
      forked: 'Our public log shows a different past',
      key: 'Our public log is signed by a different key',
    },
    text: 'The log may only ever grow. This browser kept what it saw before, and what this site shows now doesn’t follow from it. A mistake, such as an old backup put back, looks the same as records being rewritten. Either way we owe you an explanation.',
    found: (at: string) => `Found on ${at}.`,
    steps: 'What to do now',
    download: 'Download the evidence. It holds both signed versions of the log and nothing about you.',
    downloadButton: 'Download evidence',
    statement:
      'Keep a copy of your own records: your statement as CSV, and any file from Account → Download everything.',
    fold: 'Both signed versions',
    before: 'What this browser saw before',
    now: 'What this site showed then',
    over: 'Start over',
    overText:
      'Only do this once you have an explanation that you believe. This browser forgets what it saw and trusts the log as this site shows it now. Download the evidence first.',
    overButton: 'Forget and start over',
  },

  watch: {
    unread: (since: string) =>
      `This browser hasn’t been able to read our public log since ${since}. Your money isn’t affected, but nobody can check the log meanwhile.`,
  },
  toVerifyText: 'Check it in your browser',
} as const;
